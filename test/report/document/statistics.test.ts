import { describe, expect, test } from 'vitest';
import { ReportSnapshot, type ReportOptions } from '#contract/deliverable/report.ts';
import type { Chart } from '#domain/charts/chart.ts';
import { document } from '#report/document/document.ts';
import { snapshotOf } from '../support/snapshots.ts';

type Options = Partial<Pick<ReportOptions, 'template' | 'language' | 'round'>>;

function chartsOf(snapshot: ReportSnapshot, options: Options = {}): readonly Chart[] {
  return document(snapshot, { draft: false, ...options }).blocks.flatMap((block) =>
    block.kind === 'charts' ? block.charts : [],
  );
}

function charts(records: readonly Record<string, unknown>[], options?: Options): readonly Chart[] {
  return chartsOf(snapshotOf(records), options);
}

/** Rows of a chart: a label with its numbers. */
function rowsOf(chart: Chart | undefined): string[] {
  return (chart?.data.rows ?? []).map(({ label, values }) => `${label}: ${values.join(' ')}`);
}

const three = ['high', 'medium', 'low'].map((severity, at) => ({ title: `T${String(at)}`, severity }));

describe('findings in figures', () => {
  test('are left out of a report with fewer than three findings, and without anything to compare', () => {
    const known = { CVSS: 5, asset: ['a', 'b'] };
    expect(charts(three.slice(1).map((record) => ({ ...record, ...known })))).toEqual([]);
    expect(charts(three)).toEqual([]);
    expect(charts(three.map((record) => ({ ...record, asset: ['only.test'] })))).toEqual([]);
  });

  test('count scores in steps of one, and tell how many findings have none', () => {
    const scores = [0, 3.9, 4, 8.9, 9, 10, null];
    const [chart] = charts(scores.map((CVSS, at) => ({ title: String(at), severity: 'low', CVSS })));
    const filled = rowsOf(chart).filter((row) => !row.endsWith(' 0'));
    expect(chart?.caption).toBe('Findings by CVSS score; one finding without a score');
    expect(filled).toEqual([
      '0.0\u20130.9: 1',
      '3.0\u20133.9: 1',
      '4.0\u20134.9: 1',
      '8.0\u20138.9: 1',
      '9.0\u201310.0: 2',
    ]);
    expect(chart?.data.rows.map(({ mark }) => mark)).toEqual([
      ...['low', 'low', 'low', 'low', 'medium', 'medium', 'medium', 'high', 'high', 'critical'],
    ]);
  });

  test('name the ten assets with the most severe findings, in that order', () => {
    const records = Array.from({ length: 12 }, (_, at) => ({
      title: String(at),
      severity: at === 11 ? 'critical' : at === 5 ? 'high' : 'low',
      asset: [`host${String(at)}.test`, ...(at === 7 ? ['host3.test'] : [])],
    }));
    const [chart] = charts(records);
    expect(chart?.caption).toBe(
      'The 10 assets with the most severe findings, of 12; a finding counts on each of its assets',
    );
    expect(chart?.data.columns.map(({ label }) => label)).toEqual(['Critical', 'High', 'Low']);
    expect([rowsOf(chart).length, ...rowsOf(chart).slice(0, 3)]).toEqual([
      10,
      'host11.test: 1 0 0',
      'host5.test: 0 1 0',
      'host3.test: 0 0 2',
    ]);
  });

  test('call categories and weaknesses by their names, the most frequent first', () => {
    const cwe = (number: number): string => `https://cwe.mitre.org/data/definitions/${String(number)}.html`;
    const injection = 'https://owasp.org/Top10/A03_2021-Injection/';
    const [owasp, weaknesses] = charts([
      { ...three[0], owasp: [injection], cwe: [cwe(287), cwe(89)] },
      { ...three[1], owasp: [injection, injection], cwe: [cwe(89)] },
      { ...three[2], owasp: ['Own category'], cwe: [] },
    ]);
    expect(rowsOf(owasp)).toEqual(['A03:2021 Injection: 1 1 0', 'Own category: 0 0 1']);
    expect(rowsOf(weaknesses).map((row) => row.replace(/ .*:/u, ''))).toEqual(['CWE-89 2', 'CWE-287 1']);
  });

  test('do not count weaknesses of which none is named twice', () => {
    const records = three.map((record, at) => ({ ...record, cwe: [`CWE ${String(at)}`] }));
    expect(charts(records)).toEqual([]);
  });

  test('show likelihood against impact where records have both, with the most severe of each cell', () => {
    const rated = [
      ['high', 'high'],
      ['Likely', 'major'],
      ['low', 'high'],
    ].map(([likelihood, impact], at) => ({ ...three[at], likelihood, impact }));
    const [chart] = charts([...rated, { title: 'T', severity: 'low', likelihood: 'often' }]);
    expect(chart?.caption).toContain('; one finding without both');
    expect(rowsOf(chart)).toEqual(['High: 0 0 2', 'Medium: 0 0 0', 'Low: 0 0 1']);
    expect(chart?.data.rows[0]?.marks).toEqual([null, null, 'high']);
  });

  test('count equal findings that are printed as one once, with what any of them says', () => {
    const grouped = (CVSS: number, owasp: string) => ({
      title: 'Equal',
      severity: 'high',
      CVSS,
      owasp: [owasp],
    });
    const records = [
      grouped(7.1, 'A1'),
      grouped(8.2, 'A2'),
      ...three.slice(1).map((one) => ({ ...one, CVSS: 5 })),
    ];
    const groups = [{ severity: 'high', number: 1, title: 'Equal', members: ['f0', 'f1'] }];
    const [scores, owasp] = chartsOf(ReportSnapshot.parse({ ...snapshotOf(records), groups }));
    expect(rowsOf(scores).filter((row) => !row.endsWith(' 0'))).toEqual([
      '5.0\u20135.9: 2',
      '8.0\u20138.9: 1',
    ]);
    expect(rowsOf(owasp)).toEqual(['A1: 1', 'A2: 1']);
  });

  test('are fewer in a report in brief, and speak its language', () => {
    const records = three.map((record, at) => ({
      ...record,
      CVSS: 5.5,
      asset: [`${String(at)}.test`],
      cwe: [`CWE ${String(at % 2)}`],
      owasp: [`A${String(at)}`],
    }));
    const captions = (options: Options): string[] => charts(records, options).map(({ caption }) => caption);
    expect(captions({})).toHaveLength(4);
    expect(captions({ template: 'executive', language: 'de' })).toEqual([
      'Feststellungen nach CVSS-Wert',
      'Feststellungen nach System; eine Feststellung zählt auf jedem ihrer Systeme',
    ]);
    expect(captions({ template: 'retest' })).toEqual([]);
    expect(charts(records, { language: 'de' })[0]?.data.rows[5]?.label).toBe('5,0\u20135,9');
  });
});

