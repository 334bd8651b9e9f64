import { describe, expect, it } from 'vitest';
import {
  evidenceAddress,
  evidenceHtml,
  evidenceMarkdown,
  evidenceName,
  freeImageName,
  imageNamed,
  referenceName,
} from '#domain/text/references/evidence-address.ts';
import { parseText, visibleText } from '#domain/text/index.ts';
import { htmlToMarkdown } from '#domain/text/pasted/convert-html.ts';
import {
  fieldsOfImages,
  figureCount,
  figureNumber,
  figuresInOrder,
  figureStarts,
  mentionedImages,
  placedImages,
  withRenamedImage,
} from '#domain/finding/placed-images.ts';

const names = [
  'login.png',
  'Screenshot 2026-11-26 at 10.12 (2).png',
  'Anmeldung für Gäste.png',
  'a_b*c~d`e|f.png',
  '100%.png',
  '%20.png',
  'x<y>z"\'&amp;.png',
  '[1]!.png',
  '日本語.png',
  'noch\\einer.png',
];

describe('a reference to an image in a text', () => {
  it.each(names)('leads to %s again, whatever its name holds', (name) => {
    expect(evidenceName(evidenceAddress(name))).toBe(name);
    const text = `Before ${evidenceMarkdown(name, 'the [admin] page')} behind.`;
    expect(placedImages(text).map((placed) => placed.name)).toEqual([name]);
    expect(visibleText(parseText(text))).toBe('Before the [admin] page behind.\n');
  });

  it.each(names)('leads to %s from HTML too, and follows its new name', (name) => {
    const text = `<p class="a">Before ${evidenceHtml(name, 'the "admin" <page>')} behind.</p>`;
    expect(placedImages(text)).toEqual([{ name, written: evidenceHtml(name, 'the "admin" <page>') }]);
    expect(visibleText(parseText(text))).toBe('Before the "admin" <page> behind.\n');
    const renamed = withRenamedImage(text, name, 'b.png');
    expect(placedImages(renamed).map((placed) => placed.name)).toEqual(['b.png']);
    expect(withRenamedImage(renamed, 'b.png', name)).toBe(text);
    expect(htmlToMarkdown(text)?.markdown).toContain(`](${evidenceAddress(name)})`);
  });

  it('stands in paragraphs, lists, quotes, tables, headings and links, in the order of the text', () => {
    const text = [
      '# ![a](evidence:1.png)',
      'See ![b](<evidence:2 x.png>) and ![c][ref].',
      '- one\n- two ![d](evidence:4.png "title")',
      '> ![e](evidence:5.png)',
      '| a | b |\n| - | - |\n| ![f](evidence:6.png) | x |',
      '[![g](evidence:7.png)](https://harbour.test/)',
      '[ref]: evidence:3.png',
    ].join('\n\n');
    const found = placedImages(text).map(({ name }) => name);
    expect(found).toEqual(['1.png', '2 x.png', '3.png', '4.png', '5.png', '6.png', '7.png']);
    expect(placedImages(text)[1]?.written).toBe('![b](<evidence:2 x.png>)');
  });

  it('is none in code, in Markdown signs within HTML, and without a name', () => {
    const text =
      'Write `![a](evidence:1.png)`.\n\n    ![b](evidence:2.png)\n\n```\n![c](evidence:3.png)\n```\n\n![d](evidence:) \\![e](evidence:5.png)';
    expect(placedImages(text)).toEqual([]);
    expect(placedImages('<p>![a](evidence:1.png)</p>')).toEqual([]);
    expect(visibleText(parseText(text))).toContain('![d](evidence:)');
  });

  it('never becomes an address that something could fetch', () => {
    const tree = JSON.stringify(parseText('![a](evidence:1.png) ![b](EVIDENCE:http://harbour.test/x.png)'));
    expect(tree).not.toMatch(/"(?:src|href)"/u);
  });

  it('leads to the first image of its name, and to another one by its id', () => {
    const images = [
      { evidence: 'id-1', name: 'shot.png' },
      { evidence: 'id-2', name: 'shot.png' },
      { evidence: 'id-3', name: 'Gäste.png' },
    ];
    expect(images.map((image) => referenceName(image, images))).toEqual(['shot.png', 'id-2', 'Gäste.png']);
    expect(imageNamed(images, 'id-2')).toBe(images[1]);
    expect(imageNamed(images, 'Ga\u0308ste.png')).toBe(images[2]);
    expect(imageNamed(images, 'other.png')).toBeUndefined();
    expect(freeImageName('shot.png', images)).toBe('shot-2.png');
    expect(freeImageName('new.png', images)).toBe('new.png');
    expect(freeImageName('.png', [{ evidence: 'x', name: '.png' }])).toBe('.png-2');
  });
});

