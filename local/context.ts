import type { IncomingMessage, ServerResponse } from 'node:http';

/** What every part of the embedded backend needs to know. One value per running backend. */
export interface BackendContext {
  /** Absolute path of the folder that holds everything this backend keeps. */
  readonly dataDir: string;
  /** The one origin, without a trailing slash: `http://localhost:8080`. */
  readonly appUrl: string;
  readonly port: number;
  /** Superuser connection string of database `postgres`. */
  readonly databaseUrl: string;
  /** HS256 secret of access tokens. */
  readonly jwtSecret: string;
  /** HS256 secret of guest sync tokens. Another one than `jwtSecret`, so that no API but sync accepts them. */
  readonly guestSecret: string;
  readonly anonKey: string;
  readonly serviceRoleKey: string;
  /** One line for the person at the terminal. */
  log(line: string): void;
}

/** A piece of the backend behind the one HTTP server. It gets requests with their full path. */
export interface HttpPart {
  handle(req: IncomingMessage, res: ServerResponse): void | Promise<void>;
  close(): Promise<void>;
}
