import { describe, expect, it } from 'vitest';
import { ReportSnapshot, type ReportOptions } from '#contract/deliverable/report.ts';
import type { ReportTheme } from '#contract/deliverable/theme.ts';
import { defaultTheme } from '#contract/deliverable/theme.ts';
import type { Block } from '#report/document/blocks.ts';
import { document } from '#report/document/document.ts';
import { writeDocx } from '#report/docx/write.ts';
import { writeMarkdown } from '#report/markdown/write.ts';
import { engaged } from '../support/engaged.ts';
import { readOffice } from '../support/office-file.ts';
import { within } from '../support/xml.ts';

/* What a report says to managers: an overall rating, a sentence per finding, a roadmap, strengths, how the attack went. */

type Facts = Partial<ReportSnapshot['facts']>;

function made(facts: Facts, options: Partial<ReportOptions> = {}, theme?: ReportTheme) {
  const snapshot = engaged();
  const whole = { ...snapshot, theme, facts: { ...snapshot.facts, ...facts } };
  return document(ReportSnapshot.parse(whole), { draft: false, ...options });
}

function blockOf<Kind extends Block['kind']>(
  { blocks }: { readonly blocks: readonly Block[] },
  kind: Kind,
  target: string,
): Extract<Block, { kind: Kind }> | undefined {
  return blocks.find(
    (block): block is Extract<Block, { kind: Kind }> =>
      block.kind === kind && 'target' in block && block.target === target,
  );
}

const lines = (block: Extract<Block, { kind: 'table' }> | undefined): string[] | undefined =>
  block?.rows.map((cells) => cells.map((values) => values.map(({ text }) => text).join('+')).join(' | '));

