import { expect, test } from 'vitest';
import { EngineDocument, engineFiles } from '#report/pdf/pdfmake/stages.ts';
import { png } from '../../domain/images/pictures.ts';
import {
  fileOf,
  fontFile,
  fontOf,
  newPage,
  newPaper,
  operatorsOf,
  otherFontFile,
  type Paper,
} from './support.ts';

/** The number of an object in the file, as others refer to it. */
function numberOf(object: unknown): string {
  return String(object).split(' ')[0] ?? '';
}

/** The text of an object in a file. */
function objectIn(file: string, object: unknown): string {
  const start = file.indexOf(`\n${numberOf(object)} 0 obj\n`);
  return start < 0 ? '' : file.slice(start, file.indexOf('\nendobj', start));
}

test('PDFDocument is made with fonts, images, patterns, attachments, options, files and who may open others', () => {
  engineFiles.writeFileSync('contract-made', Buffer.from(png({ width: 6, height: 3 })));
  const asked: string[] = [];
  const paper = new EngineDocument(
    { sans: { normal: fontFile } },
    { shot: 'contract-made' },
    {},
    {},
    { autoFirstPage: false, font: null },
    engineFiles,
    (path) => {
      asked.push(path);
      return false;
    },
  );
  expect(paper.fonts).toHaveProperty('sans');
  expect(paper.provideFont('sans', false, false).lineHeight(10)).toBeGreaterThan(10);
  expect(paper.provideImage('shot')).toMatchObject({ width: 6, height: 3 });
  expect(asked).toEqual([]);
  expect(() => paper.provideImage('/etc/hostname')).toThrow('denied');
  expect(asked).toEqual(['/etc/hostname']);
  expect(paper.page).toBeNull();
});

test('a font is opened once, under a name that may be added later', () => {
  const paper = newPaper();
  paper.fonts['later'] = { normal: otherFontFile };
  const font = paper.provideFont('later', false, false);
  expect(paper.provideFont('later', false, false) === font).toBe(true);
  expect(fontOf(paper) === font).toBe(false);
  expect(font.id).not.toBe(fontOf(paper).id);
});

test('the height of a line follows from the heights of its font, which may be replaced', () => {
  const font = fontOf(newPaper());
  expect(font.lineHeight(20)).toBeCloseTo(((font.ascender - font.descender) / 1000) * 20, 6);
  Object.assign(font, { ascender: 700, descender: -300, lineGap: 0 });
  expect(font.lineHeight(20)).toBeCloseTo(20, 6);
});

test('a glyph that is included by hand gets a number, a width and its characters in the file', async () => {
  const paper = newPage();
  const font = fontOf(paper);
  const glyph = font.subset.includeGlyph(36);
  expect([glyph, font.subset.includeGlyph(36)]).toEqual([1, 1]);
  expect([font.widths[glyph], font.unicode[glyph]]).toEqual([undefined, undefined]);
  font.widths[glyph] = 684;
  font.unicode[glyph] = [65];
  paper.page.fonts[font.id] = font.ref();
  const file = await fileOf(paper);
  expect(file).toMatch(/\/W \[0 \[[\d.]+ 684\]\]/u);
  expect(file).toContain('<0041>');
  expect(file).toContain(`/${font.id} ${numberOf(font.ref())} 0 R`);
});

test('what fills, colours and letters draw goes through addContent, which may be replaced', () => {
  const paper = newPage();
  const operators = operatorsOf(paper);
  paper.fillColor('#FF0000').rect(1, 2, 3, 4).fill();
  paper.opacity(0.5);
  paper.fillColor('#00FF00', 0.25);
  const all = operators.join('\n');
  expect(all).toMatch(/1 0 0 scn\n1 2 3 4 re\nf/u);
  expect(all).toMatch(/\/Gs1 gs/u);
  expect(all).toMatch(/0 1 0 scn\n\/Gs2 gs/u);
});

test('_fragment draws a text with the font and size that are set, its top at the place', () => {
  const paper = newPage();
  const operators = operatorsOf(paper);
  const font = fontOf(paper);
  paper._font = font;
  paper.fontSize(20);
  paper._fragment('Ab', 10, 30, { textWidth: 25, wordCount: 1 });
  const all = operators.join('\n');
  const [, x, base] = new RegExp(`BT\n1 0 0 1 (\\S+) (\\S+) Tm\n/${font.id} 20 Tf`, 'u').exec(all) ?? [];
  expect(Number(x)).toBe(10);
  expect(Number(base)).toBeCloseTo(400 - 30 - (font.ascender / 1000) * 20, 4);
  expect(all).toMatch(/TJ\nET/u);
  expect(paper.page.fonts).toHaveProperty(font.id);
  expect(font.unicode.slice(1)).toEqual([[65], [98]]);
});

