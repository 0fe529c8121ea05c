import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pairId, put } from '../../support/social.ts';
import { type Person, Stage } from './support/stage.ts';

// What may be written, and by whom, and who gets evidence, as it can be tried from outside: REST and the queue of a
// whole backend.
let stage: Stage;
let author: Person;
let friend: Person;
let stranger: Person;
let admin: Person;
let open: string;

beforeAll(async () => {
  stage = await Stage.open();
  author = await stage.person();
  friend = await stage.person();
  stranger = await stage.person();
  admin = await stage.person({ role: 'admin' });
  open = randomUUID();
  const { error } = await author.client.from('posts').insert({ id: open, title: 'Open' });
  if (error) throw error;
});
afterAll(() => stage?.close());

const insert = (person: Person, fields: Record<string, unknown>) =>
  person.client
    .from('posts')
    .insert({ id: randomUUID(), title: 'Fog', ...fields })
    .select('*')
    .single();
const stored = async (id: string): Promise<Record<string, unknown>> =>
  (await stage.db.query('select * from posts where id = $1', [id])).rows[0];

describe('A22, A24: votes and likes', () => {
  test('75: a fault at the commit, where counts are written, fails the whole call, and nothing of it is stored', async () => {
    await stage.db.query(`create function private.fault() returns trigger language plpgsql as
        'begin raise exception ''passing'' using errcode = ''40P01''; end';
      create trigger aa_fault before update of score on post_stats for each row execute function private.fault()`);
    const vote = { post_id: open, user_id: friend.id, value: 1 };
    const row = { id: pairId('post_vote', open, friend.id), ...vote };
    try {
      await expect(stage.queue(friend, put('post_votes', vote, row.id))).rejects.toMatchObject({ code: '40P01' });
      expect((await friend.client.from('post_votes').insert(row)).error).toMatchObject({ code: '40P01' });
    } finally {
      await stage.db.query('drop trigger aa_fault on post_stats; drop function private.fault()');
    }
    expect(await stage.one('select count(*)::int from post_votes where user_id = $1', [friend.id])).toBe(0);
    // Control: without the fault it is stored and counted.
    expect(await stage.queue(friend, put('post_votes', vote, row.id))).toMatchObject({ status: 'applied' });
    expect(await stage.one('select score from post_stats where id = $1', [open])).toBe(1);
    expect(await stage.queue(friend, { op: 'DELETE', table: 'post_votes', id: row.id })).toMatchObject({
      status: 'applied',
    });
  });
  test('twelve at once are one; odd values and other voters are refused', async () => {
    const vote = (value: number, user = stranger.id) =>
      stranger.client
        .from('post_votes')
        .insert({ id: pairId('post_vote', open, user), post_id: open, user_id: user, value });
    for (const value of [100, 0, -5]) expect((await vote(value)).error?.code).toBe('23514');
    expect((await vote(1, author.id)).error?.code).toBe('42501');
    const once = await Promise.all(Array.from({ length: 12 }, () => vote(1)));
    expect(once.filter(({ error }) => error === null)).toHaveLength(1);
    // Beside the votes of the test above it waits for the pause of the counts; then the backend publishes it.
    const waiting = () => stage.one('select count(*)::int from private.waiting_counts where id = $1', [open]);
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
    expect(await stage.one('select score from post_stats where id = $1', [open])).toBe(1);
    const { data } = await stranger.client
      .from('comments')
      .insert({ post_id: open, text: 'Nice' })
      .select('id')
      .single();
    const like = () =>
      friend.client
        .from('comment_likes')
        .insert({ id: pairId('comment_like', data?.id, friend.id), comment_id: data?.id, user_id: friend.id });
    await Promise.all(Array.from({ length: 12 }, like));
    expect(await stage.one('select likes from comment_stats where id = $1', [data?.id])).toBe(1);
  });
});

