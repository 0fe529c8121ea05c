/** The claims of a token, unverified. Empty if it is no JWT. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    return JSON.parse(atob(payload)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
