import type { PushResult } from '#data/push/device-push.ts';

const device = () => import('#data/push/device-push.ts');

export const turnOnPush = async (): Promise<PushResult> => (await device()).turnOnPush();
export const turnOffPush = async (): Promise<void> => (await device()).turnOffPush();
/** "Not now": it is not offered again for a month. */
export const declinePush = async (): Promise<unknown> => (await device()).declinePush();
