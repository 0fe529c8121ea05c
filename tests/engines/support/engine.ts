/** An element of the page, as the engine names it until the page redraws it. */
export type ElementId = string;

/**
 * A running browser with one tab: what the flows need of it. Every call rejects if the page has changed meanwhile, and
 * can then be repeated.
 */
export interface Engine {
  /** Resolves when the address has loaded. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Sets the size of what the page sees, in px, or asks for it. */
  resize(width: number, height: number): Promise<void>;
  /** Calls this function, given as text, in the page. Arguments and result are JSON. */
  evaluate(source: string, args: readonly unknown[]): Promise<unknown>;
  /** Calls a function that returns elements. */
  find(source: string, args: readonly unknown[]): Promise<ElementId[]>;
  /** Clicks its middle, as a person does: rejects if something covers it. */
  click(element: ElementId): Promise<void>;
  /** Replaces the text of a field, key by key. */
  type(element: ElementId, text: string): Promise<void>;
  /** Chooses a file of this machine. */
  choose(element: ElementId, path: string): Promise<void>;
  valueOf(element: ElementId): Promise<string>;
  /** A PNG. */
  screenshot(): Promise<Buffer>;
  /** Kills every process of the browser, without any event in its pages. */
  kill(): Promise<void>;
}

/** What the browser prints, and what its console reports. */
export interface Listeners {
  readonly onLine: (line: string) => void;
  /** An error that a page or a worker has logged. */
  readonly onError: (line: string) => void;
}

export interface StartOptions extends Listeners {
  /** All that the browser stores is in here. */
  readonly folder: string;
  /** A window that keeps nothing; only in Firefox. */
  readonly isPrivate: boolean;
}