describe('A25–A28, A34, A36: writing posts', () => {
  test.each(['sticky', 'flagged', 'comments_locked'])(
    'A25: a member sets no %s, in any way; control: staff does',
    async (column) => {
      const { data } = await insert(stranger, {});
      const id = data?.id as string;
      const posts = stranger.client.from('posts');
      const made = await insert(stranger, { [column]: true });
      if (made.error === null) expect(made.data[column]).toBe(false);
      await posts.update({ [column]: true }).eq('id', id);
      await posts.upsert({ id, title: 'Fog', user_id: stranger.id, [column]: true });
      await stage.queue(stranger, { op: 'PATCH', table: 'posts', id, data: { [column]: true } });
      await stage.queue(stranger, put('posts', { user_id: stranger.id, title: 'Fog', [column]: true }, id));
      expect((await stored(id))[column]).toBe(false);
      expect(
        (
          await admin.client
            .from('posts')
            .update({ [column]: true })
            .eq('id', id)
        ).error,
      ).toBeNull();
      expect((await stored(id))[column]).toBe(true);

      // A26: and what staff set stays set.
      await posts.update({ [column]: false }).eq('id', id);
      await posts.upsert({ id, title: 'Fog', user_id: stranger.id, [column]: false });
      await stage.queue(stranger, { op: 'PATCH', table: 'posts', id, data: { [column]: false } });
      expect((await stored(id))[column]).toBe(true);
      await posts.delete().eq('id', id);
      expect((await insert(stranger, { id })).error).not.toBeNull();
      expect((await stage.queue(stranger, put('posts', { user_id: stranger.id, title: 'Back' }, id)))?.status).toBe(
        'rejected',
      );
    },
  );

  test('A27: the id of another’s post is not taken over, also not in its author’s name', async () => {
    const before = await stored(open);
    for (const user_id of [stranger.id, author.id]) {
      expect(
        (await stranger.client.from('posts').upsert({ id: open, user_id, title: 'Mine now' })).error,
      ).not.toBeNull();
      const queued = await stage.queue(
        stranger,
        put('posts', { user_id, title: 'Mine now', visibility: 'public' }, open),
      );
      expect(queued?.status).toBe('rejected');
    }
    const patched = await stranger.client
      .from('posts')
      .update({ title: 'Mine now' }, { count: 'exact' })
      .eq('id', open);
    expect(patched.count ?? 0).toBe(0);
    expect(await stored(open)).toEqual(before);
    const edited = await author.client
      .from('posts')
      .update({ description: 'Edited' }, { count: 'exact' })
      .eq('id', open);
    expect(edited.count).toBe(1);
  });

  test('A28: the server’s clock counts', async () => {
    const far = '2999-01-01T00:00:00Z';
    const { data } = await insert(stranger, { created_at: far });
    const id = randomUUID();
    await stage.queue(
      stranger,
      put('posts', { user_id: stranger.id, title: 'Fog', visibility: 'public', created_at: far }, id),
    );
    for (const row of [data?.id as string, id])
      expect(Math.abs(Number((await stored(row))['created_at']) - Date.now())).toBeLessThan(60_000);
  });

  test('A34: the token of somebody banned or muted since writes nothing; control: before, it did', async () => {
    const tired = await stage.person();
    const { data } = await insert(tired, { title: 'Before' });
    for (const state of ['is_banned', 'is_muted']) {
      await stage.db.query(`update profiles set ${state} = true where id = $1`, [tired.id]);
      expect((await insert(tired, { title: 'After' })).error?.code).toBe('42501');
      expect((await tired.client.from('comments').insert({ post_id: open, text: 'After' })).error?.code).toBe('42501');
      const message = { recipient_id: author.id, content: 'After' };
      expect((await tired.client.from('private_messages').insert(message)).error?.code).toBe('42501');
      const queued = await stage.queue(
        tired,
        put('posts', { user_id: tired.id, title: 'After', visibility: 'public' }),
      );
      expect(queued).toMatchObject({ status: 'rejected', code: '42501' });
      if (state === 'is_banned') {
        await tired.client.from('posts').update({ title: 'After' }).eq('id', data?.id);
        await tired.client.from('posts').delete().eq('id', data?.id);
        expect((await stored(data?.id as string))['title']).toBe('Before');
      }
      await stage.db.query(`update profiles set ${state} = false where id = $1`, [tired.id]);
    }
    expect(await stage.one("select count(*)::int from posts where title = 'After'")).toBe(0);
  });

  test('A36: a visitor changes nothing, anywhere', async () => {
    const { rows } = await stage.db.query<{ name: string; key: string }>(
      `select c.relname as name, (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = 1) as key
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')`,
    );
    expect(rows.length).toBeGreaterThan(40);
    // Anyone may use these two forms; they give nothing back (tests/security/forms.pg.test.ts).
    const forms = new Set(['contact_messages', 'csae_reports']);
    for (const { name, key } of rows) {
      const table = stage.guest.from(name);
      const row: Record<string, unknown> = { [key]: null };
      expect((await table.delete().not(key, 'is', null)).error?.code, `delete ${name}`).toBe('42501');
      expect((await table.update(row as never).not(key, 'is', null)).error?.code, `update ${name}`).toBe('42501');
      if (!forms.has(name)) expect((await table.insert(row as never)).error?.code, `insert ${name}`).toBe('42501');
    }
    expect((await stage.guest.rpc('apply_crud', { batch: { v: 1, actions: [] } })).error?.code).toBe('42501');
    expect(await stored(open)).toBeTruthy();
  });

  test('A35: a visitor reads no staff’s or members’ tables', async () => {
    await stranger.client.from('contact_messages').insert({ name: 'S', email: 's@x.example', message: 'Hi' });
    expect(await stage.one('select count(*)::int from contact_messages')).toBe(1);
    const closed =
      'csae_reports contact_messages ad_events friends push_subscriptions notifications private_messages reports write_rejections orders blocks mutes member_flags'.split(
        ' ',
      );
    for (const name of closed) {
      const { data, error } = await stage.guest.from(name).select('*');
      expect(data ?? [], name).toEqual([]);
      expect(error, name).not.toBeNull();
    }
    for (const name of [
      'csae_reports',
      'contact_messages',
      'ad_events',
      'push_subscriptions',
      'reports',
      'member_flags',
    ])
      expect((await stranger.client.from(name).select('*')).data ?? [], name).toEqual([]);
    expect((await stage.guest.from('posts').select('id').eq('id', open)).data).toEqual([{ id: open }]);
  });

  test.each(['private', 'auth', 'storage', 'extensions', 'pg_catalog', 'information_schema', 'graphql_public'])(
    'A36: the schema %s is not served to anybody',
    async (schema) => {
      for (const client of [stage.guest, stranger.client, admin.client]) {
        const names = { private: 'rate_limits', auth: 'users', storage: 'objects' } as Record<string, string>;
        const name = names[schema] ?? 'pg_class';
        expect((await client.schema(schema).from(name).select('*')).error?.code).toBe('PGRST106');
        expect((await client.schema(schema).from(name).insert({})).error?.code).toBe('PGRST106');
        expect((await client.schema(schema).rpc('use_rate')).error?.code).toBe('PGRST106');
        expect((await client.from(`${schema}.${name}`).select('*')).error).not.toBeNull();
      }
    },
  );
});

