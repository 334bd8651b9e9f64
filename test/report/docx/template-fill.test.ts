import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import type { ReportOptions } from '#contract/deliverable/report.ts';
import { document as documentOf } from '#report/document/document.ts';
import { writeByTemplate } from '#report/docx/write-by-template.ts';
import { attacks } from '../../e2e/hostile/corpus.ts';
import { hostileBody } from '../../e2e/hostile/visit.ts';
import { hasRealData, noRealData } from '../../support/real-data.ts';
import { hardFindings } from '../support/every-text.ts';
import { distinctFindings, lostIn, picture, textsOf } from '../support/format-texts.ts';
import { readOffice, type OfficeFile } from '../support/office-file.ts';
import { snapshotOf } from '../support/snapshots.ts';
import {
  control,
  crowdedTemplate,
  p,
  r,
  templateFile,
  type TemplateParts,
} from '../support/word-template.ts';
import { elementsOf, within, wordsIn, type XmlElement } from '../support/xml.ts';
import { wordFaults } from './word-faults.ts';
import { wordText } from './word-text.ts';

/* Reports by a company's template, read back part by part. */

const images = new Map([[picture.sha256, picture.bytes]]);

const three: readonly JsonObject[] = [
  {
    title: 'First',
    severity: 'critical',
    asset: ['a.test'],
    description:
      'Text[^a] with [a link](https://a.test/), see [[f1]].\n\n3. three\n4. four\n\n- dot\n\n![Form](evidence:e1)\n\n```\ncode\n```\n\n[^a]: A note with [a page](https://note.test/), see [[f2]].',
  },
  { title: 'Second', severity: 'high', asset: ['a.test', 'b.test'], description: 'Text.' },
  { title: 'Third', severity: 'low', asset: ['c.test'], description: 'Text.' },
];

function made(
  template: TemplateParts,
  records: readonly JsonObject[] = three,
  options: Partial<ReportOptions> = {},
): OfficeFile & { readonly bytes: Uint8Array } {
  const { bytes } = writeByTemplate({ ...orderOf(records, options), bytes: templateFile(template) });
  return { ...readOffice(bytes), bytes };
}

function orderOf(records: readonly JsonObject[], options: Partial<ReportOptions> = {}) {
  const snapshot = snapshotOf(records);
  const [first, ...rest] = snapshot.findings;
  const findings = first === undefined ? [] : [{ ...first, evidence: [picture.image] }, ...rest];
  return { snapshot: { ...snapshot, findings }, options: { draft: false, ...options }, images };
}

function part({ parts }: OfficeFile, path: string): XmlElement {
  const found = parts.get(path);
  if (found === undefined) throw new Error(`${path} is not there`);
  return found;
}

function textOf(element: XmlElement): string {
  return [...within(element)].flatMap((one) => (one.name === 'w:t' ? [wordsIn(one)] : [])).join('');
}

/** Paragraphs with their style. */
function paragraphs(file: OfficeFile, path = 'word/document.xml'): string[] {
  return [...within(part(file, path))].flatMap((element) => {
    if (element.name !== 'w:p') return [];
    const style = [...within(element)].find(({ name }) => name === 'w:pStyle')?.attributes['w:val'];
    return [`${style ?? ''}: ${textOf(element)}`];
  });
}

const headings = (file: OfficeFile): string[] =>
  paragraphs(file).flatMap((line) => (line.startsWith('Heading1: ') ? [line.slice(10)] : []));

