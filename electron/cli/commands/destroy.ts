import { DossierError } from '#contract/error.ts';
import { confirm } from '../input/confirm.ts';
import type { CommandRun } from '../context.ts';
import { counted, plain } from '../output/text.ts';

export const destroy: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [project = ''] = args.positionals;
  const holdings = await call('engagement.holdings', { project });
  const { name, findings, evidence, editions, unsent, aside } = holdings;
  if (unsent > 0 && !args.flag('lose-unsent')) {
    throw new DossierError(
      'wrong-state',
      `${counted(unsent, 'operation')} of ${plain(project)} ${unsent === 1 ? 'was' : 'were'} never sent and would be lost. ` +
        'Sync first, or add --lose-unsent. Nothing was destroyed.',
    );
  }
  const things = [
    counted(findings, 'finding'),
    counted(evidence, 'image'),
    counted(editions, 'edition'),
    ...(unsent > 0
      ? [`${counted(unsent, 'operation')} that ${unsent === 1 ? 'was' : 'were'} never sent`]
      : []),
    ...(aside > 0 ? [`${counted(aside, 'damaged store')} set aside, with all that is in there`] : []),
  ];
  await confirm(
    context,
    `This destroys ${things.join(', ')} of ${plain(project)} on this computer, and the backups that have them, for good.`,
  );
  const { text, ...record } = await call('engagement.destroy', { project, name: name ?? project, unsent });
  out.answer({ ...record, text }, () => text);
  return 0;
};
