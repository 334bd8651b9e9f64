/*
 * JSON members keep the names that they began with. Where these are of another style than the rest, each stands under a second
 * name too: camelCase, `id` for what a command takes, null for a day that is not set.
 */

const rightNames: Readonly<Record<string, string>> = {
  left_out: 'leftOut',
  status_left_out: 'statusLeftOut',
  missing_facts: 'missingFacts',
  closed_findings: 'closedFindings',
};

/** Lists within an answer whose entries have such members too. */
const lists: readonly string[] = ['operations', 'pending', 'groups'];

type Members = Readonly<Record<string, unknown>>;

/** The answer of a command with the second names beside the first ones. Records of the service stay as they came. */
export function withSecondNames(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(named);
  if (!isMembers(answer)) return answer;
  const inner = Object.entries(answer).map(([name, value]): [string, unknown] => [
    name,
    lists.includes(name) && Array.isArray(value) ? value.map(named) : value,
  ]);
  return named(Object.fromEntries(inner));
}

function named(value: unknown): unknown {
  if (!isMembers(value)) return value;
  const second = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const right = Object.hasOwn(rightNames, name) ? rightNames[name] : undefined;
    return right === undefined ? [] : [[right, member]];
  });
  return { ...value, ...Object.fromEntries(second), ...ofItsKind(value) };
}

/** Names that hang on what the value is: a change, a comment, an edition or a round. */
function ofItsKind(value: Members): Members {
  const has = (...names: readonly string[]): boolean => names.every((name) => Object.hasOwn(value, name));
  if (has('op', 'attempts')) return { id: value['op'] };
  if (has('comment', 'addedAt')) return { id: value['comment'] };
  if (has('edition', 'sha256')) return { number: value['edition'] };
  if (has('begins', 'ends', 'counts')) return { firstDay: day(value['begins']), lastDay: day(value['ends']) };
  return {};
}

function day(text: unknown): unknown {
  return text === '' ? null : text;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
