/**
 * A picture of the first-run seed in public/seed. The preview is the picture at 16 px, as WebP without a colour
 * profile.
 */
interface SeedPicture {
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly preview: string;
}

/** By address. */
export const PICTURES: Readonly<Record<string, SeedPicture>> = {
  '/seed/bench.webp': {
    width: 900,
    height: 640,
    alt: 'Ear defenders and a mug of coffee on a wooden bench',
    preview:
      'data:image/webp;base64,UklGRmgAAABXRUJQVlA4IFwAAAAwAgCdASoQAAsAAsBMJZgCdAEUemyifs0R0AD+4ZlKGAuqEpSwVbUUCa0D9zHDEPbfMp+UH8kEthu0CPhrGe0WEA/xM0UYY0mDwh+T8xkBfYcm7jUzzg2Y7KAAAA==',
  },
  '/seed/brass.webp': {
    width: 900,
    height: 900,
    alt: 'Empty cases, stood up in rows',
    preview:
      'data:image/webp;base64,UklGRoAAAABXRUJQVlA4IHQAAABwAgCdASoQABAAAsBMJZgCdAq/5w0rNOWmxMAAAP6f2Xt+riX6/kxJYQAiHPaokpEbjI9X2T8d05t+0xDYlIiyh+XlHQFrDHdk3At1dw8fHm1Z/QQUBCB6qDlWI1fiddd51P5jBV7X/X3lDXjhnateEgAAAA==',
  },
  '/seed/dusk.webp': {
    width: 1232,
    height: 420,
    alt: 'Low sun over an empty range',
    preview:
      'data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAACwAQCdASoQAAUAAsBMJYwAAugdI0XAAPujULKXDldNlxfoeKYAvGH3KVLiyAAA',
  },
  '/seed/range.webp': {
    width: 852,
    height: 640,
    alt: 'Seven paper targets stand on wet grass; hills fade out behind the fog',
    preview:
      'data:image/webp;base64,UklGRk4AAABXRUJQVlA4IEIAAAAQAgCdASoQAAwAAsBMJZACdAEO4e7FhTgAAP7q1qE5M4ZgdGtoxLuTXStxckGkM4373bWaoexk2eMX0wmuSMMiqAA=',
  },
  '/seed/steel.webp': {
    width: 900,
    height: 640,
    alt: 'Six white plates hang on a rail',
    preview:
      'data:image/webp;base64,UklGRlYAAABXRUJQVlA4IEoAAAAwAgCdASoQAAsAAsBMJYgCdH8AFnlo4C934ADeLPshCuzGz88XXeME9oowjejKZGv0tZcnO71CPliGIZf13Bh0Yx2kBupnK4AAAA==',
  },
  '/seed/target.webp': {
    width: 900,
    height: 900,
    alt: 'A paper target with nine holes around the centre',
    preview:
      'data:image/webp;base64,UklGRnYAAABXRUJQVlA4IGoAAABwAgCdASoQABAAAsBMJYgCdAYv/yZcysefyQQAAP6art6E/k0kOb1sucxua9UvWh/XDoP+0vMcpILAkpUEgRSGztWruvYWdvIZgSspdgbDFnlRA69N3UpEzVow/yMEqnjCaavF7H2dAAAA',
  },
  '/seed/clays.webp': {
    width: 720,
    height: 1080,
    alt: 'A sunset over a clay stand, two clays in the air',
    preview:
      'data:image/webp;base64,UklGRkwAAABXRUJQVlA4IEAAAAAwAgCdASoLABAAAsBMJZACdGuA/SAC3ObwKAD+5Fgm5c3+S16V1MmFHH0XI935DfmjicgsEhSV5WvdmKGBcAAA',
  },
  '/seed/scorecard.webp': {
    width: 720,
    height: 960,
    alt: 'A handwritten score card on a clipboard, with a pencil',
    preview:
      'data:image/webp;base64,UklGRmIAAABXRUJQVlA4IFYAAAAwAgCdASoMABAAAsBMJaACdAEVlSQEvJsjAADiffLlepak2KnFUYBENpAFzcXje6w7LDq8bqZWRX3KsYe+f0M8rvlcPY4N4lmTUeqawGzdMLnWVAAAAA==',
  },
  '/seed/snow.webp': {
    width: 1400,
    height: 560,
    alt: 'Nine targets on a range in falling snow, a red flag in front',
    preview: 'data:image/webp;base64,UklGRjQAAABXRUJQVlA4ICgAAACQAQCdASoQAAYAAsBMJZwAAuabePAA/u4TOndmoXoHfeaq347QCAAA',
  },
  '/seed/tins.webp': {
    width: 860,
    height: 860,
    alt: 'Four old tins on a shelf, a leather sling below',
    preview:
      'data:image/webp;base64,UklGRm4AAABXRUJQVlA4IGIAAADwAQCdASoQABAAAsBMJbACdAEO9Z0jChwA/vYGDWvKWvqopc/WLwC5vAa3nxJmycUnBlSCslr3J6qKQzP+3aoPaIz2GbR+5s57jhRR+IhU6X45Rre2sSUl04t79CNuSyAAAA==',
  },
  '/seed/dog.webp': {
    width: 960,
    height: 720,
    alt: 'A brown dog lies in a patch of sun beside a thermos',
    preview:
      'data:image/webp;base64,UklGRlYAAABXRUJQVlA4IEoAAAAQAgCdASoQAAwAAsBMJbAC7AEOwTW0xPIAAP706qJ7TkS3YxMjPtxmx6ZCUJ1LaL/mEqHBm4u/zxypMhyEYKfOxIIbieZyb8gAAA==',
  },
  '/seed/lane.webp': {
    width: 720,
    height: 1000,
    alt: 'A lane at night below three lamps, ear defenders and a mug on the bench',
    preview:
      'data:image/webp;base64,UklGRkYAAABXRUJQVlA4IDoAAADQAQCdASoMABAAAsBMJZwCdAEO+1iM4AD+9skAMM/rkTw1Npda2J5+xjMjjwP9Ks87HVeDo2P9roAA',
  },
  '/seed/workshop.webp': {
    width: 960,
    height: 700,
    alt: 'A walnut stock with checkering on a workbench, below tools and a lamp',
    preview:
      'data:image/webp;base64,UklGRlgAAABXRUJQVlA4IEwAAADQAQCdASoQAAwAAsBMJZgCdADGNrlaAAD+5+CS4KJoqRcMGi2SXc71Sd7OJRKvPOspJvwCVamZcjvwyAKZTlIH64ubyeqFWT0xYAAA',
  },
};
