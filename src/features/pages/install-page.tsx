import { installCopy } from '#copy/info.ts';
import { AppLine } from '#features/sync/app-line.tsx';
import type { AppOnDevice } from '#features/sync/app-queries.ts';
import { Button } from '#ui/button.tsx';
import styles from './install-page.module.css';
import text from './text-page.module.css';

export type InstallPlatform = (typeof installCopy.platforms)[number]['id'];

interface InstallPageProps {
  platform: InstallPlatform;
  isInstalled: boolean;
  app: AppOnDevice;
  /** Null if the browser does not offer the installation. */
  onInstall: (() => void) | null;
}

/** How to install, by platform, with a button if the browser supports one. */
export function InstallPage({ platform, isInstalled, app, onInstall }: InstallPageProps) {
  const guides = installCopy.platforms.toSorted((a, b) => Number(b.id === platform) - Number(a.id === platform));
  return (
    <div className={text.page}>
      <p className={text.lead}>{installCopy.lead}</p>
      <div aria-live="polite" className={styles.now}>
        {isInstalled ? (
          <p>{installCopy.installed}</p>
        ) : (
          onInstall && (
            <>
              <p>{installCopy.ready}</p>
              {/* An installed app that does not open without signal would disappoint at the range. */}
              <Button disabled={app.state !== 'here'} onClick={onInstall}>
                {installCopy.button}
              </Button>
            </>
          )
        )}
        <AppLine app={app} />
      </div>
      {guides.map(({ id, title, steps, inOrder }) => (
        <section key={id} className={text.section}>
          <h2>{title}</h2>
          <ol className={styles.steps} data-in-order={inOrder}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      ))}
      <section className={text.section}>
        <h2>{installCopy.whyTitle}</h2>
        <p>{installCopy.why}</p>
      </section>
    </div>
  );
}
