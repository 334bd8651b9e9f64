import fc from 'fast-check';
import type { Nodes } from 'hast';
import { describe, expect, test } from 'vitest';
import { detectFormat, parseText, visibleText } from '#domain/text/index.ts';
import type { TextFormat } from '#domain/text/index.ts';
import { cpuMs } from '../../support/system/cpu-time.ts';

const formats = ['markdown', 'html'] as const satisfies readonly TextFormat[];

const words = (source: string, format?: TextFormat) =>
  visibleText(parseText(source, format)).replace(/\s+/g, ' ').trim();

function elements(node: Nodes): { tagName: string; properties: Record<string, unknown> }[] {
  if (!('children' in node)) return [];
  const own = node.type === 'element' ? [{ tagName: node.tagName, properties: { ...node.properties } }] : [];
  return [...own, ...node.children.flatMap(elements)];
}

const allowedTags =
  /^(?:p|div|h[1-6]|ul|ol|li|blockquote|pre|hr|table|caption|thead|tbody|tfoot|tr|th|td|dl|dt|dd|a|b|br|code|del|em|i|ins|kbd|mark|s|samp|small|span|strike|strong|sub|sup|tt|u|var)$/;
const allowedProperties = new Set([
  ...['href', 'start', 'align', 'className', 'colSpan', 'rowSpan', 'alert', 'finding'],
]);

function expectHarmless(node: Nodes): void {
  for (const { tagName, properties } of elements(node)) {
    expect(tagName).toMatch(allowedTags);
    for (const name of Object.keys(properties)) expect(allowedProperties).toContain(name);
    if (properties['href'] !== undefined) expect(properties['href']).toMatch(/^(?:https?:\/\/|mailto:)/i);
  }
}

describe('what a sanitiser would drop is shown as it was written', () => {
  test.each([
    ['a script', 'reflects <script>alert(1)</script> here'],
    ['an image with a handler', 'try <img src=x onerror=alert(1)> now'],
    ['a comment', 'before <!-- hidden --> after'],
    ['a document type', 'sends <!DOCTYPE html> first'],
    ['an event handler on an allowed tag', 'see <b onclick="alert(1)">bold</b> text'],
    ['an end tag without a beginning', 'closes </section> early'],
    ['a frame', 'loads <iframe src="https://evil.test"></iframe> too'],
    ['a nameless end tag', 'odd </> tag'],
    ['a tag cut off', 'ends in <a href="x'],
    ['an svg', '<svg/onload=alert(1)> works'],
  ])('%s', (_name, source) => {
    for (const format of formats) expect(words(source, format)).toBe(source);
  });

  test('a link to a script, in both formats', () => {
    expect(words('[click](javascript:alert(1))')).toBe('click (javascript:alert(1))');
    expect(words('<a href="javascript:alert(1)">click</a>', 'html')).toBe(
      '<a href="javascript:alert(1)">click</a>',
    );
    expect(words('<a href="java\nscript:alert(1)">x</a>', 'html')).toContain('script:alert(1)');
  });

  test('a second address hidden behind the first', () => {
    const source = '<a href="https://good.test" href="javascript:alert(1)">x</a>';
    expect(words(source, 'html')).toBe(source);
  });

  test('images, unused definitions and footnotes and what stands behind a fence', () => {
    expect(words('![alt](x.png)')).toBe('![alt](x.png)');
    expect(words('text\n\n[^1]: the note')).toBe('text [^1]: the note');
    expect(words('[unused]: https://a.test')).toBe('[unused]: https://a.test');
    expect(words('``` <script>alert(1)</script>\ncode\n```')).toContain('<script>alert(1)</script>');
  });

  test('cells outside a table and tables with text between their cells lose nothing, in order', () => {
    expect(words('<p>a<td>b</p>', 'html')).toBe('a<td>b');
    expect(words('<table>one<tr>two<td>three</td></tr></table>four', 'html').replace(/\s/g, '')).toBe(
      'onetwothreefour',
    );
  });
});

test('formatting of both formats becomes elements', () => {
  expect(
    elements(parseText('# T\n\n**b** `c` [l](https://a.test)\n\n- x\n')).map(({ tagName }) => tagName),
  ).toEqual(['h1', 'p', 'strong', 'code', 'a', 'ul', 'li']);
  expect(
    elements(parseText('<p class="x">a<br>b</p><ul><li>c<li>d</ul>')).map(({ tagName }) => tagName),
  ).toEqual(['p', 'br', 'ul', 'li', 'li']);
});

test('bullets in a numbered list of HTML are bullets', () => {
  const source = '<ol><li>a</li><li data-list="bullet">b</li><li data-list="bullet">c</li><li>d</li></ol>';
  const names = elements(parseText(source)).map(({ tagName }) => tagName);
  expect(names).toEqual(['ol', 'li', 'ul', 'li', 'li', 'ol', 'li']);
  expect(words(source)).toBe('a b c d');
});

