import type { Json, JsonObject } from '#contract/json.ts';
import { isExact, isList, isObject } from '../base/json.ts';
import { memberOf } from '../finding/record.ts';

/** Members that wrap an answer; what stands in them counts as the answer. */
const wrappers = ['data', 'result', 'response', 'payload', 'body'];
const errors = ['error', 'errors'];
const states = ['status', 'state', 'result'];
const codes = ['status', 'statusCode'];
/** Not "rejected": so may an answer to a rejecting review say. */
const failedStates = new Set(['error', 'fail', 'failed', 'failure']);

/**
 * Why the body of a 2xx says that the request was not carried out, as a clause; null if it does not say so. The one
 * rule for every route: `success: false`, an error that is not empty, or the state of a failure.
 */
export function refusalInBody(body: Json): string | null {
  if (!isObject(body)) return null;
  for (const part of [body, ...wrappers.map((name) => memberOf(body, name))]) {
    const why = isObject(part) ? refusalIn(part) : null;
    if (why !== null) return why;
  }
  return null;
}

function refusalIn(part: JsonObject): string | null {
  const success = memberOf(part, 'success');
  if (success !== undefined && isNo(success)) return '"success: false"';
  // A finding may have members and states of the names that follow.
  if (typeof memberOf(part, 'title') === 'string') return null;
  const ok = memberOf(part, 'ok');
  if (ok !== undefined && isNo(ok)) return '"ok: false"';
  for (const name of errors) {
    const value = memberOf(part, name);
    if (value !== undefined && isError(value)) return 'an error';
  }
  for (const name of states) {
    const value = memberOf(part, name);
    if (typeof value === 'string' && failedStates.has(value.trim().toLowerCase()))
      return `"${name}: ${value.trim().toLowerCase()}"`;
  }
  for (const name of codes) {
    const value = memberOf(part, name);
    if (typeof value === 'number' && value >= 400 && value < 600) return `the status ${String(value)}`;
  }
  return null;
}

function isNo(value: Json): boolean {
  return value === false || value === null || value === 0 || value === 'false';
}

/** Empty members, and words that say that there is none, are no error. */
function isError(value: Json): boolean {
  if (value === null || typeof value === 'boolean') return value === true;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return !/^(?:|none|null|no|false|ok|0)$/iu.test(value.trim());
  if (isList(value)) return value.some(isError);
  if (isExact(value)) return true;
  return isObject(value) && Object.keys(value).length > 0;
}

const denies =
  /\b(?:cannot|can't|unable|(?:could|was|were|is|are|did|has|have|do|does|may|must) not|in(?:valid|correct)|wrong|fail(?:ed|ure|s)?|error|denied|refused|rejected|forbidden|unauthori[sz]ed|too many)\b/iu;

/** Whether a sentence in the place of a report says that something was not done. For account routes, whose answers are short. */
export function deniesInWords(words: string): boolean {
  return denies.test(words);
}
