import { expect, test } from 'vitest';
import { document } from '#report/document/document.ts';
import { writeDocx } from '#report/docx/write.ts';
import { writeHtml } from '#report/html/write.ts';
import { writeMarkdown } from '#report/markdown/write.ts';
import { borrowChromium } from '../support/chromium.ts';
import { wordFaults } from './docx/word-faults.ts';
import { wordText } from './docx/word-text.ts';
import { heard } from './support/heard.ts';
import { readOffice } from './support/office-file.ts';
import { linksByPage } from './support/pdf-links.ts';
import { print } from './support/pdf-tools.ts';
import { snapshotOf } from './support/snapshots.ts';
import { within } from './support/xml.ts';

/* Blocks of code with numbers, marked lines and captions, in each format. */

const long = 'x'.repeat(150);
const request = `POST /login HTTP/1.1\nHost: shop.acme.test\nCookie: ${long}\n\nuser=admin`;
const description = `Log in:

\`\`\`http {2,4-5} showLineNumbers=98 caption="Login without a token"
${request}
\`\`\`

- then

  \`\`\`sh {1}
  id
  \`\`\``;
const remediation = '```js caption="Fixed"\nend();\n```';
const finding = { severity: 'high', asset: ['a'], description, remediation };
const snapshot = snapshotOf([
  { ...finding, title: 'First' },
  { ...finding, title: 'Second' },
]);
const made = document(snapshot, { draft: false });

test('captions are counted through the document in its language', () => {
  const german = document(snapshot, { draft: false, language: 'de' });
  const labels = (blocks: (typeof made)['blocks']) => [...JSON.stringify(blocks).matchAll(/"label":"(Listing[^"]*)"/gu)].map(([, label]) => label); // prettier-ignore
  expect(labels(made.blocks)).toEqual(['Listing 1', 'Listing 2', 'Listing 3', 'Listing 4']);
  expect(labels(german.blocks)).toEqual(labels(made.blocks));
});

test('a PDF draws numbers beside the code: they are heard by nobody, and a broken line has one', async () => {
  const { elements, unsaid } = await heard(snapshot, { draft: false });
  const codes = [...elements].flatMap(([{ type }, text]) => (type === 'Code' ? [text] : []));
  expect(codes[0]?.replaceAll(' ', '')).toBe(request.replace(/\s/gu, ''));
  const numbers = unsaid.filter((text) => /^\d+$/u.test(text));
  expect(numbers).toEqual(['98', '99', '100', '101', '102']);
  expect([...elements.values()]).toContain('Listing 1: Login without a token');
});

test('a PDF says where listings are, and its page has a band behind marked lines', async () => {
  const printed = await print(snapshot, { draft: false });
  const drawn = printed.run('qpdf', ['--qdf', '--object-streams=disable', 'FILE', '-']);
  const places = [...printed.destinations().keys()].filter((name) => name.startsWith('listing-'));
  printed.dispose();
  expect(places.sort()).toEqual(['listing-1', 'listing-2', 'listing-3', 'listing-4']);
  // Three lines and one, in two findings.
  expect(drawn.match(/^1 0\.94\d* 0\.72\d* (?:rg|scn)$/gmu)).toHaveLength(8);
});

test('a web page shows numbers that nobody selects, and copied lines are the code', async () => {
  const html = Buffer.from(writeHtml(made, new Map()).bytes).toString();
  expect(html).toContain('<figcaption><b>Listing 1</b>: <bdi>Login without a token</bdi></figcaption>');
  expect(html).toContain('<mark class="line" data-line="99">Host: shop.acme.test\n</mark>');
  expect(html).toContain('<pre class="listing"><code><mark class="line">id</mark></code></pre>');
  const browser = await borrowChromium();
  const page = await browser.newPage();
  await page.setContent(html);
  const selected = await page.locator('#listing-1 pre').evaluate((pre) => {
    getSelection()?.selectAllChildren(pre);
    return getSelection()?.toString();
  });
  const shown = await page
    .locator('#listing-1 .line')
    .evaluateAll((lines) => lines.map((line) => getComputedStyle(line, '::before').content));
  await browser.close();
  expect(selected).toBe(request);
  expect(shown.map((content) => /\d+/u.exec(content)?.[0])).toEqual(['98', '99', '100', '101', '102']);
});

