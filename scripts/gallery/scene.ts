import type { Page } from '@playwright/test';

import { expect } from '../../tests/support/member.ts';
import type { World, WorldName } from './worlds.ts';

/** newcomer: a new account without friends, posts or messages. */
export type Role = 'guest' | 'newcomer' | 'member' | 'admin' | 'ceo';

export interface Look {
  readonly width: number;
  readonly height: number;
  /** gloves-rtl: at dusk, with more contrast and from right to left too. */
  readonly scheme: 'light' | 'dark' | 'glare' | 'rtl' | 'gloves' | 'gloves-rtl';
}

/** An open scene, which can be viewed at several sizes. */
export interface Stage {
  readonly page: Page;
  readonly world: World;
  /** Another size and colour scheme; resolves when the page has settled. */
  look(look: Look): Promise<void>;
  /** The text size set in the browser, as a factor of the default. */
  textSize(factor: number): Promise<void>;
  /** No server can be reached from here on. */
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  close(): Promise<void>;
}

/** A screen in one of its states. */
export interface Scene {
  /** Also the name of its pictures. */
  readonly name: string;
  readonly path: string | ((world: World) => Promise<string>);
  /** The route of a computed path. */
  readonly route?: string;
  /** Default: guest. */
  readonly as?: Role;
  /** Default: lived-in. */
  readonly world?: WorldName;
  /** Runs before the page is opened. */
  before?(stage: Stage): Promise<void>;
  /** User interaction on the page. */
  act?(stage: Stage): Promise<void>;
  /** Waits until the subject of the scene is visible. */
  shows?(page: Page): Promise<void>;
  /** Its interaction changes nothing that another scene could show. Default: only scenes without interaction. */
  readonly leavesNothing?: boolean;
  /** Only a draft, which is deleted when the scene is closed. */
  readonly leavesDraft?: boolean;
  /** Uses `goOffline`. */
  readonly goesOffline?: boolean;
  /** A scene of the same structure, which is audited in its place: see tests/e2e/accessibility.spec.ts. */
  readonly like?: string;
  /** Factor of the default text size. */
  readonly textSize?: number;
  /** Pictures show the whole page instead of the first screen. */
  readonly isWhole?: boolean;
}

/** Blocks SQLite: the first seconds on a slow network, in which nothing on this device can be read. */
export const blockDatabase = async ({ page }: Stage): Promise<void> => {
  await page.route(/\/assets\/sqlite-/, () => {});
};

/* Conditions that a scene may wait for. */

export const firstPost = (page: Page): Promise<void> => expect(page.getByRole('article').first()).toBeVisible();
export const showsText =
  (text: string | RegExp) =>
  (page: Page): Promise<void> =>
    expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
