import { CONTACT_LIMITS, REPORT_LIMITS } from './form-limits.ts';
import { Id } from './ids.ts';
import { cleanText } from './text.ts';
import { z } from './zod.ts';

/** One address, ASCII only, as the database checks it. */
export const EMAIL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+\.[A-Za-z0-9-]+$/;

/** Characters that would end or change a header line of a mail. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

const SPACE = String.raw`\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;
const WEB_ADDRESS = new RegExp(`^https?://[^${SPACE}/?#@]+([/?#][^${SPACE}]*)?$`, 'i');

/** Trimmed text that Postgres can store. */
const cleaned = z.pipe(z.string(), z.transform(cleanText));
const oneLine = (max: number) =>
  z.pipe(
    cleaned,
    z.string().check(
      z.minLength(1, { message: 'incomplete' }),
      z.maxLength(max, { message: 'too_long' }),
      z.refine((value) => !CONTROL.test(value), { message: 'not_one_line' }),
    ),
  );

/** The contact form, and the body of `send-contact-email`. */
export const ContactMessage = z.object({
  name: oneLine(CONTACT_LIMITS.name),
  email: z.pipe(oneLine(CONTACT_LIMITS.email), z.string().check(z.regex(EMAIL, { message: 'email_invalid' }))),
  message: z.pipe(
    cleaned,
    z
      .string()
      .check(z.minLength(1, { message: 'incomplete' }), z.maxLength(CONTACT_LIMITS.message, { message: 'too_long' })),
  ),
});
export type ContactMessage = z.infer<typeof ContactMessage>;

/** A name in the bucket csae-report-files: a folder of the report's own, then a plain file name. */
export const ReportFile = z.string().check(z.regex(/^[0-9a-f-]{36}\/[A-Za-z0-9_-]{1,80}\.[a-z0-9]{2,5}$/));

/** Body of `view-evidence`: a child-safety attachment, or a post's file that is stored for staff. */
export const EvidenceView = z.union([
  z.object({ report_id: Id, path: ReportFile }),
  z.object({ post_id: Id, url: z.string().check(z.maxLength(2048)) }),
]);

const nothing = z.pipe(
  z.pipe(cleaned, z.string().check(z.refine((value) => value === ''))),
  z.transform(() => null),
);
const optional = (shape: z.ZodMiniType<string, string>) =>
  z.pipe(
    z.optional(z.union([z.null(), nothing, z.pipe(cleaned, shape)])),
    z.transform((value) => value ?? null),
  );

/** The child-safety report, as a row of csae_reports. The server adds address, browser, member and time. */
export const CsaeReport = z.object({
  id: Id,
  post_url: z.pipe(
    cleaned,
    z.string().check(z.maxLength(REPORT_LIMITS.url), z.regex(WEB_ADDRESS, { message: 'url_invalid' })),
  ),
  victim_username: optional(z.string().check(z.maxLength(REPORT_LIMITS.username))),
  description: z.pipe(
    cleaned,
    z.string().check(z.minLength(1, { message: 'incomplete' }), z.maxLength(REPORT_LIMITS.description)),
  ),
  reporter_email: optional(
    z.string().check(z.maxLength(REPORT_LIMITS.email), z.regex(EMAIL, { message: 'email_invalid' })),
  ),
  storage_paths: z._default(z.array(ReportFile).check(z.maxLength(REPORT_LIMITS.files)), []),
});
export type CsaeReport = z.infer<typeof CsaeReport>;
