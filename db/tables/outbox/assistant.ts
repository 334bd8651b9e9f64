import type { FindingRow } from '#contract/finding/finding.ts';
import type { GenerationKind } from '#contract/finding/operation.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';
import { sql } from '../../store/transaction.ts';

/** What the assistant wrote, as stored; JSON members are texts. */
export interface AnswerRow {
  readonly seq: number;
  readonly op: string;
  readonly kind: GenerationKind;
  readonly project: string;
  readonly finding: FindingRow;
  readonly writtenAt: string;
  readonly state: 'open' | 'accepted' | 'dropped';
  readonly answerJson: string;
  readonly edited: string | null;
  readonly acceptedJson: string;
  readonly payloadJson: string;
  /** The long texts that the finding had when the assistant was asked. */
  readonly beforeJson: string | null;
}

const answerColumns = `a.seq, o.op, o.kind, o.project, i.finding, a.written_at AS writtenAt, a.state,
  a.answer_json AS answerJson, a.edited, a.accepted_json AS acceptedJson, o.payload_json AS payloadJson,
  i.sent_json AS beforeJson`;

const answers = `SELECT ${answerColumns} FROM assistant_answer a JOIN operation o ON o.seq = a.seq
  JOIN operation_item i ON i.seq = a.seq`;

/** Keeps what the assistant wrote, in the transaction that settles its operation. */
export function insertAnswer(db: WritableDb, row: Pick<AnswerRow, 'seq' | 'writtenAt' | 'answerJson'>): void {
  sql(
    db,
    `INSERT INTO assistant_answer (seq, written_at, state, answer_json) VALUES (@seq, @writtenAt, 'open', @answerJson)`,
  ).run(row);
}

/** Changes what a person made of an answer; absent members stay as they are. */
export function changeAnswer(
  db: WritableDb,
  seq: number,
  change: Partial<Pick<AnswerRow, 'state' | 'edited' | 'acceptedJson'>>,
): void {
  const { changes } = sql(
    db,
    `UPDATE assistant_answer SET state = coalesce(@state, state), edited = coalesce(@edited, edited),
            accepted_json = coalesce(@acceptedJson, accepted_json) WHERE seq = @seq`,
  ).run({ state: null, edited: null, acceptedJson: null, ...change, seq });
  if (changes !== 1) throw new Error('an answer of the assistant is not in the store');
}

/** The answer to an operation, or null. */
export function findAnswer(db: ReadableDb, op: string): AnswerRow | null {
  return sql<[string], AnswerRow>(db, `${answers} WHERE o.op = ?`).get(op) ?? null;
}

/** The credits that answers of the assistant named, by operation. */
export function creditsOfAnswers(db: ReadableDb): ReadonlyMap<number, number> {
  const rows = sql<[], { seq: number; credits: number }>(
    db,
    `SELECT seq, answer_json ->> '$.credits' AS credits FROM assistant_answer
      WHERE json_type(answer_json, '$.credits') IN ('integer', 'real')`,
  ).all();
  return new Map(rows.map(({ seq, credits }) => [seq, credits]));
}

/** Answers of an engagement, or of all (null), the newest first; without those that are settled unless asked for. */
export function listAnswers(
  db: ReadableDb,
  { project, settled }: { readonly project: string | null; readonly settled: boolean },
): AnswerRow[] {
  return sql<[{ project: string | null; settled: 0 | 1 }], AnswerRow>(
    db,
    `${answers} WHERE (@project IS NULL OR o.project = @project) AND (@settled = 1 OR a.state = 'open')
      ORDER BY a.seq DESC`,
  ).all({ project, settled: settled ? 1 : 0 });
}

/** What the assistant wrote about a finding and nobody has accepted, oldest first. */
export function unacceptedOf(db: ReadableDb, finding: FindingRow): AnswerRow[] {
  return sql<[FindingRow], AnswerRow>(
    db,
    `${answers} WHERE i.finding = ? AND a.state <> 'accepted' ORDER BY a.seq`,
  ).all(finding);
}
