import type { CheckMessage } from '#contract/preflight.ts';
import { countMessages } from '#core/preflight/count.ts';
import { checkTitles } from '#core/preflight/titles.ts';
import type { Output } from './output.ts';
import { counted, fit, plain } from './text.ts';

/** How much a check found, as part of a sentence. */
export function checkLine(messages: readonly CheckMessage[]): string {
  const { errors, warnings } = countMessages(messages);
  return `the check finds ${counted(errors, 'error')} and ${counted(warnings, 'warning')}`;
}

/** The messages by kind, errors first, each with the finding that it is about; every line ends with a line break. */
export function checkLines(
  messages: readonly CheckMessage[],
  { paint, width }: Pick<Output, 'paint' | 'width'>,
): readonly string[] {
  const kinds = [...new Set(messages.map(({ code }) => code))];
  return kinds.flatMap((kind) => {
    const found = messages.filter(({ code }) => code === kind);
    const level = found[0]?.level ?? 'warning';
    const mark = paint(level === 'error' ? 'red' : 'yellow', level);
    // What is about the engagement stands under the name of its fact.
    const widest = Math.max(...found.map(({ finding, field }) => (finding ?? field ?? '').length));
    return [
      `${mark}  ${paint('bold', checkTitles[kind])} (${String(found.length)})\n`,
      ...found.map(({ finding, field, title, message }) => {
        const about = title === null ? '' : ` (${title})`;
        const line = plain(`  ${(finding ?? field ?? '').padEnd(widest)}  ${message}${about}`);
        return `${width === undefined ? line : fit(line, width)}\n`;
      }),
    ];
  });
}
