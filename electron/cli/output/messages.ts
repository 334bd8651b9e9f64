import type { CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import { countMessages } from '#domain/preflight/count.ts';
import { checkTitles } from '#domain/preflight/titles.ts';
import type { Output } from './output.ts';
import { counted, plain } from './text.ts';

/** How much a check found, as part of a sentence. */
export function checkLine(messages: readonly CheckMessage[]): string {
  const { errors, warnings } = countMessages(messages);
  return `the check finds ${counted(errors, 'error')} and ${counted(warnings, 'warning')}`;
}

/** So many messages of a rule are listed at a terminal before the rest is counted. */
const maxShown = 10;

/** The messages by rule, errors first, each with the finding that it is about; `--ignore` and `--rule` take the rule that a heading ends with. */
export function checkLines(
  messages: readonly CheckMessage[],
  { paint, width }: Pick<Output, 'paint' | 'width'>,
  folds = false,
): readonly string[] {
  const kinds = [...new Set(messages.map(({ code }) => code))];
  return kinds.flatMap((kind) => {
    const found = messages.filter(({ code }) => code === kind);
    const level = found[0]?.level ?? 'warning';
    const mark = paint(level === 'error' ? 'red' : 'yellow', level);
    // What is about the engagement stands under the name of its fact.
    // A terminal shows the first ten of a group; a script gets them all.
    const shown =
      folds && width !== undefined && found.length > maxShown + 1 ? found.slice(0, maxShown) : found;
    const more = found.length - shown.length;
    const widest = Math.max(...found.map(({ finding, field }) => (finding ?? field ?? '').length));
    return [
      `${mark}  ${paint('bold', checkTitles[kind])} (${String(found.length)}) · ${kind}\n`,
      ...shown.map(({ finding, field, title, message }) => {
        const about = title === null ? '' : ` (${title})`;
        return `${plain(`  ${(finding ?? field ?? '').padEnd(widest)}  ${message}${about}`)}\n`;
      }),
      ...(more === 0 ? [] : [`  … and ${String(more)} more; list them with --rule ${kind}\n`]),
    ];
  });
}
