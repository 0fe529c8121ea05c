import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, Stage } from './support/stage.ts';

// Members, friends and messages, as outsiders reach them: REST, the functions and the sync stream of a whole backend.
let stage: Stage;
let member: Person;
let friend: Person;
let stranger: Person;
let banned: Person;
let admin: Person;
let ceo: Person;

const SECRETS = {
  dob: '1980-02-03',
  city: 'Troyburg',
  first_name: 'Benedict',
  privacy_settings: '{"city": true, "first_name": true}',
};

beforeAll(async () => {
  stage = await Stage.open();
  member = await stage.person({ username: 'Mel', ...SECRETS });
  friend = await stage.person();
  stranger = await stage.person();
  banned = await stage.person();
  admin = await stage.person({ role: 'admin' });
  ceo = await stage.person({ role: 'ceo' });
  await stage.befriend(member, friend);
  await stage.db.query('update public.profiles set is_banned = true where id = $1', [banned.id]);
});
afterAll(() => stage?.close());

const stored = async (person: Person): Promise<Record<string, unknown>> =>
  (await stage.db.query('select * from public.profiles where id = $1', [person.id])).rows[0];
const others = (): [string, SupabaseClient][] => [
  ['a visitor', stage.guest],
  ['a stranger', stranger.client],
  ['a friend', friend.client],
  ['an admin', admin.client],
  ['the ceo', ceo.client],
];

describe('A01–A05: profiles over REST and the queue', () => {
  test.each([
    { role: 'ceo' },
    { role: 'admin', about: 'hello' },
    { is_banned: false },
    { is_muted: false },
    { badges: ['Veteran'] },
    { joined_at: '2001-01-01' },
    { rank: 4 },
    { id: randomUUID() },
  ])('nobody sets %j on themselves', async (change) => {
    for (const person of [member, admin, banned]) {
      const before = await stored(person);
      const patched = await person.client.from('profiles').update(change).eq('id', person.id);
      expect(patched.error?.code).toBe('42501');
      const upserted = await person.client.from('profiles').upsert({ id: person.id, ...change });
      expect(upserted.error?.code).toBe('42501');
      if (person !== banned)
        expect(
          await stage.queue(person, { op: 'PATCH', table: 'profiles', id: person.id, data: change }),
        ).toMatchObject({
          status: 'rejected',
        });
      expect(await stored(person)).toEqual(before);
    }
  });

  test('deleting one’s own row to make a better one is refused', async () => {
    expect((await member.client.from('profiles').delete().eq('id', member.id)).error?.code).toBe('42501');
    const made = await member.client.from('profiles').insert({ id: randomUUID(), username: 'x', role: 'ceo' });
    expect(made.error?.code).toBe('42501');
    expect((await stored(member))['role']).toBe('user');
  });

  test('another’s profile is not changed; control: one’s own is', async () => {
    const foreign = await stranger.client
      .from('profiles')
      .update({ about: 'taken over' }, { count: 'exact' })
      .eq('id', member.id);
    expect(foreign.count).toBe(0);
    expect((await stranger.client.from('profiles').delete().eq('id', member.id)).error?.code).toBe('42501');
    expect(
      await stage.queue(stranger, { op: 'PATCH', table: 'profiles', id: member.id, data: { about: 'taken over' } }),
    ).toMatchObject({ status: 'rejected' });
    const own = await member.client.from('profiles').update({ about: 'Clays' }, { count: 'exact' }).eq('id', member.id);
    expect(own).toMatchObject({ error: null, count: 1 });
    expect((await stored(member))['about']).toBe('Clays');
  });
});

