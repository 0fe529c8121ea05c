import type { CrudBatch } from '#contract/crud.ts';
import type { ModelServer } from './server.ts';

/** Outcomes of a call: whether the server receives it, and which answer the device receives. */
export const CALL_OUTCOMES = [
  'answered',
  'answered',
  'answer lost',
  'never sent',
  'arrives late',
  'delivered twice',
  'error after commit',
  'error before commit',
  'busy',
  'portal page',
  'portal redirect',
  'token expired',
  'deadlock',
  'half answered',
  'answered in disorder',
  'empty answer',
] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** A text that Postgres cannot store, such as one with a NUL. The whole call fails. */
export const UNPARSABLE = 'unparsable';

interface Call {
  readonly member: string;
  readonly batch: CrudBatch;
  readonly answer: (response: Response) => void;
  readonly fail: (error: Error) => void;
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

const html = (status: number): Response =>
  // The Response constructor rejects a redirect status with a body.
  new Response(status === 302 ? null : '<!doctype html><title>Welcome to the airport</title>', {
    status,
    headers: { 'content-type': 'text/html' },
  });

/** Connects the devices with the server. A call waits until `finish` gives it an outcome. */
export class Network {
  readonly #server: ModelServer;
  readonly calls: Call[] = [];
  /**
   * Rows of actions that were rejected (because their author was muted, for example) and applied later, when an older
   * call with them arrived. Their author may have discarded them. This is a known limit, because the server cannot
   * distinguish such a call from a retry.
   */
  readonly appliedLate = new Set<string>();
  /** Calls that the sender gave up and that can still arrive. */
  readonly #lateCalls: { member: string; batch: CrudBatch }[] = [];

  constructor(server: ModelServer) {
    this.#server = server;
  }

  /** The `fetch` of a member's device. */
  fetchOf =
    (member: string): typeof fetch =>
    (_, init) =>
      new Promise<Response>((answer, fail) => {
        const { batch } = JSON.parse(init?.body as string) as { batch: CrudBatch };
        this.calls.push({ member, batch, answer, fail });
      });

  #apply({ member, batch }: Pick<Call, 'member' | 'batch'>): Response {
    if (batch.actions.some(({ ops }) => JSON.stringify(ops).includes(UNPARSABLE)))
      return json(400, { code: '22P05', message: 'This text cannot be stored.' });
    return json(200, { marker: 'apply_crud', results: this.#server.applyCrud(member, batch) });
  }

  async finish(call: Call, outcome: CallOutcome): Promise<void> {
    const at = this.calls.indexOf(call);
    if (at < 0) return;
    this.calls.splice(at, 1);
    const lost = () => call.fail(new TypeError('Failed to fetch'));
    switch (outcome) {
      case 'answered':
        return call.answer(this.#apply(call));
      case 'answer lost':
        this.#apply(call);
        return lost();
      case 'never sent':
        return lost();
      case 'arrives late':
        this.#lateCalls.push(call);
        return lost();
      case 'delivered twice':
        this.#apply(call);
        return call.answer(this.#apply(call));
      case 'error after commit':
        this.#apply(call);
        return call.answer(html(502));
      case 'error before commit':
        return call.answer(json(503, { message: 'Service unavailable' }, { 'retry-after': '1' }));
      case 'busy':
        return call.answer(json(429, { message: 'Too many requests' }, { 'retry-after': '1' }));
      case 'portal page':
        return call.answer(html(200));
      case 'portal redirect':
        return call.answer(html(302));
      case 'token expired':
        return call.answer(json(401, { code: 'PGRST303', message: 'JWT expired' }));
      case 'deadlock':
        return call.answer(json(500, { code: '40P01', message: 'deadlock detected' }));
      case 'empty answer':
        return call.answer(new Response(null, { status: 204 }));
      default:
        return call.answer(await this.#alterResults(this.#apply(call), outcome));
    }
  }

  async #alterResults(whole: Response, outcome: 'half answered' | 'answered in disorder'): Promise<Response> {
    if (whole.status !== 200) return whole;
    const body = (await whole.json()) as { results: unknown[] };
    const { results } = body;
    const altered =
      outcome === 'half answered' ? results.slice(0, Math.ceil(results.length / 2)) : results.toReversed();
    return json(200, { ...body, results: altered });
  }

  /** Ends the calls of a killed process. They can still arrive. */
  dropAll(): void {
    for (const call of this.calls.splice(0)) {
      this.#lateCalls.push(call);
      call.fail(new TypeError('The connection was closed.'));
    }
  }

  get lateCount(): number {
    return this.#lateCalls.length;
  }

  /** Delivers a late call. With `again` it can arrive once more. */
  deliverLate(at: number, again: boolean): void {
    const index = at % this.#lateCalls.length;
    const late = this.#lateCalls[index];
    if (!late) return;
    if (!again) this.#lateCalls.splice(index, 1);
    const rejected = late.batch.actions.filter(({ action_id: id }) => this.#server.table('write_rejections').has(id));
    this.#apply(late);
    const done = this.#server.appliedOf(late.member);
    for (const { action_id, ops } of rejected)
      if (done.get(action_id) === 'applied') for (const op of ops) this.appliedLate.add(op.id);
  }
}
