/**
 * Letters of scripts without spaces between words (Thai to Korean), as ranges for GLOB and regular expressions. A
 * search finds their words by pairs of letters, as private.pairs_in.
 */
export const UNSPACED =
  '\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF66-\uFF9F\u{20000}-\u{3FFFF}';
