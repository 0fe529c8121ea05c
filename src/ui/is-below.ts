/** Whether the element is in a page that is kept below the page on screen (src/app/kept-feed.tsx). Reads no layout. */
export const isBelow = (element: Element): boolean => element.closest('[data-below=true]') !== null;
