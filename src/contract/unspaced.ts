/**
 * Letters of scripts that write no spaces between words, as the ranges of a set of characters in GLOB and in regular
 * expressions: Thai, Lao, Burmese, Khmer, Japanese, Chinese, Korean. A search finds their words by pairs of letters.
 * The server has the same (private.pairs_in).
 */
export const UNSPACED =
  '\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF66-\uFF9F\u{20000}-\u{3FFFF}';
