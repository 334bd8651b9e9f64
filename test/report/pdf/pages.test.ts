import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultTheme } from '#contract/deliverable/theme.ts';
import { ReportSnapshot, type ReportOptions } from '#contract/deliverable/report.ts';
import { templates } from '#contract/deliverable/template.ts';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import { PageSetter, setAll } from '#report/pdf/set-pages.ts';
import { document } from '#report/document/document.ts';
import type { Block, ContentsEntry } from '#report/document/blocks.ts';
import { hasRealData, realFindings } from '../../support/real-data.ts';
import { heard, headingsOf, misplaced } from '../support/heard.ts';
import { pageShapes } from '../support/layout.ts';
import { linksByPage, Pdf, type Bookmark } from '../support/pdf-links.ts';
import { comparable, print, type Printed } from '../support/pdf-tools.ts';
import { snapshotOf } from '../support/snapshots.ts';

const longLine = `GET /${'a'.repeat(300)} HTTP/1.1`;
const severities = ['critical', 'high', 'medium', 'low', 'info', 'odd'];
const said = ['fixed', 'partly', 'open', 'not-retested'];

/** An engagement of which everything is known, so that every chapter of a template is there. */
function everything(): ReportSnapshot {
  const text = 'Words of the **engagement**.\n\n1. First\n2. Second';
  const ada = { name: 'Ada Example', role: 'Lead', organization: 'Sample', email: 'ada@sample.test' };
  return ReportSnapshot.parse({
    project: 'portal',
    name: 'Customer portal',
    client: 'Fjellmark',
    author: 'Ada Example',
    generatedAt: '2026-03-04T10:00:00.000Z',
    facts: {
      begins: '2026-03-01',
      ends: '2026-03-03',
      contacts: [ada],
      team: [ada],
      distribution: [ada],
      scopeIn: [{ what: '*.acme.test' }],
      scopeOut: [{ what: 'mail.acme.test', note: 'not ours' }],
      versions: [{ version: '1.0', date: '2026-03-04', author: 'Ada Example', note: 'First' }],
      classification: 'Hush-hush',
      method: text,
      limits: text,
      summary: text,
      conclusions: text,
      appendices: [{ title: 'Tools', text }],
    },
    rounds: [{ number: 1, name: 'First retest', begins: '2026-04-01', ends: '2026-04-02', note: '' }],
    findings: Array.from({ length: 18 }, (_, at) => ({
      id: `f${at}`,
      record: {
        title: `Weakness number ${at} of this engagement`,
        severity: severities[at % severities.length],
        CVSS: at % 2 === 0 ? 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' : '',
        asset: [`host-${at % 7}.acme.test`, 'shared.acme.test'],
        description: `Text.\n\n${'It goes on for a while. '.repeat(at * 4)}`,
        requests: [{ request: `${longLine}\nHost: shop\n\n{"a": [1, "b"]}` }],
        remediation: 'Mend it.',
      },
      verdicts: [
        {
          round: 1,
          verdict: said[at % said.length],
          at: '2026-04-01',
          who: 'Ada Example',
          text: 'Seen again.',
        },
      ],
    })),
  });
}

const optionsOf = (template: (typeof templates)[number]): ReportOptions => ({
  draft: true,
  template,
  ...(template === 'single' ? { finding: 'f3' } : {}),
});

function entriesOf(blocks: readonly Block[]): ContentsEntry[] {
  return blocks.flatMap((block) => (block.kind === 'contents' ? block.entries : []));
}

/** What the contents print of an entry, without blanks. */
function printedEntry(entry: ContentsEntry, page: number): string {
  const words = entry.kind === 'finding' ? `${entry.ref.number} ${entry.ref.title}` : entry.title;
  return comparable(`${words} ${page}`);
}

function namesOf(bookmarks: readonly Bookmark[]): string[] {
  return bookmarks.flatMap(({ title, kids }) => [title, ...namesOf(kids ?? [])]);
}

