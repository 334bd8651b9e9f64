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

/** How messages are written: `shortId` shows the id of a finding as short as it may be typed. */
interface CheckStyle extends Pick<Output, 'paint' | 'width'> {
  readonly shortId?: (id: string) => string;
}

/** The messages by rule, errors first, each with the finding that it is about; `--ignore` and `--rule` take the rule that a heading ends with. */
export function checkLines(
  messages: readonly CheckMessage[],
  { paint, width, shortId = (id) => id }: CheckStyle,
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
    const subject = ({ finding, field }: CheckMessage): string =>
      finding === null ? (field ?? '') : shortId(finding);
    const widest = Math.max(...found.map((message) => subject(message).length));
    return [
      `${mark}  ${paint('bold', checkTitles[kind])} (${String(found.length)}) · ${kind}\n`,
      ...shown.map((one) => {
        const about = one.title === null ? '' : ` (${one.title})`;
        return `${plain(`  ${subject(one).padEnd(widest)}  ${one.message}${about}`)}\n`;
      }),
      ...(more === 0 ? [] : [`  … and ${String(more)} more; list them with --rule ${kind}\n`]),
    ];
  });
}
