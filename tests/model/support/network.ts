import type { CrudBatch } from '#contract/crud.ts';
import type { ModelServer } from './server.ts';

/** What may become of a call. Each says whether the server gets it, and what the device hears. */
export const FATES = [
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
export type Fate = (typeof FATES)[number];

/** Words that no database takes: the whole call fails with them (a NUL that got through, say). */
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
  // No Response may be made with a redirect's status and a body.
  new Response(status === 302 ? null : '<!doctype html><title>Welcome to the airport</title>', {
    status,
    headers: { 'content-type': 'text/html' },
  });

/** Between the devices and the server. A call hangs until its fate is told. */
export class Network {
  readonly #server: ModelServer;
  readonly calls: Call[] = [];
  /**
   * Rows of actions that were refused (their author was muted, say), and taken after all when an older call with them arrived. The
   * author may have discarded them meanwhile: a known limit, since the server cannot tell such a call from a new attempt.
   */
  readonly revived = new Set<string>();
  /** Left by the sender, and still on the way. */
  readonly #stray: { member: string; batch: CrudBatch }[] = [];

  constructor(server: ModelServer) {
    this.#server = server;
  }

  /** `fetch` as a member's device sees it. */
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

  async tell(call: Call, fate: Fate): Promise<void> {
    const at = this.calls.indexOf(call);
    if (at < 0) return;
    this.calls.splice(at, 1);
    const lost = () => call.fail(new TypeError('Failed to fetch'));
    switch (fate) {
      case 'answered':
        return call.answer(this.#apply(call));
      case 'answer lost':
        this.#apply(call);
        return lost();
      case 'never sent':
        return lost();
      case 'arrives late':
        this.#stray.push(call);
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
        return call.answer(await this.#bent(this.#apply(call), fate));
    }
  }

  async #bent(whole: Response, fate: 'half answered' | 'answered in disorder'): Promise<Response> {
    if (whole.status !== 200) return whole;
    const body = (await whole.json()) as { results: unknown[] };
    const { results } = body;
    const bent = fate === 'half answered' ? results.slice(0, Math.ceil(results.length / 2)) : results.toReversed();
    return json(200, { ...body, results: bent });
  }

  /** Calls of a process that died: some are on their way. */
  abandon(): void {
    for (const call of this.calls.splice(0)) {
      this.#stray.push(call);
      call.fail(new TypeError('The connection was closed.'));
    }
  }

  get strays(): number {
    return this.#stray.length;
  }

  /** A late call arrives, perhaps not for the last time. */
  deliverStray(at: number, again: boolean): void {
    const index = at % this.#stray.length;
    const stray = this.#stray[index];
    if (!stray) return;
    if (!again) this.#stray.splice(index, 1);
    const refused = stray.batch.actions.filter(({ action_id: id }) => this.#server.table('write_rejections').has(id));
    this.#apply(stray);
    const done = this.#server.appliedOf(stray.member);
    for (const { action_id, ops } of refused)
      if (done.get(action_id) === 'applied') for (const op of ops) this.revived.add(op.id);
  }
}
