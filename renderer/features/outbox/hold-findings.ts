import type { Shared } from '#renderer/session/context.ts';
import { holdStrings } from './strings.ts';

/** Holds the changes of these findings back, or releases them, and says so. @param rows their row numbers */
export async function holdFindings(
  { desk, notices }: Pick<Shared, 'desk' | 'notices'>,
  rows: readonly number[],
  held: boolean,
): Promise<void> {
  try {
    const ids = await desk.api.call('list.ids', { rows: [...rows] });
    if (ids.length === 0) return;
    await desk.api.call('finding.hold', { ids: [...ids], held });
    notices.done(held ? holdStrings.held : holdStrings.released);
  } catch (thrown) {
    notices.failed(thrown);
  }
}
