/** An element of a Lucide shape: tag and attributes, as the package stores it. */
export type ShapeElement = readonly [tag: string, attributes: Readonly<Record<string, string>>];

/**
 * Converts a whole shape to the data of one `<path>`: one element to paint instead of three, and nothing to interpret
 * at run time.
 *
 * @throws for an element that no shape has used so far
 */
export function onePath(shape: readonly ShapeElement[]): string {
  return shape.map(([tag, attributes]) => pathOf(tag, attributes)).join('');
}

function pathOf(tag: string, at: Readonly<Record<string, string>>): string {
  const number = (name: string, other = 0) => Number(at[name] ?? other);
  switch (tag) {
    case 'path':
      return absoluteStart(at.d ?? '');
    case 'line':
      return `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`;
    case 'circle':
      return ellipse(number('cx'), number('cy'), number('r'), number('r'));
    case 'ellipse':
      return ellipse(number('cx'), number('cy'), number('rx'), number('ry'));
    case 'polyline':
      return `M${at.points ?? ''}`;
    case 'polygon':
      return `M${at.points ?? ''}Z`;
    case 'rect':
      return rect(number('x'), number('y'), number('width'), number('height'), number('rx', number('ry')));
    default:
      throw new Error(`<${tag}> cannot be converted to a path.`);
  }
}

/** A path's first `m` is relative to 0 0; after another subpath it would be relative to the end of that one. */
function absoluteStart(d: string): string {
  const start = /^m\s*(-?(?:\d+\.?\d*|\.\d+))[\s,]*(-?(?:\d+\.?\d*|\.\d+))[\s,]*/.exec(d);
  if (!start) return d;
  const rest = d.slice(start[0].length);
  // Numbers after a relative move are relative lines; after an absolute one they would be absolute.
  return `M${start[1]} ${start[2]}${/^[-.\d]/.test(rest) ? 'l' : ''}${rest}`;
}

const ellipse = (cx: number, cy: number, rx: number, ry: number) =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;

function rect(x: number, y: number, width: number, height: number, r: number): string {
  const [h, v] = [width - 2 * r, height - 2 * r];
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}Z`;
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${h}${corner(r, r)}v${v}${corner(-r, r)}h${-h}${corner(-r, -r)}v${-v}${corner(r, -r)}Z`;
}
