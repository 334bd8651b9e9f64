import type { QueuePart, QueueRow } from '#contract/procedures/findings/queue.ts';
import { refusalSentence, type Subject } from '#domain/account/activity-strings.ts';
import { plainWords } from '#renderer/session/values/plain-words.ts';
import { isolate } from '#renderer/ui/text/bidi-isolation.ts';

/** What came back, for a person: what it means, and what happens next or is to be done. */
export interface SaidWords {
  readonly what: string;
  readonly next: string;
}

/**
 * An answer of the service in plain words, row by row as the table in `docs/develop/operations.md` has them. The service's own words
 * are shown beside it and are no part of this.
 */
export function saidWords(
  row: Pick<QueueRow, 'state' | 'said' | 'next' | 'kind' | 'findings' | 'first' | 'project'>,
): SaidWords {
  const { state, said, next } = row;
  switch (state) {
    case 'rejected':
      return refused(said?.status ?? null, { ...row, first: row.first.title });
    case 'unknown':
      if (next.kind === 'person' && next.need === 'may-have-run') {
        return {
          what: 'No clear answer from the assistant. You may have been charged.',
          next: 'It is not asked again automatically. Look what the finding shows, ask again, or discard it.',
        };
      }
      return {
        what: 'Sent, but no clear answer came back. It may or may not have arrived.',
        next: 'A later sync checks the finding. It is not sent again before that.',
      };
    case 'sending':
      return { what: 'It is being sent right now.', next: 'Done once the service shows it.' };
    case 'conflict':
      return next.kind === 'person' && next.need === 'gone'
        ? {
            what: 'The service no longer shows this finding.',
            next: 'Create it again, or discard this. If it comes back, this is sent automatically.',
          }
        : {
            what: 'The finding changed on the service since then.',
            next: 'Decide what to keep. Until then it is not sent.',
          };
    case 'queued':
    case 'blocked':
      return waiting(next.kind, said !== null);
    case 'done':
      return { what: 'The service has it.', next: 'Nothing is left to do.' };
    case 'discarded':
      return { what: 'You discarded it.', next: 'Its text stays in the history of the finding.' };
  }
}

/**
 * What a user reads of one finding of an operation over many. A refusal says what it means and what to do, with the
 * service's own words. Null without a response, or if it only repeats what is said of all: two hundred equal sentences
 * would hide one with another reason.
 */
export function partWords(
  { state, said, title }: Pick<QueuePart, 'state' | 'said' | 'title'>,
  { kind, project, ...whole }: Pick<QueueRow, 'kind' | 'project' | 'state' | 'said'>,
): { readonly words: string; readonly quoted: string } | null {
  if (said === null) return null;
  const { status, message } = said;
  if (state === whole.state && status === whole.said?.status && message === whole.said.message) return null;
  const quoted = plainWords(said.message);
  if (state !== 'rejected') return { words: '', quoted };
  const { what, next } = refused(said.status, { kind, project, findings: 1, first: title });
  return { words: `${what} ${next}`, quoted };
}

function waiting(next: QueueRow['next']['kind'], tried: boolean): SaidWords {
  if (next === 'credentials') {
    return {
      what: 'Not accepted: the service refused the sign-in or token.',
      next: 'Sign in again, or enter a token. The next sync sends it.',
    };
  }
  if (next === 'pause') {
    return {
      what: 'Not accepted: the service asked to wait.',
      next: 'The first sync after that sends it.',
    };
  }
  return tried
    ? { what: 'It could not be sent so far.', next: 'The next sync tries again.' }
    : { what: 'It is pending.', next: 'The next sync sends it.' };
}

/** What a person who may not do it can do with what they wrote. */
const handOver = 'then try again. It is kept here; copy the text to pass it to someone who may send it.';

function refused(status: number | null, of: Subject): SaidWords {
  const subject = { ...of, first: isolate(of.first), project: isolate(of.project) };
  switch (status) {
    case null:
    case 0:
      return {
        what: 'Not sent: the service would refuse it.',
        next: 'Correct the finding, or discard this change.',
      };
    case 200:
      return {
        what: 'Accepted, but the finding did not change.',
        next: 'Open the finding, then try again or discard this change.',
      };
    case 400:
      return {
        what: 'The service refuses a value in it.',
        next: 'Correct the value that it names, then try again.',
      };
    case 403:
      return {
        what: refusalSentence(403, subject.kind, subject),
        next: `Ask for the permission, the licence or the access, ${handOver}`,
      };
    case 404:
      return {
        what: refusalSentence(404, subject.kind, subject),
        next: `Check with your team whether it was removed or your access was, ${handOver}`,
      };
    case 409:
      return {
        what: 'The service says this contradicts its data.',
        next: 'Sync to see the conflict, then try again or discard this change.',
      };
    default:
      return {
        what: `The service refused it (${String(status)}).`,
        next: 'Read its words, correct what they name, then try again.',
      };
  }
}
