import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, Stage } from './support/stage.ts';

// Writes that ask for their row (Prefer: return=representation), as `.select().single()` does.
let stage: Stage;
let author: Person;
let member: Person;

beforeAll(async () => {
  stage = await Stage.open();
  author = await stage.person();
  member = await stage.person();
});
afterAll(() => stage.close());

async function newPost(fields: Record<string, unknown> = {}): Promise<string> {
  const { data, error } = await author.client
    .from('posts')
    .insert({ title: 'Fog', ...fields })
    .select()
    .single();
  expect(error).toBeNull();
  return (data as { id: string }).id;
}

test.each([undefined, 'post_id,user_id'])(
  'a vote, its repetition and its change are answered, on conflict %s',
  async (onConflict) => {
    const post_id = await newPost();
    for (const value of [1, 1, -1, 1]) {
      const row = { post_id, user_id: member.id, value };
      const options = onConflict ? { onConflict } : {};
      const { data, error } = await member.client.from('post_votes').upsert(row, options).select().single();
      expect(error).toBeNull();
      expect(data).toMatchObject(row);
    }
    const second = await member.client.from('post_votes').insert({ post_id, value: -1 }).select().single();
    expect([second.status, second.error?.code]).toEqual([409, '23505']);
    const withdrawn = await member.client.from('post_votes').delete().eq('post_id', post_id).select().single();
    expect(withdrawn.data).toMatchObject({ value: 1 });
  },
);

test.each(['insert', 'upsert'] as const)(
  'a friend request by %s that meets the other’s is answered as accepted',
  async (way) => {
    const [one, other] = [await stage.person(), await stage.person()];
    const ask = (from: Person, to: Person) => {
      const row = { user_id: from.id, friend_id: to.id, status: 'pending' };
      const friends = from.client.from('friends');
      return (way === 'insert' ? friends.insert(row) : friends.upsert(row, { onConflict: 'user_id,friend_id' }))
        .select('user_id, friend_id, status')
        .single();
    };
    expect((await ask(one, other)).data).toEqual({ user_id: one.id, friend_id: other.id, status: 'pending' });
    expect((await ask(other, one)).data).toEqual({ user_id: other.id, friend_id: one.id, status: 'accepted' });
    const { data } = await one.client
      .from('friends')
      .select('friend_id, status')
      .eq('user_id', one.id)
      .eq('friend_id', other.id);
    expect(data).toEqual([{ friend_id: other.id, status: 'accepted' }]);
    const ended = await one.client.from('friends').delete().eq('friend_id', other.id).select('status').single();
    expect(ended.data).toEqual({ status: 'accepted' });
  },
);

test('a deleted post is answered; one that staff removed is not, because its row stays', async () => {
  const own = await newPost();
  expect((await author.client.from('posts').delete().eq('id', own).select().single()).data).toMatchObject({ id: own });
  const removed = await newPost();
  const staff = await stage.person({ role: 'admin' });
  const answer = await staff.client.from('posts').delete().eq('id', removed).select();
  expect([answer.status, answer.data]).toEqual([200, []]);
  // What tells it from a refusal.
  const { data } = await staff.client.from('posts').select('status').eq('id', removed).single();
  expect(data).toEqual({ status: 'removed' });
});

test('image_url is the address of the first picture, in the list of a profile too', async () => {
  const id = await newPost();
  const url = (n: number) => `https://img.example/${n}.webp`;
  const list = async () =>
    (await member.client.from('posts').select('id, title, description, created_at, image_url').eq('id', id).single())
      .data?.['image_url'];
  const rows = [0, 1, 2, 3, 4].map((position) => ({ post_id: id, url: url(position), position }));
  await author.client.from('post_images').insert(rows).throwOnError();
  expect(await list()).toBe(url(0));
  await author.client.from('post_images').delete().eq('post_id', id).eq('position', 0).throwOnError();
  expect(await list()).toBe(url(1));
  await author.client.from('post_images').delete().eq('post_id', id).throwOnError();
  expect(await list()).toBeNull();
  const linked = await newPost({ image_url: url(9) });
  await author.client.from('posts').update({ title: 'Sun' }).eq('id', linked).throwOnError();
  expect((await member.client.from('posts').select('image_url').eq('id', linked).single()).data).toEqual({
    image_url: url(9),
  });
});

test('the last picture of a post without words cannot be removed', async () => {
  const id = await newPost();
  await author.client.from('post_images').insert({ post_id: id, url: 'https://img.example/a.webp' }).throwOnError();
  await author.client.from('posts').update({ title: null }).eq('id', id).throwOnError();
  const { error } = await author.client.from('post_images').delete().eq('post_id', id);
  expect(error).toMatchObject({
    code: '23514',
    message: 'Please include at least a title, description, gif or image.',
  });
});