describe('the overall rating', () => {
  it('follows the rule, counts what is not fixed, and prints the rule with the numbers', () => {
    const report = made({});
    expect(blockOf(report, 'rating', 'rating')).toMatchObject({
      rating: { text: 'High', severity: 'high' },
      sentence:
        'After the retest, 3 of 4 findings are not fixed: 1 high, 1 medium and 1 info. ' +
        'The first condition that holds gives the rating: at least one high finding.',
    });
    expect(lines(blockOf(report, 'table', 'rating-rule'))).toEqual([
      'Critical | At least one critical finding | Critical: 0 | Does not hold',
      'High | At least one high finding | High: 1 | Applies',
      'Medium | At least one medium finding | Medium: 1 | ',
      'Low | At least one low finding | Low: 0 | ',
      'Info | At least one info finding | Info: 1 | ',
      'No open findings | Anything else |  | ',
    ]);
  });

  it('does not count what a status closed, and speaks of a retest only if there was one', () => {
    const snapshot = engaged();
    const findings = snapshot.findings.map((finding, at) => ({
      ...finding,
      verdicts: [],
      closed: at < 2,
    }));
    const report = document(ReportSnapshot.parse({ ...snapshot, findings }), { draft: false });
    expect(blockOf(report, 'rating', 'rating')).toMatchObject({
      rating: { text: 'Medium' },
      sentence: expect.stringMatching(/^2 of 4 findings are not fixed: 1 medium and 1 info\./u),
    });
    expect(lines(blockOf(report, 'table', 'roadmap'))?.map((line) => line.split(' | ')[2])).toEqual([
      'M1',
      'I1',
    ]);
  });

  it('follows the rule of the theme if that has one', () => {
    const rating = [
      { name: 'Bad', atLeast: { medium: 2 } },
      { name: 'Fair', atLeast: { medium: 1, info: 1 } },
      { name: 'Good', atLeast: {} },
    ];
    const report = made({}, { language: 'de' }, { ...defaultTheme, rating });
    expect([
      blockOf(report, 'rating', 'rating')?.rating,
      lines(blockOf(report, 'table', 'rating-rule')),
    ]).toEqual([
      { text: 'Fair', severity: 'medium' },
      [
        'Bad | Mindestens 2 Feststellungen der Stufe „Mittel“ | Mittel: 1 | Nicht erfüllt',
        'Fair | Mindestens eine Feststellung der Stufe „Mittel“ und eine Feststellung der Stufe „Information“ | Mittel: 1, Information: 1 | Trifft zu',
        'Good | Alles andere |  | ',
      ],
    ]);
  });

  it('is what a user wrote, with the reason and without the rule, and can be left out', () => {
    const report = made({ rating: 'Elevated', ratingReason: 'Because of **C1** for {{client}}.' });
    const block = blockOf(report, 'rating', 'rating');
    expect([block?.rating, block?.sentence, blockOf(report, 'table', 'rating-rule')]).toEqual([
      { text: 'Elevated' },
      '',
      undefined,
    ]);
    expect(JSON.stringify(block?.parts)).toMatch(/#finding-1.*Acme Industries/u);
    const sections = ['summary', 'findings'] as const;
    expect(
      blockOf(made({ rating: 'Elevated' }, { sections: [...sections] }), 'rating', 'rating'),
    ).toBeUndefined();
  });
});

describe('a sentence for each finding', () => {
  const sentences = (report: ReturnType<typeof made>) =>
    blockOf(report, 'summary', 'summary')?.rows.map(({ sentence }) => sentence);

  it('is the first of its description or written by hand, in the template for managers and on request', () => {
    const facts = { sentences: [{ finding: 'f1', sentence: 'Nobody is ever signed out.' }] };
    const all = [
      'The parameter q goes into SQL.',
      'Nobody is ever signed out.',
      'Four letters are enough.',
      'It says 1.2.',
    ];
    expect([
      sentences(made(facts, { template: 'executive' })),
      sentences(made(facts, { sentences: true })),
      sentences(made(facts)),
      sentences(made(facts, { template: 'executive', sentences: false })),
    ]).toEqual([all, all, Array(4).fill(undefined), Array(4).fill(undefined)]);
  });
});

describe('the roadmap', () => {
  const entry = { measure: '', effort: '', when: '' } as const;

  it('lists the measures of what is not fixed, with the effort and day that were written, and leads to the findings', () => {
    const roadmap = [
      { ...entry, finding: 'f1', effort: 'medium', when: 'Release 4.2' },
      { ...entry, finding: 'f2', measure: 'Ask for longer passwords.' },
      { ...entry, finding: 'f3', measure: 'Ask for longer passwords', effort: 'low' },
    ] as const;
    const block = blockOf(made({ roadmap: [...roadmap] }), 'table', 'roadmap');
    expect(lines(block)).toEqual([
      'High | End it after an hour. | H1 | Medium | Release 4.2',
      'Medium | Ask for longer passwords | M1+I1 | Low | Within 90 days',
    ]);
    expect([block?.note?.startsWith('The priority is the severity'), block?.rows[0]?.[2]]).toEqual([
      true,
      [{ text: 'H1', target: 'finding-2' }],
    ]);
  });

  it('says which findings have no measure, and has no column for an effort that nobody gave', () => {
    const block = blockOf(made({}, { language: 'de', template: 'executive' }), 'table', 'roadmap');
    expect([block?.columns.map(({ title }) => title), lines(block)]).toEqual([
      ['Priorität', 'Maßnahme', 'Feststellungen', 'Wann'],
      [
        'Hoch | End it after an hour. | H1 | Innerhalb von 30 Tagen',
        'Mittel | Noch keine Maßnahme beschrieben | M1 | Innerhalb von 90 Tagen',
        'Information | Noch keine Maßnahme beschrieben | I1 | Mit der nächsten Änderung',
      ],
    ]);
  });

  it('names of a measure against hundreds of findings the first, and how many more there are', () => {
    const [, , , one] = engaged().findings;
    const findings = Array.from({ length: 70 }, (_, at) => ({
      ...one,
      id: `g${String(at)}`,
      record: { title: 'Same', severity: 'medium', remediation: 'Update.' },
    }));
    const report = document(ReportSnapshot.parse({ ...engaged(), findings }), { draft: false });
    expect(lines(blockOf(report, 'table', 'roadmap'))?.[0]).toMatch(/\+M60\+and 10 more \| Within 90 days$/u);
  });
});

describe('strengths and the attack', () => {
  const facts = {
    strengths: 'The servers are patched.',
    narrative: 'It began with C1.',
    timeline: [
      { when: '2 Nov, 10:20', what: 'Found the search of {{client}}', finding: 'f0' },
      { when: '', what: 'Signed in', finding: 'nobody' },
    ],
  };

  it('are chapters if they are written; the steps lead to their findings', () => {
    const report = made(facts);
    expect(blockOf(report, 'text', 'strengths')?.title).toBe('Strengths');
    expect(JSON.stringify(blockOf(report, 'text', 'narrative')?.parts)).toContain('#finding-1');
    expect([lines(blockOf(report, 'table', 'timeline')), blockOf(made({}), 'text', 'narrative')]).toEqual([
      [
        '2 Nov, 10:20 | Found the search of Acme Industries | C1 SQL injection in the search',
        ' | Signed in | ',
      ],
      undefined,
    ]);
  });

  it('has its path as a figure and step by step, with finding, text and image of each step', () => {
    const snapshot = engaged();
    const findings = snapshot.findings.map((finding) => ({
      ...finding,
      evidence: finding.evidence.map((image) => ({ ...image, name: 'form.png' })),
    }));
    const step = { title: '', text: '', finding: '', image: '', at: '' };
    const attackPath = [
      {
        ...step,
        title: 'Found the search',
        finding: 'f0',
        image: 'form.png',
        at: '2 Nov',
        text: 'By *hand*.',
      },
      { ...step, text: 'As administrator.', finding: 'f1', image: 'form.png' },
    ];
    const path = (steps: Facts['attackPath'] = []) =>
      document(
        ReportSnapshot.parse({ ...snapshot, findings, facts: { ...snapshot.facts, attackPath: steps } }),
        {
          draft: false,
          sections: ['attack-path', 'findings'],
        },
      );
    const report = path(attackPath);
    expect(blockOf(report, 'summary', 'attack-path')?.chart).toMatchObject({
      label: 'Figure 1',
      form: 'steps',
      data: {
        rows: [
          { label: 'Found the search (C1)', mark: 'critical', values: [1] },
          { label: 'Step 2 (H1)', mark: 'high', values: [2] },
        ],
      },
    });
    const parts = blockOf(report, 'text', 'attack-steps')?.parts ?? [];
    expect(parts.map(({ title, body }) => [title, body.kind])).toEqual([
      ['1. Found the search', 'rich'],
      [undefined, 'rich'],
      [undefined, 'figure'],
      ['2. Step 2', 'rich'],
      [undefined, 'rich'],
    ]);
    expect(JSON.stringify(parts)).toMatch(/2 Nov.*#finding-1.*hand.*Figure 2/u);
    expect(path().blocks.some((block) => 'target' in block && block.target === 'attack-path')).toBe(false);
    const many = path(Array(17).fill({ ...step, title: 'On' }));
    expect([
      blockOf(many, 'summary', 'attack-path'),
      blockOf(many, 'text', 'attack-steps')?.parts.length,
    ]).toEqual([undefined, 17]);
  });

  it('draws an attack path in Word once, with its steps in words for who hears it', () => {
    const step = { finding: '', title: 'Found the search', at: '', text: 'By hand.', image: '' };
    const report = made(
      { attackPath: [step, { ...step, title: 'Read the store' }] },
      { sections: ['attack-path'] },
    );
    const { parts } = readOffice(writeDocx(report, new Map()).bytes);
    const root = parts.get('word/document.xml');
    const all = root === undefined ? [] : [...within(root)];
    expect(all.filter(({ name }) => name === 'w:tbl')).toEqual([]);
    expect(all.flatMap(({ name, attributes }) => (name === 'wp:docPr' ? [attributes['descr']] : []))).toEqual(
      ['Attack path. 1 Found the search; 2 Read the store'],
    );
  });

  it('leaves files and accounts in tables, with the day on which each was removed', () => {
    const entry = { where: '', note: '', removed: '' };
    const report = made({
      leftFiles: [
        { ...entry, what: '/tmp/a', where: 'db.acme.test' },
        { ...entry, what: '/tmp/b', removed: '2026-11-06' },
      ],
      testAccounts: [{ ...entry, what: 'pentest1', note: 'for {{client}}' }],
    });
    expect([
      lines(blockOf(report, 'table', 'left-files')),
      lines(blockOf(report, 'table', 'test-accounts')),
    ]).toEqual([
      ['/tmp/a | db.acme.test | Not yet', '/tmp/b |  | 6 November 2026'],
      ['pentest1 | for Acme Industries | Not yet'],
    ]);
  });

  it('stand in a file with rating, sentences and roadmap as it is read', () => {
    const text = Buffer.from(
      writeMarkdown(made(facts, { template: 'executive' }), new Map()).bytes,
    ).toString();
    for (const line of [
      '**High**',
      '| H1 | High | Session does not end: A session lives for a year. | – |',
      '| High | End it after an hour. | H1 | Within 30 days |',
      '## Strengths',
      '### Timeline',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
  });
});

describe('a report in brief', () => {
  const { findings, ...rest } = engaged();
  const made = (changed: (finding: (typeof findings)[number], at: number) => object) =>
    document(
      ReportSnapshot.parse({
        ...rest,
        findings: findings.map((one, at) => ({ ...one, ...changed(one, at) })),
      }),
      {
        draft: false,
        template: 'executive',
      },
    );

  it('marks what is fixed in its list, and describes the gravest of the rest', () => {
    const report = made((_, at) => ({ verdicts: [], closed: at === 0 }));
    const rows = blockOf(report, 'summary', 'summary')?.rows.map(({ number, title }) => [
      number,
      /\(fixed\)$/u.test(title),
    ]);
    const described = report.blocks.flatMap((block) => (block.kind === 'finding' ? [block.ref.number] : []));
    expect([
      rows?.filter(([, fixed]) => fixed),
      described.includes(String(rows?.[0]?.[0])),
      described.length,
    ]).toEqual([[[rows?.[0]?.[0], true]], false, 1]);
    expect(blockOf(report, 'chapter', 'risks')?.empty).toBe(
      'The most severe finding that is not fixed in brief.',
    );
  });

  it('ends a sentence that announced code with a full stop', () => {
    const description = 'Send this:\n\n```\nGET /\n```\n\nThen *look at*:\n';
    const report = made(({ record }) => ({ verdicts: [], record: { ...record, description } }));
    const text = Buffer.from(writeMarkdown(report, new Map()).bytes).toString();
    expect([text.includes('Send this.'), text.includes('Send this:'), text.includes('*look at*:')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
