/** The page of Donate and of the footer's accounts, until the operator has set their addresses. */
export const supportPageCopy = {
  lead: 'The people who run this site pay for its servers. This page says how to help them and where to reach them.',
  donateTitle: 'Donate',
  noDonations: 'This site has no donation page yet. A sticker helps just as much.',
  donations: 'Donations pay for the servers:',
  followTitle: 'Follow us',
  accounts: 'The accounts of this site here: @rangeday_news for news and @rangeday_support for questions.',
  noSocial: 'It has no accounts on other sites yet.',
  social: 'On other sites:',
  mail: 'By email:',
  operatorTitle: 'If you run this site',
  operator: [
    'Set VITE_DONATE_URL to the address of your donation page. Every Donate button then leads there.',
    'Set VITE_SOCIAL_LINKS to your accounts, as in: Mastodon=https://social.example/@us, YouTube=https://video.example/us. The footer then lists them.',
    'Both take effect with the next build. The file docs/deploy.md describes all settings.',
  ],
} as const;