describe.each(templates)('the template %s', (template) => {
  let printed: Printed;
  beforeAll(async () => {
    printed = await print(everything(), optionsOf(template));
  });
  afterAll(() => {
    printed.dispose();
  });

  test('is a sound file with all of its fonts in it', () => {
    expect(printed.run('qpdf', ['--check', 'FILE'])).toContain('No syntax or stream encoding errors found');
    const fonts = printed.run('pdffonts', ['FILE']).trim().split('\n').slice(2);
    expect(fonts.length).toBeGreaterThan(0);
    expect(fonts.filter((line) => !/ yes yes yes +\d+ +\d+$/.test(line))).toEqual([]);
  });

  test('prints in its contents the page on which each target stands', () => {
    const places = printed.destinations();
    const entries = entriesOf(printed.document.blocks);
    const pages = printed
      .text(1, printed.pages)
      .split('\f')
      .map((page) => comparable(page));
    const all = pages.join('');
    const wrong = entries.flatMap((entry) => {
      const page = places.get(entry.kind === 'finding' ? entry.ref.target : entry.target) ?? 0;
      const title = comparable(entry.kind === 'finding' ? entry.ref.title : entry.title);
      return all.includes(printedEntry(entry, page)) && pages[page - 1]?.includes(title) === true
        ? []
        : [printedEntry(entry, page)];
    });
    expect(wrong).toEqual([]);
  });

  test('leads nowhere that is not there, and names its chapters and findings in bookmarks', () => {
    const places = new Set(printed.destinations().keys());
    const targets = [...linksByPage(printed).values()].flat();
    expect(targets.filter((target) => !target.includes(':') && !places.has(target))).toEqual([]);
    const pdf = Pdf.parse(JSON.parse(printed.run('qpdf', ['--json=2', '--json-stream-data=none', 'FILE'])));
    const bookmarks = namesOf(pdf.outlines);
    const wanted = printed.document.blocks.flatMap((block) =>
      block.kind === 'finding'
        ? [`${block.ref.number} ${block.ref.title}`]
        : 'title' in block &&
            'target' in block &&
            block.title !== '' &&
            !('parent' in block && block.parent !== undefined)
          ? [block.title]
          : [],
    );
    expect(wanted.filter((title) => !bookmarks.includes(title))).toEqual([]);
  });

  test('has an element for every link and every stretch of text in it', () => {
    const tree = printed.run('pdfinfo', ['-struct', 'FILE']);
    const links = [...linksByPage(printed).values()].flat().length;
    const count = (pattern: RegExp): number => (tree.match(pattern) ?? []).length;
    expect([count(/^\s*Link /gm), count(/^\s*Object /gm)]).toEqual([links, links]);
    expect(tree).toMatch(/^Document\n {2}P /);
    const streams = printed.run('qpdf', ['--qdf', '--object-streams=disable', 'FILE', '-']);
    const bare = streams
      .replace(/^\/\w+ (?:<<\/MCID \d+>> BDC|BMC)$[^]*?^EMC$/gm, '')
      .match(/^.*(?: TJ| Tj| Do| f| S)$/gm);
    expect(bare ?? []).toEqual([]);
  });

  test('draws what marks its pages, and leaves it out of what is copied', () => {
    const pages =
      printed.pages === 1 ? [] : printed.run('pdftotext', ['-f', '2', 'FILE', '-']).split('\f').slice(0, -1);
    expect(pages.filter((words) => /draft|hush/i.test(words))).toEqual([]);
    expect(pages.every((words, at) => words.includes(`Page ${at + 2} of ${printed.pages}`))).toBe(true);
  });
});

test.each(templates)(
  'the template %s says what everything is to a reader who cannot see it',
  async (template) => {
    const said = await heard(everything(), optionsOf(template));
    const titles = said.document.blocks.flatMap((block) => {
      if (block.kind === 'finding') return `3 ${block.ref.number}${block.ref.title}`;
      if (block.kind === 'cover') return `1 ${block.title}`;
      if (block.kind === 'letter-head') return `1 ${block.subject}`;
      if (block.kind === 'back' || block.kind === 'signatures' || block.title === '') return [];
      return `${'parent' in block ? 3 : 2} ${block.title}`;
    });
    expect({
      headings: headingsOf(said, 3).map((heading) => comparable(heading)),
      misplaced: misplaced(said),
      unsaid: said.unsaid,
    }).toEqual({ headings: titles.map((title) => comparable(title)), misplaced: [], unsaid: [] });
  },
);

