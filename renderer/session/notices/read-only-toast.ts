import type { Desk } from '../desk/desk.svelte.ts';
import type { Notices } from './notices.svelte.ts';

/** Tells the user why nothing can be changed, for what is no control that could be off. @returns whether it is so */
export function showsReadOnlyToast(desk: Pick<Desk, 'whyReadOnly'>, notices: Pick<Notices, 'told'>): boolean {
  const why = desk.whyReadOnly;
  if (why !== null) notices.told(why, null, 'read-only');
  return why !== null;
}
