import { useStore } from '#lib/use-store.ts';
import { later } from '#ui/later.tsx';
import type { ModerationPanelProps } from './moderation-panel.tsx';
import { panelTarget } from './open-panel.ts';

const Panel = later<ModerationPanelProps>(async () => (await import('./moderation-panel.tsx')).ModerationPanel);

/** Shows the open panel. One in the app. */
export function PanelHost() {
  const target = useStore(panelTarget);
  return target && <Panel key={target.postId} {...target} onClose={() => panelTarget.set(null)} />;
}
