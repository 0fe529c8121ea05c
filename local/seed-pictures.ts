/** A picture of the first-run seed in public/seed. The preview is the picture at 16 px, as WebP without a colour profile. */
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
};
