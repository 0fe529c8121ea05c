import { type Chapter, parameter, rows } from '../stream.ts';
import { READER } from './readers.ts';

const PUBLIC_ROWS = 'every row that a parameter can select is public';
const THREAD_PAGE = `thread_page = ${parameter('page')}`;

export const members: Chapter = {
  heading: 'Members and messages, on demand. profiles_public holds only what everyone may read.',
  streams: {
    profile: {
      safe_because: PUBLIC_ROWS,
      priority: 2,
      queries: [
        rows('profiles_public', `id = ${parameter('user_id')}`),
        rows('profile_stats', `id = ${parameter('user_id')}`),
      ],
    },

    profile_by_username: {
      comment: 'The parameter is the name in lower case, as in the address.',
      safe_because: PUBLIC_ROWS,
      priority: 2,
      queries: [rows('profiles_public', `lower(username) = ${parameter('username')}`)],
    },

    members_index: {
      comment: 'The pages of the members list, in the order of starts_at; page 0 comes last.',
      queries: [rows('directory_pages')],
    },

    members: {
      comment: 'One page of the members list.',
      safe_because: PUBLIC_ROWS,
      queries: [rows('profiles_public', `directory_page = ${parameter('page')}`)],
    },

    thread_history: {
      comment: 'Older messages of one thread, 100 per page, both directions.',
      with: READER,
      queries: [
        rows('private_messages', `sender_id IN reader AND recipient_id = ${parameter('user_id')} AND ${THREAD_PAGE}`),
        rows('private_messages', `recipient_id IN reader AND sender_id = ${parameter('user_id')} AND ${THREAD_PAGE}`),
      ],
    },
  },
};
