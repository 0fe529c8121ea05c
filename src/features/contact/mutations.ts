import type { ContactMessage } from '#contract/forms.ts';
import { sendContactEmail } from '#data/remote/functions.ts';

export type ContactProblem = 'incomplete' | 'too_long' | 'email_invalid' | 'offline' | 'failed';

/** Returns null when the message was sent. The validator is loaded on demand: most visits to the page only read it. */
export async function sendContactMessage(input: ContactMessage): Promise<ContactProblem | null> {
  const schemas = await import('#contract/forms.ts').catch(() => null);
  if (!schemas) return 'offline';
  const parsed = schemas.ContactMessage.safeParse(input);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ message }) => message);
    if (problems.includes('incomplete')) return 'incomplete';
    return problems.includes('too_long') ? 'too_long' : 'email_invalid';
  }
  const reply = await sendContactEmail(parsed.data);
  if (reply.ok) return null;
  return reply.status === 0 ? 'offline' : 'failed';
}
