/** What members agree to. A new wording needs a new `TERMS_VERSION`, which is stored with each consent. */
export const termsCopy = {
  title: 'Terms & Conditions',
  read: 'Read the Terms & Conditions',
  paragraphs: [
    'In force since November 1, 2026.',
    'You must be 18 or older. You are responsible for what is done with your account, so keep its password to yourself.',
    'What you write and upload stays yours. You allow Rangeday to store it and to show it to those you chose: everyone, or friends. This ends when you delete it. Other members’ devices delete their copies when they are next online.',
    'Post only what you have the right to post and what is lawful where you are. Do not threaten or harass anyone, do not publish private details of others, and do not sell, buy or trade firearms, ammunition or parts. The CSAE Policy is part of these terms.',
    'What breaks these terms may be hidden or deleted by moderators, and accounts may be closed. If you think that a decision was wrong, use the contact form.',
    'Rangeday is provided as it is: we cannot promise that it is always available or without faults. What members write about loads, guns or shooting is not checked. Follow the manuals, and the rules of your range.',
    'In Settings you can download your data and delete your account at any time.',
  ],
} as const;