test('A38: staff alone get evidence, for two minutes, with an entry in the log for each address', async () => {
  const path = `${randomUUID()}/01.png`;
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const ceo = await stage.person({ role: 'ceo' });
  const put = await stage.guest.storage
    .from('csae-report-files')
    .upload(path, new Blob([bytes], { type: 'image/png' }));
  expect(put.error).toBeNull();
  const report_id = await stage.one<string>(
    "insert into csae_reports (post_url, description, storage_paths) values ('https://rangeday.example/', 'x', $1) returning id",
    [[path]],
  );
  const view = (token?: string, of: object = { report_id, path }) => stage.call('view-evidence', of, token);
  const views = () =>
    stage.one<string[]>(
      "select coalesce(array_agg(actor_id order by created_at), '{}') from private.moderation_log where action = 'view_evidence' and note = $1",
      [path],
    );
  const refusals: [string, string | undefined, number][] = [
    ['none', undefined, 401],
    ['a visitor’s key', stage.backend.state.anonKey, 401],
    ['a guest’s', await stage.guestToken(), 401],
    ['a member’s', stranger.token, 403],
  ];
  for (const [name, token, status] of refusals) expect((await view(token)).status, name).toBe(status);
  expect((await view(admin.token, { report_id, path: `${randomUUID()}/01.png` })).status).toBe(404);
  expect((await view(admin.token, { report_id, path: '../post-images/x.png' })).status).toBe(400);
  expect(await views()).toEqual([]);
  for (const viewer of [admin, ceo, admin]) {
    const { status, body } = await view(viewer.token);
    expect(status).toBe(200);
    const address = String(body['address']);
    const { exp = 0 } = decodeJwt(new URL(address, stage.url).searchParams.get('token') ?? '');
    expect(exp - Date.now() / 1000).toBeLessThanOrEqual(120);
    const answer = await fetch(`${stage.url}${address}`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
  }
  expect(await views()).toEqual([admin.id, ceo.id, admin.id]);
});

test('A40: a file that a storage service took without a look is shown when check-uploads has read it, and removed by the jobs if it is not what its type says', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const { client } = author;
  const pictures = () => client.storage.from('post-images');
  /** A pending post with a picture, as a storage service leaves it that checks no contents. */
  const unchecked = async (type: string) => {
    const id = randomUUID();
    const path = `${id}/${randomUUID()}.png`;
    await stage.db.query("insert into posts (id, user_id, title, status) values ($1, $2, 'Fog', 'pending_media')", [
      ...[id, author.id],
    ]);
    const upload = await pictures().upload(path, new Blob([png], { type: 'image/png' }));
    expect(upload.error).toBeNull();
    await stage.db.query('begin');
    await stage.db.query('set local session_replication_role = replica');
    await stage.db.query(
      "update storage.objects set metadata = metadata || jsonb_build_object('mimetype', $2::text) where name = $1",
      [path, type],
    );
    await stage.db.query('update private.file_checks set checked_at = null where path = $1', [path]);
    await stage.db.query("update posts set status = 'pending_media' where id = $1", [id]);
    await stage.db.query('commit');
    await stage.db.query('insert into post_images (post_id, user_id, url, position) values ($1, $2, $3, 0)', [
      ...[id, author.id, `/storage/v1/object/authenticated/post-images/${path}`],
    ]);
    return { id, path };
  };
  const statusOf = (id: string) => stage.one<string>('select status from posts where id = $1', [id]);

  const good = await unchecked('image/png');
  const check = (paths: string[]) => stage.call('check-uploads', { paths }, author.token);
  expect(await check([good.path])).toEqual({
    status: 200,
    body: [{ bucket: 'post-images', path: good.path, state: 'good', message: '' }],
  });
  expect(await statusOf(good.id)).toBe('live');
  expect((await friend.client.storage.from('post-images').download(good.path)).error).toBeNull();

  const bad = await unchecked('image/gif');
  expect((await stage.call('run-jobs', {}, stage.backend.state.serviceRoleKey)).status).toBe(200);
  expect(await statusOf(bad.id)).toBe('pending_media');
  expect((await pictures().download(bad.path)).error).not.toBeNull();
  expect(await stage.one('select count(*)::int from storage.objects where name = $1', [bad.path])).toBe(0);
  expect((await check([bad.path])).body).toMatchObject([{ state: 'refused' }]);
  const { data } = await client.from('notifications').select('data').eq('type', 'moderation');
  expect(data).toMatchObject([{ data: { cause: 'picture', post_title: 'Fog' } }]);
});

