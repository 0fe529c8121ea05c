import { DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client';
import { cacheSeconds } from '#contract/media.ts';
import { isFinal, isServerFault, refusesToken } from '../http/answers.ts';
import { noteAnswer } from '../http/last-answer.ts';
import { callerHeaders } from '../http/request.ts';
import type { Tokens } from '../http/with-token.ts';
import type { UploadedFile, UploadOutcome } from './media-row.ts';

/** Without progress for this long the connection is dead. No limit for the whole file: slow is not dead. */
const STALL_MS = 30_000;
/** Of two reports of a lost connection in this time, the second one is of the same. */
const DROP_MS = 500;
/** Bytes of one request. A lost connection costs most of one; larger ones save only time. */
const CHUNK = { first: 64 * 1024, most: 6 * 1024 * 1024, ms: 4000 };

/** Bytes sent with the first request to save a round trip. Lost with its answer, so after a failure it goes alone. */
const BEGIN = { least: 16 * 1024, share: 1 / 16 };

/** As many bytes as the last request would have sent in the wanted time. Kept for the page. */
let chunkBytes = CHUNK.first;

function fitChunk(bytes: number, ms: number): void {
  const wanted = (bytes / Math.max(ms, 1)) * CHUNK.ms;
  // Most of a short request is a round trip.
  chunkBytes = Math.round(Math.min(CHUNK.most, Math.max(CHUNK.first, Math.min(wanted, chunkBytes * 4))));
}

/** A short rest joins the next request, because it would cost a round trip of its own. */
const partOf = (left: number, part = chunkBytes): number =>
  Math.max(part, Math.ceil(left / Math.max(1, Math.round(left / part))));

const beginBytes = (): number => Math.max(BEGIN.least, Math.round(chunkBytes * BEGIN.share));

export interface UploadCall {
  job: UploadedFile;
  bytes: ArrayBuffer;
  endpoint: string;
  publishableKey: string;
  /** Asked before each request: a large file takes longer than a token lives. */
  tokens: Tokens;
  signal: AbortSignal;
  /** What the server had when it answered last; -1 if it never has. */
  confirmed?: number;
  /** The token that was refused just now. */
  refused?: string | undefined;
  /** It is the second request that begins the upload: the connection of the first one was lost. */
  isSecond?: boolean;
  /** The server may have the file: the upload is begun without bytes to find out. */
  isCheck?: boolean;
  /** The last failed request was answered without progress: only the next answer shows whether it had any. */
  isUnproved?: boolean;
  /** Has an event `drop` when connections to the server were lost. */
  drops?: EventTarget;
  /** Where it can be continued. */
  onStarted(url: string): void;
  onProgress(sent: number): void;
  /** The server has this many bytes. The browser reports more as sent: they may be in its buffers. */
  onConfirmed(offset: number): void;
}

/** Uploads one file, or what is left of it. */
export function uploadResumable(call: UploadCall): Promise<UploadOutcome> {
  const { job, bytes, endpoint, publishableKey, tokens, signal, drops, ...on } = call;
  return new Promise((resolve) => {
    let hasSent = false;
    let confirmed = call.confirmed ?? -1;
    let hasMoved = false;
    let hasAnswer = false;
    /** The running request: where it begins, and when. */
    let began = { offset: 0, at: 0 };
    let token: string | null = null;
    let isOver = false;
    let stall: ReturnType<typeof setTimeout> | undefined;
    const clean = () => {
      isOver = true;
      clearTimeout(stall);
      signal.removeEventListener('abort', stop);
      drops?.removeEventListener('drop', onDrop);
    };
    const finish = (outcome: UploadOutcome) => {
      clean();
      resolve(outcome);
    };
    const takesBytesAlong = job.upload_url === null && job.failures === 0 && !call.isCheck;
    const upload = new Upload(new Blob([bytes], { type: job.type }), {
      endpoint,
      uploadUrl: job.upload_url,
      chunkSize: takesBytesAlong ? partOf(bytes.byteLength, beginBytes()) : chunkBytes,
      uploadDataDuringCreation: takesBytesAlong,
      // The lane repeats with its own pauses, and stores the address itself.
      retryDelays: null,
      storeFingerprintForResuming: false,
      metadata: {
        bucketName: job.bucket,
        objectName: job.path,
        contentType: job.type,
        cacheControl: cacheSeconds(job.bucket),
      },
      onBeforeRequest: async (request) => {
        hasSent ||= request.getMethod() === 'PATCH' || takesBytesAlong;
        token = await tokens(call.refused);
        if (isOver) throw new Error('The upload was stopped.');
        for (const [name, value] of Object.entries(callerHeaders(token, publishableKey)))
          request.setHeader(name, value);
        began = { ...began, at: performance.now() };
      },
      onAfterResponse: (request, response) => {
        // The client takes a refused question for the offset for a lost upload, and would begin again.
        const isQuestion = request.getMethod() === 'HEAD';
        if (token !== null && !(isQuestion && call.refused !== undefined) && refusesToken(answerOf(request, response)))
          throw new TokenRefused();
        const isNew = request.getMethod() === 'POST' && response.getStatus() === 201;
        const offset = Number(response.getHeader('Upload-Offset') ?? (isNew ? 0 : Number.NaN));
        if (Number.isNaN(offset)) return;
        noteAnswer();
        const tellsSpeed = request.getMethod() === 'PATCH' || (isNew && offset > 0);
        if (tellsSpeed) fitChunk(offset - began.offset, performance.now() - began.at);
        upload.options.chunkSize = partOf(bytes.byteLength - offset);
        began = { ...began, offset };
        hasAnswer = true;
        hasMoved ||= offset > confirmed;
        confirmed = Math.max(confirmed, offset);
        on.onConfirmed(offset);
      },
      onUploadUrlAvailable: () => upload.url && on.onStarted(upload.url),
      onProgress: (sent) => {
        wait();
        on.onProgress(sent);
      },
      onSuccess() {
        if (hasSent || job.upload_url === null) return finish({ kind: 'done' });
        // The server had every byte. Only a new upload shows whether it was stored: it is refused if so.
        clean();
        resolve(uploadResumable({ ...call, isCheck: true, job: { ...job, upload_url: null } }));
      },
      onError(error) {
        if (isOver) return;
        if (error instanceof DetailedError && error.causingError instanceof TokenRefused) {
          // A new one too.
          if (token === null || (call.refused !== undefined && !hasAnswer)) return finish({ kind: 'later' });
          clean();
          return resolve(
            uploadResumable({ ...call, refused: token, confirmed, job: { ...job, upload_url: upload.url } }),
          );
        }
        const outcome = outcomeOf(error);
        // A connection that made progress deserves another at once, also if the server answered after it.
        const isLost = outcome.kind === 'later' && !signal.aborted;
        if (isLost && upload.url && (hasMoved || (hasAnswer && !call.isUnproved))) return continueNow(!hasMoved);
        const hasResponse = error instanceof DetailedError && error.originalResponse;
        if (!isLost || hasResponse || job.upload_url !== null || call.isSecond) return finish(outcome);
        clean();
        resolve(uploadResumable({ ...call, isSecond: true }));
      },
    });
    const stop = () => {
      void upload.abort();
      finish({ kind: 'later' });
    };
    // Chromium repeats a request on a reused connection, and only then reads that the upload is further on.
    const continueNow = (isUnproved: boolean) => {
      const upload_url = upload.url ?? job.upload_url;
      if (upload_url === null) return;
      clean();
      void upload.abort();
      const refused = hasAnswer ? undefined : call.refused;
      resolve(uploadResumable({ ...call, refused, isUnproved, confirmed, job: { ...job, upload_url } }));
    };
    // The streams may notice it after this upload has, which then runs on a new connection.
    const startedAt = performance.now();
    const onDrop = () => performance.now() - startedAt > DROP_MS && continueNow(call.isUnproved ?? false);
    const wait = () => {
      clearTimeout(stall);
      stall = setTimeout(stop, STALL_MS);
    };
    signal.addEventListener('abort', stop);
    drops?.addEventListener('drop', onDrop);
    wait();
    upload.start();
  });
}

class TokenRefused extends Error {}

const answerOf = (request: HttpRequest, response: HttpResponse) => ({
  method: request.getMethod(),
  status: response.getStatus(),
  body: parse(response.getBody()),
});

function outcomeOf(error: Error): UploadOutcome {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  const body = response?.getBody() ?? '';
  // Complete, but its answer was lost.
  if ((status === 409 || status === 403) && /exists|duplicate/i.test(body)) return { kind: 'done' };
  if (status === 404 && /bucket/i.test(body)) return { kind: 'refused', message: messageOf(body) };
  if (status === 403 || status === 404) return { kind: 'absent', message: messageOf(body) };
  if ([400, 413, 415, 422].includes(status) && isFinal({ status, body: parse(body) }))
    return { kind: 'refused', message: messageOf(body) };
  return isServerFault({ status, body: parse(body) }) ? { kind: 'later', isFailing: true } : { kind: 'later' };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A sentence for members begins with a capital letter. The others are of the database, and name rules or codes. */
const SENTENCE = /^\p{Lu}[^<>{}]{1,300}$/u;

/** The storage's sentence: JSON, or plain text from resumable uploads. '' if it is not for members. */
function messageOf(body: string): string {
  const message = textOf(body).trim();
  return SENTENCE.test(message) ? message : '';
}

function textOf(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' ? message : '';
  } catch {
    return body;
  }
}
