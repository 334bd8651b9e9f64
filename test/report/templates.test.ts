import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { ReportOptions } from '#contract/deliverable/report.ts';
import { chapterKeys } from '#contract/deliverable/template.ts';
import { checkEngagement } from '#domain/preflight/index.ts';
import { othersOf } from '../domain/preflight/support.ts';
import { document } from '#report/document/document.ts';
import type { Block, ReportDocument } from '#report/document/blocks.ts';
import { writeFormat } from '#report/process/write-format.ts';
import { engaged } from './support/engaged.ts';
import { snapshotOf } from './support/snapshots.ts';

const made = (options: Partial<ReportOptions>): ReportDocument =>
  document(engaged(), { draft: false, ...options });

/** A document as a text that a person can compare line by line: the whole tree, without where a text was parsed from. */
function shown(report: ReportDocument): string {
  const bare: unknown = JSON.parse(
    JSON.stringify(report, (key, value: unknown) => (key === 'position' ? undefined : value)),
  );
  return `${inspect(bare, { depth: Infinity, breakLength: 110, compact: 4, maxArrayLength: null, maxStringLength: null })}\n`;
}

const kindsOf = ({ blocks }: Pick<ReportDocument, 'blocks'>): string[] => blocks.map(nameOf);

function nameOf(block: Block): string {
  if ('target' in block) return block.target;
  return block.kind === 'finding' ? block.ref.number : block.kind;
}

describe('templates', () => {
  it.each([
    ['technical', {}],
    ['executive', { template: 'executive' }],
    ['retest', { template: 'retest', round: 2 }],
    ['single', { template: 'single', finding: 'f1' }],
    ['by-asset', { template: 'by-asset', language: 'de' }],
  ] satisfies [string, Partial<ReportOptions>][])(
    '%s prints the tree of its golden file',
    async (name, options) => {
      await expect(shown(made(options))).toMatchFileSnapshot(`golden/${name}.txt`);
    },
  );

  it('bear the day where they were made; an edition that does not say it, that of its moment', async () => {
    const days = async (localDay?: string) => {
      const order = {
        snapshot: { ...engaged(), localDay },
        options: { draft: false, format: 'html' },
        bytes: new Map(),
      } as const;
      const text = Buffer.from((await writeFormat(order, () => undefined)).bytes).toString();
      return text.match(/2[0-9] November 2026/gu);
    };
    // In the middle stands the list of versions, whose days people wrote.
    expect([await days('2026-11-22'), await days()]).toEqual([
      ['22 November 2026', '21 November 2026', '22 November 2026'],
      ['21 November 2026', '21 November 2026', '21 November 2026'],
    ]);
  });

  it('list in contents, summary and matrix only the findings that are asked for, and say how many they leave out', () => {
    const lists = (options: Partial<ReportOptions>) =>
      made(options).blocks.flatMap((block) => {
        if (block.kind === 'contents') {
          const numbers = block.entries.flatMap((entry) =>
            entry.kind === 'finding' ? entry.ref.number : [],
          );
          return [[numbers.join(), block.note]];
        }
        if (block.kind === 'summary')
          return [[block.rows.map(({ number }) => number).join(), block.sentence]];
        if (block.kind === 'matrix')
          return [[block.rows.map(({ ref }) => ref.number).join(), block.sentence]];
        if (block.kind === 'chapter' && block.target === 'assets') return [['', block.empty]];
        return [];
      });
    const led = 'The assessment resulted in 4 findings: 1 critical, 1 high, 1 medium and 1 info.';
    const on = '3 findings on 3 assets.';
    expect([lists({}), lists({ listedFindings: 'high' }), lists({ listedFindings: 'none' })]).toEqual([
      [
        ['C1,H1,M1,I1', undefined],
        ['C1,H1,M1,I1', led],
        ['C1,H1,I1', on],
      ],
      [
        ['C1,H1', '2 of 4 findings are not listed here.'],
        ['C1,H1', `${led} 2 of 4 findings are not listed here.`],
        ['C1,H1', `${on} 1 of 3 findings is not listed here.`],
      ],
      [
        ['', 'None of the 4 findings is listed here.'],
        ['', `${led} None of the 4 findings is listed here.`],
        ['', `${on} None of the 3 findings is listed here.`],
      ],
    ]);
  });

  it.each(['html', 'markdown'] as const)('list no finding in %s if none is asked for', async (format) => {
    const options = { draft: false, format, listedFindings: 'none' } as const;
    const order = { snapshot: engaged(), options, bytes: new Map() };
    const { bytes } = await writeFormat(order, () => undefined);
    const text = Buffer.from(bytes).toString();
    const findings = text.slice(text.indexOf(format === 'html' ? '<article' : '### C1'));
    expect(text.match(/Weak password rules/gu)).toEqual(findings.match(/Weak password rules/gu));
    expect(text.match(/None of the \d findings is listed here/gu)).toHaveLength(format === 'html' ? 3 : 2);
  });

  it('print the internal id of the project on the cover only if asked', () => {
    const cover = (name: string, showProjectId?: boolean) =>
      document({ ...engaged(), project: 'p-4711', name }, { draft: false, showProjectId })
        .blocks.flatMap((block) => (block.kind === 'cover' ? block.facts : []))
        .filter(({ label }) => label === 'Engagement')
        .flatMap(({ values }) => values.map(({ text }) => text));
    expect([cover('Portal'), cover('p-4711'), cover('Portal', true), cover('p-4711', true)]).toEqual([
      ['Portal'],
      [],
      ['Portal (p-4711)'],
      ['p-4711'],
    ]);
  });

  it('call themselves confidential where nobody has said otherwise, and the check says just that', () => {
    const snapshot = { ...engaged(), facts: { ...engaged().facts, classification: ' ' } };
    const nobody = { client: null, assets: [] };
    const said = checkEngagement(snapshot, othersOf(nobody, nobody)).find(
      ({ field }) => field === 'classification',
    );
    expect([document(snapshot, { draft: false }).classification, said?.message]).toEqual([
      'Confidential',
      'The classification is missing; the report says "Confidential".',
    ]);
  });

  it('leave out chapters in which nothing stands', () => {
    expect(kindsOf(document(snapshotOf([]), { draft: false }))).toEqual([
      'cover',
      'contents',
      'rating',
      'rating-rule',
      'summary',
      'severities',
      'findings',
      'limits',
    ]);
  });

  it('print the chosen sections in the chosen order, and number pictures as they come', () => {
    const report = made({ sections: ['retest', 'findings', 'summary'] });
    expect(kindsOf(report)).toEqual(['retest', 'round-1', 'findings', 'C1', 'H1', 'M1', 'I1', 'summary']);
    expect(JSON.stringify(report).match(/"Figure \d"/g)).toEqual([
      '"Figure 1"',
      '"Figure 2"',
      '"Figure 3"',
      '"Figure 4"',
      '"Figure 5"',
    ]);
  });

  it.each(['technical', 'executive', 'retest', 'single', 'by-asset'] as const)(
    '%s leads to no place that it does not print, with all sections and with any one of them',
    (template) => {
      for (const sections of [[...chapterKeys], ...chapterKeys.map((key) => [key])]) {
        expect(lostTargets(made({ template, sections, finding: 'f0' })), sections.join()).toEqual([]);
      }
    },
  );

  it('by-asset lists the findings of an asset where it is more than the one that follows', () => {
    const { blocks } = document(
      snapshotOf([
        { title: 'A', severity: 'high', asset: ['alone', 'shared'] },
        { title: 'B', severity: 'low', asset: ['both'] },
        { title: 'C', severity: 'low', asset: ['both'] },
      ]),
      { draft: false, template: 'by-asset', sections: ['findings'] },
    );
    const rows = blocks.map((block) =>
      block.kind === 'summary' ? block.rows.map(({ number }) => number) : kindsOf({ blocks: [block] })[0],
    );
    expect(rows).toEqual(['findings', 'asset-1', 'H1', ['H1'], ['L1', 'L2'], 'L1', 'L2']);
  });

  it('the executive one holds no request, demonstration or code', () => {
    const text = JSON.stringify(made({ template: 'executive' }).blocks);
    expect(['OR 1=1', 'SELECT 1', '200 OK', '"code"', '"pre"'].filter((word) => text.includes(word))).toEqual(
      [],
    );
    expect(text).toContain('The parameter ');
  });

  it('that is about one finding holds no other one, in any format', async () => {
    const options = { draft: false, template: 'single', finding: 'f1' } as const;
    for (const format of ['html', 'markdown', 'csv', 'json'] as const) {
      const order = { snapshot: engaged(), options: { ...options, format }, bytes: new Map() };
      const text = Buffer.from((await writeFormat(order, () => undefined)).bytes).toString();
      expect(
        ['Session does not end', 'SQL', 'Weak', 'bound', 'Mend'].filter((word) => text.includes(word)),
      ).toEqual(['Session does not end']);
    }
  });

  it('list assets where there are too many for a page', () => {
    const records = Array.from({ length: 13 }, (_, index) => ({
      title: 'a',
      asset: `host-${String(index)}`,
    }));
    const { blocks } = document(snapshotOf(records), { draft: false });
    expect(blocks.flatMap((block) => (block.kind === 'assets' ? block.rows.length : []))).toEqual([13]);
  });
});

