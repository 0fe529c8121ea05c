/** Tells contents apart; not safe against forgery. Two 32-bit FNV-1a hashes over UTF-16 units, in base 36. */
export function fingerprint(text: string): string {
  let [one, other] = [0x811c9dc5, 0x1000193];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ ((unit << 7) | (unit >>> 9)), 0x85ebca6b);
    other ^= other >>> 13;
  }
  return `${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}`;
}