describe('A06, A07: private fields', () => {
  test.each(['email', 'dob', 'first_name', 'city', 'role', 'is_banned', 'privacy_settings'])(
    '%s is no column for others: not to select, filter, sort, embed or count by',
    async (column) => {
      for (const [name, client] of others()) {
        const profiles = () => client.from('profiles').select('id');
        const attempts = {
          select: await client.from('profiles').select(column),
          star: await client.from('profiles').select('*'),
          alias: await client.from('profiles').select(`id, x:${column}`),
          filter: await profiles().not(column, 'is', null),
          or: await profiles().or(`id.eq.${member.id},${column}.not.is.null`),
          order: await profiles().order(column),
          count: await client.from('profiles').select('id', { count: 'exact', head: true }).not(column, 'is', null),
          embed: await client.from('posts').select(`id, profiles!posts_user_id_fkey(${column})`),
          returning: await client.from('profiles').update({ about: 'x' }).eq(column, 'x').select('id'),
        };
        for (const [how, { error }] of Object.entries(attempts))
          expect(error, `${name}: ${how} ${column}`).not.toBeNull();
      }
    },
  );

  test('control: the same questions about public columns are answered', async () => {
    for (const [name, client] of others()) {
      const profiles = () => client.from('profiles').select('id, username');
      const answers = [
        await profiles().eq('username', 'Mel'),
        await profiles().or('username.eq.Mel,rank.eq.4').order('username'),
        await client.from('profiles').select('id', { count: 'exact', head: true }).not('username', 'is', null),
        await client.from('posts').select('id, profiles!posts_user_id_fkey(username)'),
      ];
      for (const { error } of answers) expect(error, name).toBeNull();
      expect(answers[0]?.data).toEqual([{ id: member.id, username: 'Mel' }]);
    }
  });

  test('a text search for the address finds no member', async () => {
    const answer = await stranger.client
      .from('profiles')
      .select('id')
      .like('email', `${member.email.slice(0, 4)}%`);
    expect(answer).toMatchObject({ data: null, error: { code: '42501' } });
  });

  test('none of the values reach others, by REST or, as friend or visitor, by sync; control: they reach the owner’s device', async () => {
    const wanted = [
      { stream: 'profile', parameters: { user_id: member.id } },
      { stream: 'profile_by_username', parameters: { username: 'mel' } },
      { stream: 'members', parameters: { page: 0 } },
      { stream: 'staff_member', parameters: { user_id: member.id } },
    ];
    const secrets = [member.email, SECRETS.dob, SECRETS.city, SECRETS.first_name];
    for (const [, client] of others()) {
      const { data } = await client.from('profiles_public').select('*').eq('id', member.id);
      expect(data).toMatchObject([{ username: 'Mel' }]);
      for (const secret of secrets) expect(JSON.stringify(data)).not.toContain(secret);
    }
    const isThere = (rows: { table: string; id: string }[]) =>
      rows.some((row) => row.table === 'profiles_public' && row.id === member.id);
    for (const who of [friend, stranger, banned, admin, ceo, null]) {
      const held = JSON.stringify((await stage.device(who, wanted, isThere)).rows);
      for (const secret of secrets) expect(held).not.toContain(secret);
    }
    const own = JSON.stringify((await stage.device(member, wanted, isThere)).rows);
    for (const secret of secrets) expect(own).toContain(secret);
    const { data } = await member.client.rpc('my_profile');
    expect(JSON.stringify(data)).toContain(member.email);
  });
});

