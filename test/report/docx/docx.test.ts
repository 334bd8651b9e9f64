import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { ReportSnapshot, type ReportOptions } from '#contract/deliverable/report.ts';
import { document as documentOf } from '#report/document/document.ts';
import { writeDocx } from '#report/docx/write.ts';
import { wordAddress } from '#report/docx/file.ts';
import { attacks } from '../../e2e/hostile/corpus.ts';
import { hostileBody } from '../../e2e/hostile/visit.ts';
import { hasRealData, noRealData } from '../../support/real-data.ts';
import { hardFindings } from '../support/every-text.ts';
import { distinctFindings, lostIn, picture, textsOf } from '../support/format-texts.ts';
import { snapshotOf } from '../support/snapshots.ts';
import { readOffice, type OfficeFile } from '../support/office-file.ts';
import { wordFaults } from './word-faults.ts';
import { wordText } from './word-text.ts';
import { elementsOf, within, wordsIn, type XmlElement } from '../support/xml.ts';

/* The report as a document of Word, read back part by part. */

const images = new Map([[picture.sha256, picture.bytes]]);

const rich = `Before[^a] and again[^a], **bold** *and* \`code\`, [a page](https://shop.acme.test/?a=[b]|c).

3. three
4. four
   - inner

     second

> quoted

> [!WARNING]
> Mind it.

\`\`\`python
def f(x):
\treturn x  # twice
\`\`\`

| a | b |
|---|--:|
| 1 | 2 |

See [the other](finding:f1), [[f2]] and ![Form](evidence:e1).

[^a]: With [a link](https://note.test/).`;

function made(records: readonly JsonObject[], options: Partial<ReportOptions> = {}) {
  const snapshot = snapshotOf(records);
  const [first, ...rest] = snapshot.findings;
  const findings = first === undefined ? [] : [{ ...first, evidence: [picture.image] }, ...rest];
  const document = documentOf({ ...snapshot, findings }, { draft: false, ...options });
  const { bytes, damagedImages } = writeDocx(document, images);
  return { document, bytes, damagedImages, file: readOffice(bytes) };
}

