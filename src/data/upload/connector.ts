import type { PowerSyncBackendConnector } from '@powersync/common';
import type { Tokens } from '../http/with-token.ts';
import type { Uploader } from './uploader.ts';

export interface ConnectorParts {
  powersyncUrl: string;
  /** A token for the sync stream. Throws without a network; null: signed out. */
  syncToken: Tokens;
  /** Absent for guests, who cannot write. */
  uploader?: Uploader;
}

/** One per connection: remembers its token, and refreshes it when PowerSync asks again after a rejection. */
export function createConnector({ powersyncUrl, syncToken, uploader }: ConnectorParts): PowerSyncBackendConnector {
  let given: string | null = null;
  return {
    async fetchCredentials() {
      let token = await syncToken();
      if (token !== null && token === given) token = await syncToken(given);
      given = token;
      return token === null ? null : { endpoint: powersyncUrl, token };
    },
    async uploadData(db) {
      await uploader?.upload(db);
    },
  };
}