describe('a value', () => {
  it.each([
    ['in one run', p('For {{client}}.')],
    ['split over runs', p('For {{cl', 'ie', 'nt}}.')],
    ['letter by letter', p(...'For {{ client }}.')],
    [
      'with a change within',
      `<w:p>${r('For {{cli')}<w:ins w:id="1" w:author="A">${r('ent}}')}</w:ins>${r('.')}</w:p>`,
    ],
    ['as a control', `<w:p>${r('For ')}${control('client', r('Click here'))}${r('.')}</w:p>`],
  ])('%s is filled', (_, body) => {
    expect(paragraphs(made({ body: body + p('{{report}}') }))[0]).toBe(': For Acme Industries.');
  });

  it('twice and beside others in one run is filled', () => {
    const body = p('{{client}}: {{title}}, {{cl', 'ient}}{{count}} of {{count.high}}');
    expect(paragraphs(made({ body }))[0]).toBe(
      ': Acme Industries: Penetration test report, Acme Industries3 of 1',
    );
  });

  it('looks as the first letters of its mark', () => {
    const bold = '<w:r><w:rPr><w:b/></w:rPr><w:t>{{cli</w:t></w:r>';
    const [paragraph] = [
      ...within(part(made({ body: `<w:p>${bold}${r('ent}} ltd')}</w:p>` }), 'word/document.xml')),
    ].filter(({ name }) => name === 'w:p');
    const runs =
      paragraph === undefined ? [] : elementsOf(paragraph).map((run) => [run.children.length, textOf(run)]);
    expect(runs).toEqual([
      [2, 'Acme Industries'],
      [1, ' ltd'],
    ]);
  });

  it('is filled in headers, footers, notes, cells and boxes, also in what older programs show', () => {
    const box = `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:txbxContent>${p('{{author}}')}</w:txbxContent></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${p('{{author}}')}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    const file = made({
      body: `${box}<w:tbl><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc>${p('{{project}}')}</w:tc></w:tr></w:tbl>${p('{{report}}')}`,
      headers: [p('{{title}}')],
      footers: [p('{{version}}')],
    });
    expect(paragraphs(file).slice(1, 4)).toEqual([': A. Consultant', ': A. Consultant', ': portal']);
    expect([paragraphs(file, 'word/header1.xml'), paragraphs(file, 'word/footer1.xml')]).toEqual([
      [': Penetration test report'],
      [': 1'],
    ]);
  });

  it('takes the place of what a control asks for, without its frame and its binding', () => {
    const asks = `<w:sdt><w:sdtPr><w:rPr><w:b/></w:rPr><w:tag w:val="client"/><w:showingPlcHdr/><w:dataBinding w:xpath="/x" w:storeItemID="{1}"/></w:sdtPr><w:sdtContent><w:p><w:r><w:rPr><w:rStyle w:val="PlaceholderText"/></w:rPr><w:t>Click</w:t></w:r><w:r><w:t>here</w:t></w:r></w:p></w:sdtContent></w:sdt>`;
    const title = `<w:sdt><w:sdtPr><w:dataBinding w:prefixMappings="" w:xpath="/ns1:coreProperties[1]/ns0:title[1]" w:storeItemID="{2}"/></w:sdtPr><w:sdtContent>${p('Document title')}</w:sdtContent></w:sdt>`;
    const file = made({ body: asks + title + p('{{report}}') });
    expect(paragraphs(file).slice(0, 2)).toEqual([': Acme Industries', ': Penetration test report']);
    const names = [...within(part(file, 'word/document.xml'))].map(({ name }) => name);
    expect(names.filter((name) => /dataBinding|showingPlcHdr/u.test(name))).toEqual([]);
    const first = [...within(part(file, 'word/document.xml'))].find(({ name }) => name === 'w:r');
    expect([...within(first as XmlElement)].map(({ name }) => name)).toEqual(['w:r', 'w:rPr', 'w:b', 'w:t']);
  });
});

test('fields that show a property of the file show that of the report, and others stay as words', () => {
  const field = (instruction: string, result: string): string => {
    const sign = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    return `${sign('begin')}<w:r><w:instrText xml:space="preserve"> ${instruction}</w:instrText></w:r>${sign('separate')}${r(result)}${sign('end')}`;
  };
  const simple = `<w:fldSimple w:instr=" AUTHOR ">${r('J. Template')}</w:fldSimple>`;
  const header = [
    `<w:p>${field('TITLE \\* MERGEFORMAT', 'Old title')}</w:p>`,
    `<w:p>${simple}</w:p>`,
    `<w:p>${field('DOCPROPERTY &quot;Office&quot;', 'Bern')}${field('PAGE', '1')}</w:p>`,
  ].join('');
  const file = made({ body: p('Ours') + p('{{report}}'), headers: [header] });
  expect(paragraphs(file, 'word/header1.xml')).toEqual([
    ': Penetration test report',
    ': A. Consultant',
    ': Bern1',
  ]);
  const names = [...within(part(file, 'word/header1.xml'))];
  const instructions = names.flatMap((one) => (one.name === 'w:instrText' ? [wordsIn(one).trim()] : []));
  expect(instructions).toEqual(['TITLE \\* MERGEFORMAT', 'PAGE']);
  expect(wordFaults(file)).toEqual([]);
});

test('a text of a finding is never taken for a mark', () => {
  const text = 'Try {{client}}, {{report}} and {{nonsense}}';
  const file = made({ body: p('{{client}}') + p('{{report}}') }, [
    { title: text, severity: 'low', description: text },
  ]);
  const found = wordText(file).match(/Try \{\{client\}\}, \{\{report\}\} and \{\{nonsense\}\}/gu) ?? [];
  expect(found.length).toBeGreaterThanOrEqual(3);
  expect(headings(file).filter((one) => one === 'Findings')).toHaveLength(1);
});

test('a value may hold marks too', () => {
  const { bytes } = writeByTemplate({
    ...orderOf(three),
    snapshot: { ...snapshotOf(three), client: '{{report}} & <b>{{author}}' },
    bytes: templateFile({ body: p('{{client}} {{author}}') + p('{{report}}') }),
  });
  expect(paragraphs(readOffice(bytes))[0]).toBe(': {{report}} & <b>{{author}} A. Consultant');
});

describe('chapters', () => {
  it('go where their marks are, the others to the mark of the report', () => {
    const body = p('Ours') + p('{{findings}}') + p('Between') + p('{{report}}') + p('End');
    const file = made({ body });
    expect(headings(file)).toEqual([
      'Findings',
      ...headings(made({ body: p('Ours') + p('{{report}}') })).filter((title) => title !== 'Findings'),
    ]);
    expect(paragraphs(file)[0]).toBe(': Ours');
    expect(paragraphs(file).at(-1)).toBe(': End');
    expect(wordFaults(file)).toEqual([]);
  });

  it('go behind the text of a template without marks', () => {
    const file = made({ body: p('Ours') });
    expect(paragraphs(file)[0]).toBe(': Ours');
    expect(headings(file)).toContain('Findings');
  });

  it('without a place are named nowhere', () => {
    const file = made({ body: p('Ours') + p('{{contents}}') + p('{{summary}}') });
    expect(headings(file)).toEqual(['Summary of findings']);
    expect(wordFaults(file)).toEqual([]);
    expect(wordText(file)).not.toContain('Text.');
  });

  it('keep the cover of the report if the template begins with none', () => {
    const isCover = (body: string): boolean =>
      paragraphs(made({ body })).some((line) => line.startsWith('Title: '));
    expect([
      isCover(p('{{report}}')),
      isCover(p('Ours') + p('{{report}}')),
      isCover(p('Ours') + p('{{cover}}') + p('{{report}}')),
    ]).toEqual([true, false, true]);
  });

  it('may be a control of several paragraphs', () => {
    const file = made({ body: p('Ours') + control('report', p('Here') + p('it goes')) + p('End') });
    expect(wordText(file)).not.toContain('Here');
    expect(headings(file)).toContain('Findings');
  });

  it('leave the end of a section that lay in their mark', () => {
    const section =
      '<w:pPr><w:sectPr><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/><w:pgMar w:top="1000" w:right="1000" w:bottom="1000" w:left="1000" w:header="1" w:footer="1" w:gutter="0"/></w:sectPr></w:pPr>';
    const file = made({ body: `${p('Ours')}<w:p>${section}${r('{{assets}}')}</w:p>${p('{{report}}')}` });
    const all = [...within(part(file, 'word/document.xml'))];
    expect(all.filter(({ name }) => name === 'w:sectPr')).toHaveLength(2);
    const widths = all.flatMap(({ name, attributes }) =>
      name === 'w:tblW' ? [Number(attributes['w:w'])] : [],
    );
    // The matrix stands on the wide page, the other tables on the upright one.
    expect(widths[0]).toBe(16_838 - 2_000);
    expect(widths.at(-1)).toBe(11_906 - 2 * 1_440);
  });

  it('begin no page twice', () => {
    const page = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
    const breaks = (body: string): number =>
      [...within(part(made({ body }), 'word/document.xml'))].filter(
        ({ name }) => name === 'w:pageBreakBefore',
      ).length;
    expect(breaks(p('Ours') + p('{{report}}')) - breaks(p('Ours') + page + p('{{report}}'))).toBe(1);
    expect([breaks(p('{{findings}}')), breaks(p('Ours') + p('{{findings}}'))]).toEqual([0, 1]);
  });
});

test('the contents of a template are filled, under its own heading', () => {
  const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const toc = `${p('What is in it')}<w:p>${field('begin')}<w:r><w:instrText> TOC \\o "1-3" </w:instrText></w:r>${field('separate')}${r('Old entry')}</w:p><w:p>${field('end')}</w:p>`;
  const file = made({ body: toc + p('{{report}}') });
  const lines = paragraphs(file);
  expect(lines[0]).toBe(': What is in it');
  expect(lines.slice(1).find((line) => line.startsWith('TOC'))).toMatch(/^TOC1: Overall rating\d+$/u);
  expect([wordText(file).includes('Old entry'), lines.includes('ContentsTitle: Contents')]).toEqual([
    false,
    false,
  ]);
  expect(wordFaults(file)).toEqual([]);
});

describe('styles', () => {
  const style = (id: string, name: string, rest = ''): string =>
    `<w:style w:type="paragraph" w:styleId="${id}"${rest}><w:name w:val="${name}"/></w:style>`;

  it('of the template are used by their names, and those that it lacks are added', () => {
    const styles =
      style('Standard', 'Normal', ' w:default="1"') +
      style('berschrift1', 'heading 1') +
      style('Code', 'Something');
    const file = made({ body: p('Ours') + p('{{report}}'), styles });
    const lines = paragraphs(file);
    expect(lines).toContain('berschrift1: Findings');
    expect(lines).toContain('ReportCode: code');
    const all = elementsOf(part(file, 'word/styles.xml')).filter(({ name }) => name === 'w:style');
    const ids = all.map(({ attributes }) => attributes['w:styleId']);
    expect(new Set(ids).size).toBe(ids.length);
    const names = all.map((one) => elementsOf(one)[0]?.attributes['w:val']?.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    expect(ids).not.toContain('Normal');
    const based = all.flatMap((one) => elementsOf(one)).filter(({ name }) => /basedOn|next/u.test(name));
    expect(based.filter(({ attributes }) => !ids.includes(attributes['w:val']))).toEqual([]);
    expect(
      all.filter(
        ({ attributes }) => attributes['w:default'] !== undefined && attributes['w:type'] === 'paragraph',
      ),
    ).toHaveLength(1);
    expect(wordFaults(file)).toEqual([]);
  });

  it('that are added follow the text and the headings of the template', () => {
    const look = '<w:rPr><w:rFonts w:ascii="Georgia"/><w:color w:val="AA0011"/></w:rPr>';
    const styles = [
      '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:spacing w:after="200"/></w:pPr><w:rPr><w:sz w:val="28"/></w:rPr></w:style>',
      `<w:style w:type="paragraph" w:styleId="h"><w:name w:val="heading 1"/>${look}</w:style>`,
    ].join('');
    const file = made({ body: p('Ours') + p('{{report}}'), styles });
    const added = (id: string): string[] => {
      const style = elementsOf(part(file, 'word/styles.xml')).find(
        (one) => one.attributes['w:styleId'] === id,
      );
      return style === undefined
        ? []
        : [...within(style)].flatMap(({ name, attributes }) =>
            /^w:(?:sz|color|spacing|rFonts)$/u.test(name)
              ? [`${name} ${Object.values(attributes)[0] ?? ''}`]
              : [],
          );
    };
    expect(added('BodyText')).toEqual([]);
    expect(added('Heading2')).toEqual(['w:spacing 320', 'w:rFonts Georgia', 'w:color AA0011', 'w:sz 37']);
  });

  it('are all ours if the template has none', () => {
    const file = made({ body: p('Ours') + p('{{report}}') });
    expect(paragraphs(file)).toContain('Heading1: Findings');
    expect(wordFaults(file)).toEqual([]);
  });
});

describe('a template that has everything already', () => {
  const file = made(crowdedTemplate, three, { draft: true });

  it('keeps its own, and gets ours under other numbers', () => {
    expect(wordFaults(file)).toEqual([]);
    const lists = [...within(part(file, 'word/document.xml'))].flatMap(({ name, attributes }) =>
      name === 'w:numId' ? [attributes['w:val']] : [],
    );
    expect([lists[0], new Set(lists.slice(1)).has('1')]).toEqual(['1', false]);
    const names = elementsOf(part(file, 'word/numbering.xml')).map(({ name }) => name);
    expect(names.join(' ')).toMatch(/^(?:w:abstractNum )+(?:w:num )+w:numIdMacAtCleanup$/u);
    const notes = elementsOf(part(file, 'word/footnotes.xml')).slice(2).map(textOf);
    expect(notes).toEqual([
      'By A. Consultant',
      expect.stringMatching(/^ A note with a page, see L1, Third \(page\s\d+\)\.$/u),
    ]);
  });

  it('loses what is not for a client', () => {
    const whole = [...file.parts.values()].flatMap((one) => [...within(one)]);
    expect(
      whole.filter(({ name }) => /comment|attachedTemplate|documentProtection|updateFields/iu.test(name)),
    ).toEqual([]);
    expect([...file.entries].filter((path) => /custom|comment|thumbnail/iu.test(path))).toEqual([]);
    const core = elementsOf(part(file, 'docProps/core.xml')).map((one) => `${one.name}: ${wordsIn(one)}`);
    expect(core).toContain('dc:creator: A. Consultant');
    expect(core.join()).not.toContain('lastModifiedBy');
  });

  it('is a document, no template', () => {
    const types = [...within(part(file, '[Content_Types].xml'))].map(
      ({ attributes }) => attributes['ContentType'] ?? '',
    );
    expect(types.filter((type) => type.endsWith('.main+xml'))).toEqual([
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    ]);
  });
});

describe('a draft', () => {
  const marks = (file: OfficeFile): string[] =>
    [...file.parts].flatMap(([path, one]) =>
      [...within(one)].flatMap(({ name }) => (name === 'v:textpath' ? [path] : [])),
    );

  it('says so on every page, also where the template has no header', () => {
    const section =
      '<w:sectPr><w:headerReference w:type="default" r:id="rIdH1"/><w:pgSz w:w="11906" w:h="16838"/><w:titlePg/></w:sectPr>';
    const file = made({ body: p('Ours') + p('{{report}}') + section, headers: [p('Head')] }, three, {
      draft: true,
    });
    expect(new Set(marks(file)).size).toBe(2);
    expect(paragraphs(file, 'word/header1.xml')).toEqual([': Head']);
    const references = [...within(part(file, 'word/document.xml'))].filter(
      ({ name }) => name === 'w:headerReference',
    );
    expect(references.map(({ attributes }) => attributes['w:type']).sort()).toEqual(['default', 'first']);
    expect(wordFaults(file)).toEqual([]);
  });

  it('is none if it is final', () => {
    expect(marks(made({ body: p('{{draft}}') + p('{{report}}'), headers: [p('{{draft}}')] }))).toEqual([]);
  });
});

test('the same order gives the same bytes', () => {
  expect(Buffer.from(made(crowdedTemplate).bytes).equals(made(crowdedTemplate).bytes)).toBe(true);
});

test('a template that is missing or damaged makes no report', () => {
  const order = orderOf(three);
  expect(() => writeByTemplate({ ...order, bytes: undefined })).toThrow('is missing');
  expect(() => writeByTemplate({ ...order, bytes: new Uint8Array(40) })).toThrow(
    'cannot be used. The file is no document of Word.',
  );
});

describe('every text comes out by a template', () => {
  const whole = { maskSecrets: false, cutBodies: null };
  const lost = (records: readonly JsonObject[]): readonly string[] => {
    const { snapshot, options } = orderOf(records, whole);
    const file = made(crowdedTemplate, records, whole);
    return [...wordFaults(file), ...lostIn(wordText(file), textsOf(documentOf(snapshot, options)))];
  };

  it('of hard findings', () => {
    expect(lost(hardFindings)).toEqual([]);
  });

  it('of what somebody hostile wrote', () => {
    const records = attacks(60).map(({ text }, at) => hostileBody(text, at) as JsonObject);
    expect(wordFaults(made(crowdedTemplate, records))).toEqual([]);
  });

  it('of the real findings', (context) => {
    if (!hasRealData) context.skip(noRealData);
    expect(lost(distinctFindings())).toEqual([]);
  });
});
