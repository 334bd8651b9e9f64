import type { QueueRow } from '#contract/procedures/findings/queue.ts';
import type { DeskStatus } from '#contract/window/window.ts';
import { counted } from '#renderer/ui/text/format.ts';
import { isolate } from '#renderer/ui/text/bidi-isolation.ts';

/** What the program may have to ask a person. */
export type Question =
  | { readonly kind: 'held'; readonly project: string }
  | { readonly kind: 'account' }
  | { readonly kind: 'emptied' }
  | { readonly kind: 'creation'; readonly op: string };

/** A question that holds up more than one change, in one line. */
export interface SyncBanner {
  readonly question: Question;
  readonly says: string;
}

/** What is asked now that holds up more than one change. @param nameOf how an engagement is called */
export function standingQuestions(
  status: DeskStatus | null,
  nameOf: (project: string) => string,
): readonly SyncBanner[] {
  if (status === null) return [];
  const { foreign, updatesStopped, held } = status;
  return [
    ...(foreign === null
      ? []
      : [{ question: { kind: 'account' }, says: 'The API token belongs to someone else.' } as const]),
    ...(updatesStopped
      ? [{ question: { kind: 'emptied' }, says: 'An edit emptied other fields; edits are stopped.' } as const]
      : []),
    ...held.map(({ project }) => ({
      question: { kind: 'held', project } as const,
      says: `Many findings of ${isolate(nameOf(project))} disappeared at once; nothing of it is sent.`,
    })),
  ];
}

/** What the status bar says of them, and what it leads to: the one question, or (null) the queue, where all stand. */
export function askedOf(
  questions: readonly SyncBanner[],
): { readonly says: string; readonly question: Question | null } | null {
  const [first] = questions;
  if (first === undefined) return null;
  return questions.length === 1
    ? first
    : { says: `${counted(questions.length, 'question')} for you`, question: null };
}

/** The question that holds up an operation; null if none does, or another screen asks it. */
export function questionOf({
  next,
  op,
  project,
}: Pick<QueueRow, 'next' | 'op' | 'project'>): Question | null {
  switch (next.kind) {
    case 'held':
      return { kind: 'held', project };
    case 'foreign-account':
      return { kind: 'account' };
    case 'updates-stopped':
      return { kind: 'emptied' };
    case 'person':
      if (next.need === 'creation') return { kind: 'creation', op };
      return next.need === 'emptied' ? { kind: 'emptied' } : null;
    case 'not-ready':
    case 'sending':
    case 'look':
    case 'behind':
    case 'credentials':
    case 'pause':
    case 'sync':
      return null;
  }
}
