import type { Backend } from '../../tests/support/backend.ts';

const LONG_WORD = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';

/** Posts with extreme content, newest first, that test the layout. */
const EXTREMES: readonly { title: string | null; text: string; image?: string }[] = [
  { title: `${LONG_WORD}${LONG_WORD}${LONG_WORD}`.slice(0, 200), text: LONG_WORD.repeat(20) },
  {
    title: 'A title of two hundred characters goes on and on until somebody takes the pencil away, '
      .repeat(3)
      .slice(0, 200),
    text: 'Every sentence of this post is like the one before it. '.repeat(180).slice(0, 10_000),
    image: '/seed/range.webp',
  },
  { title: 'مرحبا بكم في الميدان', text: 'شكرا لكم جميعا، كان يوما جميلا. 👋🏽 👨‍👩‍👧‍👦 zurück und 日本語も大丈夫です。' },
  {
    title: null,
    text: `https://www.example.org/${'a-very-long-path/'.repeat(40)} @${'x'.repeat(30)} #${'tag-'.repeat(30)}`,
  },
  { title: 'W', text: '' },
];

/**
 * Fills a seeded backend with the longest names and texts, with a thousand posts below them, and with sixty friends of
 * the member of the scenes.
 */
export async function crowd(backend: Backend): Promise<void> {
  await backend.query(
    `update public.profiles set username = 'Wilhelmina_Extraordinary.Wolfe', first_name = $1, last_name = $1, city = $2, state = $2, about = $3
     where username in ('dana-k')`,
    [
      LONG_WORD.slice(0, 60),
      LONG_WORD.slice(0, 60),
      'About me there is a great deal to say. '.repeat(26).slice(0, 1000),
    ],
  );
  await backend.query(
    `insert into public.posts (user_id, title, description, created_at)
     select (select id from public.profiles where username = 'old_kip'), 'Relay ' || n, 'Entry ' || n || ' of a thousand.', now() - n * interval '1 minute'
     from generate_series(1000, 1, -1) n`,
  );
  // More friends than one press on the profile shows.
  await backend.query(
    `with made as (
       insert into auth.users (id, email) select gen_random_uuid(), 'league' || n || '@members.example' from generate_series(1, 60) n returning id)
     insert into public.profiles (id, username, city, state)
     select id, 'league_member_' || row_number() over (), 'Xenia', 'Ohio' from made`,
  );
  await backend.query(
    `select private.befriend(m.id, p.id) from public.profiles m, public.profiles p where m.username = 'sam_weller' and p.username like 'league%'`,
  );
  for (const [index, { title, text, image }] of [...EXTREMES.entries()].toReversed()) {
    const rows = await backend.query<{ id: string }>(
      `insert into public.posts (user_id, title, description, image_url, created_at)
       select id, $1, $2, $3, now() - $4 * interval '1 second' from public.profiles where username = 'Wilhelmina_Extraordinary.Wolfe' returning id`,
      [title, text, image ?? null, index],
    );
    await backend.query('update public.post_stats set score = $2, comment_count = $3 where id = $1', [
      rows[0]?.id,
      index === 0 ? 1_234_567 : -index,
      index === 0 ? 98_765 : 0,
    ]);
  }
  await backend.query('update public.posts set sticky = false');
  // The feed has our own ad.
  await backend.query('update public.ads set active = false');
}
