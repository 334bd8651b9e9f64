import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import { severityKeys } from '#contract/value-lists.ts';
import { arranged, asRead } from '#domain/scans/arrange.ts';
import { ScanGroups } from '#domain/scans/groups.ts';
import { severityLeavesOut } from '#domain/scans/left-out.ts';
import { groupSeverity } from '#domain/scans/severity-mapping.ts';
import { Smallest } from '#domain/scans/smallest.ts';
import { groupsOf, item, usualRules } from './support.ts';

const anyItem = fc
  .record({
    tool: fc.constantFrom('nessus', 'burp'),
    rule: fc.constantFrom('1', '2', '3'),
    title: fc.constantFrom('Old TLS', 'Old TLS on port 443', 'SQL injection'),
    severity: fc.constantFrom(...severityKeys),
    asset: fc.constantFrom('', 'a.test', 'A.test', 'https://b.test:8443'),
    port: fc.constantFrom(null, 80, 443),
    path: fc.constantFrom(null, '/login', '/'),
    observation: fc.constantFrom('', 'Seen at 10:00', 'Seen at 11:00'),
    description: fc.constantFrom('', 'What it is.', 'What it is, at length.'),
    references: fc.constantFrom([], ['https://a.test/1', 'https://a.test/2'], ['https://a.test/2']),
    cwe: fc.constantFrom([], [79], [89, 79]),
    requests: fc.constantFrom([], [{ request: 'GET /', response: null }]),
    falsePositive: fc.boolean(),
    informational: fc.boolean(),
  })
  .map((given) => item(given));

describe('groups of items', () => {
  it('are the same in whatever order the items come, and if a file comes twice', () => {
    fc.assert(
      fc.property(
        fc
          .array(anyItem, { maxLength: 12 })
          .chain((items) =>
            fc.tuple(
              fc.constant(items),
              fc.shuffledSubarray([...items, ...items], { minLength: items.length * 2 }),
            ),
          ),
        ([items, shuffled]) => {
          expect(groupsOf(shuffled)).toEqual(groupsOf(items));
        },
      ),
    );
  });

  it('are one for each tool and rule, whatever texts and severities say', () => {
    const groups = groupsOf([
      item({ asset: 'a.test', observation: 'one', severity: 'low' }),
      item({ asset: 'b.test', observation: 'another', severity: 'high', title: 'Old TLS found on b.test' }),
      item({ rule: '2', asset: 'a.test' }),
      item({ tool: 'burp', asset: 'a.test' }),
    ]);
    expect(groups.map(({ key, assets }) => [key, assets])).toEqual([
      ['burp/1', ['a.test']],
      ['nessus/1', ['a.test', 'b.test']],
      ['nessus/2', ['a.test']],
    ]);
    expect(groups[1]).toMatchObject({ title: 'Old TLS', severities: ['high', 'low'], placeCount: 2 });
  });

  it('name an asset once in whatever spelling', () => {
    const [group] = groupsOf([
      item({ asset: 'A.test' }),
      item({ asset: 'a.test.' }),
      item({ asset: 'a.test' }),
    ]);
    expect(group?.assets).toEqual(['A.test']);
  });

  it('of a hundred thousand items keep the first places and count the others', { timeout: 20_000 }, () => {
    const groups = new ScanGroups(usualRules);
    for (let at = 0; at < 100_000; at += 1)
      groups.add(item({ asset: `host-${String(at % 50_000)}.test`, observation: `Output ${String(at)}` }), 0);
    const [group] = groups.groups();
    expect(group?.assets).toHaveLength(50_000);
    expect(group?.places).toHaveLength(100);
    expect(group?.placeCount).toBeGreaterThan(99_990);
  });
});

it('the first of many values are kept in their order, whatever order they came in', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 })), fc.nat(5), (keys, limit) => {
      const smallest = new Smallest<string>(limit);
      for (const key of keys) smallest.add(key, key);
      const wanted = [...new Set(keys)].sort((one, other) => (one < other ? -1 : 1)).slice(0, limit);
      expect(smallest.values()).toEqual(wanted);
    }),
  );
});

