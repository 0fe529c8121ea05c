import { createStore, type Store } from '#lib/store.ts';

export const THEMES = ['auto', 'light', 'dark', 'glare'] as const;
/** `glare`: maximum contrast, for a screen in sunlight. */
export type Theme = (typeof THEMES)[number];

export const TEXT_SIZES = ['normal', 'large', 'larger', 'largest'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

/** Preferences of this device, independent of the account. */
export interface Settings {
  theme: Theme;
  textSize: TextSize;
  /** Large targets, far apart, and a button for every gesture (public/gloves.css). */
  gloves: boolean;
  /** Null: follow the browser's Save-Data setting. */
  dataSaver: boolean | null;
  /** Single-key shortcuts (WCAG 2.1.4 requires a way to turn them off). */
  shortcuts: boolean;
  /** On a keyboard on the screen, Enter breaks the line of a message and does not send it. */
  enterBreaks: boolean;
  /** The device vibrates when something was sent or refused. */
  haptics: boolean;
  /** The install hint on iPhones was dismissed (§2: shown once). */
  installHintSeen: boolean;
}

export const DEFAULT_SETTINGS: Settings = {
  theme: 'auto',
  textSize: 'normal',
  gloves: false,
  dataSaver: null,
  shortcuts: true,
  enterBreaks: false,
  haptics: true,
  installHintSeen: false,
};

/** In localStorage: public/head.js reads it synchronously before the first frame. */
export const SETTINGS_KEY = 'rangeday-settings';

const oneOf = <T extends string>(list: readonly T[], value: unknown, otherwise: T): T =>
  list.find((item) => item === value) ?? otherwise;

/** Accepts anything stored, also by an older or a newer release. */
export function readSettings(stored: string | null): Settings {
  let found: Partial<Record<keyof Settings, unknown>> = {};
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value === 'object' && value !== null) found = value;
  } catch {
    // Not valid JSON: use the defaults.
  }
  return {
    theme: oneOf(THEMES, found.theme, DEFAULT_SETTINGS.theme),
    textSize: oneOf(TEXT_SIZES, found.textSize, DEFAULT_SETTINGS.textSize),
    gloves: found.gloves === true,
    dataSaver: typeof found.dataSaver === 'boolean' ? found.dataSaver : null,
    shortcuts: found.shortcuts !== false,
    enterBreaks: found.enterBreaks === true,
    haptics: found.haptics !== false,
    installHintSeen: found.installHintSeen === true,
  };
}

/** Null if there is no storage. If it is blocked, reading the property throws. */
function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

const current = createStore<Settings>(readSettings(storage()?.getItem(SETTINGS_KEY) ?? null));

export const settingsStore: Store<Settings> = current;

/** Another tab changed them. */
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === SETTINGS_KEY) current.set(readSettings(event.newValue));
});

/** False if it could not be stored: it then lasts until the tab closes. */
export function changeSettings(part: Partial<Settings>): boolean {
  const next = { ...current.get(), ...part };
  current.set(next);
  try {
    storage()?.setItem(SETTINGS_KEY, JSON.stringify(next));
    return storage() !== null;
  } catch {
    return false;
  }
}

interface Connection {
  saveData?: boolean;
}

/** The browser's own setting; only Chromium reports it. */
const browserSavesData = (): boolean =>
  (globalThis.navigator as Navigator & { connection?: Connection }).connection?.saveData === true;

export const savesData = ({ dataSaver }: Settings): boolean => dataSaver ?? browserSavesData();
