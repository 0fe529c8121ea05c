import { readOptions } from './command-options.ts';

const USAGE = `Usage: npm run gallery -- [options]   draw every screen in every state

Options:
  --only <name,…>   only scenes whose name contains one of these
  --all-looks       also for sun glare, from right to left and for gloves, and in 390 px
  --list            list the scenes
  --pictures        draw only the README's pictures (docs/pictures)`;

const values = readOptions(USAGE, {
  only: { type: 'string' },
  'all-looks': { type: 'boolean' },
  list: { type: 'boolean' },
  pictures: { type: 'boolean' },
});

// Loaded on demand, so that the usage is printed at once.
if (values.list) {
  const { SCENES } = await import('./gallery/scenes.ts');
  for (const { name } of SCENES) console.log(name);
} else {
  const { drawGallery, drawPictures } = await import('./gallery/draw.ts');
  if (values.pictures) await drawPictures();
  else if (!(await drawGallery(values.only?.split(','), values['all-looks'] === true))) process.exitCode = 1;
}
