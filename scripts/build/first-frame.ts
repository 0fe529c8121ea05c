import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import react from '@vitejs/plugin-react';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { build, type Plugin, type Rolldown } from 'vite';

const PLACE = '<div id="root"></div>';

/**
 * Puts the still picture of the shell into the built page, so that something is painted while the code travels. The picture is a
 * component like any other, run here; its looks come from the sheet that the page names anyway.
 */
export function firstFrame(): Plugin {
  let root = '';
  return {
    name: 'rangeday:first-frame',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path, bundle }) {
        // Other pages that the same settings build have a place of their own.
        if (path !== '/index.html') return html;
        if (!html.includes(PLACE)) throw new Error('index.html has no empty #root.');
        const frame = await drawFrame(root);
        checkLooks(frame, html, bundle);
        return html.replace(PLACE, () => PLACE.replace('><', () => `>${frame}<`));
      },
    },
  };
}

/** The markup of src/app/first-frame.tsx, with the class names that the app's own build gives. */
async function drawFrame(root: string): Promise<string> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { ssr: 'src/app/first-frame.tsx', write: false },
  })) as Rolldown.RolldownOutput;
  // In the project's own folder, where the packages that it imports are found.
  const folder = join(root, '.cache');
  const file = join(folder, `first-frame-${process.pid}.mjs`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(file, built.output[0].code);
    const { FirstFrame } = (await import(`${pathToFileURL(file).href}?${Date.now()}`)) as {
      FirstFrame: FunctionComponent;
    };
    return renderToStaticMarkup(createElement(FirstFrame));
  } finally {
    await rm(file, { force: true });
  }
}

/** @throws when the page's first sheet does not know one of the frame's classes: it would stand there naked */
function checkLooks(frame: string, html: string, bundle: Rolldown.OutputBundle | undefined): void {
  const name = /<link rel="stylesheet"[^>]*href="\/([^"]+)"/.exec(html)?.[1] ?? '';
  const sheet = bundle?.[name];
  if (sheet?.type !== 'asset') throw new Error('index.html names no sheet of this build.');
  const css = String(sheet.source);
  for (const [, list = ''] of frame.matchAll(/class="([^"]*)"/g)) {
    for (const one of list.split(' ')) {
      if (!css.includes(`.${one}`)) throw new Error(`The first frame has a class that the first sheet has not: ${one}`);
    }
  }
}
