import { expect, it } from 'vitest';
import { withImageWidth } from '#domain/text/with-image-width.ts';

const image = '![A](evidence:a.png)';

it('gives one image of a text another width, or none', () => {
  const text = `See ${image} and ${image}{width=50%}.\n\n\`${image}\` ${image}`;
  const resized = (written: string, at: number, width: string | null) =>
    withImageWidth(text, { written, at }, width);
  expect([
    resized(image, 0, '25%'),
    resized(image, 1, '25%'),
    resized(`${image}{width=50%}`, 0, '75%'),
    resized(`${image}{width=50%}`, 0, null),
    resized(image, 5, '25%'),
  ]).toEqual([
    text.replace(image, `${image}{width=25%}`),
    `${text}{width=25%}`,
    text.replace('50%', '75%'),
    text.replace('{width=50%}', ''),
    text,
  ]);
});

it('finds an image whose width has changed since it was shown, if it stands there once', () => {
  const written = '![a](evidence:a.png){width=50%}';
  const place = { written, at: 0 };
  expect(withImageWidth('x ![a](evidence:a.png){width=55%} y', place, '60%')).toBe(
    'x ![a](evidence:a.png){width=60%} y',
  );
  const twice = '![a](evidence:a.png){width=55%} ![a](evidence:a.png)';
  expect(withImageWidth(twice, place, '60%')).toBe(twice);
});

it('leaves HTML, and line ends of every kind, as they are', () => {
  expect([
    withImageWidth(`<p>${image}</p>`, { written: image, at: 0 }, '25%'),
    withImageWidth(`A\r\n\r\n${image}\r\nB`, { written: image, at: 0 }, '25%'),
  ]).toEqual([`<p>${image}</p>`, `A\r\n\r\n${image}{width=25%}\r\nB`]);
});
