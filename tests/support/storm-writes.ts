import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { CrudOp } from '#contract/crud.ts';
import type { Random } from './random.ts';
import { pairId, put } from './social.ts';

const WORDS = ['fog', '#fog', '#zero', 'wind', '#range', 'steel', '#prs', 'clay', '#Zero'];

export interface Member {
  id: string;
  name: string;
}

interface Post {
  id: string;
  author: string;
}

interface Comment {
  id: string;
  post: string;
  author: string;
}

interface Friendship {
  id: string;
  from: string;
  to: string;
  status: string;
}

/** Random writes of members, most of them about what exists. */
export class StormWrites {
  readonly members: Member[] = [];
  readonly posts: Post[] = [];
  readonly comments: Comment[] = [];
  readonly polls: string[] = [];
  readonly friends: Friendship[] = [];
  readonly blocks: { id: string; owner: string; list: 'blocks' | 'mutes' }[] = [];
  readonly messages: { id: string; from: string; to: string }[] = [];
  /** Names given so far. */
  names = 0;

  /** What is there now: most operations then concern something that exists. */
  async look(db: pg.Client): Promise<void> {
    const rows = async <Row extends pg.QueryResultRow>(sql: string) => (await db.query<Row>(sql)).rows;
    const posts = await rows<Post>(
      `select id, user_id as author from posts where status = 'live' order by created_at desc limit 150`,
    );
    this.posts.splice(0, Infinity, ...posts.toReversed());
    const comments = await rows<Comment>(
      'select id, post_id as post, user_id as author from comments order by created_at desc limit 150',
    );
    this.comments.splice(0, Infinity, ...comments.toReversed());
    const polls = await rows<{ id: string }>(
      'select id from polls where post_id is not null order by created_at desc limit 50',
    );
    this.polls.splice(0, Infinity, ...polls.map(({ id }) => id));
    const friends = await rows<Friendship>('select id, user_id as "from", friend_id as "to", status from friends');
    this.friends.splice(0, Infinity, ...friends);
  }

