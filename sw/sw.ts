/// <reference types="@types/serviceworker" />

import { handleUpdates } from './lifecycle.ts';
import { sendInBackground } from './outbox.ts';
import { packAhead } from './pack-ahead.ts';
import { precacheShell } from './precache.ts';
import { handlePushes } from './push.ts';
import { cacheImages } from './seen-cache.ts';
import { takeShares } from './share.ts';

// Wiring only. Every listener is added synchronously, because the browser starts a stopped worker to deliver one event.
precacheShell();
cacheImages();
handleUpdates();
sendInBackground();
handlePushes();
takeShares();
packAhead();
