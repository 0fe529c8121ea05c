/* What an answer means for its call: again with a new token, later, or refused. ARCHITECTURE.md lists each service's
   answers. */

export interface Answer {
  /** 0: there is none. */
  status: number;
  /** Parsed JSON, or the text of any other body. */
  body?: unknown;
  /** Of the request; an answer to HEAD has no body. */
  method?: string | undefined;
}

const field = (body: unknown, name: string): string => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
};

/** The service's own code. Older versions of Auth have a number in `code`. */
export const codeOf = (body: unknown): string => field(body, 'code') || field(body, 'error_code');

/** The service's own sentence. */
export const messageOf = (body: unknown): string =>
  field(body, 'message') || field(body, 'msg') || field(body, 'error_description') || field(body, 'error');

/** Storage answers most failures with 400, and has the true status in the body. */
function statusOf({ status, body }: Answer): number {
  const stated = status === 400 ? Number(field(body, 'statusCode')) : 0;
  return stated >= 400 ? stated : status;
}

/** PostgREST's since version 9, Auth's, and Storage's before its version 1. */
const TOKEN_CODE =
  /^(?:PGRST30[1-3]|bad_jwt|no_authorization|session_not_found|session_expired|user_not_found|InvalidJWT)$/;
/** Storage has one code for a refused token and a refused file. These are its JWT library's sentences. */
const TOKEN_SENTENCE = /"(?:exp|nbf|iat|sub|aud|iss|alg)"|\bjw[tskae]|json web key|signature|compact/i;

/** Whether Storage's sentence is about the token. */
export const isAboutToken = (sentence: string): boolean => TOKEN_SENTENCE.test(sentence);

/** The server did not accept the token: the same call may succeed with a new one. */
export function refusesToken(answer: Answer): boolean {
  const { status, body, method } = answer;
  if (method === 'HEAD') return status === 400 || status === 401 || status === 403;
  if (TOKEN_CODE.test(codeOf(body))) return true;
  // Without a sentence it is from a proxy or a captive portal.
  if (status === 401) return messageOf(body) !== '' || codeOf(body) !== '';
  return status === 400 && statusOf(answer) === 403 && isAboutToken(messageOf(body));
}

/** SQLSTATE: 08 connection, 40 rollback, 53 resources, 55P03 lock, 57 operator, 58 system, XX internal. */
const PASSING_SQLSTATE = /^(?:08|40|53|57|58|XX)...$|^55P03$/;
/** The API has no database, no such function yet or no secret: the deployment's fault, not the call's. */
const PASSING_PGRST = /^PGRST(?:00\d|202|300)$/;
const BUSY = new Set([408, 423, 425, 429]);

/** Why the call may succeed later: the server failed, or is busy. Null: a retry changes nothing. */
export function passing(answer: Answer): 'server' | 'busy' | null {
  const code = codeOf(answer.body);
  if (PASSING_SQLSTATE.test(code) || PASSING_PGRST.test(code)) return 'server';
  const status = statusOf(answer);
  if (BUSY.has(status)) return 'busy';
  return status === 0 || status >= 500 ? 'server' : null;
}

/** Neither later nor with a new token: the server has decided. */
export const isFinal = (answer: Answer): boolean => !refusesToken(answer) && passing(answer) === null;

/** Network Authentication Required. */
const PORTAL = 511;

/** No answer of ours: no status, or a captive portal's page. A failed proxy has answered. */
export const isNoAnswer = ({ status, body }: Answer): boolean =>
  status === 0 || status === PORTAL || (body === undefined && status !== 204 && status < 500);

/** A server of ours has answered that it failed. */
export const isServerFault = (answer: Answer): boolean => !isNoAnswer(answer) && statusOf(answer) >= 500;

const SESSION_ENDED =
  /^(?:refresh_token_not_found|refresh_token_already_used|session_not_found|session_expired|user_banned|user_not_found|invalid_grant)$/;

/** Of a refresh: the session is over, only a log-in helps. Other failures say nothing about the session. */
export const endsSession = ({ status, body }: Answer): boolean =>
  status >= 400 && status < 500 && SESSION_ENDED.test(codeOf(body) || field(body, 'error'));
