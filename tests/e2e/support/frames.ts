/**
 * A number on the page that the member's own taps change. `from` to `to` are its possible values without the member's
 * own vote or like.
 */
export interface Counter {
  readonly kind: 'score' | 'likes' | 'comments' | 'poll';
  /** Id of the post; for likes all comments on the page. */
  readonly of: string;
  readonly from: number;
  readonly to: number;
}

declare global {
  interface Window {
    /** Set by the test. */
    reportWrong(found: string): void;
    samples: number;
  }
}

/** Runs in the page: reads every counter in every frame and after every change, and reports each impossible value. */
export function sampleFrames(counters: readonly Counter[]): void {
  const highest = new Map<string, number>();
  /**
   * By post. Found once for all counters, because a search of the document for each would slow down what is measured.
   */
  let articles = new Map<string, Element>();
  const findArticles = () => {
    articles = new Map();
    for (const link of document.querySelectorAll('article a[href$="#comments"]')) {
      const id = /[^/]+(?=#comments$)/.exec(link.getAttribute('href') ?? '')?.[0] ?? '';
      const article = link.closest('article');
      if (article && !articles.has(id)) articles.set(id, article);
    }
  };
  const numberIn = (text: string | null | undefined) => Number(/-?\d+/.exec(text ?? '')?.[0] ?? 0);
  const isPressed = (button: Element | null | undefined) => button?.getAttribute('aria-pressed') === 'true';
  const read = ({ kind, of }: Counter): number[] => {
    if (kind === 'likes')
      return [...document.querySelectorAll('button[aria-label^="Like the comment"]')].map(
        (button) =>
          numberIn(/, (\d+) like/.exec(button.getAttribute('aria-label') ?? '')?.[1]) - Number(isPressed(button)),
      );
    const article = articles.get(of);
    if (!article) return [];
    if (kind === 'comments') {
      const count = numberIn(article.querySelector('a[href$="#comments"] span')?.textContent);
      const before = highest.get(of) ?? 0;
      highest.set(of, Math.max(before, count));
      // The test only adds comments.
      return [count < before ? -1 : count];
    }
    if (kind === 'poll') {
      const poll = article.querySelector('fieldset[aria-label="Poll"]');
      if (!poll) return [];
      const own = Number(poll.querySelector('[data-mine="true"]') !== null);
      const key = `poll ${of}`;
      // A vote is final.
      if (own < (highest.get(key) ?? 0)) return [-1];
      highest.set(key, own);
      const total = numberIn(poll.querySelector(':scope > p:last-child')?.textContent);
      const percents = [...poll.querySelectorAll('li button b')].map(({ textContent }) => numberIn(textContent));
      const bars = [...poll.querySelectorAll('li rect')].map((bar) => numberIn(bar.getAttribute('width')));
      // Whole percentages of this total: each is the share of a number of votes, and together they are all of it, but
      // for rounding.
      const isShare = (percent: number) => percent === Math.round((Math.round((percent / 100) * total) / total) * 100);
      const sum = percents.reduce((all, percent) => all + percent, 0);
      if (own === 0 && percents.length > 0) return [-2];
      if (own === 1 && !(percents.every(isShare) && Math.abs(sum - 100) <= percents.length / 2)) return [-3];
      if (bars.join() !== percents.join()) return [-4];
      return [total - own];
    }
    const votes = article.querySelector('fieldset[aria-label="Votes"]');
    const [up, down] = votes?.querySelectorAll('button') ?? [];
    return [numberIn(votes?.querySelector('b span')?.textContent) - Number(isPressed(up)) + Number(isPressed(down))];
  };
  window.samples = 0;
  const sample = () => {
    window.samples += 1;
    findArticles();
    for (const counter of counters)
      for (const value of read(counter))
        if (value < counter.from || value > counter.to)
          window.reportWrong(`${counter.kind} of ${counter.of}: ${value}`);
  };
  const sampleFrame = () => {
    sample();
    requestAnimationFrame(sampleFrame);
  };
  requestAnimationFrame(sampleFrame);
  new MutationObserver(sample).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
}

export interface Tap {
  /** First words of the button's name. */
  readonly label: string;
  /** Index among these buttons. */
  readonly target: number;
  /** Milliseconds from now. */
  readonly at: number;
}

/**
 * Runs in the page: taps the buttons in containers with this text, each at its time. Resolves after the last one. A
 * button that is not there yet is tapped when it is: after a reload the page has only the posts of the snapshot until
 * the database is open.
 */
export async function tapAt({ taps, text }: { taps: readonly Tap[]; text: string }): Promise<void> {
  await Promise.all(
    taps.map(async ({ label, target, at }) => {
      // oxlint-disable-next-line rangeday/no-sleep -- a member's hand: between the taps the page does what it wants
      await new Promise((resolve) => setTimeout(resolve, at));
      const find = () =>
        [...document.querySelectorAll<HTMLElement>(`button[aria-label^="${label}"]`)].filter((button) =>
          (button.closest('article') ?? button.closest('li'))?.textContent.includes(text),
        )[target];
      const button =
        find() ??
        (await new Promise<HTMLElement>((resolve, reject) => {
          const observer = new MutationObserver(() => {
            const found = find();
            if (found) resolve(found);
          });
          observer.observe(document, {
            subtree: true,
            childList: true,
            attributes: true,
            attributeFilter: ['aria-label'],
          });
          // oxlint-disable-next-line rangeday/no-sleep -- ends a wait for a button that never comes
          setTimeout(() => reject(new Error(`No button ${target} with the name ${label}.`)), 15_000);
        }));
      button.click();
    }),
  );
}

/** Runs in the page: the score of each of these posts. */
export const readScores = (posts: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    posts.map((id) => {
      const article = document.querySelector(`a[href="/posts/${id}#comments"]`)?.closest('article');
      return [id, Number(article?.querySelector('fieldset[aria-label="Votes"] b span')?.textContent)];
    }),
  );
