import { flushSync, mount, unmount } from 'svelte';
import type { Shared } from '#renderer/session/context.ts';
import { OpenFinding } from './open-finding.state.svelte.ts';
import Rehearsal from './EditorPrewarm.svelte';

/**
 * Builds and lays out once what is painted first of a finding, and removes it before it is painted. Code that runs for
 * the first time is several times slower, and the first finding would wait for it. Nothing is shown, written or marked
 * as looked at. To be called when the page is idle; never rejects.
 *
 * @param id one of the findings that are listed
 */
export async function prewarmEditor(shared: Shared, id: string): Promise<void> {
  const open = new OpenFinding(shared.desk, id);
  await open.read();
  const { view } = open;
  if (view === null) return;
  const rehearsal = mount(Rehearsal, { target: document.body, props: { shared, open, view } });
  flushSync();
  // Asking for a measure has the browser lay it out.
  document.body.lastElementChild?.getBoundingClientRect();
  void unmount(rehearsal);
}
