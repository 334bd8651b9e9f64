import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DossierError } from '#contract/error.ts';
import { syncStates, type SyncState } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ItemState } from '#contract/finding/operation.ts';
import { defaultProfile } from '#contract/profile.ts';
import { cvssScore } from '#domain/finding/cvss/cvss.ts';
import { parseQuery } from '#domain/query/parse.ts';
import { workingStates } from '#contract/value-lists.ts';
import { insertOrigin } from '#db/tables/findings/origins.ts';
import { writeReadMark } from '#db/tables/findings/read-marks.ts';
import { writeAlteredValue } from '#db/tables/outbox/altered-values.ts';
import { writeHeld } from '#db/tables/outbox/held.ts';
import { fold } from '#domain/text/words/fold.ts';
import { writeAssignee } from '#db/tables/findings/assignee.ts';
import { writeWorkingState } from '#db/tables/findings/working-state.ts';
import { transaction } from '#db/store/transaction.ts';
import { indexDueText } from '#engine/search/full-text.ts';
import { countFindings, queryAgain, queryFindings } from '#engine/search/query.ts';
import { meetsQuery, type Known } from './oracle.ts';
import { nowIso, nowMs, openListStore, project } from './store.ts';

/** The answer, or null if the query names a value that nothing has. */
function answered<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch (error) {
    if (error instanceof DossierError && error.message.startsWith('Unknown s')) return null;
    throw error;
  }
}

