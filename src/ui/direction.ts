/** Whether reading goes from right to left where this element stands. */
export const isRtl = (element: Element): boolean => getComputedStyle(element).direction === 'rtl';
