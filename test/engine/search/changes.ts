import fc from 'fast-check';
import type { FindingRow } from '#contract/finding/finding.ts';
import { removeListRow } from '#db/tables/findings/lists.ts';
import { writeReadMark } from '#db/tables/findings/read-marks.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, nowMs, type ListStore } from './store.ts';

const record = fc.record(
  {
    title: fc.oneof(
      fc.constantFrom('', 'a', 'B', 'é', '\u{10ffff}', '\uffff', 'aa'),
      fc.string({ maxLength: 3 }),
    ),
    severity: fc.constantFrom('critical', 'low', 'odd', '', 'HIGH'),
    status: fc.constantFrom('', 'open', 'closed'),
    asset: fc.array(fc.constantFrom('a.test', 'b.test'), { maxLength: 2 }),
    tags: fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
    CVSS: fc.constantFrom('', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'none'),
  },
  { requiredKeys: ['title'] },
);

const change = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), base: record }),
  fc.record({ kind: fc.constant('edit' as const), at: fc.nat(), patch: record }),
  fc.record({ kind: fc.constant('look' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('drop' as const), at: fc.nat() }),
);

/** What happens to a list, round by round: what a window has kept is asked again after each. */
export const rounds = fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 5 });

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** A store with three findings, and what has changes happen in it, each at another hour. */
export function changing(store: ListStore): (changes: readonly Change[]) => void {
  const findings: FindingRow[] = [1, 2, 3].map((at) => store.add({ base: { title: `t${String(at)}` } }));
  for (const finding of findings) store.refresh(finding);
  let hour = 0;
  return (changes) => {
    for (const step of changes) {
      hour += 1;
      const at = new Date(nowMs + hour * 3_600_000).toISOString();
      if (step.kind === 'add') findings.push(store.add({ base: step.base, changedAt: at }));
      const finding = findings[step.kind === 'add' ? findings.length - 1 : step.at % findings.length];
      if (finding === undefined) continue;
      if (step.kind === 'edit') store.operate(finding, { patch: step.patch });
      if (step.kind === 'drop') transaction(store.db, () => removeListRow(store.db, finding));
      else if (step.kind === 'look') transaction(store.db, () => writeReadMark(store.db, finding, nowIso));
      else store.refresh(finding, at);
    }
  };
}