describe('for any findings and any query', () => {
  const word = fc.constantFrom(
    'sql',
    'sqli',
    'login',
    'acme',
    'test',
    'High',
    'a',
    'b-c',
    'A.b',
    '10.0',
    'x_y',
    '/p?q=1',
    'b c',
  );
  const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
  const host = fc.constantFrom('a.acme.test', 'b.acme.test', 'acme.test', 'A.ACME.TEST', 'other', 'a b');
  const record = fc.record(
    {
      title: phrase,
      severity: fc.constantFrom(
        'critical',
        'High',
        'medium',
        'low',
        'info',
        'weird',
        'higher',
        'Moderate',
        'informational',
        '',
      ),
      status: fc.constantFrom('open', 'Closed', 'pending_retest', 'draft', ''),
      asset: fc.oneof(host, fc.array(host, { maxLength: 3 })),
      tags: fc.array(fc.constantFrom('xss', 'XSS', 'sqli', 'a,b'), { maxLength: 2 }),
      description: phrase,
      remediation: fc.oneof(phrase, fc.constant(''), fc.constant('  '), fc.constant(null)),
      CVSS: fc.constantFrom(0, 3.7, 7, 9.8, 'AV:N/AC:L/Au:N/C:P/I:P/A:P', 'none', '5.5'),
      cwe: fc.constantFrom('https://cwe.mitre.org/data/definitions/79.html', 'CWE-89', ''),
      owasp: fc.constantFrom('https://owasp.org/Top10/A03_2021-Injection', ''),
      review_version: fc.constant(3),
      visibility: fc.constantFrom('private', 'public'),
      other: fc.record({ deep: fc.array(phrase, { maxLength: 2 }) }),
    },
    { requiredKeys: ['title'] },
  );
  const openState = fc.constantFrom<ItemState>(
    'queued',
    'sending',
    'conflict',
    'rejected',
    'unknown',
    'done',
  );
  const finding = fc.record({
    base: record,
    patches: fc.array(
      fc.record({
        state: openState,
        patch: record.map(({ title, tags }) => ({ title, ...(tags && { tags }) })),
      }),
      { maxLength: 2 },
    ),
    gone: fc.boolean(),
    looked: fc.constantFrom(...(['never', 'before a change', 'since'] as const)),
    verdicts: fc.array(
      fc.record({ round: fc.constantFrom(1, 2), verdict: fc.constantFrom(null, 'fixed', 'open') }),
      { maxLength: 3 },
    ),
    marked: fc.constantFrom(...workingStates),
    assignee: fc.constantFrom('', 'Ása Bergström', 'Max_Q', 'Maxine'),
    tools: fc.uniqueArray(fc.constantFrom('nessus', 'nuclei', 'my_tool', 'my-tool'), { maxLength: 2 }),
    commented: fc.constantFrom(...(['no', 'open', 'resolved'] as const)),
    held: fc.boolean(),
    altered: fc.boolean(),
    ageDays: fc.integer({ min: 0, max: 20 }),
    indexed: fc.boolean(),
  });

  const star = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc
      .tuple(value, fc.constantFrom('', '*'), fc.constantFrom('', '*'), fc.nat(3))
      .map(([text, before, behind, cut]) => {
        const middle =
          cut > 0 && text.length > cut + 1 ? `${text.slice(0, cut)}*${text.slice(cut + 1)}` : text;
        return (
          before +
          (before + behind === '' ? text : middle).replaceAll(' ', '\\ ').replaceAll(',', '\\,') +
          behind
        );
      });
  const sign = fc.constantFrom('', '<', '<=', '=', '>=', '>');
  const value = fc.oneof(
    fc.tuple(
      fc.constant('severity:'),
      fc.oneof(
        star(fc.constantFrom('high', 'Low', 'weird', 'info')),
        fc
          .tuple(sign, fc.constantFrom('high', 'medium', 'info', 'Informational', 'moderate'))
          .map((parts) => parts.join('')),
      ),
    ),
    fc.tuple(fc.constant('status:'), star(fc.constantFrom('open', 'closed', 'pending'))),
    fc.tuple(fc.constant('asset:'), star(host)),
    fc.tuple(fc.constant('tag:'), star(fc.constantFrom('xss', 'a,b', 'sq'))),
    fc.tuple(fc.constant('title:'), star(word)),
    fc.tuple(
      fc.constant('cvss:'),
      fc.tuple(sign, fc.constantFrom('0.0', '3.7', '7.0', '7.5', '10.0')).map((parts) => parts.join('')),
    ),
    fc.tuple(
      fc.constant('updated:'),
      fc
        .tuple(fc.constantFrom('', '<', '<=', '>=', '>'), fc.nat(20))
        .map(([by, days]) => `${by}${String(days)}d`),
    ),
    fc.tuple(
      fc.constant('is:'),
      fc.constantFrom(
        'candidate',
        'private',
        'public',
        'published',
        'pending',
        'held',
        'altered',
        'unread',
        'new',
        'changed',
        ...syncStates,
      ),
    ),
    fc.tuple(
      fc.constant('has:'),
      fc.constantFrom('remediation', 'tags', 'cvss', 'asset', 'severity', 'requests', 'comment'),
    ),
    fc.tuple(fc.constant('state:'), fc.constantFrom('progress', 'Ready', 'reviewed')),
    fc.tuple(fc.constant('assignee:'), fc.constantFrom('asa', 'Max', 'm*q', 'x_q', 'none', 'no*')),
    fc.tuple(fc.constant('from:'), fc.constantFrom('nessus', 'Nuclei', 'n*', '*s', 'my_*', 'nes', 'none')),
    fc.tuple(fc.constant('verdict:'), fc.constantFrom('fixed', 'Open', 'partly', 'none')),
    fc.tuple(fc.constant('cwe:'), fc.constantFrom('79', 'cwe-89', '8')),
    fc.tuple(fc.constant('owasp:'), fc.constantFrom('a03', 'injection', 'a01')),
    fc.tuple(fc.constant('id:'), fc.constantFrom('F-1', 'f-2')),
    fc.tuple(
      fc.constant(''),
      fc.oneof(
        phrase.map((text) => `"${text}"`),
        word.map((text) => text.replaceAll(' ', '')),
      ),
    ),
  );
  const more = fc.array(value, { maxLength: 2 });
  const term = fc.tuple(fc.constantFrom('', '', '-'), value, more).map(([minus, [field, first], others]) => {
    const alternatives =
      field === '' ? [first] : [first, ...others.filter(([name]) => name === field).map(([, text]) => text)];
    return minus + field + alternatives.join(',');
  });
  // Words alone are answered another way than words among fields.
  const words = fc
    .array(
      fc.tuple(fc.constantFrom('', '', '-'), fc.constantFrom('a', 's', '1', 'q', 'sql', 'te', 'login')),
      {
        minLength: 1,
        maxLength: 2,
      },
    )
    .map((all) => all.map((each) => each.join('')).join(' '));
  const terms = fc.array(term, { maxLength: 3 }).map((all) => all.join(' '));
  // AND binds tighter, with or without its word.
  const joined = fc
    .array(fc.array(term, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 3 })
    .chain((alternatives) =>
      fc
        .constantFrom(' ', ' AND ', ' and ')
        .map((and) => alternatives.map((all) => all.join(and)).join(' OR ')),
    );
  const query = fc.oneof(
    { weight: 3, arbitrary: terms },
    { weight: 2, arbitrary: joined },
    { weight: 1, arbitrary: words },
    { weight: 1, arbitrary: fc.tuple(words, words).map((both) => both.join(' or ')) },
  );

  const precedence: readonly ItemState[] = ['conflict', 'rejected', 'unknown', 'sending', 'queued'];

  it('a query finds exactly what its words say, record by record', () => {
    fc.assert(
      fc.property(
        fc.array(finding, { maxLength: 6 }),
        fc.array(query, { minLength: 1, maxLength: 5 }),
        (made, queries) => {
          const store = openListStore();
          const known = new Map<number, Known>();
          for (const [index, one] of made.entries()) {
            const {
              base,
              patches,
              gone,
              ageDays,
              indexed,
              looked,
              verdicts,
              marked,
              assignee,
              tools,
              commented,
              held,
              altered,
            } = one;
            const changedAt = new Date(nowMs - ageDays * 86_400_000).toISOString();
            const row = store.add({
              base: base,
              id: `F-${String(index)}`,
              changedAt,
              ...(gone && { goneAt: changedAt }),
            });
            for (const { state, patch } of patches) store.operate(row, { state, patch });
            if (looked !== 'never') transaction(store.db, () => writeReadMark(store.db, row, nowIso));
            if (looked === 'before a change') {
              store.db
                .prepare('UPDATE record SET base_json = ? WHERE finding = ?')
                .run(JSON.stringify({ ...base, requests: 'another' }), row);
            }
            transaction(store.db, () => {
              writeWorkingState(store.db, { finding: row, state: marked, setAt: nowIso });
              const setAt = nowIso;
              writeAssignee(store.db, { finding: row, name: assignee, folded: fold(assignee), setAt });
              for (const tool of tools) {
                const from = { tool, rule: '1', file: 'scan', sha256: '0', at: nowIso };
                insertOrigin(store.db, { finding: row, number: null, ...from });
              }
              writeHeld(store.db, row, held);
              const value = { field: 'status', op: 'o', sentJson: '"draft"', nowJson: null };
              if (altered) writeAlteredValue(store.db, { finding: row, ...value });
            });
            if (commented !== 'no') store.comment(row, commented === 'resolved');
            store.refresh(row, changedAt);
            if (indexed) indexDueText(store.db, 50);
            for (const { round, verdict } of verdicts) store.judge(row, round, verdict);
            const open = patches.filter(({ state }) => state !== 'done');
            const service = looked === 'before a change' ? { ...base, requests: 'another' } : base;
            const record = Object.assign({}, service, ...open.map(({ patch }) => patch)) as JsonObject;
            const state = precedence.find((each) => open.some((patch) => patch.state === each));
            const sync = (state ?? (gone ? 'gone' : 'synced')) as SyncState;
            known.set(row, {
              record,
              sync,
              unread: ({ never: 'new', 'before a change': 'changed', since: null } as const)[looked],
              ids: [`F-${String(index)}`],
              updatedMs: Date.parse(changedAt),
              cvss: cvssScore(record['CVSS'] ?? null),
              held,
              altered,
              state: marked,
              assignee: fold(assignee),
              tools,
              commented: commented === 'open',
              verdict: verdicts.findLast(({ round }) => round === 2)?.verdict ?? null,
            });
          }
          for (const text of queries) {
            const parsed = parseQuery(text);
            if (parsed.kind === 'broken') {
              if (!parsed.message.startsWith('No finding has both'))
                throw new Error(`${text}: ${parsed.message}`);
              continue;
            }
            const question = { project, query: parsed.query, nowMs, profile: defaultProfile };
            const answer = answered(() => queryFindings(store.db, question));
            if (answer === null) continue;
            expect([[...queryAgain(store.db, question).findings], countFindings(store.db, question)]).toEqual(
              [[...answer.findings], answer.findings.length],
            );
            const expected = [...known]
              .filter(([, one]) => meetsQuery(parsed.query, one, nowMs))
              .map(([row]) => row);
            expect({ text, found: [...answer.findings].sort((one, two) => one - two) }).toEqual({
              text,
              found: expected,
            });
          }
          store.db.close();
        },
      ),
      { numRuns: 200 },
    );
  });
});