describe('the format is seen in the text', () => {
  test.each<[string, TextFormat]>([
    ['<p>From an editor</p>', 'html'],
    ['Text first.<p>Then a block</p>', 'html'],
    ['one<br>two<br>three', 'html'],
    ['The page reflects <script>alert(1)</script>', 'markdown'],
    ['The payload `<p>x</p>` is reflected', 'markdown'],
    ['```html\n<div><p>x</p></div>\n```', 'markdown'],
    ['# Heading\n\nInject <p>x</p> there', 'markdown'],
    ['Intro<ul><li>x</li></ul>Outro', 'html'],
    ['a < b and c > d', 'markdown'],
    ['The page returned <p>Hello</p> as text', 'markdown'],
    ['Enter <div onclick=x>y</div> there, **then** send', 'markdown'],
    ['First paragraph.\n\nSend <table><tr><td>1</td></tr></table>', 'markdown'],
    ['<div onclick=x>\ny\n</div>\n\nThat was **stored**.\n\nMore.', 'markdown'],
    ['Send `a<br>b` or `<b>x</b>`<br>and see <b>y</b><br>then', 'markdown'],
    ['Sent a<br>b<br>c and [read](https://a.test)', 'markdown'],
    ['', 'markdown'],
  ])('%j is %s', (source, format) => {
    expect(detectFormat(source)).toBe(format);
  });
});

const markup = fc.constantFrom(
  '<p>', '</p>', '<b>', '</b>', '<ul><li>', '</ul>', '<table><tr><td>', '</table>', '<script>', '</script>',
  '<!--', '-->', '<a href="javascript:x">', '</a>', '<a href="https://a.test">', '<svg onload=x>', '<style>',
  '<textarea>', '<title>', '<plaintext>', '<![CDATA[', '&lt;', '&#0;', '**', '_', '`', '```\n', '\n\n', '> ', '- ',
  '1. ', '# ', '|', '[', '](', ')', '[^1]', '~~', '<', '>', '"', "'", '\\', '\0', '\ud800', '\u202e', '=',
); // prettier-ignore
const word = fc.stringMatching(/^[a-z]{6}$/);

test('no text loses a word, throws, or lets anything but formatting through', () => {
  const source = fc.array(
    fc.oneof(
      word.map((w) => ` ${w} `),
      markup,
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(source, fc.constantFrom(...formats), (parts, format) => {
      const root = parseText(parts.join(''), format);
      expectHarmless(root);
      const seen = visibleText(root);
      // The language of a block of code is no word of it.
      const languages = elements(root).flatMap(({ properties }) =>
        JSON.stringify(properties['className'] ?? ''),
      );
      for (const part of parts)
        if (/^ [a-z]{6} $/.test(part)) expect(`${seen} ${languages.join(' ')}`).toContain(part.trim());
    }),
    { numRuns: 1_000 },
  );
});

test('no text at all makes it throw', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom(...formats),
      (source, format) => {
        expectHarmless(parseText(source, format));
      },
    ),
    { numRuns: 500 },
  );
});

test.each(
  [
    '[',
    '*a ',
    '_a ',
    '> ',
    '- ',
    '<',
    '<a ',
    '<p>',
    '<b>',
    '|a',
    '`a``b',
    '~~a',
    '![',
    '> a\n',
    ' - a\n',
    '&#1;',
    'a.b@',
  ].map((unit) => [unit, unit.repeat(Math.floor(60_000 / unit.length))] as const),
)('%j, sixty thousand characters of it, comes back in a moment and whole', (unit, source) => {
  for (const format of formats) {
    const seen = visibleText(parseText(source, format));
    if (!unit.includes('<')) expect(seen.length).toBeGreaterThan(100);
  }
});

test('of a text beyond all measure the beginning is formatted and the rest is shown as it was written', () => {
  const source = `<p>${'x'.repeat(150_000)}</p><p>last</p>${'y'.repeat(150_000)}<b>z</b>`;
  const root = parseText(source);
  expect(elements(root).map(({ tagName }) => tagName)).toEqual(['p', 'p', 'pre', 'code']);
  expect(visibleText(root)).toMatch(/^x{150000}\nlast\n<\/p>y{150000}<b>z<\/b>|^x{150000}\n/u);
  const markdown = `**first**\n\n${'word\n\n'.repeat(50_000)}**last**`;
  const shown = parseText(markdown);
  expect(elements(shown)[1]?.tagName).toBe('strong');
  expect(shown.children.at(-1)).toMatchObject({ tagName: 'pre' });
  expect(visibleText(shown)).toContain('**last**');
});

test.each(['<!--', '<?', '<![CDATA[', '<!A ', 'b<\n', 'b&\n', 'b@c\n'])(
  'what never ends, %j again and again, is shown as it was written, in time',
  (unit) => {
    const source = `x ${unit.repeat(150_000 / unit.length)}`;
    expect(visibleText(parseText(source)).replace(/\s/gu, '')).toBe(source.replace(/\s/gu, ''));
  },
);

test.each([
  '\n', '|\n', '\r', '\r\n', '> a\n\n', '- a\n\n', 'a\n=\n', '`a` b\n', '*a* b\n', '[a](b) c\n', '- a\n', '> a\n',
  '|a|b|\n', 'a\\\n', 'a@b.c d\n', '1. a\n\n   b\n\n', 'http://a.b x\n', '![a](data:image/png;base64,AAAA)\n',
])('a text of line upon line of %j is shown whole, in time', (unit) => {
  const source = `first${unit.repeat(100_000 / unit.length)}last`;
  const started = cpuMs();
  const seen = visibleText(parseText(source, 'markdown'));
  const time = cpuMs() - started;
  expect([seen.startsWith('first'), seen.trimEnd().endsWith('last'), time < 4_000]).toEqual([true, true, true]);
}); // prettier-ignore

test('a text of fewer lines than any parser minds is formatted', () => {
  const source = 'a line\n\n'.repeat(900);
  expect(elements(parseText(source)).map(({ tagName }) => tagName)).toEqual(Array<string>(900).fill('p'));
});
