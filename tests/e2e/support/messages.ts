import type { Backend } from '../../support/backend.ts';

/** Stores read messages "Number 1." and so on from marge_b, one an hour, the newest now. Resolves with her id. */
export async function messagesFromMarge(backend: Backend, account: string, count: number): Promise<string> {
  const [sender] = await backend.query<{ id: string }>(
    `with sent as (insert into private_messages (sender_id, recipient_id, content, created_at, read)
       select p.id, $1, 'Number ' || n || '.', now() - ($2::int - n) * interval '1 hour', true
       from profiles p, generate_series(1, $2::int) n where p.username = 'marge_b' order by n returning sender_id)
     select distinct sender_id as id from sent`,
    [account, count],
  );
  return sender?.id ?? '';
}