test('what is written to a page is its content, in points from its upper left corner', async () => {
  const paper = newPage();
  paper.page.write('% by hand');
  expect([paper.page.width, paper.page.height]).toEqual([300, 400]);
  expect(await fileOf(paper)).toMatch(/stream\n1 0 0 -1 0 400 cm\n% by hand\n/u);
});

test('an object has a number from its making and is written when it ends', async () => {
  const paper = newPage();
  const object = paper.ref({ S: 'Mine', Kids: [1] });
  object.data['More'] = object;
  object.compress = false;
  object.write('words of it');
  object.end();
  const text = objectIn(await fileOf(paper), object);
  expect(text).toContain('/S /Mine');
  expect(text).toContain(`/More ${numberOf(object)} 0 R`);
  expect(text).toContain('stream\nwords of it\n');
});

test('a page names objects and carries entries of its own', async () => {
  const paper = newPage();
  const object = paper.ref({ Type: 'XObject' });
  object.end();
  paper.page.xobjects['S1'] = object;
  paper.page.dictionary.data['StructParents'] = 7;
  const { dictionary } = paper.page;
  const file = await fileOf(paper);
  expect(file).toContain(`/S1 ${numberOf(object)} 0 R`);
  expect(objectIn(file, dictionary)).toContain('/StructParents 7');
});

test('links are annotations of the page, the newest last, with the entries that are given along', async () => {
  const paper = newPage();
  const said = { Contents: Object('said') as object, StructParent: 3 };
  paper.link(10, 20, 30, 5, 'https://a.test/', { ...said });
  const outside = paper.page.annotations.at(-1);
  paper.goTo(10, 40, 30, 5, 'here', { ...said });
  const inside = paper.page.annotations.at(-1);
  expect(paper.page.annotations).toEqual([outside, inside]);
  const file = await fileOf(paper);
  const annotation = objectIn(file, outside);
  expect(annotation).toContain('/Subtype /Link');
  expect(annotation).toContain('/Contents (said)');
  expect(annotation).toContain('/StructParent 3');
  expect(annotation).toContain('/Rect [10 375 40 380]');
  expect(file).toContain('/URI (https://a.test/)');
  expect(file).toMatch(/\/S \/GoTo\n\/D \(here\)/u);
});

test('bookmarks lead to a height of the page, stand under each other, and are open if they are told to', async () => {
  const paper = newPage();
  const place = { left: paper.page.width, top: 100 };
  const chapter = paper.outline.addItem('Chapter', { expanded: true, ...place });
  chapter.addItem('Section', { expanded: false, ...place });
  const page = numberOf(paper.page.dictionary);
  const file = await fileOf(paper);
  expect(file).toMatch(
    new RegExp(`/Dest \\[${page} 0 R /XYZ 0 300 0\\]\n/Parent \\d+ 0 R\n/Title \\(Chapter\\)`, 'u'),
  );
  expect(file).toMatch(/\/Title \(Chapter\)\n\/Count 1\n\/First/u);
  expect(file).toContain('/Title (Section)');
});

test('a destination is a name of the file, with the height from the bottom of its page', async () => {
  const paper = newPage();
  paper.addNamedDestination('here', 'XYZ', 0, 30, null);
  const page = numberOf(paper.page.dictionary);
  expect(await fileOf(paper)).toContain(`(here) [${page} 0 R /XYZ 0 370 null]`);
});

test('each name tree asks for the order and the form of its names', async () => {
  const paper = newPage();
  for (const name of ['a', 'B', 'c']) paper.addNamedDestination(name, 'XYZ', 0, 0, null);
  attach(paper);
  const trees = paper._root.data.Names.data;
  expect(Object.keys(trees)).toEqual(['Dests', 'EmbeddedFiles']);
  for (const tree of Object.values(trees)) {
    tree._compareKeys = (one, other) => (one < other ? 1 : -1);
    tree._dataForKey = (name) => Buffer.from(`*${name}`);
  }
  const file = await fileOf(paper);
  const hex = (name: string): string => Buffer.from(`*${name}`).toString('hex');
  expect(file).toMatch(
    new RegExp(`<${hex('c')}> \\[[\\s\\S]*<${hex('a')}> \\[[\\s\\S]*<${hex('B')}> \\[`, 'u'),
  );
  expect(file).toContain(`/Limits [<${hex('c')}> <${hex('B')}>]`);
  expect(file).toContain(`<${hex('notes.json')}>`);
});

test('a file inside has its name, kind, days and relation to the document', async () => {
  const paper = newPage();
  attach(paper);
  const file = await fileOf(paper);
  for (const entry of [
    '/Subtype /application#2Fjson',
    '(notes.json)',
    '/AFRelationship /Data',
    '(D:20260304100000Z)',
  ])
    expect(file).toContain(entry);
  expect(file).toContain('stream\n{"a":1}\nendstream');
});