describe('A08, A09: private messages', () => {
  let message: string;
  beforeAll(async () => {
    const { data, error } = await member.client
      .from('private_messages')
      .insert({ recipient_id: friend.id, content: 'Meet at bay four' })
      .select('id')
      .single();
    if (error) throw error;
    message = data.id as string;
  });

  test('only its two ends read it, by REST, rpc and sync', async () => {
    const wanted = [member, friend].map((end) => ({
      stream: 'thread_history',
      parameters: { user_id: end.id, page: 0 },
    }));
    for (const end of [member, friend]) {
      expect((await end.client.from('private_messages').select('content').eq('id', message)).data).toHaveLength(1);
      const held = await stage.device(end, wanted, (rows) => rows.some(({ id }) => id === message));
      expect(held.ids('private_messages')).toContain(message);
    }
    for (const third of [stranger, admin, ceo, banned]) {
      expect((await third.client.from('private_messages').select('id')).data).toEqual([]);
      expect((await third.client.from('threads_index').select('user_id')).data).toEqual([]);
      expect((await third.client.rpc('get_conversations', { current_user_id: member.id })).data).toEqual([]);
      const held = JSON.stringify((await stage.device(third, wanted)).rows);
      expect(held).not.toContain('Meet at bay four');
      expect(held).not.toContain(message);
    }
    expect((await member.client.rpc('get_conversations', { current_user_id: member.id })).data).toHaveLength(1);
    expect((await stage.guest.from('private_messages').select('id')).error?.code).toBe('42501');
    expect((await stage.guest.rpc('get_conversations', { current_user_id: member.id })).error).not.toBeNull();
    expect(JSON.stringify((await stage.device(null, wanted)).rows)).not.toContain('Meet at bay four');
  });

  test('a forged sender, a changed text and the sender’s own tick are refused; control: the recipient ticks it', async () => {
    const forged = { sender_id: friend.id, recipient_id: member.id, content: 'forged' };
    expect((await stranger.client.from('private_messages').insert(forged)).error?.code).toBe('42501');
    expect(
      await stage.queue(stranger, { op: 'PUT', table: 'private_messages', id: randomUUID(), data: forged }),
    ).toMatchObject({ status: 'rejected' });
    const edited = await friend.client.from('private_messages').update({ content: 'changed' }).eq('id', message);
    expect(edited.error?.code).toBe('42501');
    const ticked = await member.client
      .from('private_messages')
      .update({ read: true }, { count: 'exact' })
      .eq('id', message);
    expect(ticked.count ?? 0).toBe(0);
    expect((await stranger.client.from('private_messages').upsert({ id: message, ...forged })).error).not.toBeNull();
    expect((await stage.db.query('select content, read from private_messages where id = $1', [message])).rows).toEqual([
      { content: 'Meet at bay four', read: false },
    ]);
    expect(await stage.one("select count(*)::int from private_messages where content = 'forged'")).toBe(0);
    await friend.client.from('private_messages').update({ read: true }).eq('id', message);
    expect(await stage.one('select read from private_messages where id = $1', [message])).toBe(true);
  });
});

