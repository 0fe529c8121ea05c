import { takeBackDue } from '#data/drafts/watch-due.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';

/** Makes a submitted post whose photos are not reduced a draft again. The composer that is opened next has it. */
export const takeBack = (draft: string): Promise<boolean> => takeBackDue(accountOf(sessionStore.get()), draft);
