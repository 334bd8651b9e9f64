import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { document } from '#report/document/document.ts';
import { writeHtml } from '#report/html/write.ts';
import { writeMarkdown } from '#report/markdown/write.ts';
import { chunk, exif, png } from '../domain/images/pictures.ts';
import { checked } from '../domain/preflight/support.ts';
import { readMarkdown } from './support/format-texts.ts';
import { print } from './support/pdf-tools.ts';
import { snapshotOf } from './support/snapshots.ts';

const address = `data:image/png;base64,${Buffer.from(png({ width: 60, height: 40 })).toString('base64')}`;

const finding = {
  title: 'Uses `eval` on input',
  severity: 'high',
  asset: ['a.acme.test'],
  description: `Step one.\n\n![the login](${address})\n\nStep two <img src="${address}" alt="the answer"> end.`,
  remediation: `<ol><li>First<br><img src="${address}" alt="a dialog"></li><li>Second</li></ol>`,
};

const labels = (made: ReturnType<typeof document>): string[] =>
  made.blocks.flatMap((block) =>
    block.kind === 'finding'
      ? block.sections.flatMap(({ parts }) =>
          parts.map(({ body }) =>
            body.kind === 'figure' ? `${body.figure.label} ${body.figure.caption}` : body.kind,
          ),
        )
      : [],
  );

test('images embedded in texts are figures where they stood, in every format', async () => {
  const snapshot = snapshotOf([finding]);
  const made = document(snapshot, { draft: false });
  expect(labels(made)).toEqual([
    'rich', 'Figure 2 the login', 'rich', 'Figure 3 the answer', 'rich', 'rich', 'Figure 4 a dialog', 'rich',
  ]); // prettier-ignore
  const html = Buffer.from(writeHtml(made, new Map()).bytes).toString();
  expect(
    html.match(/<img src="data:image\/png;base64,[^"]+" alt="(?:the login|the answer|a dialog)"/gu),
  ).toHaveLength(3);
  const markdown = Buffer.from(writeMarkdown(made, new Map()).bytes).toString();
  expect(markdown.match(/^\[figure-\d\]: data:image\/png;base64,/gmu)).toHaveLength(3);
  expect(readMarkdown(markdown)).not.toContain('base64');
  const printed = await print(snapshot, { draft: false });
  try {
    const text = printed.text(1, printed.pages);
    expect(text).toMatch(/Figure 2: the login[\s\S]*Figure 3: the answer[\s\S]*Figure 4: a dialog/u);
    expect(text).not.toContain('base64');
    expect(text).toContain('Uses eval on input');
  } finally {
    printed.dispose();
  }
});

test('an image that is stored lying on its side is named by the check', () => {
  const turned = png({ width: 6, height: 4, before: [chunk('eXIf', exif(6))] });
  const description = `![shot](data:image/png;base64,${Buffer.from(turned).toString('base64')})`;
  expect(checked({ description }).map(({ message }) => message)).toEqual([
    'The description embeds an image that is stored lying on its side, and is printed so. Save it upright.',
  ]);
});

test('lines of a cell stay lines in every format', () => {
  const description = '| List | Bold |\n|---|---|\n| a<br>b | **c<br>d** |\n\n- [ ] open\n- [x] done';
  const made = document(snapshotOf([{ ...finding, description, remediation: 'x' }]), { draft: false });
  const markdown = Buffer.from(writeMarkdown(made, new Map()).bytes).toString();
  expect(markdown).toContain('| a<br>b | **c<br>d** |');
  expect(markdown).toContain('- \u2610 open\n- \u2611 done');
});

test('a damaged image is never pages of base64, and the check names it', () => {
  const description = `![shot](data:image/png;base64,${'A'.repeat(200_000)})`;
  const record = { ...finding, description, remediation: 'x' };
  const made = document(snapshotOf([record]), { draft: false });
  const written = writeMarkdown(made, new Map());
  expect([written.damagedImages, written.bytes.length < 5_000]).toEqual([1, true]);
  const said = checked({ description }).filter(({ code }) => code === 'dead-image');
  expect(said.map(({ message }) => message)).toEqual([
    'The description embeds an image that cannot be printed. This is no image that is known here. Save it as PNG or JPEG first. Add the image to the evidence.',
  ]);
});

test.each([
  ['in capitals', address.replace('data:image/png', 'DATA:image/PNG')],
  ['behind a line end', address.replace(';base64,', ';base64,\n').replace(/(?<=^.{76})/gmu, '\n')],
  [
    'in lines that are set in',
    address.replace(';base64,', ';base64,\r\n').replace(/(?<=^.{76})/gmu, '\r\n  '),
  ],
  ['with a parameter', address.replace(';base64', ';charset=utf-8;base64')],
])('an image whose address is written %s is drawn', async (_name, written) => {
  const record = { ...finding, description: `![shot](${written})`, remediation: 'x' };
  const made = document(snapshotOf([record]), { draft: false });
  expect(writeMarkdown(made, new Map()).damagedImages).toBe(0);
  const printed = await print(snapshotOf([record]), { draft: false });
  try {
    expect([printed.damagedImages, printed.run('pdfimages', ['-list', 'FILE'])]).toEqual([
      0,
      expect.stringMatching(/\b60 +40\b/u),
    ]);
  } finally {
    printed.dispose();
  }
});

test.each([
  ['base64 outside of an image', `The font data:font/woff2;base64,${'QUJD'.repeat(3_000)} was sent.`],
  ['an image with percent signs', `![x](data:image/svg+xml;utf8,${'%3Csvg%3E'.repeat(1_000)})`],
  ['the same in HTML', `<p>x</p><p>data:text/plain;base64,${'QUJD'.repeat(3_000)}</p>`],
])('%s is shown by its beginning, and the check names it', (_name, description) => {
  const record = { ...finding, description, remediation: 'x' };
  const made = document(snapshotOf([record]), { draft: false });
  expect(writeMarkdown(made, new Map()).bytes.length).toBeLessThan(5_000);
  const said = checked({ description }).filter(({ code }) => code === 'dead-image');
  expect(said.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^The description holds data of which only the beginning is printed: "data:[^"…]+"\./u,
    ),
  ]);
});

test('each reason why images cannot be printed is named once', () => {
  const svg = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`;
  const broken = 'data:image/png;base64,AAAA';
  const description = `![a](${svg}) ![b](${svg}) ![c](${broken})`;
  const [said] = checked({ description }).filter(({ code }) => code === 'dead-image');
  expect(said?.message).toMatch(
    /^The description embeds 3 images that cannot be printed\. This is an SVG\.[^]* This is no image that is known here\./u,
  );
  expect(said?.message.split('SVG')).toHaveLength(2);
});

test('footnotes and raised signs stay what they are in Markdown files', () => {
  const record = { ...finding, description: 'x<sup>2</sup>, fact[^a].\n\n[^a]: The source.', remediation: 'More[^a].\n\n[^a]: Another.' }; // prettier-ignore
  const text = Buffer.from(
    writeMarkdown(document(snapshotOf([record]), { draft: false }), new Map()).bytes,
  ).toString();
  expect(text).toContain('x<sup>2</sup>, fact[^1-1].');
  expect(text).toMatch(/\[\^1-1\]: The source\.[\s\S]*More\[\^2-1\]\.[\s\S]*\[\^2-1\]: Another\./u);
});
