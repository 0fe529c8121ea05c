const LOOPBACK = /^(127\.|0\.0\.0\.0$)/;

/** In this order: a token contains dots, an address of a database contains an @. */
const RULES: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '<token>'],
  [/\b(sb_secret|sk|rk|whsec)_\w+/g, '<token>'],
  [/\bBearer\s+[\w.~+/-]+=*/gi, 'Bearer <token>'],
  [/(\/[\w./-]+)\?[^\s"'<>)]+/g, '$1?<query>'],
  [/:\/\/[^\s/@:]+:[^\s/@]+@/g, '://<login>@'],
  [/[\w.%+-]+@[\w-]+(\.[\w-]+)+/g, '<mail>'],
  [/\b[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<id>'],
  [/(\/user\/)[^\s/?#"']+/g, '$1<name>'],
  [/\b([0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}\b/gi, '<address>'],
];

/** A text for a log: without tokens, passwords, mail addresses, ids, names, queries and addresses of members. */
export function redact(text: string): string {
  const without = RULES.reduce((rest, [pattern, mark]) => rest.replace(pattern, mark), text);
  return without.replace(/\b(\d{1,3}\.){3}\d{1,3}\b/g, (address) => (LOOPBACK.test(address) ? address : '<address>'));
}
