import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { AdPreview } from './ad-preview.tsx';

const picture = (width: number, height: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`)}`;

test.each([
  ['square', 'Square 250×250', 250, 250],
  ['banner', 'Banner 728×90', 728, 90],
  ['skyscraper', 'Skyscraper 160×600', 160, 600],
  ['mobile', 'Mobile 320×100', 320, 100],
] as const)(
  'a %s ad is shown in its place, in its shape, and with what does not fit',
  async (type, size, width, height) => {
    await page.viewport(1280, 900);
    await render(
      <div style={{ width: 600 }}>
        <AdPreview type={type} image={picture(width, height)} mobileImage={picture(40, 40)} title="Range bags" />
      </div>,
    );
    const places = page.getByRole('figure');
    await expect.element(places.first()).toHaveTextContent(`Preview · ${size}Image fits.`);
    const slot = places.first().element().querySelector('img')?.parentElement?.getBoundingClientRect();
    // The place has a border of 1 px.
    expect((slot?.width ?? 0) / (slot?.height ?? 1)).toBeCloseTo(width / height, 0);
    if (type !== 'mobile')
      await expect
        .element(places.last())
        .toHaveTextContent('Mobile image · Mobile 320×10040×40. Needs 320×100. The image is scaled.');
    expect(places.elements()).toHaveLength(type === 'mobile' ? 1 : 2);
  },
);
