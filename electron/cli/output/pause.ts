import type { Output } from './output.ts';

/** How the sentence of a 429 ends (`failureText`). */
const span = /Try again in [^.]+\.$/u;

/** The sentence of a pause that the service asked for, with its end in local time instead of its length. */
export function untilWhen(
  message: string,
  pauseMs: number,
  { moment }: Pick<Output, 'moment'>,
  nowMs: number = Date.now(),
): string {
  return message.replace(
    span,
    `The service asks to wait until ${moment(new Date(nowMs + pauseMs).toISOString())}.`,
  );
}
