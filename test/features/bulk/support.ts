import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import type { BulkAction, BulkPreview, BulkState, BulkSummary } from '#contract/procedures/findings/bulk.ts';
import { packRows } from '#engine/search/pack-rows.ts';
import type { TestDesk } from '../../support/desk.ts';
import { project } from '../../engine/support.ts';

/** A bulk action as a face writes it: what has a default may be left out. */
export type Asked = { readonly kind: BulkAction['kind'] } & Record<string, unknown>;

/** Row numbers by identifier, of all findings that the query finds. */
export async function rowsOf(desk: TestDesk, query = ''): Promise<ReadonlyMap<string, number>> {
  const { rows } = await desk.call('list.query', { project, query, sort: 'title' });
  const numbers = [...new Uint32Array(Uint8Array.from(Buffer.from(rows, 'base64')).buffer)];
  const shown: { id: string; row: number }[] = [];
  for (let at = 0; at < numbers.length; at += 500) {
    shown.push(...(await desk.call('list.rows', { rows: numbers.slice(at, at + 500) })));
  }
  return new Map(shown.map(({ id, row }) => [id, row]));
}

/** These findings as the wire carries them; all that are listed if none is named. */
export async function chosen(desk: TestDesk, ids?: readonly string[]): Promise<string> {
  const rows = await rowsOf(desk);
  return packRows(Uint32Array.from(ids?.map((id) => rows.get(id) ?? 0) ?? rows.values()));
}

export async function preview(desk: TestDesk, rows: string, action: Asked): Promise<BulkPreview> {
  return desk.call('bulk.preview', { project, rows, action });
}

/** Previews and carries out, as a person does. */
export async function run(desk: TestDesk, rows: string, action: Asked): Promise<BulkSummary> {
  const { fingerprints } = await preview(desk, rows, action);
  return desk.call('bulk.run', { bulk: crypto.randomUUID(), project, rows, fingerprints, action });
}

/** How many findings are in which state; states without any are not told. */
export function tally({ counts }: BulkSummary): Partial<Record<BulkState, number>> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

export async function results(
  desk: TestDesk,
  bulk: string,
): Promise<ProcedureAnswers['bulk.results']['rows']> {
  return (await desk.call('bulk.results', { bulk, limit: 10_000 })).rows;
}

/** The state of each finding, by identifier. */
export async function states(desk: TestDesk, bulk: string): Promise<Record<string, BulkState>> {
  return Object.fromEntries((await results(desk, bulk)).map(({ id, state }) => [id, state]));
}

/** Reasons of what is left out, with the findings that are. */
export function leftOut(shown: BulkPreview): Record<string, string[]> {
  return Object.fromEntries(
    shown.leftOut.map(({ reason, findings }) => [reason, findings.map(({ id }) => id).sort()]),
  );
}

/** A field of each finding as it is here. */
export async function fieldOf(desk: TestDesk, field: string, ids: readonly string[]): Promise<unknown[]> {
  const shown: unknown[] = [];
  for (const id of ids) shown.push((await desk.call('finding.get', { id })).effective[field]);
  return shown;
}

/** The bulk action that was made last. */
export async function newest(desk: TestDesk): Promise<BulkSummary> {
  const [last] = await desk.call('bulk.list', { project });
  if (last === undefined) throw new Error('there is no bulk action');
  return last;
}
