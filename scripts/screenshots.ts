import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { takeScreenshots } from './art/take-screenshots.ts';

/*
 * Takes screenshots for the manifest's install dialog. Run it by hand next to a fresh `npm start`, with the member that
 * it prints: `node scripts/screenshots.ts http://localhost:8080 <email> <password>`.
 */
const [origin, email, password] = process.argv.slice(2);
if (!origin || !email || !password) throw new Error('node scripts/screenshots.ts <origin> <email> <password>');
const folder = join(import.meta.dirname, '../public/screenshots');
await mkdir(folder, { recursive: true });
await takeScreenshots({ origin, email, password }, folder);
