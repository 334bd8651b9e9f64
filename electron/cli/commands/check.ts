import type { CommandRun } from '../context.ts';
import { checkLine, checkLines } from '../messages.ts';
import { plain } from '../text.ts';

/** Ends with 3 where there is an error: something needs a person before a report goes out. */
export const check: CommandRun = async ({ args, out, call }) => {
  const [project = ''] = args.positionals;
  const messages = await call('report.check', { project });
  const answer = messages.map(({ level, code, finding, field, message }) => ({
    level,
    code,
    finding,
    field,
    message,
  }));
  const rows = out.json || messages.length === 0 ? [] : (await call('finding.list', { project })).rows;
  out.answer(answer, () => {
    const lines = checkLines(messages, rows, out);
    const said = checkLine(messages);
    return `${lines.join('')}${lines.length === 0 ? '' : '\n'}${plain(project)}: ${said}.\n`;
  });
  return messages.some(({ level }) => level === 'error') ? 3 : 0;
};
