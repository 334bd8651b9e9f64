import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import type { OtherMembersPrinting } from '#domain/deliverable/templates.ts';
import { acrossFindings, type CheckedFinding } from '#domain/preflight/index.ts';

function look(
  records: readonly JsonObject[],
  printing: OtherMembersPrinting = 'not-chosen',
  groups: readonly (readonly string[])[] = [],
): (string | null)[][] {
  const across = acrossFindings(printing, (id) => groups.find((group) => group.includes(id)));
  for (const [at, record] of records.entries()) {
    const finding: CheckedFinding = {
      id: `f${String(at + 1)}`,
      record,
      candidate: false,
      private: false,
      rejected: false,
      contradicted: null,
      decision: null,
      sync: 'synced' as const,
      state: null,
      images: [],
      retests: [],
      retestImages: [],
      deadLinks: [],
      others: [],
      drafts: [],
    };
    across.look(finding);
  }
  return across.messages().map(({ code, finding, message }) => [code, finding, message]);
}

describe('findings of one report', () => {
  it('with the same title on the same asset are named, whatever case and blanks', () => {
    const said = look([
      { title: 'Missing headers', asset: ['a.example', 'b.example'] },
      { title: 'missing  Headers ', asset: 'A.example' },
      { title: 'Missing headers', asset: ['c.example'] },
      { title: '', asset: ['a.example'] },
      { title: '', asset: ['a.example'] },
    ]);
    expect(said.map(([code, finding]) => [code, finding])).toEqual([
      ['same-title', 'f1'],
      ['same-title', 'f2'],
    ]);
    expect(said[0]?.[2]).toContain('"a.example" as f2');
  });

  it('with the same title are not named if the report prints them as one, only beside another', () => {
    const equal = { title: 'Missing headers', asset: ['a.example'] };
    expect(look([equal, equal], 'not-chosen', [['f1', 'f2']])).toEqual([]);
    const said = look([equal, equal, equal], 'not-chosen', [['f1', 'f2']]);
    expect(said.map(([, finding, message]) => [finding, /" as (.*?)\. /u.exec(message ?? '')?.[1]])).toEqual([
      ['f1', 'f3'],
      ['f2', 'f3'],
      ['f3', 'f1, f2'],
    ]);
  });

  it('with members that the interface does not name are told once, without those of the books', () => {
    const said = look([
      {
        id: 'x',
        title: 'a',
        review_version: 2,
        createdAt: 'now',
        impact: 'High',
        cve: [],
        likelihood: 'often',
      },
      { title: 'b', impact: 'Low' },
    ]);
    expect(said).toHaveLength(1);
    expect(said[0]?.slice(0, 2)).toEqual(['left-out-members', null]);
    expect(said[0]?.[2]).toContain('impact, likelihood');
    expect(said[0]?.[2]).toContain('--other-members');
    expect(look([{ id: 'x', title: 'a', project: 'p' }])).toEqual([]);
  });

  it('with such members are told of no more where the report prints them, but where its template is too brief', () => {
    const records = [{ title: 'a', impact: 'High' }];
    expect(look(records, 'printed')).toEqual([]);
    expect(look(records, 'too-brief')[0]?.[2]).toContain('template does not print them');
  });

  it('with the same title name at most five others and three assets, and how many there are more', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ title: 'T', asset: 'a.example' }));
    expect(look(many(6))[0]?.[2]).toBe(
      'It has the same title on "a.example" as f2, f3, f4, f5, f6. Merge them, or tell them apart.',
    );
    expect(look(many(8))[7]?.[2]).toBe(
      'It has the same title on "a.example" as f1, f2, f3, f4, f5 and 2 more. Merge them, or tell them apart.',
    );
    const asset = ['a.example ', 'b.example', 'c.example', 'd.example'];
    expect(
      look([
        { title: 'T', asset },
        { title: ' t', asset },
      ])[0]?.[2],
    ).toContain('on "a.example", "b.example", "c.example" and 1 more as f2.');
  });

  it('with other members name at most twenty, each cut, and how many findings have one', () => {
    const members = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${String(at)}`, 1]));
    const told = (...records: JsonObject[]) => look(records)[0]?.[2];
    expect(told(members(1))).toMatch(/^The report leaves out members .* in 1 finding: m0\. Only the JSON/u);
    expect(told(members(20))).toMatch(/m18, m19\. Only/u);
    expect(told(members(23))).toMatch(/m18, m19 and 3 more\. Only/u);
    expect(told(members(2), members(1), members(1))).toContain('in up to 3 findings: m0, m1.');
    expect(told({ ['x'.repeat(61)]: 1 })).toContain(`: ${'x'.repeat(60)}. `);
  });
});
