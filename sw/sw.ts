/// <reference types="@types/serviceworker" />

import { handleUpdates } from './lifecycle.ts';
import { sendInBackground } from './outbox.ts';
import { precacheShell } from './precache.ts';
import { cachePublicImages } from './seen-cache.ts';

// Wiring only. Every listener is added synchronously, because the browser starts a stopped worker to deliver one event.
precacheShell();
cachePublicImages();
handleUpdates();
sendInBackground();
