import type { InboxKind } from '#contract/procedures/findings/lists.ts';

/** Why a finding is in the inbox, as window and terminal say it. */
export const inboxWords: Readonly<Record<InboxKind, string>> = {
  conflict: 'Conflict',
  refused: 'Refused',
  candidate: 'Candidate to review',
  deleted: 'Deleted on the service',
  changed: 'Changed',
  new: 'New',
};
