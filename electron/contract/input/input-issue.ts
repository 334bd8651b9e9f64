import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * What is wrong with an input, in plain words with an example if one helps: which member, and how it is written.
 * Quotes no value, and no name of the program's inside.
 */
export function issueText(issue: Issue | undefined): string {
  const place = issue?.path.map(String).join('.').slice(0, 100) ?? '';
  return `${place === '' ? 'The input' : place}: ${issue === undefined ? unknownWrong : wordsOf(issue)}`;
}

const unknownWrong = 'it is not what it should be.';

function wordsOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_union':
      // The last alternative is the one that is meant; those before it are special values.
      return wordsOfFirst(issue.errors.at(-1));
    case 'invalid_format':
      return formats[issue.format] ?? unknownWrong;
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'it is missing.'
        : (types[issue.expected] ?? unknownWrong);
    case 'too_big':
      return `it is too long or too large; ${limitOf(issue.origin, issue.maximum)} at most.`;
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? 'it must not be empty.'
        : `it is too short or too small; ${limitOf(issue.origin, issue.minimum)} at least.`;
    case 'invalid_value':
      return `it must be one of: ${issue.values.map(String).join(', ').slice(0, 300)}.`;
    case 'unrecognized_keys':
      return `it has a member that is not known: ${nameOf(issue.keys[0])}.`;
    case 'custom':
      return issue.message;
    default:
      return unknownWrong;
  }
}

/** A foreign name as it may be shown: short, and of one line. */
function nameOf(key: string | undefined): string {
  return (key ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, 60)
    .toWellFormed();
}

function wordsOfFirst(issues: readonly Issue[] | undefined): string {
  const [first] = issues ?? [];
  return first === undefined ? unknownWrong : wordsOf(first);
}

const formats: Readonly<Record<string, string>> = {
  date: 'it must be a day such as 2026-11-21.',
  datetime: 'it must be a moment such as 2026-11-21T14:00:00Z.',
  url: 'it must be an address such as https://example.org/.',
  email: 'it must be an e-mail address such as name@example.org.',
};

const types: Readonly<Record<string, string>> = {
  string: 'it must be a text.',
  number: 'it must be a number.',
  int: 'it must be a whole number.',
  boolean: 'it must be true or false.',
  array: 'it must be a list.',
  object: 'it must be an object.',
  record: 'it must be an object.',
};

function limitOf(origin: string, limit: number | bigint): string {
  const count = limit.toLocaleString('en');
  switch (origin) {
    case 'string':
      return `${count} characters`;
    case 'array':
    case 'set':
      return `${count} entries`;
    default:
      return count;
  }
}
