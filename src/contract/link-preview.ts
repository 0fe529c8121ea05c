/** Programs that show links and run no JavaScript get a page of their own (docs/deploy.md). No search engines. */
export const LINK_READERS =
  /facebookexternalhit|Facebot|Twitterbot|Slackbot|Discordbot|WhatsApp|TelegramBot|LinkedInBot|SkypeUriPreview|redditbot|Pinterestbot|Mastodon|Bluesky|Embedly|Iframely|Viber|vkShare/i;

/** The path of a post. The first group is its id. */
export const POST_PATH = /^\/posts\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;
