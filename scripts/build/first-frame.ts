import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import react from '@vitejs/plugin-react';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { build, type Plugin, type Rolldown } from 'vite';

import { className } from './class-names.ts';

const PLACE = '<div id="root"></div>';

/**
 * Puts a static picture of the shell into the built page, which is painted while the code loads. It is a React
 * component that is rendered here and styled by the page's own stylesheet.
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
        // Other pages that are built with the same settings fill their own #root.
        if (path !== '/index.html') return html;
        if (!html.includes(PLACE)) throw new Error('index.html has no empty #root.');
        const frame = await drawFrame(root);
        checkLooks(frame, html, bundle);
        return html.replace(PLACE, () => PLACE.replace('><', () => `>${frame}<`));
      },
    },
  };
}

/** The markup of src/app/first-frame.tsx, with the class names of the app's build. */
async function drawFrame(root: string): Promise<string> {
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    css: { modules: { generateScopedName: className } },
    build: { ssr: 'src/app/first-frame.tsx', write: false },
  })) as Rolldown.RolldownOutput;
  // Inside the project, so that imported packages are found.
  const folder = join(root, '.cache');
  const file = join(folder, `first-frame-${process.pid}.mjs`);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(file, built.output[0].code);
    const { FirstFrame } = (await import(`${pathToFileURL(file).href}?${Date.now()}`)) as {
      FirstFrame: FunctionComponent;
    };
    // Empty names of the pattern's rank rings.
    return renderToStaticMarkup(createElement(FirstFrame)).replaceAll(/<span class="sr"><\/span>| title=""/g, '');
  } finally {
    await rm(file, { force: true });
  }
}

/** @throws if the page's first stylesheet does not contain one of the frame's classes */
function checkLooks(frame: string, html: string, bundle: Rolldown.OutputBundle | undefined): void {
  const name = /<link rel="stylesheet"[^>]*href="\/([^"]+)"/.exec(html)?.[1] ?? '';
  const sheet = bundle?.[name];
  if (sheet?.type !== 'asset') throw new Error('index.html has no stylesheet of this build.');
  const css = String(sheet.source);
  for (const [, list = ''] of frame.matchAll(/class="([^"]*)"/g)) {
    for (const one of list.split(' ')) {
      if (!css.includes(`.${one}`))
        throw new Error(`The first frame has a class that is missing in the first stylesheet: ${one}`);
    }
  }
}
