import type { Plugin } from 'vite';

/** The one component of emoji-picker-react that puts CSS into the page, as a `<style>` that our `style-src 'self'` refuses. */
const STYLE = 'function DedupedStyle({css, nonce}) {';

/**
 * The same by an adopted sheet, which the policy allows: it is made by a script that the policy let in. Each text once, for as long
 * as the page lives. Where sheets cannot be adopted, the component stays as it was.
 */
const ADOPTED = `const adopted = /* @__PURE__ */ new Set;
function DedupedStyle({css, nonce}) {
    if ("adoptedStyleSheets" in document) {
        if (!adopted.has(css)) {
            adopted.add(css);
            const sheet = new CSSStyleSheet;
            sheet.replaceSync(css);
            document.adoptedStyleSheets = [ ...document.adoptedStyleSheets, sheet ];
        }
        return null;
    }
    return StyleElement({css, nonce});
}
function StyleElement({css, nonce}) {`;

/**
 * What is changed, and into what. A list may not be called a grid, nor its line a group of rows (ARIA in HTML): both are plain boxes
 * with the same role. A picker opens inside of something, where no landmark may stand: it is a group with a name.
 */
const CHANGES: readonly (readonly [before: string, after: string])[] = [
  [STYLE, ADOPTED],
  ['React62.createElement("ul", {\n        ...nativeProps,', 'React62.createElement("div", {\n        ...nativeProps,'],
  ['React60.createElement("li", {\n', 'React60.createElement("div", {\n'],
  ['createElement("aside", {', 'createElement("div", {\n        role: "group",'],
];

/**
 * Lets the emoji picker keep its looks under our content security policy, and gives its parts roles that they may have.
 *
 * @throws when the package no longer is as it was: then the picker has to be looked at again
 */
export function emojiStyles(): Plugin {
  return {
    name: 'rangeday:emoji-styles',
    apply: 'build',
    transform: {
      filter: { id: /emoji-picker-react\/dist\/esm\/chunks\// },
      handler: (code) => mendPicker(code),
    },
  };
}

/** @returns the changed module, or `null` for one that draws nothing */
export function mendPicker(code: string): string | null {
  if (!code.includes('createElement("style"') && !CHANGES.some(([before]) => code.includes(before))) return null;
  return CHANGES.reduce((text, [before, after]) => {
    if (text.split(before).length !== 2) throw new Error(`emoji-picker-react is made in another way now: no ${before}`);
    return text.replace(before, () => after);
  }, code);
}
