import { structuredPatch } from 'diff';
import type { OperationChange } from '#contract/finding/operation.ts';
import { comparableText } from '#domain/finding/differences.ts';
import { fit, plain, type Paint } from './text.ts';

const LONGEST_LINE = 200;
/** So many lines of a long text are shown around each change. */
const CONTEXT = 1;

/** What an operation would change, field by field, as removed and added lines. */
export function changeLines(changes: Readonly<Record<string, OperationChange>>, paint: Paint): string[] {
  return Object.entries(changes).flatMap(([field, { from, to }]) => [
    `  ${plain(field)}`,
    ...fieldLines(comparableText(from, field), comparableText(to, field), paint),
  ]);
}

function fieldLines(from: string, to: string, paint: Paint): string[] {
  const { hunks } = structuredPatch('', '', from, to, '', '', { context: CONTEXT });
  return hunks.flatMap(({ lines }, at) => [
    ...(at === 0 ? [] : ['    …']),
    ...lines
      .filter((line) => !line.startsWith('\\'))
      .map((line) => {
        const text = `    ${line.slice(0, 1)} ${fit(plain(line.slice(1)), LONGEST_LINE)}`;
        return line.startsWith('-') ? paint('red', text) : line.startsWith('+') ? paint('green', text) : text;
      }),
  ]);
}