const three: readonly JsonObject[] = [
  {
    title: 'First',
    severity: 'critical',
    asset: ['a.test'],
    description: rich,
    CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    requests: [{ request: 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', response: 'HTTP/1.1 200 OK\r\n\r\n<b>' }],
  },
  { title: 'Second', severity: 'high', asset: ['a.test', 'b.test'], description: 'Text.' },
  {
    title: 'Third',
    severity: 'low',
    asset: ['c.test'],
    description: 'As <table><tr><th rowspan=2>A<td>1<tr><td><table><tr><td>in</table></table>',
  },
];

function inDocument({ parts }: OfficeFile, name: string): XmlElement[] {
  const part = parts.get('word/document.xml');
  return part === undefined ? [] : [...within(part)].filter((element) => element.name === name);
}

function textIn(element: XmlElement): string {
  return [...within(element)].flatMap((one) => (one.name === 'w:t' ? [wordsIn(one)] : [])).join('');
}

/** Fields with what they show. */
function fieldsOf(file: OfficeFile): string[] {
  return inDocument(file, 'w:p').flatMap((paragraph) => {
    const shown: string[] = [];
    let [instruction, result, isIn] = ['', '', false];
    for (const one of within(paragraph)) {
      if (one.name === 'w:instrText') instruction = wordsIn(one).trim();
      if (one.name === 'w:t' && isIn) result += wordsIn(one);
      const type = one.attributes['w:fldCharType'];
      if (type === 'separate') [result, isIn] = ['', true];
      if (type === 'end' && instruction !== '') {
        shown.push(`${instruction}: ${result}`);
        [instruction, isIn] = ['', false];
      }
    }
    return shown;
  });
}

test('a document has none of the faults that Word repairs', () => {
  const { file, damagedImages } = made([...three, ...hardFindings], { draft: true });
  expect([wordFaults(file), damagedImages]).toEqual([[], 0]);
});

test('what somebody hostile wrote breaks no document, and no formula or field comes from it', () => {
  const records = attacks(120).map(({ text }, at) => hostileBody(text, at) as JsonObject);
  const { file } = made(records);
  const kinds = new Set(inDocument(file, 'w:instrText').map((one) => wordsIn(one).trim().split(' ')[0]));
  expect([wordFaults(file), [...kinds].sort()]).toEqual([[], ['PAGEREF', 'REF', 'SEQ', 'TOC']]);
});

test('the same document gives the same bytes', () => {
  const [first, again] = [made(three), made(three)];
  const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  expect(hash(first.bytes)).toBe(hash(again.bytes));
});

test('headings, captions, lists and code have the styles of Word', () => {
  const { file } = made(three);
  const styled = inDocument(file, 'w:p').map((paragraph) => {
    const style = [...within(paragraph)].find(({ name }) => name === 'w:pStyle')?.attributes['w:val'];
    return `${style ?? ''}: ${textIn(paragraph)}`;
  });
  expect(styled).toEqual(
    expect.arrayContaining([
      'Title: Penetration test report',
      'Heading1: Findings',
      'Heading2: C1 First',
      'Heading3: Description',
      'Heading4: Request',
      'ListNumber: three',
      'ListBullet: inner',
      'ListContinue: second',
      'Quote: quoted',
      'Note: Mind it.',
      'Code: def f(x):',
      'Code: \u0009return x  # twice'.replace('\u0009', ''),
      'Caption: Figure 3: Form',
    ]),
  );
});

test('references, captions and contents are fields with their results', () => {
  const fields = fieldsOf(made(three).file);
  expect(fields).toEqual(
    expect.arrayContaining([
      'SEQ Figure \\* ARABIC: 1',
      'SEQ Figure \\* ARABIC: 2',
      expect.stringMatching(/^REF d_finding_\d+_no \\h: H1$/u),
      expect.stringMatching(/^PAGEREF d_finding_\d+ \\h: \d+$/u),
    ]),
  );
  expect(fields.filter((shown) => /: $/u.test(shown))).toEqual([]);
});

test('a footnote stands once, also if a text names it twice', () => {
  const { file } = made(three);
  const notes = file.parts.get('word/footnotes.xml');
  const own = notes === undefined ? [] : elementsOf(notes).slice(2).map(textIn);
  expect([own, inDocument(file, 'w:footnoteReference').length]).toEqual([[' With a link.'], 1]);
  expect(fieldsOf(file)).toContainEqual(expect.stringMatching(/^NOTEREF \S+ \\f \\h: 1$/u));
  expect(wordText(file)).not.toContain('[1]');
});

test('a footnote and a comment may lead to a finding and to the web', () => {
  const snapshot = snapshotOf([
    { title: 'T', severity: 'low', description: 'Text[^a].\n\n[^a]: See [[f1]].' },
    { title: 'U', severity: 'low', description: 'Text.' },
  ]);
  const at = '2026-03-03T08:00:00.000Z';
  const text = 'See [this](https://a.test/).';
  const findings = snapshot.findings.map((finding) => ({
    ...finding,
    comments: [{ author: '', at, field: null, quote: null, text }],
  }));
  const document = documentOf({ ...snapshot, findings }, { draft: false, showComments: true });
  const file = readOffice(writeDocx(document, images).bytes);
  expect(wordFaults(file)).toEqual([]);
  expect(wordText(file)).toMatch(/See L2, U \(page\s\d\)\./u);
});

test('a figure has its words for a user who does not see it, and the width that its author chose', () => {
  const wide = { title: 'T', severity: 'low', description: '![A form](evidence:e1){width=50%}' };
  const { file } = made([wide]);
  const shown = inDocument(file, 'wp:docPr').map(({ attributes }) => attributes['descr']);
  const extents = inDocument(file, 'wp:extent').map(({ attributes }) => Number(attributes['cx']) / 12_700);
  // The chart of the summary comes before it.
  expect(shown).toEqual(['Findings by severity. Critical 0; High 0; Medium 0; Low 1; Info 0', 'A form']);
  expect(Math.round(extents[1] ?? 0)).toBe(237);
});

test('text that runs from the right is told so, and code in it is not', () => {
  const { file } = made([{ title: 'T', severity: 'low', description: 'مرحبا /etc/passwd بكم' }]);
  const runs = inDocument(file, 'w:r').flatMap((run) => {
    const text = textIn(run);
    const fromRight = [...within(run)].some(({ name }) => name === 'w:rtl');
    return /مرحبا|passwd|بكم/u.test(text) ? [[text, fromRight]] : [];
  });
  expect(runs).toEqual([
    ['مرحبا', true],
    [' /etc/passwd ', false],
    ['بكم', true],
  ]);
});

test.each([
  ['https://a.test/b c', 'https://a.test/b%20c'],
  ['https://a.test/?x=[1]|{2}#a#b', 'https://a.test/?x=%5B1%5D%7C%7B2%7D#a%23b'],
  ['https://a.test/100%', 'https://a.test/100%25'],
  ['http://[2001:db8::1]:80/[x]', 'http://[2001:db8::1]/%5Bx%5D'],
  ['https://bücher.test/ä', 'https://xn--bcher-kva.test/%C3%A4'],
  [`https://a.test/${'x'.repeat(3_000)}`, null],
  ['no address', null],
])('the address %j is written %j', (href, written) => {
  expect(wordAddress(href)).toBe(written);
});

test('the file names the author of the report and nobody else', () => {
  const { file } = made(three);
  const core = file.parts.get('docProps/core.xml');
  const said = core === undefined ? [] : elementsOf(core).map((one) => `${one.name}: ${wordsIn(one)}`);
  expect(said).toEqual([
    'dc:title: Penetration test report',
    'dc:subject: Acme Industries',
    'dc:creator: A. Consultant',
    'dc:language: en-GB',
    'dcterms:created: 2026-03-04T10:00:00Z',
    'dcterms:modified: 2026-03-04T10:00:00Z',
  ]);
});

test('what colleagues noted are comments of Word, on the section that they are about', () => {
  const snapshot = snapshotOf(three.slice(1));
  const comments = [
    {
      author: 'Mara Lind',
      at: '2026-03-03T08:00:00.000Z',
      field: 'description',
      quote: 'Text',
      text: 'More?',
    },
    { author: '', at: '2026-03-03T09:00:00.000Z', field: null, quote: null, text: 'Ask the client.' },
  ];
  const findings = snapshot.findings.map((finding, at) => (at === 0 ? { ...finding, comments } : finding));
  const document = documentOf({ ...snapshot, findings }, { draft: false, showComments: true });
  const file = readOffice(writeDocx(document, images).bytes);
  const part = file.parts.get('word/comments.xml');
  const said = part === undefined ? [] : elementsOf(part);
  expect(wordFaults(file)).toEqual([]);
  expect(said.map((one) => [one.attributes['w:author'], one.attributes['w:initials'], textIn(one)])).toEqual([
    ['\u2013', '\u2013', 'Ask the client.'],
    ['Mara Lind', 'ML', '\u201cText\u201dMore?'],
  ]);
  const commented = inDocument(file, 'w:p').flatMap((one) =>
    [...within(one)].some(({ name }) => name === 'w:commentReference') ? [textIn(one)] : [],
  );
  expect(commented).toEqual(['H1 Second', 'Description']);
});

test('every text of hard findings comes out', () => {
  const { document, file } = made([...three.slice(1), ...hardFindings], {
    maskSecrets: false,
    cutBodies: null,
  });
  expect(lostIn(wordText(file), textsOf(document))).toEqual([]);
});

test('every text of the real findings comes out', (context) => {
  if (!hasRealData) context.skip(noRealData);
  const { document, file } = made(distinctFindings(), { maskSecrets: false, cutBodies: null });
  expect([wordFaults(file), lostIn(wordText(file), textsOf(document))]).toEqual([[], []]);
});

test('a snapshot without findings is a document too', () => {
  const empty = ReportSnapshot.parse({ ...snapshotOf([]) });
  const { bytes } = writeDocx(documentOf(empty, { draft: false }), new Map());
  expect(wordFaults(readOffice(bytes))).toEqual([]);
});