test('a line that is broken gives back its source, and a drawn mark stands at each break', async () => {
  const printed = await print(
    snapshotOf([{ title: 'T', requests: [{ request: `${longLine}\nHost: shop` }] }]),
    { draft: false },
  );
  const words = printed.text(1, printed.pages).replace(/\n/g, '');
  const streams = printed.run('qpdf', ['--qdf', '--object-streams=disable', 'FILE', '-']);
  printed.dispose();
  expect(words).toContain(`${longLine}Host: shop`);
  const marks = streams.match(/\n0\.7 w\n/g) ?? [];
  // 314 characters in lines of 97 and then 95; two strokes a mark.
  expect(marks).toHaveLength(2 * 3);
});

test('no page is all but empty and no heading ends one, whatever the findings', async () => {
  const records = hasRealData ? realFindings().filter((_, at) => at % 40 === 0) : [];
  const { findings } = snapshotOf(records);
  const snapshot = { ...everything(), findings: [...everything().findings, ...findings] };
  for (const options of [optionsOf('technical'), optionsOf('retest')]) {
    const pages = (await pageShapes(snapshot, options)).slice(1, -1);
    expect(pages.filter(({ used, strandedHeading }) => used < 0.25 || strandedHeading !== null)).toEqual([]);
  }
});

test('header, client and footer take two lines if one has no room, and are told if they are cut', async () => {
  const words = (many: number): string => Array.from({ length: many }, (_, at) => `word${at}`).join(' ');
  const { facts, ...whole } = everything();
  const lines = async (header: string, footer: string, client: string) => {
    const theme = { ...defaultTheme, name: 'Long', header, footer };
    const snapshot = { ...whole, facts: { ...facts, client }, theme };
    const printed = await print(snapshot, { draft: false, sections: ['cover', 'scope'] });
    try {
      const head = printed.run('pdftotext', '-layout -x 0 -y 0 -W 612 -H 52 -f 2 -l 2 FILE -'.split(' '));
      return { head: head.trim().replace(/\s+/gu, ' '), cut: printed.cutLines };
    } finally {
      printed.dispose();
    }
  };
  // A short client leaves the header more than half of the line.
  expect(await lines(words(16), 'Foot', 'Acme')).toEqual({ head: `${words(16)} Acme`, cut: [] });
  const both = await lines(words(20), words(30), words(12));
  expect(both.cut).toEqual([]);
  for (const word of words(20).split(' ')) expect(both.head).toContain(word);
  expect((await lines(words(200), words(200), words(200))).cut).toEqual(['header', 'client', 'footer']);
});

test('contents of many pages leave no page to a few lines', async () => {
  const { facts } = everything();
  const setter = new PageSetter(installedFonts);
  const options: ReportOptions = { draft: false, sections: ['cover', 'contents', 'scope', 'findings'] };
  const wrong: unknown[] = [];
  for (const count of [226, 234, 241, 249, 257]) {
    const findings = Array.from({ length: count }, () => ({ title: 'Weakness', severity: 'low' }));
    const pages = await pageShapes({ ...snapshotOf(findings), facts }, options, setter);
    wrong.push(...pages.slice(1, -1).filter(({ used }) => used < 0.25));
  }
  expect(wrong).toEqual([]);
});

test('an asset whose findings are described with another one stands in the contents as the others do', async () => {
  const records = [
    { title: 'Weakness', severity: 'low', asset: ['one.test', 'two.test'] },
    { title: 'Other', severity: 'low', asset: ['three.test'] },
  ];
  const options: ReportOptions = { draft: false, template: 'by-asset', sections: ['contents', 'findings'] };
  const { pages } = await setAll(
    new PageSetter(installedFonts),
    document(snapshotOf(records), options),
    new Map(),
    () => undefined,
  );
  const left = new Map(
    (pages[0] ?? []).flat().flatMap((mark) => {
      const text = mark.kind === 'line' ? mark.runs.map((run) => run.text).join('') : '';
      return /^(?:\w+\.test|Other)$/.test(text) && mark.kind === 'line' ? [[text, mark.x]] : [];
    }),
  );
  const edge = left.get('one.test') ?? 0;
  expect([...left].map(([text, x]) => [text, x - edge])).toEqual([
    ['one.test', 0],
    ['two.test', 0],
    ['three.test', 0],
    ['Other', 36],
  ]);
});

