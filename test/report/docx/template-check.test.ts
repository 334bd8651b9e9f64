import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { blockMarks, valueMarks } from '#report/docx/template/marks.ts';
import { checkWordTemplate } from '#report/docx/template/check-template.ts';
import { control, link, p, packed, r, templateEntries, templateFile } from '../support/word-template.ts';

/* What the check of a company's template finds, and what it refuses. */

const marksOf = (bytes: Uint8Array): string[] =>
  checkWordTemplate(bytes).marks.map(
    ({ mark, paragraph, part, known }) => `${part} ${paragraph}: ${mark}${known ? '' : ' ?'}`,
  );
const problemsOf = (bytes: Uint8Array): string[] =>
  checkWordTemplate(bytes).problems.map(({ message }) => message);

describe('marks', () => {
  it.each([
    ['in one run', p('For {{client}}.')],
    ['with blanks', p('For {{  client\u00a0}}.')],
    ['split in the middle of its name', p('For {{cl', 'ient}}.')],
    ['split within its braces', p('For {', '{client}', '}.')],
    ['letter by letter', p(...'For {{client}}.')],
    [
      'with spelling marks within',
      `<w:p>${r('{{')}<w:proofErr w:type="spellStart"/>${r('client')}<w:proofErr w:type="spellEnd"/>${r('}}')}</w:p>`,
    ],
    [
      'with a bookmark within',
      `<w:p>${r('{{cli')}<w:bookmarkStart w:id="0" w:name="a"/>${r('ent}}')}<w:bookmarkEnd w:id="0"/></w:p>`,
    ],
    [
      'partly inserted by a tracked change',
      `<w:p>${r('{{cli')}<w:ins w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z">${r('ent}}')}</w:ins></w:p>`,
    ],
    [
      'with deleted letters within',
      `<w:p>${r('{{cli')}<w:del w:id="1" w:author="A"><w:r><w:delText>xx</w:delText></w:r></w:del>${r('ent}}')}</w:p>`,
    ],
    ['in a hyperlink', `<w:p><w:hyperlink w:anchor="a">${r('{{client}}')}</w:hyperlink></w:p>`],
    [
      'in a smart tag',
      `<w:p><w:smartTag w:uri="u" w:element="e"><w:smartTagPr/>${r('{{client}}')}</w:smartTag></w:p>`,
    ],
    ['with a capital that Word set', p('{{Client}}')],
  ])('are found %s', (_, body) => {
    expect(marksOf(templateFile({ body }))).toEqual([expect.stringMatching(/^document 1: client$/iu)]);
    expect(problemsOf(templateFile({ body }))).toEqual([]);
  });

  it('are found in tables, text boxes, headers, footers and notes, with the number of their paragraph', () => {
    const box = `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:txbxContent>${p('{{author}}')}</w:txbxContent></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${p('{{author}}')}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    const table = `<w:tbl><w:tr><w:tc>${p('a')}</w:tc><w:tc>${p('{{date}}')}</w:tc></w:tr></w:tbl>`;
    const bytes = templateFile({
      body: p('x') + table + box + p('{{report}}'),
      headers: [p('{{title}}')],
      footers: [p('a') + p('{{version}}')],
      footnotes: `<w:footnote w:id="2">${p('{{team}}')}</w:footnote>`,
    });
    expect(marksOf(bytes).sort()).toEqual([
      'document 3: date',
      'document 5: author',
      'document 6: report',
      'footer1 2: version',
      'footnotes 1: team',
      'header1 1: title',
    ]);
    expect(checkWordTemplate(bytes).ok).toBe(true);
  });

  it('are content controls too: of a block, in a line and of a cell', () => {
    const body = [
      `<w:p>${r('For ')}${control('client', r('Client'))}</w:p>`,
      `<w:tbl><w:tr>${control('date', `<w:tc>${p('Day')}</w:tc>`)}</w:tr></w:tbl>`,
      control('report', p('Here goes the report') + p('and more')),
      control('unrelated', p('{{author}}')),
    ].join('');
    expect(marksOf(templateFile({ body }))).toEqual([
      'document 1: client',
      'document 2: date',
      'document 3: report',
      'document 5: author',
    ]);
  });

  it('are told that nobody knows, with the closest one', () => {
    const body = p('a') + p('For {{cli', 'net}}') + p('{{weather}}');
    expect(problemsOf(templateFile({ body }))).toEqual([
      'Paragraph 2 of the document: there is no mark {{clinet}}; did you mean {{client}}?',
      'Paragraph 3 of the document: there is no mark {{weather}}.',
    ]);
    expect(marksOf(templateFile({ body }))).toEqual(['document 2: clinet ?', 'document 3: weather ?']);
  });

  it('are told that do not end', () => {
    expect(problemsOf(templateFile({ body: p('{{client') + p('}}') }))).toEqual([
      'Paragraph 1 of the document: a mark begins with {{ and does not end in the same paragraph.',
    ]);
  });

  it.each([
    ['in a sentence', { body: p('See {{findings}} here') }, 'document'],
    ['in a table', { body: `<w:tbl><w:tr><w:tc>${p('{{findings}}')}</w:tc></w:tr></w:tbl>` }, 'document'],
    ['in a header', { body: p('a'), headers: [p('{{findings}}')] }, 'header1'],
    ['in a control of a line', { body: `<w:p>${r('a')}${control('findings', r('x'))}</w:p>` }, 'document'],
  ])('of chapters need a paragraph of their own: %s', (_, parts, part) => {
    expect(problemsOf(templateFile(parts))).toEqual([
      `Paragraph 1 of ${part === 'document' ? 'the document' : part}: {{findings}} needs a paragraph of its own in the text, outside of tables, text boxes, headers, footers and notes.`,
    ]);
  });

  it('of chapters stand once', () => {
    expect(problemsOf(templateFile({ body: p('{{report}}') + p('{{report}}') }))).toEqual([
      'Paragraph 2 of the document: {{report}} stands in the document twice.',
    ]);
  });

  it('are the contents of a template itself', () => {
    const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const toc = `<w:p>${field('begin')}<w:r><w:instrText> TO</w:instrText></w:r><w:r><w:instrText>C \\o "1-3" </w:instrText></w:r>${field('separate')}${r('One')}</w:p>${p('Two')}<w:p>${field('end')}</w:p>`;
    const gallery = `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${toc}</w:sdtContent></w:sdt>`;
    expect(marksOf(templateFile({ body: toc + p('{{report}}') }))).toEqual([
      'document 1: contents',
      'document 4: report',
    ]);
    expect(marksOf(templateFile({ body: gallery + p('{{report}}') }))).toEqual([
      'document 1: contents',
      'document 4: report',
    ]);
  });
});

test('marks are all in the documentation', () => {
  const page = readFileSync(
    join(import.meta.dirname, '..', '..', '..', 'docs', 'use', 'word-templates.md'),
    'utf8',
  );
  const all = [...Object.keys(valueMarks), ...Object.keys(blockMarks)];
  expect(all.filter((mark) => !page.includes(`\`${mark}\``))).toEqual([]);
});

