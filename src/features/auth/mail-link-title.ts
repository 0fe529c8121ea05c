import { mailLinkCopy } from '#copy/auth.ts';

/** The title of the page of a link in a mail, before its button is pressed. */
export const mailLinkTitle = (type: string): string => mailLinkCopy(type).title;
