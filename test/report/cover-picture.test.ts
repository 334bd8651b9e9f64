import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { defaultTheme, type ReportTheme } from '#contract/deliverable/theme.ts';
import { document } from '#report/document/document.ts';
import { writeDocx } from '#report/docx/write.ts';
import { writeHtml } from '#report/html/write.ts';
import { png } from '../domain/images/pictures.ts';
import { wordFaults } from './docx/word-faults.ts';
import { engaged } from './support/engaged.ts';
import { heard } from './support/heard.ts';
import { readOffice } from './support/office-file.ts';
import { print } from './support/pdf-tools.ts';

/* The picture of the cover: decoration, in the shape of its place. */

const bytes = png({ width: 400, height: 180 });
const sha256 = createHash('sha256').update(bytes).digest('hex');
const images = new Map([[sha256, bytes]]);
const coverPicture = { sha256, type: 'image/png', width: 400, height: 180 } as const;
const options = { draft: false, sections: ['cover'] as 'cover'[] };

const snapshotWith = (theme: Partial<ReportTheme>) => ({
  ...engaged(),
  theme: { ...defaultTheme, ...theme },
});

test.each([
  ['band', 595.28 / (841.89 * 0.52)],
  ['plain', null],
] as const)('a PDF has it on a cover in the style %s, and no reader hears it', async (cover, shape) => {
  const snapshot = snapshotWith({ cover, coverPicture });
  const printed = await print(snapshot, options, images);
  try {
    const [, line = ''] = printed
      .run('pdfimages', ['-list', 'FILE'])
      .trim()
      .split(/\n(?=\s+\d)/u);
    const [, , , width, height] = line.trim().split(/\s+/u);
    if (shape !== null) expect(Number(width) / Number(height)).toBeCloseTo(shape, 1);
    expect([printed.pages, Number(width) > 0, printed.damagedImages]).toEqual([1, true, 0]);
  } finally {
    printed.dispose();
  }
  const said = await heard(snapshot, options, images);
  expect([...said.elements.keys()].filter(({ type }) => type === 'Figure')).toEqual([]);
});

test('a picture whose bytes are lost leaves the cover as it is without one', async () => {
  const printed = await print(snapshotWith({ coverPicture }), options, new Map());
  printed.dispose();
  expect([printed.pages, printed.damagedImages]).toEqual([1, 0]);
});

test('Word has it above the title and passes over it, and no fault', () => {
  const made = document(snapshotWith({ coverPicture }), options);
  const file = readOffice(writeDocx(made, images).bytes);
  expect(wordFaults(file)).toEqual([]);
  const text = JSON.stringify(file.parts.get('word/document.xml'));
  expect(text).toContain('adec:decorative');
  expect(text.indexOf('adec:decorative')).toBeLessThan(text.indexOf('Penetration test report'));
});

test('HTML has it under the letters of the cover, or above them without words', () => {
  const html = (cover: ReportTheme['cover']) =>
    Buffer.from(writeHtml(document(snapshotWith({ cover, coverPicture }), options), images).bytes).toString();
  expect(html('band')).toMatch(/\.cover\{background:#17233A url\(data:image\/jpeg;base64,/u);
  expect(html('band')).not.toContain('<img');
  expect(html('plain')).toMatch(
    /<header class="cover"><img class="picture" src="data:image\/jpeg;base64,[^"]*" alt="">/u,
  );
});