describe('styles', () => {
  const style = (id: string, name: string, rest = ''): string =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${rest}</w:style>`;

  it('are found by the name that Word shows, whatever the language of their ids', () => {
    const styles =
      style('berschrift1', 'heading 1') + style('Titel', 'Title') + style('heading2', 'Something');
    const found = checkWordTemplate(templateFile({ body: p('a'), styles })).styles;
    const names = found.flatMap((one) => (one.found ? [one.name] : []));
    expect(names).toEqual(['Title', 'heading 1']);
    expect(found.length).toBeGreaterThan(35);
  });

  it('show how letters look: own, of the style below, and of the file', () => {
    const styles = [
      '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Georgia"/><w:sz w:val="23"/></w:rPr></w:rPrDefault></w:docDefaults>',
      style(
        'Base',
        'Base',
        '<w:pPr><w:jc w:val="center"/></w:pPr><w:rPr><w:b/><w:color w:val="AA0011"/></w:rPr>',
      ),
      style('h1', 'heading 1', '<w:basedOn w:val="Base"/><w:rPr><w:b w:val="0"/><w:i/></w:rPr>'),
      style('loop', 'heading 2', '<w:basedOn w:val="loop"/>'),
    ].join('');
    const { look } = checkWordTemplate(templateFile({ body: p('a'), styles }));
    expect(look?.styles.heading1).toEqual({
      font: 'Georgia',
      size: 11.5,
      color: '#aa0011',
      bold: false,
      italic: true,
      align: 'center',
    });
    expect(look?.styles.heading2).toMatchObject({ font: 'Georgia', bold: false });
    expect(look?.styles.code).toMatchObject({ font: 'Consolas', size: 9.5 });
  });

  it('may all be missing', () => {
    const check = checkWordTemplate(templateFile({ body: p('{{report}}') }));
    expect([check.ok, check.styles.some(({ found }) => found)]).toEqual([true, false]);
  });
});

test('a look has page, header, footer and the words before the report', () => {
  const section =
    '<w:sectPr><w:headerReference w:type="default" r:id="rIdH1"/><w:footerReference w:type="default" r:id="rIdF1"/><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1000" w:right="1100" w:bottom="1200" w:left="1300"/></w:sectPr>';
  const body = `${p('{{tit', 'le}}')}${p('')}${p('For {{client}}')}<w:p><w:pPr>${section}</w:pPr></w:p>${p('{{report}}')}${p('About us')}`;
  const { look } = checkWordTemplate(
    templateFile({ body, headers: [p('Acme {{date}}')], footers: [p('Page')] }),
  );
  expect(look).toMatchObject({
    page: { width: 595.3, height: 841.9 },
    header: 'Acme {{date}}',
    footer: 'Page',
    cover: [{ text: '{{title}}' }, { text: 'For {{client}}' }],
  });
});

test('the words of a cover stand on the ground of their cell, or on one of their own', () => {
  const shade = (fill: string): string => `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`;
  const shaded = `<w:p><w:pPr>${shade('AABBCC')}</w:pPr><w:r><w:t>own</w:t></w:r></w:p>`;
  const cell = `<w:tc><w:tcPr>${shade('17233A')}</w:tcPr>${p('in a cell')}${shaded}</w:tc>`;
  const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid><w:tr>${cell}</w:tr></w:tbl>`;
  const { look } = checkWordTemplate(templateFile({ body: `${table}${p('on paper')}${p('{{report}}')}` }));
  expect(look?.cover.map(({ text, ground }) => [text, ground])).toEqual([
    ['in a cell', '#17233a'],
    ['own', '#aabbcc'],
    ['on paper', null],
  ]);
});