test('a document of Word numbers lines as a list and counts captions by a field', () => {
  const file = readOffice(writeDocx(made, new Map()).bytes);
  expect(wordFaults(file)).toEqual([]);
  expect(wordText(file)).toContain(`Listing 1: Login without a token\n${request}\n`);
  const part = file.parts.get('word/document.xml');
  const all = part === undefined ? [] : [...within(part)];
  const count = (name: string, value: string) =>
    all.filter((one) => one.name === name && Object.values(one.attributes).includes(value)).length;
  expect(count('w:shd', 'FFF2B8')).toBe(8);
  const starts = [...within(file.parts.get('word/numbering.xml') ?? { name: '', attributes: {}, children: [] })]; // prettier-ignore
  expect(starts.filter(({ name, attributes }) => name === 'w:startOverride' && attributes['w:val'] === '98')).toHaveLength(2); // prettier-ignore
  expect(wordText(file)).not.toContain('98');
});

test('Markdown has the caption as words, and the fence says the rest', () => {
  const markdown = Buffer.from(writeMarkdown(made, new Map()).bytes).toString();
  expect(markdown).toContain(
    `**Listing 1**: Login without a token\n\n\`\`\`http {2,4-5} showLineNumbers=98\n${request}\n\`\`\`\n`,
  );
  expect(markdown).toContain('**Listing 2**: Fixed\n\n```js\nend();\n```\n');
});

const speaking =
  'By [the first](listing:login), [](listing:login), [Listing 9](listing:login); [lost](listing:gone), [](listing:plain).';
const speaker = {
  title: 'Speaks',
  severity: 'low',
  asset: ['a'],
  description: `${speaking}\n\n\`\`\`sh name=plain\nid\n\`\`\``,
  remediation: '```sh caption="The login" name=login\nid\n```\n\n```sh caption="Other" name=login\nid\n```',
};
const lost = '[lost](listing:gone), [](listing:plain)';

test('links call a listing of their finding by its number and lead to it, whatever was numbered before', async () => {
  const spoken = snapshotOf([{ ...finding, title: 'First' }, speaker]);
  const pages = document(spoken, { draft: false });
  const html = Buffer.from(writeHtml(pages, new Map()).bytes).toString();
  const led = (words: string) => `<a href="#listing-3">${words}</a>`;
  expect(html).toContain(
    `By ${led('the first')} (Listing 3), ${led('Listing 3')}, ${led('Listing 3')}; ${lost}.`,
  );
  expect(html).toContain('<figure id="listing-3"><figcaption><b>Listing 3</b>: <bdi>The login</bdi>');
  const markdown = Buffer.from(writeMarkdown(pages, new Map()).bytes).toString();
  expect(markdown).toContain('By [the first](#listing-3) (Listing 3), [Listing 3](#listing-3)');
  expect(markdown).toContain('<a id="listing-3"></a>\n\n**Listing 3**: The login\n');
  expect(markdown).not.toContain('<a id="listing-4">');
  const file = readOffice(writeDocx(pages, new Map()).bytes);
  expect([wordFaults(file), wordText(file).split('By the first (Listing 3), Listing 3, Listing 3').length]).toEqual([[], 2]); // prettier-ignore
  const printed = await print(spoken, { draft: false });
  const links = [...linksByPage(printed).values()].flat();
  printed.dispose();
  expect(links.filter((link) => link === 'listing-3')).toHaveLength(3);
});

test('a report without code prints the words of such links', () => {
  const brief = document(snapshotOf([{ ...speaker, severity: 'critical' }]), {
    draft: false,
    template: 'executive',
  });
  const html = Buffer.from(writeHtml(brief, new Map()).bytes).toString();
  expect(html).toContain('By the first');
  expect(html).not.toContain('listing-1');
});
