/** Longer waits than this (ms) are taken for it: one answer must not stop the work of a day. */
const longest = 3_600_000;

/**
 * How long (ms) a Retry-After header tells the caller to wait; undefined when it is absent or says nothing.
 * Seconds, or an HTTP date. A date is measured against the `Date` header of the same answer, so that a wrong
 * clock on this machine does not change the wait. Without that header it is measured against `nowMs`.
 */
export function retryAfter(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+(\.\d+)?$/u.test(value)) return Math.min(longest, Math.ceil(Number(value) * 1_000));
  const until = httpDate(value);
  if (until === undefined) return undefined;
  return Math.min(longest, Math.max(0, until - (httpDate(headers['date']) ?? nowMs)));
}

function httpDate(text: string | undefined): number | undefined {
  // Date.parse also takes bare numbers and much else for a date; every HTTP date begins with a weekday.
  if (text === undefined || !/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/u.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
