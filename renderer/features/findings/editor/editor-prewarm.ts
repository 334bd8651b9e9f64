import { flushSync, mount, unmount } from 'svelte';
import type { Shared } from '#renderer/session/context.ts';
import { OpenFinding } from './open-finding.state.svelte.ts';
import Rehearsal from './EditorPrewarm.svelte';

/**
 * Builds and lays out once what is painted first of a finding, and throws it away before anything of it is painted: code
 * that runs for the first time takes several times as long, and the first finding that a person opens would wait for that.
 * Nothing is shown, written or marked as looked at. To be called when the page is idle; never rejects.
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