describe('the images that texts place', () => {
  const images = [
    { evidence: 'id-1', name: 'a.png' },
    { evidence: 'id-2', name: 'b.png' },
  ];

  it('are known by field, each field once; an unplaced one has none', () => {
    const record = {
      description: '![](evidence:a.png) ![](evidence:a.png)',
      remediation: '![](evidence:a.png) ![](evidence:gone.png)',
    };
    expect([...fieldsOfImages(record, images)]).toEqual([['id-1', ['description', 'remediation']]]);
  });

  it('are counted as figures with embedded ones, without those that do not exist', () => {
    const embedded = '![x](data:image/png;base64,iVBORw0KGgo=)';
    expect(figureCount(`![](evidence:a.png) ${embedded} ![](evidence:gone.png)`, images)).toBe(2);
    expect(figureCount('No figure.', images)).toBe(0);
  });

  it('follow a new name wherever it stands, and nothing else changes', () => {
    const text = [
      'One ![evidence:a.png](evidence:a.png) two ![x](<evidence:a.png> "evidence:a.png") ![y](evidence:b.png)',
      '`![](evidence:a.png)` ![z][r]',
      '[r]: evidence:a.png',
    ].join('\r\n\r\n');
    expect(withRenamedImage(text, 'a.png', 'new name.png')).toBe(
      [
        'One ![evidence:a.png](evidence:new%20name.png) two ![x](<evidence:new%20name.png> "evidence:a.png") ![y](evidence:b.png)',
        '`![](evidence:a.png)` ![z][r]',
        '[r]: evidence:new%20name.png',
      ].join('\r\n\r\n'),
    );
    const html = '<p>![](evidence:a.png)</p>';
    expect(withRenamedImage(html, 'a.png', 'b.png')).toBe(html);
  });

  it('follow a new name in a text of thousands of lines', () => {
    const line = 'A line of prose that says something about the portal.\n';
    const text = `${line.repeat(700)}\n![](evidence:a.png)\n\n${line.repeat(700)}\n- ![](evidence:a.png)\n`;
    const renamed = withRenamedImage(text, 'a.png', 'c.png');
    expect(renamed).toBe(text.replaceAll('a.png', 'c.png'));
    expect(placedImages(renamed).map(({ name }) => name)).toEqual(['c.png', 'c.png']);
  });
});

describe('the figures of a finding', () => {
  const images = [
    { evidence: 'id-1', name: 'a.png' },
    { evidence: 'id-2', name: 'b.png' },
    { evidence: 'id-3', name: 'c.png' },
  ];
  const [first, second, third] = images;
  const embedded = '![x](data:image/png;base64,iVBORw0KGgo=)';
  const texts = {
    description: '![](evidence:b.png)',
    observation: '',
    demonstration: `${embedded} ![](evidence:gone.png)`,
    remediation: '![](evidence:a.png)',
  };
  const textIn = (field: keyof typeof texts) => texts[field];

  it('are counted through its texts, in their order', () => {
    expect(figureStarts(textIn, images)).toEqual({
      description: 1,
      observation: 2,
      demonstration: 2,
      remediation: 3,
    });
    expect(figureStarts(() => embedded, [])).toEqual({
      description: 1,
      observation: 2,
      demonstration: 3,
      remediation: 4,
    });
  });

  it('are the placed images, then those that no text places; one that is embedded has no image', () => {
    expect(figuresInOrder(textIn, images)).toEqual([second, null, first, third]);
    expect(['a.png', 'b.png', 'id-3', 'gone.png'].map((name) => figureNumber(name, textIn, images))).toEqual([
      3,
      1,
      4,
      null,
    ]);
  });

  it('that a text speaks of by a link are mentioned, not placed', () => {
    const text = 'See [the shot](evidence:a.png), **[b](<evidence:b.png>)** and ![c](evidence:c.png).';
    expect(mentionedImages(text)).toEqual([
      { name: 'a.png', written: '[the shot](evidence:a.png)' },
      { name: 'b.png', written: '[b](<evidence:b.png>)' },
    ]);
    expect(mentionedImages('No image.')).toEqual([]);
    expect(placedImages('No image.')).toEqual([]);
  });
});
