/** Whether the text direction at this element is right to left. */
export const isRtl = (element: Element): boolean => getComputedStyle(element).direction === 'rtl';
