import { blockDatabase, showsText, type Scene, type Stage } from './scene.ts';
import type { World } from './worlds.ts';

/** Messages between the member of the scenes and others, yesterday and today. Written once per backend. */
async function writeMessages({ world }: Stage): Promise<void> {
  await world.backend?.query(
    `insert into public.private_messages (sender_id, recipient_id, content, read, created_at)
     select a.id, b.id, m.content, m.is_read, now() - m.age from (values
       ('benchrest_bo', 'sam_weller', 'What charge did you settle on?', true, interval '50 hours'),
       ('sam_weller', 'benchrest_bo', '41.5 and stop there', true, interval '49 hours'),
       ('marge_b', 'sam_weller', 'Are you on the list for Saturday?', true, interval '28 hours'),
       ('sam_weller', 'marge_b', 'Yes, two of us. I''m bringing the steel. The times are at https://rangeday.example/times', true, interval '27 hours'),
       ('marge_b', 'sam_weller', 'Fog is thick. Drive slow by the quarry.', true, interval '3 minutes'),
       ('marge_b', 'sam_weller', 'Bay 4. I put a mat down for you.', true, interval '3 minutes'),
       ('old_kip', 'sam_weller', 'Bring the chronograph if you can', false, interval '20 hours')
     ) as m (sender, recipient, content, is_read, age)
     join public.profiles a on a.username = m.sender join public.profiles b on b.username = m.recipient
     where not exists (select 1 from public.private_messages)`,
  );
  // Another scene may have read it.
  await world.backend?.query(`update public.private_messages m set read = false from public.profiles p
    where p.id = m.sender_id and p.username = 'old_kip' and m.read`);
}

const idOf = async (world: World, username: string): Promise<string> => {
  const rows = await world.backend?.query<{ id: string }>('select id from public.profiles where username = $1', [
    username,
  ]);
  return rows?.[0]?.id ?? '';
};

/** The browser of the scenes denies notifications, and then they are not offered. */
export const allowAsking = async ({ page }: Stage): Promise<void> => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'default' });
  });
};

/** iPhones push only to the installed app: their browsers have no such API. */
export const asIphone = async ({ page }: Stage): Promise<void> => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PushManager');
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)' });
  });
};

const write = async ({ page }: Stage, text: string): Promise<void> => {
  await page.getByPlaceholder('Type your message...').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
};

const openThread = async ({ page }: Stage): Promise<void> => {
  await page.getByRole('main').getByRole('link').filter({ hasText: '@marge_b' }).click();
  await page.getByText('Bay 4.').waitFor();
};

/** The offer of push below the first message that the member sends. */
const afterFirstMessage = (name: string, prepare: (stage: Stage) => Promise<void>, offer: string): Scene => ({
  name,
  like: 'thread',
  path: '/messages',
  route: '/messages/$userId',
  as: 'member',
  async before(stage) {
    await writeMessages(stage);
    await prepare(stage);
  },
  async act(stage) {
    await openThread(stage);
    await write(stage, 'Ten minutes out.');
  },
  shows: showsText(offer),
});

/** The inbox and private messages. */
export const MESSAGE_SCENES: readonly Scene[] = [
  {
    name: 'messages',
    path: '/messages',
    as: 'member',
    before: writeMessages,
    leavesNothing: true,
    shows: showsText('@old_kip'),
  },
  {
    name: 'new-message',
    path: '/messages',
    as: 'member',
    async act({ page }) {
      await page.getByRole('button', { name: 'New message' }).click();
      await page.getByRole('dialog').getByLabel('To').fill('ma');
    },
    leavesNothing: true,
    shows: showsText('@marge_b'),
  },
  {
    name: 'messages-loading',
    like: 'messages',
    path: '/messages',
    as: 'member',
    before: blockDatabase,
    shows: showsText('Loading messages...'),
  },
  {
    name: 'messages-empty',
    like: 'messages',
    path: '/messages',
    as: 'newcomer',
    leavesNothing: true,
    shows: showsText('No messages yet.'),
  },
  {
    name: 'thread',
    path: '/messages',
    route: '/messages/$userId',
    as: 'member',
    before: writeMessages,
    act: openThread,
    leavesNothing: true,
    shows: showsText('Bay 4.'),
  },
  {
    name: 'thread-offline',
    like: 'thread',
    path: '/messages',
    route: '/messages/$userId',
    as: 'member',
    before: writeMessages,
    async act(stage) {
      await openThread(stage);
      await stage.goOffline();
      await stage.page.getByPlaceholder('Type your message...').fill('Ten minutes out. Keep the coffee warm.');
      await stage.page.getByRole('button', { name: 'Send' }).click();
    },
    goesOffline: true,
    shows: showsText('Queued'),
  },
  {
    name: 'thread-unread',
    like: 'thread',
    path: async (world) => `/messages/${await idOf(world, 'old_kip')}`,
    route: '/messages/$userId',
    as: 'member',
    before: writeMessages,
    shows: showsText('New messages'),
  },
  {
    name: 'thread-refused',
    like: 'thread',
    path: async (world) => `/messages/${await idOf(world, 'benchrest_bo')}`,
    route: '/messages/$userId',
    as: 'member',
    before: writeMessages,
    async act(stage) {
      const { backend } = stage.world;
      const pair = [await idOf(stage.world, 'benchrest_bo'), await idOf(stage.world, 'sam_weller')];
      await backend?.query('insert into public.blocks (user_id, blocked_id) values ($1, $2)', pair);
      await write(stage, 'Are you there?');
      await stage.page.getByRole('listitem').getByText('Not sent').waitFor();
      await backend?.query('delete from public.blocks where user_id = $1 and blocked_id = $2', pair);
    },
    shows: showsText('Retry'),
  },
  afterFirstMessage('thread-push', allowAsking, 'Get notified when @marge_b answers?'),
  afterFirstMessage('thread-iphone', asIphone, 'Install Rangeday to get notified about replies'),
  {
    name: 'thread-unknown',
    like: 'thread',
    path: '/messages/00000000-0000-4000-8000-000000000000',
    route: '/messages/$userId',
    as: 'member',
    shows: showsText('Member not found.'),
  },
  {
    name: 'thread-yourself',
    like: 'thread',
    path: async (world) => `/messages/${await idOf(world, 'sam_weller')}`,
    route: '/messages/$userId',
    as: 'member',
    shows: showsText('You cannot write to yourself.'),
  },
  {
    name: 'messages-offline',
    like: 'messages',
    path: '/messages',
    as: 'member',
    before: writeMessages,
    async act({ page, goOffline }) {
      await showsText(/updated \d/)(page);
      await goOffline();
    },
    goesOffline: true,
    shows: showsText('conversations are on this device.'),
  },
];