/** Targets that something leads to and that no block has, and targets that two blocks have. */
function lostTargets({ blocks }: ReportDocument): string[] {
  const places = blocks.flatMap((block) => {
    if (block.kind === 'finding') return [block.ref.target];
    return 'target' in block ? [block.target] : [];
  });
  const wanted = new Set<string>();
  JSON.stringify(blocks, (key, value: unknown) => {
    if ((key === 'target' || key === 'parent' || key === 'chapter') && typeof value === 'string')
      wanted.add(value);
    return value;
  });
  const doubled = places.filter((place, index) => places.indexOf(place) !== index);
  return [...[...wanted].filter((target) => !places.includes(target)), ...doubled];
}

describe('a report in brief', () => {
  const finding = {
    title: 'a',
    severity: 'high',
    description: 'Words.\n\n```\ncode\n```',
    observation: 'Seen.',
    requests: ['GET /'],
    tags: [],
    cwe: 'CWE-79',
    owasp: null,
  };
  const sentenceIn = (record: object, language: 'en' | 'de' = 'en'): string | undefined => {
    const brief = document(snapshotOf([{ severity: 'high', title: 'b', ...record }]), {
      draft: false,
      template: 'executive',
      language,
    });
    const risks = brief.blocks.find((block) => block.kind === 'chapter' && block.target === 'risks');
    return risks?.kind === 'chapter' ? risks.empty : undefined;
  };

  it('names what it does not print of the findings that it describes', () => {
    expect(sentenceIn(finding)).toBe(
      'The one finding is described here. Not printed in this report: Observation, Requests, Code, CWE.',
    );
    expect(sentenceIn(finding, 'de')).toMatch(/In diesem Bericht nicht abgedruckt: .*, Code, CWE\.$/u);
  });

  it('says nothing if there is nothing more', () => {
    expect(sentenceIn({ description: 'Words.' })).toBe('The one finding is described here.');
  });
});
