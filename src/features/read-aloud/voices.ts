import { createStore, type Store } from '#lib/store.ts';

/** Missing where the browser or its settings have none. */
const synthesis = (): SpeechSynthesis | undefined => Reflect.get(globalThis, 'speechSynthesis');

/** Others send the text to a server. */
const readVoices = (): readonly SpeechSynthesisVoice[] =>
  synthesis()
    ?.getVoices()
    .filter(({ localService }) => localService) ?? [];

const voices = createStore<readonly SpeechSynthesisVoice[]>([], {
  onActive() {
    const read = () => voices.set(readVoices());
    // They load after the first call, and change while the app is open.
    const stop = new AbortController();
    synthesis()?.addEventListener?.('voiceschanged', read, { signal: stop.signal });
    read();
    return () => stop.abort();
  },
});

/** The voices of this device that work without network. */
export const localVoices: Store<readonly SpeechSynthesisVoice[]> = voices;

/** A language of each script that one language writes, or mostly. */
const SCRIPTS: Readonly<Record<string, string>> = {
  Arabic: 'ar',
  Armenian: 'hy',
  Bengali: 'bn',
  Cyrillic: 'ru',
  Devanagari: 'hi',
  Georgian: 'ka',
  Greek: 'el',
  Hangul: 'ko',
  Hebrew: 'he',
  Hiragana: 'ja',
  Katakana: 'ja',
  Han: 'zh',
  Tamil: 'ta',
  Thai: 'th',
};

/** Voices may have tags that are none, such as `en_GB`. */
const languageOf = (tag: string): string => tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? '';
const scriptOf = (tag: string): string | undefined => new Intl.Locale(tag).maximize().script;

/**
 * The language of a text as far as its letters show it: of a script of its own, or the reader's language that is
 * written so. Null: Latin letters, which many languages have.
 */
export function languageByLetters(text: string, readers: readonly string[] = navigator.languages): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [script, language] of Object.entries(SCRIPTS)) {
    // Japanese is mostly Han.
    const part = language === 'ja' ? 10 : 2;
    const found = text.match(new RegExp(`\\p{Script=${script}}`, 'gu'))?.length ?? 0;
    if (found === 0 || found * part < letters) continue;
    return readers.find((tag) => scriptOf(tag) === scriptOf(language)) ?? language;
  }
  return null;
}

/** A voice for the text: of its language, else of the device's, else the first one. */
export function voiceFor(
  text: string,
  all: readonly SpeechSynthesisVoice[],
  readers: readonly string[] = navigator.languages,
): SpeechSynthesisVoice | undefined {
  const byLetters = languageByLetters(text, readers);
  const wanted = byLetters === null ? readers : [byLetters, ...readers];
  for (const tag of wanted) {
    const near = all.filter(({ lang }) => languageOf(lang) === languageOf(tag));
    // Android writes en_US, espeak-ng en-us.
    const exact = near.filter(({ lang }) => lang.replace('_', '-').toLowerCase() === tag.toLowerCase());
    const [voice] = [exact, near].flatMap((some) => [...some.filter((one) => one.default), ...some]);
    if (voice) return voice;
  }
  return all.find((one) => one.default) ?? all[0];
}
