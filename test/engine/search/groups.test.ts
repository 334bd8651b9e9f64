import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupFields } from '#contract/finding/listing.ts';
import { defaultProfile } from '#contract/profile.ts';
import { readGroups } from '#db/tables/findings/groups.ts';
import { queryFindings } from '#engine/search/query.ts';
import { nowMs, openListStore, project } from './store.ts';

const text = fc.constantFrom('', 'Open', 'open', 'closed', 'a\u0000b', 'ß', 'high', 'Weird', 'b.test');
const records = fc.array(
  fc.record({
    title: text,
    severity: text,
    status: text,
    asset: fc.array(
      text.filter((one) => one !== '' && !one.includes('\u0000')),
      { maxLength: 3 },
    ),
    cwe: fc.constantFrom('', 'https://cwe.mitre.org/data/definitions/79.html', 'CWE-7'),
    tags: fc.array(fc.constantFrom('web', 'rule:burp/1', 'rule:burp/12', 'RULE:Nessus/1', 'overrule:2'), {
      maxLength: 3,
    }),
  }),
  { minLength: 1, maxLength: 25 },
);

it('every group stands in one piece in the list that is sorted by it, in both directions', () => {
  fc.assert(
    fc.property(records, (all) => {
      const store = openListStore();
      for (const base of all) store.refresh(store.add({ base }));
      for (const by of groupFields) {
        const { findings, groups, names } = readGroups(store.db, project, by);
        const groupOf = new Map(Array.from(findings, (finding, at) => [finding, groups[at] ?? -1]));
        expect(new Set(groups).size, by).toBe(names.length);
        for (const sort of [by, `${by}:desc`]) {
          const asked = { project, sort, nowMs, profile: defaultProfile };
          const walked = [...queryFindings(store.db, asked).findings].map((row) => groupOf.get(row));
          const pieces = walked.filter((group, at) => group !== walked[at - 1]);
          expect(pieces.length, `${sort} ${JSON.stringify(all)}`).toBe(names.length);
        }
      }
      store.db.close();
    }),
    { numRuns: 60 },
  );
});

it('a group is named as its first finding writes it, assets by the first one, and other engagements are left out', () => {
  const store = openListStore();
  const add = (status: string, asset: string[], of = project): void => {
    store.refresh(store.add({ base: { title: 'A', status, asset, severity: 'Urgent' }, project: of }));
  };
  add('Open', ['b.test', 'a.test']);
  add('open', ['B.test']);
  add('pending_retest', []);
  add('closed', ['c.test'], 'other');
  const namesOf = (by: (typeof groupFields)[number]): readonly string[] =>
    readGroups(store.db, project, by).names;
  expect(groupFields.map(namesOf)).toEqual([
    ['Urgent'],
    ['Open', 'pending_retest'],
    ['', 'b.test'],
    ['A'],
    ['A'],
    [''],
  ]);
});

it('findings of one rule are one group whatever they are called; without a rule the title decides', () => {
  const store = openListStore();
  const add = (title: string, ...tags: string[]): void => {
    store.refresh(store.add({ base: { title, tags, severity: 'Low' } }));
  };
  add('SQL injection in id', 'web', 'rule:burp/1049088');
  add('SQL injection in cat', 'RULE:burp/1049088');
  add('Weak cipher', 'overrule:1');
  add('weak cipher');
  add('rule:burp/1049088');
  const { groups, names } = readGroups(store.db, project, 'rule');
  expect(names).toEqual(['rule:burp/1049088', 'Weak cipher', 'burp/1049088: SQL injection in id']);
  expect([...groups].sort()).toEqual([0, 1, 1, 2, 2]);
});
