import { createStore, type Store } from '#lib/store.ts';

export const THEMES = ['auto', 'light', 'dark', 'glare'] as const;
/** `glare`: the highest contrast there is, for a screen in the sun. */
export type Theme = (typeof THEMES)[number];

export const TEXT_SIZES = ['normal', 'large', 'larger', 'largest'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

/** What a person chose for this device, whoever is signed in on it. */
export interface Settings {
  theme: Theme;
  textSize: TextSize;
  /** Null: as the browser says (Save-Data). */
  dataSaver: boolean | null;
  /** Single keys act (WCAG 2.1.4 asks for a way to turn that off). */
  shortcuts: boolean;
  /** The hint on iPhones how to install was put away (§2: shown once). */
  installHintSeen: boolean;
}

export const DEFAULT_SETTINGS: Settings = {
  theme: 'auto',
  textSize: 'normal',
  dataSaver: null,
  shortcuts: true,
  installHintSeen: false,
};

/**
 * In localStorage and not beside the session in IndexedDB: public/head.js reads it before the first frame, and only
 * localStorage answers at once.
 */
export const SETTINGS_KEY = 'rangeday-settings';

const oneOf = <T extends string>(list: readonly T[], value: unknown, otherwise: T): T =>
  list.find((item) => item === value) ?? otherwise;

/** Takes whatever was kept, also by an older or a newer release. */
export function readSettings(kept: string | null): Settings {
  let found: Partial<Record<keyof Settings, unknown>> = {};
  try {
    const value: unknown = JSON.parse(kept ?? 'null');
    if (typeof value === 'object' && value !== null) found = value;
  } catch {
    // Not ours: the defaults then.
  }
  return {
    theme: oneOf(THEMES, found.theme, DEFAULT_SETTINGS.theme),
    textSize: oneOf(TEXT_SIZES, found.textSize, DEFAULT_SETTINGS.textSize),
    dataSaver: typeof found.dataSaver === 'boolean' ? found.dataSaver : null,
    shortcuts: found.shortcuts !== false,
    installHintSeen: found.installHintSeen === true,
  };
}

/** Null where there is no storage or none is allowed: asking for it throws there. */
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

/** False when this browser does not keep it: it then holds until the tab closes. */
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

/** The browser's own wish, where it says so (Chromium). */
const browserSavesData = (): boolean =>
  (globalThis.navigator as Navigator & { connection?: Connection }).connection?.saveData === true;

export const savesData = ({ dataSaver }: Settings): boolean => dataSaver ?? browserSavesData();
