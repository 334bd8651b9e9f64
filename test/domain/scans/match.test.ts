import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FindingRow } from '#contract/finding/finding.ts';
import { KnownFindings, rulesInTags, type KnownFinding } from '#domain/scans/match.ts';
import { groupsOf, importedFrom, item } from './support.ts';

const host = fc.constantFrom('a.test', 'b.test', 'c.test', 'https://d.test');
const scan = fc.array(
  fc
    .record({
      tool: fc.constantFrom('nessus', 'burp'),
      rule: fc.constantFrom('1', '2', '3'),
      title: fc.constantFrom('Old TLS', 'SQL injection'),
      severity: fc.constantFrom('high', 'low'),
      asset: host,
      observation: fc.string({ maxLength: 5 }),
      cwe: fc.constantFrom([], [79], [89]),
    })
    .map((given) => item(given)),
  { maxLength: 10 },
);

function known(given: Partial<KnownFinding>): KnownFinding {
  return {
    finding: 1 as FindingRow,
    id: 'F-1',
    title: 'Old TLS',
    assets: ['a.test'],
    cwe: [],
    tags: [],
    origins: [],
    closed: false,
    ...given,
  };
}

function matchOf(finding: KnownFinding, given: Parameters<typeof item>[0] = {}) {
  const [group] = groupsOf([item({ asset: 'a.test', ...given })]);
  if (group === undefined) throw new Error('no group');
  return new KnownFindings([finding]).match(group);
}

describe('a scan that is imported again', () => {
  it('finds nothing new and nothing to change, however texts and severities differ', () => {
    fc.assert(
      fc.property(scan, fc.string(), (items, text) => {
        const findings = groupsOf(items).map(importedFrom);
        const again = items.map((one) => ({
          ...one,
          observation: text,
          description: text,
          severity: 'critical' as const,
        }));
        const kinds = groupsOf(again).map((group) => new KnownFindings(findings).match(group).kind);
        expect(kinds.every((kind) => kind === 'known')).toBe(true);
      }),
    );
  });

  it('with one more asset extends one finding by just that one', () => {
    fc.assert(
      fc.property(scan, fc.nat(), (items, which) => {
        fc.pre(items.length > 0);
        const findings = new KnownFindings(groupsOf(items).map(importedFrom));
        const seen = items[which % items.length];
        if (seen === undefined) throw new Error('no item');
        const later = groupsOf([...items, { ...seen, asset: 'new.test' }]).map((group) =>
          findings.match(group),
        );
        const changes = later.filter(({ kind }) => kind !== 'known');
        expect(changes).toMatchObject([{ kind: 'extends', assets: ['new.test'] }]);
      }),
    );
  });

  it('never changes a finding that is closed, and makes no second one', () => {
    fc.assert(
      fc.property(scan, scan, (first, second) => {
        const findings = groupsOf(first).map((group, row) => ({ ...importedFrom(group, row), closed: true }));
        const index = new KnownFindings(findings);
        const rules = new Set(findings.flatMap(({ tags }) => tags));
        for (const group of groupsOf(second)) {
          const { kind } = index.match(group);
          expect(['new', 'closed']).toContain(kind);
          if (rules.has(`rule:${group.key}`)) expect(kind).toBe('closed');
        }
      }),
    );
  });
});

describe('what tells that a group is a finding', () => {
  it.each([
    ['where it was imported from', { title: 'Another', origins: [{ tool: 'nessus', rule: '1' }] }, 'origin'],
    ['its tag', { title: 'Another', tags: ['x', 'rule:nessus/1'] }, 'tag'],
    ['the tag of another program', { title: 'Another', tags: ['scanimport:nessus:1'] }, 'tag'],
    ['title and weakness', { assets: ['z.test'], cwe: ['79'] }, 'title-cwe'],
    ['title and asset', { title: ' old  TLS', assets: ['A.test'] }, 'title-asset'],
  ] as const)('is %s', (_what, given, why) => {
    expect(matchOf(known(given), { cwe: [79] })).toMatchObject({ why });
  });

  it.each([
    ['the title alone', { assets: ['z.test'] }],
    ['an asset and a weakness alone', { title: 'Another', cwe: ['79'] }],
    [
      'a title that the same tool gives to two rules',
      { cwe: ['79'], origins: [{ tool: 'nessus', rule: '2' }] },
    ],
  ])('is not %s', (_what, given) => {
    expect(matchOf(known(given), { cwe: [79] })).toEqual({ kind: 'new', why: null });
  });

  it('an open finding before a closed one, and the one with the most assets in common', () => {
    const rule = { origins: [{ tool: 'nessus', rule: '1' }] };
    const findings = [
      known({ ...rule, finding: 1 as FindingRow, closed: true }),
      known({ ...rule, finding: 2 as FindingRow, assets: ['b.test'] }),
      known({ ...rule, finding: 3 as FindingRow, assets: ['c.test', 'd.test'] }),
    ];
    const [group] = groupsOf(['a.test', 'c.test', 'd.test', 'e.test'].map((asset) => item({ asset })));
    if (group === undefined) throw new Error('no group');
    expect(new KnownFindings(findings).match(group)).toMatchObject({
      kind: 'extends',
      finding: { finding: 3 },
      assets: ['e.test'],
    });
  });

  it('names the closed findings that were found again beside an open one', () => {
    const rule = { origins: [{ tool: 'nessus', rule: '1' }] };
    const findings = [
      known({ ...rule, finding: 1 as FindingRow, assets: ['a.test'] }),
      known({ ...rule, finding: 2 as FindingRow, assets: ['b.test'], closed: true }),
      known({ ...rule, finding: 3 as FindingRow, assets: ['c.test'], closed: true }),
    ];
    const [group] = groupsOf(['a.test', 'b.test'].map((asset) => item({ asset })));
    if (group === undefined) throw new Error('no group');
    expect(new KnownFindings(findings).match(group)).toMatchObject({
      kind: 'known',
      finding: { finding: 1 },
      closed: [{ finding: 2 }],
    });
    expect(new KnownFindings(findings.slice(2)).match(group)).toMatchObject({
      kind: 'closed',
      closed: [{ finding: 3 }],
      assets: ['a.test', 'b.test'],
    });
  });

  it('is what the user decided before all', () => {
    const [group] = groupsOf([item({ asset: 'a.test' })]);
    if (group === undefined) throw new Error('no group');
    const index = new KnownFindings([
      known({ origins: [{ tool: 'nessus', rule: '1' }] }),
      known({ finding: 2 as FindingRow, title: 'Another', assets: [], closed: true }),
    ]);
    expect(index.match(group, { kind: 'new' })).toEqual({ kind: 'new', why: 'decided' });
    expect(index.match(group, { kind: 'finding', finding: 2 as FindingRow })).toMatchObject({
      kind: 'extends',
      finding: { finding: 2 },
      why: 'decided',
    });
  });

  it('reads the rules in tags', () => {
    expect(
      rulesInTags(['rule:zap/10202', 'Rule:nuclei/a/b', 'ruler:x/1', 'rule:x', 'scanimport:nessus:7']),
    ).toEqual([
      { tool: 'zap', rule: '10202' },
      { tool: 'nuclei', rule: 'a/b' },
      { tool: 'nessus', rule: '7' },
    ]);
  });
});
