import type { FindingRow } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ItemState, OperationKind } from '#contract/finding/operation.ts';
import { defaultProfile } from '#contract/profile.ts';
import { openMemoryStore } from '#db/store/open.ts';
import { transaction } from '#db/store/transaction.ts';
import type { WritableDb } from '#db/schema/types.ts';
import { refreshListRow } from '#engine/record/list-rows.ts';

export const project = 'acme-web';
export const nowIso = '2026-03-10T12:00:00.000Z';
export const nowMs = Date.parse(nowIso);

/** A store and verbs to put findings and operations into it, as sweep and editor would. */
export interface ListStore {
  readonly db: WritableDb;
  /** A finding as the service has it (`base`), or, with null, one that was only created here. */
  add(finding: {
    readonly base: JsonObject | null;
    readonly id?: string;
    readonly localId?: string;
    readonly project?: string;
    readonly goneAt?: string;
    readonly changedAt?: string;
  }): FindingRow;
  /** An operation on a finding; answers its place in the order. */
  operate(
    finding: FindingRow,
    operation: { readonly kind?: OperationKind; readonly state?: ItemState; readonly patch?: JsonObject },
  ): number;
  settle(seq: number, state: ItemState): void;
  /** A verdict of round 1 or 2; null clears it. */
  judge(finding: FindingRow, round: number, verdict: 'fixed' | 'open' | null): void;
  /** A comment on it, open or resolved. */
  comment(finding: FindingRow, resolved: boolean): void;
  refresh(finding: FindingRow, atIso?: string): void;
}

export function openListStore(): ListStore {
  const db = openMemoryStore();
  let made = 0;
  return {
    db,
    add({ base, id, localId, project: of = project, goneAt = null, changedAt = nowIso }) {
      made += 1;
      const serviceId = base === null ? null : (id ?? `F-${String(made)}`);
      const local = localId ?? (base === null ? `local-${String(made)}` : null);
      const { lastInsertRowid } = db
        .prepare('INSERT INTO finding (project, local_id, service_id) VALUES (?, ?, ?)')
        .run(of, local, serviceId);
      const finding = Number(lastInsertRowid) as FindingRow;
      if (base !== null) {
        db.prepare(
          'INSERT INTO record (finding, base_json, first_seen_at, changed_at, gone_at) VALUES (?, ?, ?, ?, ?)',
        ).run(finding, JSON.stringify(base), changedAt, changedAt, goneAt);
      }
      return finding;
    },
    operate(finding, { kind = 'update', state = 'queued', patch = {} }) {
      made += 1;
      const { lastInsertRowid } = db
        .prepare('INSERT INTO operation (op, kind, project, created_at) VALUES (?, ?, ?, ?)')
        .run(`op-${String(made)}`, kind, project, nowIso);
      db.prepare('INSERT INTO operation_item (seq, finding, state, patch_json) VALUES (?, ?, ?, ?)').run(
        lastInsertRowid,
        finding,
        state,
        JSON.stringify(patch),
      );
      return Number(lastInsertRowid);
    },
    judge(finding, round, verdict) {
      for (const number of [1, 2]) {
        db.prepare(
          `INSERT OR IGNORE INTO retest_round (round, project, number, name, begins, ends, note)
           VALUES (?, ?, ?, '', '', '', '')`,
        ).run(number, project, number);
      }
      db.prepare(
        `INSERT INTO retest_verdict (setting, round, finding, verdict, day, who, text, set_at)
         VALUES (1, ?, ?, ?, '', '', '', '')`,
      ).run(round, finding, verdict);
    },
    comment(finding, resolved) {
      db.prepare(
        `INSERT INTO comment (comment, project, finding, text, author, added_at, resolved_at)
         VALUES (?, ?, ?, 'sql', '', ?, ?)`,
      ).run(`c-${String(finding)}`, project, finding, nowIso, resolved ? nowIso : null);
    },
    settle(seq, state) {
      db.prepare('UPDATE operation_item SET state = ? WHERE seq = ?').run(state, seq);
    },
    refresh(finding, atIso = nowIso) {
      transaction(db, () => {
        refreshListRow(db, finding, { profile: defaultProfile, nowIso: atIso });
      });
    },
  };
}
