/**
 * Whether a key belongs to the composition of a word by an input method, as in Japanese: Enter then confirms the word.
 * Safari ends the composition before that key, and marks it by the code 229 only.
 */
export const isComposing = ({ nativeEvent }: { nativeEvent: { isComposing: boolean; keyCode: number } }): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;
