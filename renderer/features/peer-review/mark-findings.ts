import type { WorkingState } from '#contract/value-lists.ts';
import type { ListRow } from '#contract/window/window.ts';
import type { Api } from '#renderer/api/api.ts';
import type { Shared } from '#renderer/session/context.ts';
import { lastChangesOf } from '#renderer/session/last-changes.ts';
import type { FindingList } from '#renderer/session/list/finding-list.svelte.ts';
import { markedText, unmarkedText } from './strings.ts';

/** So many rows are read with one call (`maxRowsAtOnce` of the contract). */
const rowsAtOnce = 500;

/** Marks how far the ticked findings are, or the focused one, and says so; nothing if there is none. */
export async function markFindings(
  { desk, notices }: Pick<Shared, 'desk' | 'notices'>,
  list: Pick<FindingList, 'selection' | 'nameOf' | 'project'>,
  state: WorkingState,
): Promise<void> {
  const rows = [...list.selection.acted];
  if (rows.length === 0) return;
  const { api } = desk;
  const { project } = list;
  const name = list.nameOf(rows);
  try {
    const before = await readRows(api, rows);
    const ids = before.map(({ id }) => id);
    if (ids.length === 0) return;
    const marked = await api.call('state.set', { ids, state });
    const undo = async (): Promise<string> => {
      for (const [was, findings] of Map.groupBy(before, (row) => row.state))
        await api.call('state.set', { ids: findings.map(({ id }) => id), state: was });
      return unmarkedText(ids.length, name);
    };
    lastChangesOf(api).note({ key: crypto.randomUUID(), project, undo });
    notices.done(markedText(marked.length, state, name), null, 'working state');
  } catch (thrown) {
    notices.failed(thrown);
  }
}

/** Rows as they are now, whether they are in view or not. @throws ApiError */
export async function readRows(api: Api, rows: readonly number[]): Promise<readonly ListRow[]> {
  const read: ListRow[] = [];
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    read.push(...(await api.call('list.rows', { rows: rows.slice(from, from + rowsAtOnce) })));
  return read;
}
