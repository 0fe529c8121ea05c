import type { ServerResponse } from 'node:http';

import { sendJson } from '../http.ts';

/** storage-api's newer error codes, by the older text in `error`; storage-js reads them in `code`. */
const NAMES: Record<string, string> = {
  invalid_range: 'InvalidRange',
  not_found: 'NoSuchKey',
  'Bucket not found': 'NoSuchBucket',
  Duplicate: 'KeyAlreadyExists',
  Unauthorized: 'AccessDenied',
  'Payload too large': 'EntityTooLarge',
  invalid_mime_type: 'InvalidMimeType',
  internal: 'InternalError',
  'Related resource not found': 'InvalidRequest',
};

/** An error in storage-api's format: `{statusCode, error, message, code}`. */
export class StorageError extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;

  constructor(code: string, title: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.title = title;
    this.status = status;
  }
}

export const alreadyExists = (): StorageError => new StorageError('409', 'Duplicate', 'The resource already exists');
export const notFound = (): StorageError => new StorageError('404', 'not_found', 'Object not found');
export const routeNotFound = (): StorageError => new StorageError('404', 'Not Found', 'Route not found', 404);
export const bucketNotFound = (): StorageError => new StorageError('404', 'Bucket not found', 'Bucket not found');
export const forbidden = (message = 'new row violates row-level security policy'): StorageError =>
  new StorageError('403', 'Unauthorized', message);
export const invalid = (message: string): StorageError => new StorageError('400', 'InvalidRequest', message);

/** As resumable uploads answer: the code is the status, and the body has the sentence only. */
export class PlainStorageError extends StorageError {
  constructor({ code, title, message }: StorageError) {
    super(code, title, message, Number(code));
  }
}

export function sendStorageError(res: ServerResponse, error: StorageError): void {
  if (error instanceof PlainStorageError)
    return void res.writeHead(error.status, { 'content-type': 'text/plain; charset=utf-8' }).end(error.message);
  sendJson(res, error.status, {
    statusCode: error.code,
    error: error.title,
    message: error.message,
    code: NAMES[error.title] ?? error.title,
  });
}