test('a heading stays with the long table below it, wherever on the page it begins', async () => {
  const whole = everything();
  const scopeIn = Array.from({ length: 60 }, (_, at) => ({ what: `host-${at}.acme.test`, note: '' }));
  const setter = new PageSetter(installedFonts);
  const options: ReportOptions = { draft: false, sections: ['cover', 'management', 'scope'] };
  const stranded: unknown[] = [];
  for (let lines = 0; lines < 60; lines += 2) {
    const summary = Array.from({ length: lines }, () => 'Words.').join('\n\n');
    const snapshot = { ...whole, findings: [], facts: { ...whole.facts, summary, scopeIn } };
    const pages = await pageShapes(snapshot, options, setter);
    stranded.push(...pages.filter(({ strandedHeading }) => strandedHeading !== null));
  }
  expect(stranded).toEqual([]);
});

test('a drawn sign stays beside its line, wherever on the page that begins', async () => {
  const setter = new PageSetter(installedFonts);
  const options: ReportOptions = { draft: false, sections: ['cover', 'management', 'findings'] };
  const lonely: unknown[] = [];
  for (let lines = 0; lines < 12; lines += 1) {
    const summary = Array.from({ length: lines }, () => 'Words.').join('\n\n');
    const rounds = Array.from({ length: 50 }, (_, at) => at + 1);
    const snapshot = ReportSnapshot.parse({
      ...snapshotOf([]),
      facts: { summary },
      rounds: rounds.map((number) => ({ number, name: '', begins: '', ends: '', note: '' })),
      findings: [
        {
          id: 'f',
          record: { title: 'T', requests: [{ request: longLine.repeat(50) }] },
          verdicts: rounds.map((round) => ({ round, verdict: 'open', at: '', who: '', text: '' })),
        },
      ],
    });
    const pages = await pageShapes(snapshot, options, setter);
    lonely.push(...pages.filter(({ lonelySigns }) => lonelySigns > 0));
  }
  expect(lonely).toEqual([]);
});

test('wherever a page ends, no line or two of a request are left for the next, a card begins it at its top, and none is empty', async () => {
  const setter = new PageSetter(installedFonts);
  const options: ReportOptions = { draft: false, sections: ['findings'] };
  const cut: unknown[] = [];
  const tops = new Set<number>();
  for (let lines = 33; lines < 77; lines += 1) {
    const headers = Array.from({ length: lines }, (_, at) => `Header-${at}: value`);
    const requests = [...headers, '', 'Not found.', 'Go back.'].join('\n');
    const of = (findings: Record<string, unknown>[]) => pageShapes(snapshotOf(findings), options, setter);
    const alone = await of([{ title: 'First', requests }]);
    const followed = await of([
      { title: 'First', requests },
      { title: 'Second', status: 'open' },
    ]);
    cut.push(...alone.filter(({ begins }) => begins === null));
    cut.push(...followed.slice(1).filter(({ codeLines }) => codeLines > 0 && codeLines < 3));
    for (const { begins } of followed.slice(1)) if (begins?.text === 'U2') tops.add(begins.y);
  }
  expect({ cut, tops: tops.size }).toEqual({ cut: [], tops: 1 });
});

test('the language, the title and the dates of the file are those of the document', async () => {
  const printed = await print(snapshotOf([]), { draft: false, language: 'de', title: 'Bericht' });
  const info = printed.run('pdfinfo', ['FILE']);
  const streams = printed.run('qpdf', ['--qdf', '--object-streams=disable', 'FILE', '-']);
  printed.dispose();
  expect(info).toMatch(/Title: +Bericht\nSubject: +Acme Industries\nAuthor: +A\. Consultant\n/);
  expect(info).toMatch(
    /CreationDate: +Wed Mar +4 10:00:00 2026 UTC\nModDate: +Wed Mar +4 10:00:00 2026 UTC\n/,
  );
  expect(streams).toContain('/Lang (de)');
});
