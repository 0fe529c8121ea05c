import type { Plugin } from 'vite';

/**
 * The component of emoji-picker-react that adds CSS to the page as a `<style>`, which our `style-src 'self'` blocks.
 */
const STYLE = 'function DedupedStyle({css, nonce}) {';

/**
 * The same with an adopted stylesheet, which the policy allows because an allowed script creates it. Each text is added
 * once per page. Browsers without adopted stylesheets keep the original component.
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
 * The replacements. ARIA in HTML does not allow a list as a grid or its items as row groups, so both become plain
 * elements with the same role. The picker opens inside another element, where landmarks are not allowed, so it becomes
 * a group with a name.
 */
const CHANGES: readonly (readonly [before: string, after: string])[] = [
  [STYLE, ADOPTED],
  ['React62.createElement("ul", {\n        ...nativeProps,', 'React62.createElement("div", {\n        ...nativeProps,'],
  ['React60.createElement("li", {\n', 'React60.createElement("div", {\n'],
  ['createElement("aside", {', 'createElement("div", {\n        role: "group",'],
];

/**
 * Makes the emoji picker work under our Content-Security-Policy, and gives its parts valid roles.
 *
 * @throws if the package has changed: then the replacements must be checked
 */
export function emojiStyles(): Plugin {
  return {
    name: 'rangeday:emoji-styles',
    apply: 'build',
    transform: {
      filter: { id: /emoji-picker-react\/dist\/esm\/chunks\// },
      handler: (code) => patchPicker(code),
    },
  };
}

/** @returns the changed module, or `null` for a module that needs no change */
export function patchPicker(code: string): string | null {
  if (!code.includes('createElement("style"') && !CHANGES.some(([before]) => code.includes(before))) return null;
  return CHANGES.reduce((text, [before, after]) => {
    if (text.split(before).length !== 2) throw new Error(`emoji-picker-react has changed. Not found: ${before}`);
    return text.replace(before, () => after);
  }, code);
}
