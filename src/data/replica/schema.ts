import { Schema } from '@powersync/common';
import { contentTables } from './tables/content.ts';
import { membersTables } from './tables/members.ts';
import { queueTables } from './tables/queue.ts';
import { staffTables } from './tables/staff.ts';

/** The replica's tables. What they are called on the server, and what only that fills, stands in server-names.ts. */
export const schema = new Schema({ ...contentTables, ...membersTables, ...staffTables, ...queueTables });
