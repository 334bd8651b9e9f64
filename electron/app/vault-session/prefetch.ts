import type { HostSession } from '../instance/host-session.ts';

/**
 * Asks for the list that the person looked at last. Its response goes nowhere: sorting 100,000 findings for the first
 * time takes a quarter of a second, and is done before the window asks. Never rejects.
 */
export async function prefetch(session: HostSession, signal: AbortSignal): Promise<void> {
  const options = { token: null, signal };
  try {
    const settings = await session.call('setting.read', {}, options);
    const place = settings.ok ? settings.value.place : undefined;
    let project = place?.project ?? null;
    if (project === null) {
      const engagements = await session.call('engagement.list', {}, options);
      project = engagements.ok ? (engagements.value[0]?.project ?? null) : null;
    }
    if (project === null) return;
    const { query = '', sort = null } = place ?? {};
    await session.call('list.find', { project, query, sort, order: '', first: 0 }, options);
  } catch {
    // The home was locked or lost meanwhile; a caller that asks next is told.
  }
}
