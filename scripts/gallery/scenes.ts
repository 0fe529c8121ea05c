import { ACCOUNT_SCENES } from './account-scenes.ts';
import { AD_SCENES } from './ad-scenes.ts';
import { AUTH_SCENES } from './auth-scenes.ts';
import { FEED_SCENES } from './feed-scenes.ts';
import { GIF_SCENES } from './gif-scenes.ts';
import { INSTALLED_SCENES } from './installed-scenes.ts';
import { ME_SCENES } from './me-scenes.ts';
import { COMPOSER_PHOTO_SCENES } from './composer-photo-scenes.ts';
import { UPLOAD_SCENES } from './upload-scenes.ts';
import { MEMBER_SCENES } from './member-scenes.ts';
import { MESSAGE_SCENES } from './message-scenes.ts';
import { NOTIFICATION_SCENES } from './notification-scenes.ts';
import { OUTDOOR_SCENES } from './outdoor-scenes.ts';
import { PAGE_SCENES } from './page-scenes.ts';
import { PHOTO_SCENES } from './photo-scenes.ts';
import { COMPOSER_SCENES } from './composer-scenes.ts';
import { POST_SCENES } from './post-scenes.ts';
import { PROFILE_SCENES } from './profile-scenes.ts';
import { SAFETY_SCENES } from './safety-scenes.ts';
import { SAVED_SCENES } from './saved-scenes.ts';
import type { Scene } from './scene.ts';
import { SEARCH_SCENES } from './search-scenes.ts';
import { STAFF_SCENES } from './staff-scenes.ts';
import { TAG_SCENES } from './tag-scenes.ts';
import { VIDEO_SCENES } from './video-scenes.ts';

/** Every screen in every state, for `npm run gallery` and for the accessibility tests. */
export const SCENES: readonly Scene[] = [
  ...FEED_SCENES,
  ...POST_SCENES,
  ...COMPOSER_SCENES,
  ...OUTDOOR_SCENES,
  ...GIF_SCENES,
  ...PHOTO_SCENES,
  ...COMPOSER_PHOTO_SCENES,
  ...UPLOAD_SCENES,
  ...VIDEO_SCENES,
  ...AUTH_SCENES,
  ...PAGE_SCENES,
  ...ACCOUNT_SCENES,
  ...INSTALLED_SCENES,
  ...PROFILE_SCENES,
  ...MEMBER_SCENES,
  ...SAFETY_SCENES,
  ...ME_SCENES,
  ...NOTIFICATION_SCENES,
  ...SEARCH_SCENES,
  ...STAFF_SCENES,
  ...AD_SCENES,
  ...TAG_SCENES,
  ...SAVED_SCENES,
  ...MESSAGE_SCENES,
];
