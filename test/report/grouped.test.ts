import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { ReportSnapshot, type ReportFinding } from '#contract/deliverable/report.ts';
import { writeCsv } from '#report/csv/write.ts';
import { document } from '#report/document/document.ts';
import { writeJson } from '#report/json/write.ts';
import { writeMarkdown } from '#report/markdown/write.ts';

const noImages = new Map<string, Uint8Array>();

function snapshotOf(
  findings: readonly object[],
  groups: readonly object[],
  rounds: readonly object[] = [],
): ReportSnapshot {
  const head = { project: 'p', name: 'Harbour', client: 'Harbour Ltd', generatedAt: '2026-11-21T10:00:00Z' };
  return ReportSnapshot.parse({ ...head, findings, groups, rounds });
}

const round = (number: number): object => ({ number, name: '', begins: '', ends: '', note: '' });

function markdownOf(snapshot: ReportSnapshot, options = {}): string {
  const made = document(snapshot, { draft: false, sections: ['summary', 'findings', 'retest'], ...options });
  return Buffer.from(writeMarkdown(made, noImages).bytes).toString();
}

describe('equal findings as one', () => {
  const equal = (id: string, asset: string, more = {}): object => ({
    id,
    record: {
      title: 'Weak cipher',
      severity: 'medium',
      status: 'open',
      asset: [asset],
      description: 'Old ciphers are on.',
      remediation: 'Turn them off.',
      tags: ['tls'],
      ...more,
    },
  });
  const snapshot = snapshotOf(
    [
      equal('f1', 'b.test', { observation: 'Seen with sslscan.' }),
      equal('f2', 'a.test', { observation: 'Seen with sslscan.', status: 'closed' }),
      equal('f3', 'c.test', { observation: 'Seen by hand.', tags: ['tls', 'old'] }),
      { id: 'f4', number: 2, record: { title: 'Banner', severity: 'medium', asset: ['a.test'] } },
    ],
    [{ severity: 'medium', number: 1, title: 'Weak cipher', members: ['f1', 'f2', 'f3'] }],
  );

  it('are one finding with what all say alike once, and a table of their places', () => {
    expect(markdownOf(snapshot)).toMatchInlineSnapshot(`
      "## Summary of findings

      The assessment resulted in 2 findings: 2 medium. They occur at 4 places; a finding with several places is counted once.

      | Severity | Findings |
      | - | - |
      | Critical | 0 |
      | High | 0 |
      | Medium | 2 |
      | Low | 0 |
      | Info | 0 |

      Figure 1: Findings by severity

      | No. | Severity | Title | CVSS |
      | - | - | - | - |
      | M1 | Medium | Weak cipher | – |
      | M2 | Medium | Banner | – |

      ## Findings

      ### M1 Weak cipher

      - **Severity:** Medium
      - **Mentioned in:** Summary of findings

      #### Description

      Old ciphers are on.

      #### Remediation

      Turn them off.

      #### Places (3)

      | Place | Assets | Status | ID |
      | - | - | - | - |
      | 1 | a.test | Closed | f2 |
      | 2 | b.test | Open | f1 |
      | 3 | c.test | Open | f3 |

      #### Observation

      ##### Places 1, 2

      Seen with sslscan.

      #### Tags

      ##### Places 1, 2

      tls

      #### Place 3: c.test

      ##### Observation

      Seen by hand.

      ##### Tags

      tls · old

      ### M2 Banner

      - **Severity:** Medium
      - **Assets:** a.test
      - **Mentioned in:** Summary of findings
      "
    `);
  });

  it('are counted as one, and placeholders count alike', () => {
    const counted = { ...snapshot, facts: { ...snapshot.facts, summary: '{{count}} in all' } };
    const text = markdownOf(counted, { sections: ['management', 'assets'] });
    expect(text).toContain('2 in all');
    expect(text).toContain('2 findings on 3 assets');
  });

  it('are a row each in lists, under the number of the report', () => {
    const csv = Buffer.from(writeCsv(snapshot, { draft: false }).bytes).toString();
    const cells = csv.split('\r\n').map((line) => line.replaceAll('"', '').split(',').slice(0, 2).join());
    expect(cells).toEqual(['\ufeffNumber,ID', 'M1,f1', 'M1,f2', 'M1,f3', 'M2,f4', '']);
    expect(csv).toContain('M1 Weak cipher');
    const json = JSON.parse(
      Buffer.from(writeJson(snapshot, { draft: false }, noImages)).toString(),
    ) as object;
    expect(json).toMatchObject({
      groups: [{ number: 'M1', title: 'Weak cipher', findings: ['f1', 'f2', 'f3'] }],
      findings: [{ number: 'M1' }, { number: 'M1' }, { number: 'M1' }, { number: 'M2' }],
    });
  });

  it('are told by themselves in a report about one of them, under their number, without the others', () => {
    const options = { draft: false, template: 'single' as const, finding: 'f2' };
    const text = markdownOf(snapshot, { ...options, sections: undefined });
    expect(text).toContain('M1 Weak cipher');
    expect(text).not.toMatch(/c\.test|f1|Places/u);
    expect(Buffer.from(writeJson(snapshot, options, noImages)).toString()).not.toContain('f1');
  });

  it('are linked to by any of them', () => {
    const linking = {
      id: 'f5',
      number: 3,
      record: { title: 'Other', severity: 'medium', description: 'See [it](finding:f2).' },
    };
    const { findings, groups = [] } = snapshot;
    expect(markdownOf(snapshotOf([...findings, linking], groups))).toMatch(
      /See \[it\]\(#m1-weak-cipher\) \(M1\)/u,
    );
  });
});

/* Nothing that is said of a finding may be lost, whatever it is printed with. */

/** `mine` is another word in each finding. */
const words = fc.constantFrom('one', 'mine', '');
const picture = fc.constantFrom('a', 'b', 'c').map((name) => ({
  evidence: name,
  name: `${name}.png`,
  caption: `caption of ${name}`,
  type: 'image/png',
  width: 4,
  height: 4,
  sha256: `image-${name}`,
  addedAt: '',
}));
const pictures = fc.array(picture, { maxLength: 2 });
const verdict = fc.record({
  verdict: fc.constantFrom('fixed', 'open', 'partly'),
  at: fc.constantFrom('2026-11-01', '2026-11-02'),
  who: fc.constantFrom('Ann', 'Bob'),
  text: words.map((word) => (word === '' ? '' : `retest ${word}`)),
  evidence: pictures,
});
const finding = fc.record({
  record: fc.record({
    title: fc.constantFrom('Weak cipher', 'weak cipher', 'Old cipher'),
    severity: fc.constantFrom('high', 'low', 'odd'),
    status: fc.constantFrom('open', 'closed', ''),
    CVSS: fc.constantFrom(7.5, '7.5', 4, null),
    asset: fc.array(fc.constantFrom('a.test', 'b.test', 'https://a.test/x'), { maxLength: 2 }),
    description: fc.oneof(
      words.map((word) => `described ${word}`),
      fc.constant('see ![](evidence:a.png)'),
    ),
    observation: words.map((word) => (word === '' ? '' : `observed ${word}`)),
    demonstration: words.map((word) => (word === '' ? '' : `shown ${word}`)),
    remediation: words,
    requests: fc.array(
      fc.record({
        request: words.map((word) => `GET ${word}`),
        response: words.map((word) => `200 ${word}`),
      }),
      { maxLength: 2 },
    ),
    tags: fc.array(fc.constantFrom('tls', 'web'), { maxLength: 2 }),
    references: fc.constantFrom('https://r.test/1', ['https://r.test/1'], [], null),
    impact: fc.constantFrom('money', `fame ${'x'.repeat(90)}`, ''),
  }),
  evidence: pictures,
  verdicts: fc.tuple(fc.option(verdict), fc.option(verdict)),
});

/** Everything that the pages must say of a finding. */
function saidOf({ id, record, evidence, verdicts }: ReportFinding): string[] {
  const flat = (value: Json | undefined): string[] => {
    if (value === null || value === undefined) return [];
    return typeof value === 'object' ? Object.values(value).flatMap(flat) : [String(value)];
  };
  const { title, severity, status, CVSS, description, ...rest } = record;
  return [
    id,
    ...[title, CVSS, severity, status].flatMap(flat),
    ...flat(description).map((text) => (text.includes('evidence:') ? 'see ' : text)),
    ...flat(rest),
    ...evidence.flatMap(({ sha256, caption }) => [sha256, caption]),
    ...verdicts.flatMap(({ text, evidence: images, who }) => [
      text,
      who,
      ...images.map(({ sha256 }) => sha256),
    ]),
  ].filter((text) => text.trim() !== '');
}

it('no text, place, image or verdict is lost by printing findings as one', () => {
  fc.assert(
    fc.property(fc.array(finding, { minLength: 2, maxLength: 5 }), (all) => {
      const findings = all.map(({ verdicts, ...one }, at) => ({
        ...(JSON.parse(JSON.stringify(one).replaceAll('mine', `mine${String(at)}`)) as object),
        id: `id-${String(at)}`,
        verdicts: verdicts.flatMap((given, index) =>
          given === null ? [] : [{ ...given, round: index + 1 }],
        ),
      }));
      const members = findings.map(({ id }) => id);
      const snapshot = snapshotOf(
        findings,
        [{ severity: 'high', number: 1, title: 'Weak cipher', members }],
        [round(1), round(2)],
      );
      const options = {
        draft: false,
        sections: ['findings' as const],
        showOtherMembers: true,
        groupRequests: 'all' as const,
      };
      const made = document(snapshot, options);
      expect(made.blocks.filter(({ kind }) => kind === 'finding')).toHaveLength(1);
      const printed = JSON.stringify(made.blocks).toLowerCase();
      for (const text of snapshot.findings.flatMap(saidOf)) {
        expect(printed).toContain(JSON.stringify(text.trim().toLowerCase()).slice(1, -1));
      }
    }),
    { numRuns: 100 },
  );
});

it('requests of the first places alone are printed, a line counts the others, and JSON has all', () => {
  const findings = Array.from({ length: 6 }, (_, at) => ({
    id: `f${String(at)}`,
    record: {
      title: 'Weak cipher',
      severity: 'low',
      asset: [`${String(at)}.test`],
      // The last two say the same.
      requests: [{ request: `GET /${String(Math.min(at, 4))}`, response: '200 OK' }],
    },
  }));
  const members = findings.map(({ id }) => id);
  const snapshot = snapshotOf(findings, [{ severity: 'low', number: 1, title: 'Weak cipher', members }]);
  const printed = (options: object): (string | undefined)[] => {
    const text = markdownOf(snapshot, { sections: ['findings'], ...options });
    return [
      [...text.matchAll(/GET \/(\d)/gu)].map(([, at]) => at).join(''),
      /^Requests of .*$|^Anfragen von .*$/mu.exec(text)?.[0],
    ];
  };
  const rest = 'are not printed. Excel, CSV and JSON of this report have all of them.';
  expect(printed({})).toEqual(['012', `Requests of 3 more places ${rest}`]);
  expect(printed({ groupRequests: 0 })).toEqual(['', `Requests of 6 places ${rest}`]);
  expect(printed({ groupRequests: 5 })[1]).toBeUndefined();
  expect(printed({ groupRequests: 'all' })).toEqual(['40123', undefined]);
  expect(printed({ groupRequests: 4, language: 'de' })[1]).toMatch(
    /^Anfragen von 2 weiteren Stellen sind nicht/u,
  );
  const json = Buffer.from(writeJson(snapshot, { draft: false }, noImages)).toString();
  expect(json.match(/GET \/\d/gu)).toHaveLength(6);
});

it('each place has the verdicts that it has by itself, and a retest counts places', () => {
  const verdicts = (...given: string[]): object[] =>
    given.map((one, at) => ({ round: at + 1, verdict: one, at: '2026-11-01', who: 'Ann', text: '' }));
  const place = (id: string, ...given: string[]): object => ({
    id,
    record: { title: 'Weak cipher', severity: 'low', asset: [`${id}.test`] },
    verdicts: verdicts(...given),
  });
  const snapshot = snapshotOf(
    [place('f1', 'open', 'fixed'), place('f2', 'open', 'open'), place('f3', 'open', 'fixed')],
    [{ severity: 'low', number: 1, title: 'Weak cipher', members: ['f1', 'f2', 'f3'] }],
    [round(1), round(2)],
  );
  const text = markdownOf(snapshot, { template: 'retest' });
  expect(text).toContain('Of 3 places, 2 are fixed and 1 is still open.');
  expect(text).toMatch(/L1 Weak cipher \(2 of 3 places\) *\| Low *\| Still open *\| Fixed/u);
  expect(text).toMatch(/L1 Weak cipher \(1 of 3 places\) *\| Low *\| Still open *\| Still open/u);
  expect(text).toMatch(/\| 2 *\| f2\.test *\| Still open; Ann, 1 November 2026/u);
  expect(text).toContain(
    'the finding is not fixed. A finding counts as fixed once it is fixed at all of its places.',
  );
});
