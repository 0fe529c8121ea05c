/** Whether a key belongs to an input method, whose Enter confirms a word. Safari marks it by code 229 only. */
export const isComposing = ({ nativeEvent }: { nativeEvent: { isComposing: boolean; keyCode: number } }): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;
