import type { Desk } from '#renderer/session/desk/desk.svelte.ts';
import type { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { counted } from '#renderer/ui/text/format.ts';

/** Signs out, and says what became of the session and of what waits. */
export async function signOut(desk: Desk, notices: Notices): Promise<void> {
  try {
    const { told, message, waiting, uses } = await desk.api.call('account.signOut', {});
    const stay =
      waiting === 0
        ? []
        : [`${counted(waiting, 'pending change')} ${waiting === 1 ? 'stays' : 'stay'} here.`];
    const next = uses === 'token' ? ['Requests now use the API token.'] : [];
    const first = told ? 'You are signed out.' : `The session is forgotten here. ${message}`;
    notices.done([first, ...stay, ...next].join(' '));
    await desk.refresh();
  } catch (thrown) {
    notices.failed(thrown);
  }
}
