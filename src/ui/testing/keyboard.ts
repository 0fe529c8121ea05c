import { onTestFinished } from 'vitest';
import { followKeyboard } from '../follow-keyboard.ts';

/** For the rest of the test an on-screen keyboard of this height overlays the page, as on iOS. In px. */
export function showKeyboard(height: number): void {
  const view = visualViewport;
  if (!view) throw new Error('This browser has no visual viewport.');
  const stop = followKeyboard();
  const change = (property: PropertyDescriptor | null) => {
    if (property) Object.defineProperty(view, 'height', { ...property, configurable: true });
    else Reflect.deleteProperty(view, 'height');
    view.dispatchEvent(new Event('resize'));
  };
  onTestFinished(() => {
    change(null);
    stop?.();
  });
  change({ get: () => innerHeight - height });
}
