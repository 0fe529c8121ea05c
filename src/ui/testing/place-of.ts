/** Where these letters are on the screen: the box of their first occurrence in one text node. */
export function placeOf(host: Element, letters: string): DOMRect {
  const texts = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const at = node.textContent?.indexOf(letters) ?? -1;
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + letters.length);
    return range.getBoundingClientRect();
  }
  throw new Error(`"${letters}" is not shown.`);
}
