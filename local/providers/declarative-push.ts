/** What a browser with Declarative Web Push shows by itself. */
export interface DeclarativePush {
  readonly title: string;
  readonly body: string;
  readonly navigate: string;
  readonly lang: string;
  readonly dir: 'auto' | 'ltr' | 'rtl';
  readonly tag: string;
  readonly icon: string;
  readonly appBadge: number | null;
  /** The service worker may change it before it is shown. */
  readonly mutable: boolean;
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of `notification` that must have a type where they are present. */
const TYPES: Readonly<Record<string, string>> = {
  lang: 'string',
  body: 'string',
  tag: 'string',
  icon: 'string',
  silent: 'boolean',
  mutable: 'boolean',
};

/**
 * The declarative push message parser (w3c.github.io/push-api), and what Safari asks for beyond it: absolute addresses,
 * and a badge that is a whole number wherever it is. Null for a message that is left to the service worker. `origin` is
 * the subscription's: a notification opens nothing of another one.
 */
export function readDeclarative(message: string, origin: string): DeclarativePush | null {
  const json = parse(message);
  if (!isObject(json) || json['web_push'] !== 8030) return null;
  const { notification } = json;
  if (!isObject(notification)) return null;
  const { title, navigate, dir = 'auto', icon = '' } = notification;
  if (typeof title !== 'string' || title === '' || typeof navigate !== 'string' || !URL.canParse(navigate)) return null;
  if (new URL(navigate).origin !== origin) return null;
  if (dir !== 'auto' && dir !== 'ltr' && dir !== 'rtl') return null;
  for (const [name, type] of Object.entries(TYPES))
    if (name in notification && typeof notification[name] !== type) return null;
  if (icon !== '' && !URL.canParse(icon as string)) return null;
  const badges = [json['app_badge'], notification['app_badge']].filter((badge) => badge !== undefined);
  if (!badges.every((badge) => Number.isSafeInteger(badge) && (badge as number) >= 0)) return null;
  const textOf = (name: string) => (notification[name] ?? '') as string;
  return {
    title,
    navigate,
    dir,
    body: textOf('body'),
    lang: textOf('lang'),
    tag: textOf('tag'),
    icon: textOf('icon'),
    appBadge: (badges[0] as number | undefined) ?? null,
    mutable: json['mutable'] === true || notification['mutable'] === true,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
