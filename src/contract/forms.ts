import { CONTACT_LIMITS, REPORT_LIMITS } from './form-limits.ts';
import { Id } from './ids.ts';
import { z } from './zod.ts';

/** One address, ASCII only, as the database checks it. */
export const EMAIL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+\.[A-Za-z0-9-]+$/;

/** Anything that would end or bend a header line of a mail. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

const SPACE = String.raw`\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;
const WEB_ADDRESS = new RegExp(`^https?://[^${SPACE}/?#@]+([/?#][^${SPACE}]*)?$`, 'i');

/** Text as Postgres can keep it, without white space around it. */
const cleaned = z.string().transform((value) => value.replaceAll('\0', '').toWellFormed().trim());
const oneLine = (max: number) =>
  cleaned.pipe(
    z
      .string()
      .min(1, { message: 'incomplete' })
      .max(max, { message: 'too_long' })
      .refine((value) => !CONTROL.test(value), { message: 'not_one_line' }),
  );

/** The contact form, and the body of `send-contact-email`. */
export const ContactMessage = z.object({
  name: oneLine(CONTACT_LIMITS.name),
  email: oneLine(CONTACT_LIMITS.email).pipe(z.string().regex(EMAIL, { message: 'email_invalid' })),
  message: cleaned.pipe(
    z.string().min(1, { message: 'incomplete' }).max(CONTACT_LIMITS.message, { message: 'too_long' }),
  ),
});
export type ContactMessage = z.infer<typeof ContactMessage>;

/** A name in the bucket csae-report-files: a folder of the report's own, then a plain file name. */
export const ReportFile = z.string().regex(/^[0-9a-f-]{36}\/[A-Za-z0-9_-]{1,80}\.[a-z0-9]{2,5}$/);

const optional = (shape: z.ZodType<string, string>) =>
  z
    .union([z.null(), cleaned.pipe(z.literal('')).transform(() => null), cleaned.pipe(shape)])
    .optional()
    .transform((value) => value ?? null);

/** The child-safety report, as a row of csae_reports. The server adds address, browser, member and time. */
export const CsaeReport = z.object({
  id: Id,
  post_url: cleaned.pipe(z.string().max(REPORT_LIMITS.url).regex(WEB_ADDRESS, { message: 'url_invalid' })),
  victim_username: optional(z.string().max(REPORT_LIMITS.username)),
  description: cleaned.pipe(z.string().min(1, { message: 'incomplete' }).max(REPORT_LIMITS.description)),
  reporter_email: optional(z.string().max(REPORT_LIMITS.email).regex(EMAIL, { message: 'email_invalid' })),
  storage_paths: z.array(ReportFile).max(REPORT_LIMITS.files).default([]),
});
export type CsaeReport = z.infer<typeof CsaeReport>;