describe('A17–A20, A44: friends, notifications and names', () => {
  const between = (one: Person, other: Person) =>
    stage.db
      .query(
        'select user_id, friend_id, status from friends where $1 in (user_id, friend_id) and $2 in (user_id, friend_id)',
        [one.id, other.id],
      )
      .then(({ rows }) => rows);

  test('A17: no friendship without the other’s yes; control: with it', async () => {
    const asker = await stage.person();
    const asked = await stage.person();
    const friends = asker.client.from('friends');
    expect((await friends.insert({ user_id: asker.id, friend_id: asked.id, status: 'accepted' })).error).not.toBeNull();
    expect((await friends.insert({ user_id: asked.id, friend_id: asker.id, status: 'accepted' })).error).not.toBeNull();
    expect(await between(asker, asked)).toEqual([]);
    expect((await friends.insert({ user_id: asker.id, friend_id: asked.id, status: 'pending' })).error).toBeNull();
    expect((await friends.update({ status: 'accepted' }).eq('friend_id', asked.id)).error).not.toBeNull();
    expect((await friends.update({ friend_id: stranger.id }).eq('friend_id', asked.id)).error).not.toBeNull();
    expect(await between(asker, asked)).toMatchObject([{ status: 'pending' }]);
    expect(
      (await asked.client.from('friends').update({ status: 'accepted' }).eq('user_id', asker.id)).error,
    ).toBeNull();
    expect(await between(asker, asked)).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
  });

  test('A44: one name, wanted by six at once, is one member’s; control: another name is free', async () => {
    const rivals: Person[] = [];
    for (let i = 0; i < 6; i++) rivals.push(await stage.person());
    const take = (person: Person, username: string) =>
      person.client.from('profiles').update({ username }).eq('id', person.id);
    const names = ['Race.One', 'race.one', 'RACE.ONE', 'Race.one', 'race.One', 'rAce.one'];
    const answers = await Promise.all(rivals.map((person, index) => take(person, names[index] ?? '')));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    for (const { error } of answers) if (error !== null) expect(error.code).toBe('23505');
    const loser = rivals[answers.findIndex(({ error }) => error !== null)] ?? member;
    expect((await take(loser, 'Race.Two')).error).toBeNull();
  });

  test('A18: the official account stays a friend; control: another does not', async () => {
    const official = await stage.person({ is_official: true });
    const leaving = await stage.person();
    await stage.befriend(leaving, official);
    await stage.befriend(leaving, stranger);
    const part = (other: Person) =>
      leaving.client.from('friends').delete().eq('user_id', leaving.id).eq('friend_id', other.id);
    expect((await part(official)).error?.code).toBe('42501');
    const declined = leaving.client.from('friends').update({ status: 'declined' });
    expect((await declined.eq('user_id', leaving.id).eq('friend_id', official.id)).error).not.toBeNull();
    expect(await between(leaving, official)).toHaveLength(2);
    expect((await part(stranger)).error).toBeNull();
    expect(await between(leaving, stranger)).toEqual([]);
  });

  test('A19: crossed and repeated requests at once make one relation', async () => {
    const one = await stage.person();
    const other = await stage.person();
    const ask = (from: Person, to: Person) =>
      from.client.from('friends').insert({ user_id: from.id, friend_id: to.id, status: 'pending' });
    await Promise.all(Array.from({ length: 6 }, (_, index) => (index % 2 ? ask(one, other) : ask(other, one))));
    const rows = await between(one, other);
    expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(rows.length);
    // Both asked: they are friends.
    expect(rows).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
  });

  test('A20: members cannot write notifications; control: a request creates one', async () => {
    for (const [name, client] of others())
      for (const type of ['moderation', 'promotion', 'friend_request']) {
        const forged = { user_id: member.id, type, data: { from_user_id: ceo.id } };
        expect((await client.from('notifications').insert(forged)).error?.code, name).toBe('42501');
      }
    const forged = { user_id: member.id, type: 'promotion', data: '{}' };
    expect(
      await stage.queue(stranger, { op: 'PUT', table: 'notifications', id: randomUUID(), data: forged }),
    ).toMatchObject({ status: 'rejected' });
    expect((await stranger.client.from('notifications').delete().eq('user_id', member.id).select()).data).toEqual([]);
    const asked = { user_id: stranger.id, friend_id: member.id, status: 'pending' };
    expect((await stranger.client.from('friends').insert(asked)).error).toBeNull();
    const got = await member.client.from('notifications').select('data').eq('type', 'friend_request');
    expect(JSON.stringify(got.data)).toContain(stranger.id);
    expect(await stage.one("select count(*)::int from notifications where type in ('promotion', 'moderation')")).toBe(
      0,
    );
  });
});

test('A61: a step of a second admin with an old view sets a state, so it does not revert the first one', async () => {
  const target = await stage.person();
  const second = await stage.person({ role: 'admin' });
  await stage.one('update private.staff_switches set ban_tools = true returning 1');
  const ban = (staff: Person, shall: boolean) =>
    staff.client.rpc('moderate_member', { target_id: target.id, ban: shall });
  for (const staff of [admin, second, admin]) expect((await ban(staff, true)).data).toMatchObject({ is_banned: true });
  expect(await stage.one('select count(*)::int from private.moderation_log where target_id = $1', [target.id])).toBe(1);
  expect((await ban(stranger, false)).error?.code).toBe('42501');
  expect((await stored(target))['is_banned']).toBe(true);
  expect((await ban(second, false)).data).toMatchObject({ is_banned: false });
});

