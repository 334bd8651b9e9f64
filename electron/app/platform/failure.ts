import { DossierError } from '#contract/error.ts';
import type { Failure } from '#contract/error.ts';
import { asDossierError } from '#db/store/errors.ts';

/**
 * What a person is told about something thrown. Texts of foreign errors may quote a client's finding or a
 * secret, so only the messages of `DossierError`, which are written for people, go on.
 */
export function failureOf(
  error: unknown,
  signal: AbortSignal,
  onInternal: (error: unknown) => void,
  unforeseen = unforeseenWords,
): Failure {
  const told = asDossierError(error);
  if (told instanceof DossierError) {
    const { code, message, retryAfterMs, answered, origin, session, at } = told;
    return { code, message, retryAfterMs, answered, origin, session, at };
  }
  if (signal.aborted) {
    return { code: 'cancelled', message: 'Stopped. Nothing is lost; the same command goes on later.' };
  }
  onInternal(error);
  return { code: 'internal', message: unforeseen };
}

const unforeseenWords =
  'Something unforeseen went wrong inside the program. Started with --debug it tells the details.';