test('a reported post that its author deletes: the jobs keep its picture for staff, and a post that staff removed comes back with it', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const author = await stage.person();
  const pictured = async () => {
    const id = randomUUID();
    const path = `${id}/01.png`;
    const url = `/storage/v1/object/authenticated/post-images/${path}`;
    const made = [
      put('posts', { user_id: author.id, title: 'Plates', visibility: 'public', status: 'pending_media' }, id),
      put('post_images', { post_id: id, user_id: author.id, url, position: 0 }),
    ];
    expect(await stage.queue(author, ...made)).toMatchObject({ status: 'applied' });
    const stored = await author.client.storage.from('post-images').upload(path, new Blob([png], { type: 'image/png' }));
    expect(stored.error).toBeNull();
    return { id, path, url };
  };
  const jobs = () => stage.call('run-jobs', {}, stage.backend.state.serviceRoleKey);
  const download = async (who: Person, path: string) => {
    const { data } = await who.client.storage.from('post-images').download(path);
    return data && Buffer.from(await data.arrayBuffer());
  };
  const reported = await pictured();
  const report = put('reports', {
    reporter_id: stranger.id,
    target_type: 'post',
    post_id: reported.id,
    reason: 'illegal',
  });
  expect(await stage.queue(stranger, report)).toMatchObject({ status: 'applied' });
  expect(await stage.queue(author, { op: 'DELETE', table: 'posts', id: reported.id })).toMatchObject({
    status: 'applied',
  });
  expect((await jobs()).body).toMatchObject({ files_held: 1 });
  for (const who of [author, stranger, admin]) expect(await download(who, reported.path)).toBeNull();
  const view = (token: string, url: string) => stage.call('view-evidence', { post_id: reported.id, url }, token);
  for (const who of [author, stranger]) expect((await view(who.token, reported.url)).status).toBe(403);
  expect((await view(admin.token, '/storage/v1/object/authenticated/post-images/a.png')).status).toBe(404);
  const { status, body } = await view(admin.token, reported.url);
  expect(status).toBe(200);
  const answer = await fetch(`${stage.url}${String(body['address'])}`);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);

  const removed = await pictured();
  expect(await download(stranger, removed.path)).toEqual(png);
  expect(await stage.queue(admin, { op: 'DELETE', table: 'posts', id: removed.id })).toMatchObject({
    status: 'applied',
  });
  expect(await download(stranger, removed.path)).toBeNull();
  const gone = await author.client.from('post_images').delete().eq('post_id', removed.id).select('id');
  expect(gone.data ?? []).toEqual([]);
  expect((await author.client.storage.from('post-images').remove([removed.path])).data).toEqual([]);
  await jobs();
  const entry = await stage.one<string>(
    "select id from private.moderation_log where action = 'delete_post' and subject_id = $1",
    [removed.id],
  );
  expect((await admin.client.rpc('undo_step', { entry_id: entry })).error).toBeNull();
  expect(await download(stranger, removed.path)).toEqual(png);
  const shown = await stage.guest.from('posts').select('images').eq('id', removed.id);
  expect(JSON.stringify(shown.data)).toContain(removed.url);
});