describe('severity over rounds', () => {
  const rounds = [1, 2].map((number) => ({ number, name: '', begins: '', ends: '', note: '' }));
  const verdict = (round: number, said: string) => ({
    round,
    verdict: said,
    at: '2026-03-02',
    who: '',
    text: '',
  });
  const given = [[verdict(1, 'fixed')], [verdict(1, 'open'), verdict(2, 'fixed')], [verdict(1, 'partly')]];
  const snapshot = ReportSnapshot.parse({
    ...snapshotOf(three),
    rounds,
    findings: three.map((record, at) => ({ id: `f${String(at)}`, record, verdicts: given[at] })),
  });
  const overRounds = (options: Options, from = snapshot): string[] =>
    document(from, { draft: false, ...options }).blocks.flatMap((block) =>
      block.kind === 'retest' ? rowsOf(block.charts[1]) : [],
    );

  test('tells what was not fixed at first and after each round', () => {
    expect(overRounds({})).toEqual(['Assessment: 1 1 1', 'Retest 1: 0 1 1', 'Retest 2: 0 0 1']);
  });

  test('a finding that its status closed was not fixed at first alone', () => {
    const findings = snapshot.findings.map((one, at) =>
      at === 2 ? { ...one, verdicts: [], closed: true } : one,
    );
    expect(overRounds({}, { ...snapshot, findings })).toEqual([
      'Assessment: 1 1 1',
      'Retest 1: 0 1 0',
      'Retest 2: 0 0 0',
    ]);
  });

  test('begins with the round before the first that is shown', () => {
    expect(overRounds({ round: 2 })).toEqual(['Retest 1: 1 1', 'Retest 2: 0 1']);
  });
});
