import { errorText } from '#copy/errors.ts';
import { friendsCopy } from '#copy/profile.ts';
import { ignoreDoubleClick } from '#lib/ignore-double-click.ts';
import { toast } from '#ui/toast-store.ts';
import {
  acceptFriendRequest,
  declineFriendRequest,
  sendFriendRequest,
  undoAcceptance,
  unfriend as endFriendship,
  type WriteResult,
} from './mutations.ts';

interface Other {
  id: string;
  username: string;
}

/** Says how the action ended. */
async function report(action: Promise<WriteResult>, done: string): Promise<void> {
  // The opposite action, or the one of the next row, is drawn under the pointer.
  ignoreDoubleClick();
  const result = await action;
  if (result.ok) toast(done, { tone: 'done' });
  else toast(errorText(result.code), { tone: 'stop' });
}

export const requestFriend = ({ id, username }: Other): Promise<void> =>
  report(sendFriendRequest({ id, username }), friendsCopy.sent);
export const acceptFriend = ({ id }: Other): Promise<void> => report(acceptFriendRequest(id), friendsCopy.accepted);
export const declineFriend = ({ id }: Other): Promise<void> => report(declineFriendRequest(id), friendsCopy.declined);
export const cancelRequest = ({ id }: Other): Promise<void> => report(endFriendship(id), friendsCopy.cancelled);
/** Says nothing: the two answers are back. */
export const undoAccept = async ({ id }: Other): Promise<void> => {
  const result = await undoAcceptance(id);
  if (!result.ok) toast(errorText(result.code), { tone: 'stop' });
};
export const unfriend = ({ id, username }: Other): Promise<void> =>
  report(endFriendship(id), friendsCopy.unfriended(username));