  /** One that this member wrote, four times out of five. */
  #own<T extends { author: string }>(from: readonly T[], random: Random, me: string): T | undefined {
    const own =
      random(5) > 0
        ? this.pick(
            from.filter(({ author }) => author === me),
            random,
          )
        : undefined;
    return own ?? this.pick(from, random);
  }

  pick<T>(from: readonly T[], random: Random): T | undefined {
    // Half of the time the newest, so that many act on the same thing.
    const among = random(2) === 0 ? Math.min(from.length, 6) : from.length;
    return from[from.length - among + random(Math.max(among, 1))];
  }

  text(random: Random): string {
    const words = Array.from({ length: 1 + random(4) }, () => WORDS[random(WORDS.length)]);
    return random(6) === 0 ? [...words, `@${this.pick(this.members, random)?.name}`].join(' ') : words.join(' ');
  }

  write(random: Random, me: string): CrudOp[] {
    const post = this.pick(this.posts, random);
    const comment = this.pick(this.comments, random);
    const other = this.pick(this.members, random)?.id ?? me;
    const pick = random(100);
    if (!post || pick < 10) return this.#newPost(random, me);
    if (pick < 22) return this.#newComment(random, me, post);
    if (pick < 37) return this.#vote(random, me, post);
    if (pick < 43) return comment ? this.#like(random, me, comment) : this.#newComment(random, me, post);
    if (pick < 47) return this.#save(random, me, post);
    if (pick < 51) return this.#pollVote(random, me);
    if (pick < 67) return this.#edit(random, me, pick < 61);
    if (pick < 70) return this.flag(random, post);
    if (pick < 78) return this.#friend(random, me, other);
    if (pick < 82) return this.#list(random, me, other);
    if (pick < 91) return this.#message(random, me, other);
    if (pick < 96) return this.#profile(random, me);
    // Refused as a whole: nothing of it stays.
    return [
      ...this.#newPost(random, me),
      put('post_images', { post_id: post.id, user_id: me, url: 'javascript:x', position: 0 }),
    ];
  }

  /** Changes or deletes a post or a comment. */
  #edit(random: Random, me: string, isChange: boolean): CrudOp[] {
    const table = random(2) === 0 ? 'posts' : 'comments';
    const id =
      this.#own<Post | Comment>(table === 'posts' ? this.posts : this.comments, random, me)?.id ?? randomUUID();
    if (!isChange) return [{ op: 'DELETE', table, id }];
    return [{ op: 'PATCH', table, id, data: { [table === 'posts' ? 'title' : 'text']: this.text(random) } }];
  }

  #newPost(random: Random, author: string): CrudOp[] {
    const id = randomUUID();
    const kind = random(10);
    const audience =
      kind < 7
        ? { visibility: 'public' }
        : kind < 9
          ? { visibility: 'friends' }
          : {
              visibility: 'friends',
              shared_with: JSON.stringify([0, 1, 2].map(() => this.pick(this.members, random)?.id)),
            };
    this.posts.push({ id, author });
    const data = { user_id: author, title: this.text(random), ...audience };
    const pictures = Array.from({ length: random(4) === 0 ? 2 : 0 }, (_, position) =>
      put('post_images', {
        post_id: id,
        user_id: author,
        url: `https://pictures.example/${id}-${position}.jpg`,
        position,
      }),
    );
    if (random(5) > 0) return [put('posts', data, id), ...pictures];
    const poll = randomUUID();
    this.polls.push(poll);
    return [
      put(
        'polls',
        { question: 'Which?', options: '["A","B","C"]', created_by: author, visibility: audience.visibility },
        poll,
      ),
      put('posts', { ...data, poll_id: poll }, id),
      ...pictures,
    ];
  }

  #newComment(random: Random, author: string, post: Post): CrudOp[] {
    const id = randomUUID();
    const answered = this.comments.findLast((each) => each.post === post.id);
    this.comments.push({ id, post: post.id, author });
    const parent = answered && random(2) === 0 ? { parent_id: answered.id } : {};
    const chance = random(8);
    // Of some only the image, which comes later or never.
    const text = chance === 0 ? '' : this.text(random);
    const image =
      chance < 2
        ? { image_url: `/storage/v1/object/authenticated/comment-images/${post.id}/${id}/${randomUUID()}.webp` }
        : {};
    return [put('comments', { post_id: post.id, user_id: author, text, ...image, ...parent }, id)];
  }

  #vote(random: Random, me: string, post: Post): CrudOp[] {
    const id = pairId('post_vote', post.id, me);
    if (random(5) === 0) return [{ op: 'DELETE', table: 'post_votes', id }];
    const value = random(4) === 0 ? -1 : 1;
    if (random(5) === 0) return [{ op: 'PATCH', table: 'post_votes', id, data: { value } }];
    return [put('post_votes', { post_id: post.id, user_id: me, value }, id)];
  }

  #like(random: Random, me: string, comment: Comment): CrudOp[] {
    const id = pairId('comment_like', comment.id, me);
    if (random(4) === 0) return [{ op: 'DELETE', table: 'comment_likes', id }];
    return [put('comment_likes', { comment_id: comment.id, post_id: comment.post, user_id: me }, id)];
  }

  #save(random: Random, me: string, post: Post): CrudOp[] {
    const id = pairId('saved_post', post.id, me);
    if (random(4) === 0) return [{ op: 'DELETE', table: 'saved_posts', id }];
    return [put('saved_posts', { post_id: post.id, user_id: me }, id)];
  }

  #pollVote(random: Random, me: string): CrudOp[] {
    const poll = this.pick(this.polls, random);
    if (!poll) return this.#newPost(random, me);
    return [put('poll_votes', { poll_id: poll, user_id: me, option_index: random(3) }, pairId('poll_vote', poll, me))];
  }

  flag(random: Random, post: Post): CrudOp[] {
    const field = ['flagged', 'comments_locked', 'sticky'][random(3)] ?? 'flagged';
    return [{ op: 'PATCH', table: 'posts', id: post.id, data: { [field]: random(2) } }];
  }

  #friend(random: Random, me: string, other: string): CrudOp[] {
    const asked = this.pick(
      this.friends.filter(({ to, status }) => to === me && status === 'pending'),
      random,
    );
    const friend = this.pick(
      this.friends.filter(({ from }) => from === me),
      random,
    );
    const pick = random(6);
    if (asked && pick < 3)
      return [{ op: 'PATCH', table: 'friends', id: asked.id, data: { status: pick === 0 ? 'declined' : 'accepted' } }];
    if (friend && pick === 5) return [{ op: 'DELETE', table: 'friends', id: friend.id }];
    const id = pairId('friendship', me, other);
    return [put('friends', { user_id: me, friend_id: other, status: 'pending' }, id)];
  }

  #list(random: Random, me: string, other: string): CrudOp[] {
    const listed = this.blocks.findLast(({ owner }) => owner === me);
    if (listed && random(3) > 0) return [{ op: 'DELETE', table: listed.list, id: listed.id }];
    const list = random(3) === 0 ? 'blocks' : 'mutes';
    const id = randomUUID();
    this.blocks.push({ id, owner: me, list });
    return [put(list, { user_id: me, [list === 'blocks' ? 'blocked_id' : 'muted_id']: other }, id)];
  }

  #message(random: Random, me: string, other: string): CrudOp[] {
    const received = this.messages.findLast(({ to }) => to === me);
    if (received && random(3) === 0)
      return [{ op: 'PATCH', table: 'private_messages', id: received.id, data: { read: 1 } }];
    const id = randomUUID();
    this.messages.push({ id, from: me, to: other });
    return [put('private_messages', { sender_id: me, recipient_id: other, content: this.text(random) }, id)];
  }

  #profile(random: Random, me: string): CrudOp[] {
    const pick = random(3);
    const name = `member${(this.names += 1)}${'xyzuvw'[random(6)]}`;
    const data =
      pick === 0
        ? { username: name }
        : pick === 1
          ? { profile_image_url: `https://pictures.example/${name}.jpg` }
          : { city: name, privacy_settings: JSON.stringify({ city: random(2) === 0 }) };
    return [{ op: 'PATCH', table: 'profiles', id: me, data }];
  }
}