test('entries of the root are written, and its structure is ended by the document', async () => {
  const paper = newPage();
  Object.assign(paper._root.data, {
    StructTreeRoot: paper.ref({ Type: 'StructTreeRoot' }),
    MarkInfo: paper.ref({ Marked: true }),
    Extensions: { ADBE: { ExtensionLevel: 8 } },
  });
  const file = await fileOf(paper);
  expect(file).toContain('/ExtensionLevel 8');
  expect(file).toContain('/Type /StructTreeRoot\n');
  expect(file).toContain('/Marked true');
});

test('the description of a file is ours alone, asked for once when it ends', async () => {
  const paper = newPage({ pdfVersion: '1.7' });
  let asked = 0;
  paper.endMetadata = () => {
    asked += 1;
    const metadata = paper.ref({ Type: 'Metadata', Subtype: 'XML' });
    metadata.compress = false;
    metadata.write(Buffer.from('<mine/>'));
    metadata.end();
    paper._root.data['Metadata'] = metadata;
  };
  const file = await fileOf(paper);
  expect(asked).toBe(1);
  expect(file.match(/\/Type \/Metadata/gu)).toHaveLength(1);
  expect(file).toContain('<mine/>');
});

test('the language, the version and the facts of a file are those of its options', async () => {
  const info = { Title: 'Report', CreationDate: new Date('2026-03-04T10:00:00.000Z') };
  const file = await fileOf(newPage({ pdfVersion: '1.7', lang: 'de', displayTitle: true, info }));
  expect(file).toMatch(/^%PDF-1\.7\n/u);
  for (const entry of ['/Lang (de)', '/DisplayDocTitle true', '(Report)', '(D:20260304100000Z)'])
    expect(file).toContain(entry);
});

test('each text and each stream goes through what encrypts, which is asked for by number', async () => {
  const paper = newPage();
  const numbers: number[][] = [];
  const dictionary = paper.ref({ Filter: 'Standard' });
  let ended = 0;
  paper._security = {
    dictionary,
    getEncryptFn: (id, generation) => {
      numbers.push([id, generation]);
      return (content) => Buffer.from(content.map((byte) => byte ^ 1));
    },
    end: () => {
      ended += 1;
      dictionary.end();
    },
  };
  const object = paper.ref({ Says: Object('abc') as object });
  object.write('abc');
  object.end();
  const file = await fileOf(paper);
  const text = objectIn(file, object);
  expect(numbers).toContainEqual([Number(numberOf(object)), 0]);
  expect(text).toContain('/Says (`cb)');
  expect(text).toContain('stream\n`cb\v');
  expect(ended).toBe(1);
  expect(file).toContain(`/Encrypt ${numberOf(dictionary)} 0 R`);
  expect(objectIn(file, dictionary)).toContain('/Filter /Standard');
});

test('all that is written goes through _write, and places in the file are counted by _offset', async () => {
  const paper = newPage({ compress: true });
  const chunks: Buffer[] = [Buffer.from(paper.read() ?? [])];
  expect(chunks[0]?.length).toBe(paper._offset);
  const kinds = new Set<string>();
  paper._write = (data) => {
    kinds.add(data instanceof Uint8Array ? 'bytes' : typeof data);
    const chunk = data instanceof Uint8Array ? Buffer.from(data) : Buffer.from(`${String(data)}\n`, 'latin1');
    chunks.push(chunk);
    paper._offset += chunk.length;
  };
  paper.resume();
  const ended = new Promise<void>((done) => paper.on('end', done));
  const font = fontOf(paper);
  paper._font = font;
  paper.fontSize(10);
  paper._fragment('words', 10, 10, { textWidth: 30, wordCount: 1 });
  paper.end();
  const file = Buffer.concat(chunks).toString('latin1');
  expect(file).toMatch(/%%EOF\n$/u);
  await ended;
  expect([...kinds].sort()).toEqual(['bytes', 'string']);
  const table = Number(/startxref\n(\d+)\n/u.exec(file)?.[1]);
  expect(file.slice(table, table + 5)).toBe('xref\n');
  const places = [...file.slice(table).matchAll(/^(\d{10}) 00000 n $/gmu)].map(([, at]) => Number(at));
  expect(places.length).toBeGreaterThan(5);
  expect(places.map((at, index) => file.startsWith(`${index + 1} 0 obj\n`, at))).toEqual(
    places.map(() => true),
  );
});

test('the same calls give the same bytes', async () => {
  const draw = async (): Promise<string> => {
    const paper = newPage({ compress: true });
    paper._font = fontOf(paper);
    paper.fontSize(10)._fragment('words', 10, 10, { textWidth: 30, wordCount: 1 });
    attach(paper);
    return fileOf(paper);
  };
  expect(await draw()).toBe(await draw());
});

function attach(paper: Paper): void {
  const day = new Date('2026-03-04T10:00:00.000Z');
  paper.file(Buffer.from('{"a":1}'), {
    name: 'notes.json',
    type: 'application/json',
    relationship: 'Data',
    creationDate: day,
    modifiedDate: day,
  });
}
