import { DossierError } from '#contract/error.ts';
import { pendingClause } from '#domain/engagement/destruction.ts';
import { confirm } from '../../input/confirm.ts';
import type { CommandRun } from '../../command/context.ts';
import { counted, plain } from '../../output/text.ts';

export const destroy: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [project = ''] = args.positionals;
  const holdings = await call('engagement.holdings', { project });
  const { name, findings, evidence, editions, unsent, mayHaveArrived, aside } = holdings;
  const never = unsent - mayHaveArrived;
  if (unsent > 0 && !args.flag('lose-unsent')) {
    throw new DossierError(
      'wrong-state',
      `Of ${plain(project)}, ${pendingClause(holdings, 'change')}; what is known of ${unsent === 1 ? 'it' : 'them'} here would be lost. ` +
        'Sync first, or add --lose-unsent. Nothing was destroyed.',
    );
  }
  const things = [
    counted(findings, 'finding'),
    counted(evidence, 'image'),
    counted(editions, 'edition'),
    ...(never > 0 ? [`${counted(never, 'change')} that ${never === 1 ? 'was' : 'were'} never sent`] : []),
    ...(mayHaveArrived > 0 ? [`${counted(mayHaveArrived, 'change')} that may have reached the service`] : []),
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
