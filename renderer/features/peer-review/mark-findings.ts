import type { WorkingState } from '#contract/value-lists.ts';
import type { Shared } from '#renderer/session/context.ts';
import type { FindingList } from '#renderer/session/list/finding-list.svelte.ts';
import { markedText } from './strings.ts';

/** Marks how far the chosen findings are, or the one under the cursor, and says so; nothing if there is none. */
export async function markFindings(
  { desk, notices }: Pick<Shared, 'desk' | 'notices'>,
  { selection }: Pick<FindingList, 'selection'>,
  state: WorkingState,
): Promise<void> {
  const rows = [...selection.acted];
  if (rows.length === 0) return;
  try {
    const ids = [...(await desk.api.call('list.ids', { rows }))];
    if (ids.length === 0) return;
    const marked = await desk.api.call('state.set', { ids, state });
    notices.done(markedText(marked.length, state), null, 'working state');
  } catch (thrown) {
    notices.failed(thrown);
  }
}
