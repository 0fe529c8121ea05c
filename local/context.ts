import type { IncomingMessage, ServerResponse } from 'node:http';

/** Addresses, keys and secrets of one running backend, shared by all its parts. */
export interface BackendContext {
  /** Absolute path of the folder with all data of this backend. */
  readonly dataDir: string;
  /** The origin of everything, without a trailing slash: `http://localhost:8080`. */
  readonly appUrl: string;
  readonly port: number;
  /** Superuser connection string of database `postgres`. */
  readonly databaseUrl: string;
  /** HS256 secret of access tokens. */
  readonly jwtSecret: string;
  /** HS256 secret of guest sync tokens. Different from `jwtSecret`, so that only sync accepts them. */
  readonly guestSecret: string;
  readonly anonKey: string;
  readonly serviceRoleKey: string;
  /** Prints one line on the terminal. */
  log(line: string): void;
}

/** A part of the backend behind the HTTP server. It gets requests with their full path. */
export interface HttpPart {
  handle(req: IncomingMessage, res: ServerResponse): void | Promise<void>;
  close(): Promise<void>;
}
