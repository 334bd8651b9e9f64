import type { CommandRun } from '../context.ts';
import { checkLine, checkLines } from '../messages.ts';
import { plain } from '../text.ts';

/** Ends with 3 where there is an error: something needs a person before a report goes out. */
export const check: CommandRun = async ({ args, out, call }) => {
  const [project = ''] = args.positionals;
  const messages = await call('report.check', { project });
  out.answer(messages, () => {
    const lines = checkLines(messages, out);
    return `${lines.join('')}${lines.length === 0 ? '' : '\n'}${plain(project)}: ${checkLine(messages)}.\n`;
  });
  return messages.some(({ level }) => level === 'error') ? 3 : 0;
};
