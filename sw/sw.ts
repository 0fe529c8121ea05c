/// <reference types="@types/serviceworker" />

import { followLifecycle } from './lifecycle.ts';
import { deliverInBackground } from './outbox.ts';
import { precacheShell } from './precache.ts';
import { cacheWhatWasSeen } from './seen-cache.ts';

// Wiring only: every listener is added while this file runs, because a worker that was stopped is started for one event.
precacheShell();
cacheWhatWasSeen();
followLifecycle();
deliverInBackground();