describe('a file', () => {
  const good = templateEntries({ body: p('a') });
  const refusals: Readonly<Record<string, readonly [Uint8Array, string]>> = {
    'of an old Word, or with a password': [
      Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array<number>(600).fill(0)]),
      'protected by a password',
    ],
    'that is no archive': [
      new TextEncoder().encode('%PDF-1.7 and so on, long enough to be one'),
      'no document of Word',
    ],
    'without a byte': [new Uint8Array(), 'empty'],
    'that is an archive of something else': [packed({ 'a.txt': 'a' }), 'no document of Word'],
    'that is cut off': [templateFile({ body: p('a') }).slice(0, 700), 'damaged'],
    'with a wrong sum': [flipped(packed(good, 0)), 'damaged'],
    'of 100 MB': [new Uint8Array(100_000_000), 'more than 25 MB'],
    'with macros by its type': [
      templateFile({ body: p('a'), type: 'application/vnd.ms-word.template.macroEnabledTemplate.main+xml' }),
      'macros',
    ],
    'with macros in it': [packed({ ...good, 'word/vbaProject.bin': 'x' }), 'macros'],
    'of Excel': [
      templateFile({
        body: p('a'),
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
      }),
      'workbook of Excel',
    ],
    'with a linked picture': [
      templateFile({ body: p('a'), links: link('x1', 'image', 'http://out.test/a.png', true) }),
      'outside of it',
    ],
    'with an embedded object': [
      templateFile({ body: p('a'), links: link('x1', 'oleObject', 'o.bin'), others: { 'word/o.bin': 'x' } }),
      'an embedded object',
    ],
    'with a file within': [
      templateFile({
        body: '<w:altChunk r:id="x1"/>',
        links: link('x1', 'aFChunk', 'a.html'),
        others: { 'word/a.html': 'x' },
      }),
      'a file within the file',
    ],
    'with a field that starts a program': [
      templateFile({
        body: '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>DDE</w:instrText></w:r><w:r><w:instrText>AUTO c:\\\\x</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>',
      }),
      'reads another file (DDEAUTO)',
    ],
    'that declares entities': [
      packed({
        ...good,
        'word/document.xml': `<!DOCTYPE w:document [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${String(good['word/document.xml']).replace(/^.*\n/u, '')}`,
      }),
      'declares a document type',
    ],
    'with a part that is not well-formed': [templateFile({ body: '<w:p><w:r></w:p>' }), 'not well-formed'],
    'that lies too deep': [
      templateFile({ body: `${'<w:sdt>'.repeat(3_000)}${'</w:sdt>'.repeat(3_000)}` }),
      'too deep',
    ],
    'without a body': [
      packed({
        ...good,
        'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>`,
      }),
      'no text',
    ],
    'of the strict kind': [
      packed({
        ...good,
        'word/document.xml': String(good['word/document.xml']).replace(
          /http:\/\/schemas\.openxmlformats\.org\/wordprocessingml\/2006\/main/u,
          'http://purl.oclc.org/ooxml/wordprocessingml/main',
        ),
      }),
      'Strict Open XML',
    ],
    'with other prefixes': [
      packed({
        ...good,
        'word/document.xml': String(good['word/document.xml'])
          .replaceAll('w:', 'ns0:')
          .replaceAll(':w=', ':ns0='),
      }),
      'not written as Word writes it',
    ],
    'that leads out of itself': [packed({ ...good, '../../evil': 'x' }), 'forbidden name'],
    'that leads to the root': [packed({ ...good, '/etc/passwd': 'x' }), 'forbidden name'],
    'with two parts of one name': [packed({ ...good, 'WORD/document.xml': 'x' }), 'two parts of one name'],
    'with thousands of parts': [
      packed({ ...good, ...Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`x/${at}`, ''])) }),
      'more than 2000 parts',
    ],
    'with a part that is missing': [
      templateFile({ body: p('a'), links: link('x1', 'image', 'media/no.png') }),
      'missing',
    ],
  };

  it.each(Object.keys(refusals))('%s is refused in a sentence', (what) => {
    const [bytes, said] = refusals[what] ?? [new Uint8Array(), ''];
    const check = checkWordTemplate(bytes);
    expect(check).toMatchObject({ ok: false, look: null, marks: [] });
    expect(check.problems).toHaveLength(1);
    expect(check.problems[0]?.paragraph).toBeNull();
    expect(check.problems[0]?.message).toContain(said);
    expect(check.problems[0]?.message).toMatch(/^The .*\.$/u);
  });

  it('that is a bomb is never unpacked', () => {
    const bomb = packed({ ...good, 'word/media/a.png': new Uint8Array(210_000_000) }, 1);
    expect(bomb.length).toBeLessThan(1_000_000);
    const before = process.memoryUsage.rss();
    expect(problemsOf(bomb)).toEqual(['The file has more than 200 MB when it is unpacked.']);
    expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000);
  });

  it('that is a bomb which says that it is small stops at the size that it says', () => {
    const lying = withSize(packed({ ...good, 'word/zeros.bin': new Uint8Array(100_000_000) }, 1), 1_000);
    const before = process.memoryUsage.rss();
    expect(problemsOf(lying)).toEqual(['The file is damaged: it cannot be unpacked.']);
    expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000);
  });

  it('may be a document as well as a template, and be stored without compression', () => {
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
    const entries = templateEntries({ body: p('{{client}}'), type });
    const stored = zipSync(
      Object.fromEntries(Object.entries(entries).map(([path, content]) => [path, Buffer.from(content)])),
      { level: 0 },
    );
    expect(marksOf(stored)).toEqual(['document 1: client']);
  });

  it('may be written in UTF-16', () => {
    const entries = templateEntries({ body: p('{{client}} é') });
    const text = String(entries['word/document.xml']).replace('UTF-8', 'UTF-16');
    const wide = Buffer.from(`\ufeff${text}`, 'utf16le');
    expect(marksOf(packed({ ...entries, 'word/document.xml': Uint8Array.from(wide) }))).toEqual([
      'document 1: client',
    ]);
  });
});

/** One byte of the text differs. */
function flipped(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf('<w:body>');
  copy[at + 1] = 0x78;
  return copy;
}

/** The directory says another size of the last entry. */
function withSize(bytes: Uint8Array, size: number): Uint8Array {
  const copy = Buffer.from(bytes);
  const entry = copy.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  copy.writeUInt32LE(size, entry + 24);
  return copy;
}