describe('what is left out', () => {
  it.each([
    ['false-positive', { falsePositive: true }],
    ['suppressed', { suppressed: 'accepted' }],
    ['closed', { closed: true }],
    ['informational', { informational: true }],
  ] as const)('is told as %s, and stays if the rule is off', (reason, given) => {
    const groups = new ScanGroups(usualRules);
    groups.add(item({ asset: 'a.test', ...given }), 0);
    groups.add(item({ asset: 'b.test' }), 0);
    expect(groups.leftOut()).toEqual([{ key: 'nessus/1', title: 'Old TLS', reason, items: 1 }]);
    expect(groups.groups()[0]?.assets).toEqual(['b.test']);
    const none = { informational: false, falsePositive: false, suppressed: false, closed: false };
    expect(groupsOf([item({ asset: 'a.test', ...given })], none)).toHaveLength(1);
  });

  it('by severity keeps what no name stands for', () => {
    const rules = { informational: true, minSeverity: 'medium' };
    const reasons = ['critical', 'medium', 'low', 'info', 'weird', null].map((severity) =>
      severityLeavesOut(severity, rules, defaultProfile),
    );
    expect(reasons).toEqual([null, null, 'below', 'informational', null, null]);
  });
});

describe('the severity of a group', () => {
  it('is the worst of its items behind the mapping of the engagement', () => {
    const [group] = groupsOf([item({ severity: 'high' }), item({ severity: 'low' })]);
    if (group === undefined) throw new Error('no group');
    expect(groupSeverity(group, {}, defaultProfile)).toBe('high');
    expect(groupSeverity(group, { nessus: { high: 'medium' } }, defaultProfile)).toBe('medium');
    expect(groupSeverity(group, { burp: { high: 'medium' } }, defaultProfile)).toBe('high');
  });

  it('has the spelling of the service, and none if the tool knows none', () => {
    const profile = { ...defaultProfile, severities: ['Severe', 'HIGH', 'Moderate', 'Low', 'None'] };
    const [group] = groupsOf([item({ severity: 'medium' })]);
    const [unknown] = groupsOf([item({ severity: 'unknown' })]);
    if (group === undefined || unknown === undefined) throw new Error('no group');
    expect(groupSeverity(group, {}, profile)).toBe('Moderate');
    expect(groupSeverity(unknown, {}, profile)).toBeNull();
    expect(groupSeverity(unknown, { nessus: { unknown: 'Low' } }, profile)).toBe('Low');
  });
});

describe('what the user arranges', () => {
  const groups = groupsOf([
    item({ asset: 'a.test', observation: 'on a' }),
    item({ asset: 'b.test', observation: 'on b' }),
    item({ tool: 'burp', rule: '9', title: 'TLS', asset: 'A.test' }),
  ]);

  it('merges groups into the first, with each asset once', () => {
    const merged = arranged(groups, { ...asRead, merged: [['nessus/1', 'burp/9', 'nobody/0']] });
    expect(merged).toHaveLength(1);
    expect(merged[0]).toMatchObject({
      key: 'nessus/1',
      assets: ['a.test', 'b.test'],
      rules: [
        { tool: 'nessus', rule: '1' },
        { tool: 'burp', rule: '9' },
      ],
    });
  });

  it('splits a group by its assets, each with its own places', () => {
    const split = arranged(groups, { ...asRead, split: ['nessus/1', 'burp/9'] });
    expect(
      split.map(({ key, assets, places }) => [key, assets, places.map((place) => place.observation)]),
    ).toEqual([
      ['burp/9', ['A.test'], ['']],
      ['nessus/1@a.test', ['a.test'], ['on a']],
      ['nessus/1@b.test', ['b.test'], ['on b']],
    ]);
  });

  it('renames', () => {
    const renamed = arranged(groups, { ...asRead, titles: { 'burp/9': ' Weak TLS ', 'nessus/1': ' ' } });
    expect(renamed.map(({ title }) => title)).toEqual(['Weak TLS', 'Old TLS']);
  });
});
