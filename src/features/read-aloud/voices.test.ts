import { expect, test } from 'vitest';
import { languageByLetters, voiceFor } from './voices.ts';

const voice = (lang: string, isDefault = false) =>
  ({ lang, name: lang, default: isDefault, localService: true, voiceURI: lang }) as SpeechSynthesisVoice;

test('letters of a script of its own show the language; Latin letters do not', () => {
  const of = (text: string) => languageByLetters(text, ['en-GB']);
  expect(of('Guten Morgen, the gate opens at 8')).toBeNull();
  expect(of('12:30 👍')).toBeNull();
  expect(of('Ворота открываются в 8')).toBe('ru');
  expect(of('門は8時に開きます')).toBe('ja');
  expect(of('射击场八点开门')).toBe('zh');
  expect(of('השער נפתח בשמונה')).toBe('he');
  expect(of('One word, мир, in a long sentence of others')).toBeNull();
});

test('where several languages share a script, the one of the reader is taken', () => {
  expect(languageByLetters('Ворота відчиняються о 8', ['en', 'uk-UA'])).toBe('uk-UA');
});

test('the voice has the language of the text, else that of the device, else it is the first one', () => {
  const all = [voice('en_US'), voice('de-DE'), voice('en-GB'), voice('ru-RU')];
  expect(voiceFor('Hello', all, ['en-GB', 'de'])?.lang).toBe('en-GB');
  expect(voiceFor('Hello', all, ['en-US'])?.lang).toBe('en_US');
  expect(voiceFor('Hello', [voice('en-029'), voice('en-us')], ['en-US'])?.lang).toBe('en-us');
  expect(voiceFor('Hallo', all, ['de-AT'])?.lang).toBe('de-DE');
  expect(voiceFor('Ворота открываются', all, ['en-GB'])?.lang).toBe('ru-RU');
  expect(voiceFor('サーバー', all, ['de'])?.lang).toBe('de-DE');
  expect(voiceFor('Hei', all, ['fi'])?.lang).toBe('en_US');
  expect(voiceFor('Hei', [...all, voice('sv-SE', true)], ['fi'])?.lang).toBe('sv-SE');
  expect(voiceFor('Hello', [voice('')], ['en'])?.lang).toBe('');
  expect(voiceFor('Hello', [], ['en'])).toBeUndefined();
});
