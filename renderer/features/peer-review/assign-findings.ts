import type { Shared } from '#renderer/session/context.ts';
import { lastChangesOf } from '#renderer/session/last-changes.ts';
import { readRows } from './mark-findings.ts';
import { assignedText, unassignedText } from './strings.ts';

/** The findings that are to be assigned. */
export interface AssignContext {
  readonly project: string;
  readonly rows: readonly number[];
  /** The title of the one finding, if it is one. */
  readonly name: string | null;
}

/** Assigns findings to a name, or with an empty one to nobody; it can be undone. @throws ApiError */
export async function assignFindings(
  { desk, notices }: Pick<Shared, 'desk' | 'notices'>,
  { project, rows, name: title }: AssignContext,
  name: string,
): Promise<void> {
  const { api } = desk;
  const before = await readRows(api, rows);
  const ids = before.map(({ id }) => id);
  if (ids.length === 0) return;
  await api.call('assignee.set', { ids, name });
  const undo = async (): Promise<string> => {
    for (const [was, findings] of Map.groupBy(before, ({ assignee }) => assignee))
      await api.call('assignee.set', { ids: findings.map(({ id }) => id), name: was });
    return unassignedText(ids.length, title);
  };
  lastChangesOf(api).note({ key: crypto.randomUUID(), project, undo });
  notices.done(assignedText(ids.length, name, title), null, 'assignee');
}
