/** Every synced table tracks metadata: it carries the action's id from the local write to the server. */
export const tracked = { trackMetadata: true };
