import type { Plugin } from 'vite';

/** The one component of emoji-picker-react that puts CSS into the page, as a `<style>` that our `style-src 'self'` refuses. */
const BEFORE = 'function DedupedStyle({css, nonce}) {';

/**
 * The same by an adopted sheet, which the policy allows: it is made by a script that the policy let in. Each text once, for as long
 * as the page lives. Where sheets cannot be adopted, the component stays as it was.
 */
const AFTER = `const adopted = /* @__PURE__ */ new Set;
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
 * Lets the emoji picker keep its looks under our content security policy.
 *
 * @throws when the package no longer has the component: then the picker has to be looked at again
 */
export function emojiStyles(): Plugin {
  return {
    name: 'rangeday:emoji-styles',
    apply: 'build',
    transform: {
      filter: { id: /emoji-picker-react\/dist\/esm\/chunks\// },
      handler: (code) => adoptStyles(code),
    },
  };
}

/** @returns the changed module, or `null` for one that brings no styles */
export function adoptStyles(code: string): string | null {
  if (!code.includes('createElement("style"') && !code.includes(BEFORE)) return null;
  if (!code.includes(BEFORE)) throw new Error('emoji-picker-react puts its styles into the page in another way now.');
  return code.replace(BEFORE, AFTER);
}
