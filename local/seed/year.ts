import { AD_CLIENTS, ADS } from './ads.ts';
import { chance, draw } from './chance.ts';
import { readTable } from './posts.ts';
import type { SeedRows } from './rows.ts';
import { DAY, personId, seedId, type SeedWorld } from './world.ts';

const HOUR = DAY / 24;
/** Days for which views of ads exist. Their single events are deleted after 30 days. */
const AD_DAYS = 14;

/** Sender, recipient, hours ago: three of the member's, and of each log-in. */
const REQUESTS: readonly (readonly [from: string, to: string, ago: number])[] = [
  ['hollis_p', 'sam_weller', 18],
  ['marisol.q', 'sam_weller', 3],
  ['chen_wei', 'sam_weller', 70],
  ['sam_weller', 'thorunn', 30],
  ['sam_weller', 'nadia.rimfire', 100],
  ['meadow_hart', 'marge_b', 5],
  ['quinn_h', 'marge_b', 60],
  ['earl_grayson', 'old_kip', 8],
  ['xan_rivers', 'old_kip', 90],
];

/** Requests, messages and saved posts. */
export function correspondence({ posts, now }: SeedWorld): SeedRows[] {
  const saved = draw(
    posts
      .filter((post) => post.by !== 'sam_weller' && !post.marks.includes('friends') && post.liked > 30)
      .map((post) => post.id),
    8,
    'saved',
  );
  return [
    {
      table: 'public.friends',
      rows: REQUESTS.map(([from, to, ago]) => ({
        user_id: personId(from),
        friend_id: personId(to),
        status: 'pending',
        created_at: new Date(now - ago * HOUR),
      })),
    },
    { table: 'public.private_messages', rows: messages(now) },
    {
      table: 'public.saved_posts',
      rows: posts
        .filter((post) => saved.includes(post.id))
        .map(({ id, at }) => ({
          post_id: id,
          user_id: personId('sam_weller'),
          created_at: new Date(Math.min(now, at.getTime() + HOUR)),
        })),
    },
    {
      table: 'public.orders',
      rows: [20, 150].map((days) => ({
        id: seedId(`order:${days}`),
        user_id: personId('sam_weller'),
        item: 'sticker',
        amount_cents: 100,
        currency: 'usd',
        status: 'paid',
        created_at: new Date(now - days * DAY),
        paid_at: new Date(now - days * DAY + 60_000),
      })),
    },
    {
      table: 'public.contact_messages',
      rows: (
        [
          [
            'Ada Quill',
            'ada@visitors.example',
            26,
            'Is the range open to visitors on Sundays? We are three, all new, all with our own ear protection.',
          ],
          [
            'Bram Oosterhuis',
            'bram@visitors.example',
            90,
            'The link to the route in your welcome mail leads to the old car park. The new one is nicer.',
          ],
        ] as const
      ).map(([name, email, ago, message]) => ({
        id: seedId(`contact:${email}`),
        name,
        email,
        message,
        created_at: new Date(now - ago * HOUR),
      })),
    },
  ];
}

/** Lines of messages.txt: sender, recipient, age, text, and `*` if it is not read. */
function messages(now: number): Record<string, unknown>[] {
  return readTable('messages.txt')
    .trim()
    .split('\n')
    .map((line, index) => {
      const [, from, to, ago, unit, content, unread] = /^(\S+) (\S+) ([\d.]+)([hd]): (.+?)( \*)?$/.exec(line) ?? [];
      if (from === undefined || to === undefined) throw new Error(`An example message is “${line}”.`);
      // The seconds keep messages of one minute in order.
      const at = now - Number(ago) * (unit === 'd' ? DAY : HOUR) + index * 1000;
      return {
        id: seedId(`message:${index}`),
        sender_id: personId(from),
        recipient_id: personId(to),
        content,
        read: unread === undefined,
        created_at: new Date(at),
      };
    })
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

/**
 * Ads that run, one that ended and one that is switched off, with the views and clicks of the members on each of the
 * last days.
 */
export function advertising({ examples, people, now }: SeedWorld): SeedRows[] {
  const idOf = (name: string): string => seedId(`ad:${name}`);
  const ceo = personId('old_kip');
  const ads = ADS.filter((ad) => examples === 'year' || !ad.year);
  const began = new Date(now - 20 * DAY);
  const viewers = people.filter((person) => !person.official && person.joined > AD_DAYS);
  return [
    { table: 'public.ad_clients', rows: AD_CLIENTS.map((name) => ({ id: idOf(name), name, created_by: ceo })) },
    {
      table: 'public.ads',
      rows: ads.map((ad) => ({
        id: idOf(ad.title),
        title: ad.title,
        type: ad.type,
        destination_url: ad.destination,
        image_url: ad.image,
        mobile_image_url: ad.mobileImage ?? null,
        client_id: idOf(ad.client),
        created_by: ceo,
        active: ad.state !== 'off',
        start_date: began.toISOString().slice(0, 10),
        end_date: ad.state === 'ended' ? new Date(now - 4 * DAY).toISOString().slice(0, 10) : null,
        created_at: began,
      })),
    },
    {
      table: 'public.ad_events',
      rows:
        examples === 'week'
          ? []
          : ads.flatMap((ad) =>
              Array.from({ length: AD_DAYS }, (_, day) => day)
                .flatMap((day) =>
                  viewers.flatMap(({ username }) => views(ad.title, username, new Date(now - day * DAY), now)),
                )
                .filter(({ at }) => ad.state === undefined || at < now - 5 * DAY)
                .map(({ kind, username, at }) => ({
                  id: seedId(`ad-event:${ad.title}:${kind}:${username}:${Math.round((now - at) / HOUR)}`),
                  ad_id: idOf(ad.title),
                  event_type: kind,
                  user_id: personId(username),
                  viewer: personId(username),
                  counted_hour: new Date(Math.floor(at / HOUR) * HOUR),
                  created_at: new Date(at),
                })),
            ),
    },
  ];
}

/** What one member saw of an ad on the day that ends at `end`: nothing, or one view, and hardly ever a click. */
function views(
  title: string,
  username: string,
  end: Date,
  now: number,
): { kind: string; username: string; at: number }[] {
  const day = Math.round((now - end.getTime()) / DAY);
  const words = [title, username, day] as const;
  if (chance('view', ...words) > 0.35 + 0.3 * chance('busy', title, day)) return [];
  const at = end.getTime() - Math.floor(23 * chance('hour', ...words)) * HOUR;
  return ['impression', ...(chance('click', ...words) < 0.03 ? ['click'] : [])].map((kind) => ({ kind, username, at }));
}