describe('the functions that carry a member’s id', () => {
  const unsigned = (claims: object) =>
    [{ alg: 'none', typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');

  test('A45: only the ceo, by their row, promotes', async () => {
    const target = await stage.person();
    const promote = (token?: string) => stage.call('promote-user-to-admin', { targetUserId: target.id }, token);
    const claims = { sub: ceo.id, role: 'authenticated', email: ceo.email };
    const tokens: [string, string | undefined, number][] = [
      ['none', undefined, 401],
      ['forged', await stage.sign(claims, 'another secret that is long enough'), 401],
      ['alg none', `${unsigned({ ...claims, exp: Date.now() })}.`, 401],
      ['alg none with a signature', `${unsigned({ ...claims, exp: Date.now() })}.AAAA`, 401],
      ['a visitor’s key', stage.backend.state.anonKey, 401],
      ['a guest’s', await stage.guestToken(), 401],
      ['a member’s', member.token, 403],
      ['an admin’s', admin.token, 403],
      ['a banned member’s', banned.token, 403],
      // The service's key is for servers; as a caller it is nobody.
      ['the service’s', await stage.sign({ role: 'service_role' }), 401],
    ];
    for (const [name, token, status] of tokens) expect((await promote(token)).status, name).toBe(status);
    expect((await stored(target))['role']).toBe('user');
    const rpc = await admin.client.rpc('promote_user_to_admin', { actor_id: ceo.id, target_id: target.id });
    expect(rpc.error?.code).toBe('42501');
    expect((await stored(target))['role']).toBe('user');
    expect((await promote(ceo.token)).status).toBe(200);
    expect((await stored(target))['role']).toBe('admin');
  });

  test('A46: a profile is made for oneself alone', async () => {
    const body = { user_id: stranger.id, email: 'ceo@rangeday.example', username: 'rangeday' };
    expect((await stage.call('create-profile-and-friend', body, member.token)).status).toBe(403);
    expect((await stage.call('create-profile-and-friend', body)).status).toBe(401);
    const direct = await member.client.rpc('create_profile_and_friend', { member_id: stranger.id });
    expect(direct.error?.code).toBe('42501');
    const own = await stage.call('create-profile-and-friend', { ...body, user_id: member.id }, member.token);
    expect(own).toMatchObject({ status: 200, body: { id: member.id, username: 'Mel' } });
  });

  test('A47: a push carries nothing of its sender’s, and the answer tells nothing', async () => {
    const push = { userId: friend.id, title: 'You won', body: 'Click', url: 'https://evil.example/' };
    expect((await stage.call('send-notification', push)).status).toBe(401);
    const answers = await Promise.all(
      [member, stranger].map((person) => stage.call('send-notification', push, person.token)),
    );
    expect(answers).toEqual([
      { status: 200, body: { ok: true } },
      { status: 200, body: { ok: true } },
    ]);
    const claim = { most: 1, sender: stranger.id, recipient: friend.id };
    expect((await stranger.client.rpc('claim_pushes', claim)).error?.code).toBe('42501');
    expect((await stranger.client.rpc('finish_pushes', { outcome: { sent: [], gone: [] } })).error?.code).toBe('42501');
  });

  test('A52: an account’s own metadata gives no rights, by REST, functions or sync', async () => {
    const posing = await stage.person({}, { role: 'ceo', is_admin: true });
    await posing.client.auth.updateUser({ data: { role: 'ceo', app_metadata: { role: 'ceo' } } });
    const { data } = await posing.client.auth.refreshSession();
    const token = data.session?.access_token ?? '';
    const fresh: Person = { ...posing, token };
    expect(JSON.parse(atob(token.split('.')[1] ?? '')).user_metadata.role).toBe('ceo');
    expect((await stored(posing))['role']).toBe('user');
    expect((await stage.call('promote-user-to-admin', { targetUserId: posing.id }, token)).status).toBe(403);
    expect((await posing.client.from('reports').select('id')).data).toEqual([]);
    expect((await posing.client.from('post_removals').select('*')).data).toEqual([]);
    const ban = { target_id: member.id, ban: true };
    expect((await posing.client.rpc('moderate_member', ban)).error?.code).toBe('42501');
    expect((await stage.device(fresh, [{ stream: 'managed_ads' }])).ids('staff_members')).toEqual([]);
    expect(
      (await stage.device(admin, [], (rows) => rows.some(({ table }) => table === 'staff_members'))).rows,
    ).toBeTruthy();
  });
});
