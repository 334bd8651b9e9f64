import type { MaskedFinding, SecretKind } from '#contract/masks.ts';
import type { CommandContext, CommandRun } from '../context.ts';
import { checkLine, checkLines } from '../messages.ts';
import { redactionOf } from '../redaction.ts';
import { selectionOf } from '../report-choices.ts';
import { counted, plain } from '../text.ts';

/** Ends with 3 where there is an error: something needs a person before a report goes out. */
export const check: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [project = ''] = args.positionals;
  const redaction = redactionOf(args);
  const selection = selectionOf(context);
  if (args.flag('masks')) return listMasks(context, project);
  const { maskSecrets } = redaction;
  const messages = await call('report.check', {
    project,
    ...(maskSecrets === undefined ? {} : { maskSecrets }),
    ...selection,
  });
  const { summary } = await call('report.findings', { project, ...selection });
  const masks = await call('report.masks', { project, ...redaction, ...selection });
  if (masks.length > 0) {
    out.note(`${shownLess(masks)}; list it with: dossier check ${plain(project)} --masks`);
  }
  out.answer(messages, () => {
    const lines = checkLines(messages, out);
    const found = `${plain(project)}: ${checkLine(messages)}.\n${summary}.\n`;
    return `${lines.join('')}${lines.length === 0 ? '' : '\n'}${found}`;
  });
  return messages.some(({ level }) => level === 'error') ? 3 : 0;
};

const kindNames: Readonly<Record<SecretKind, string>> = {
  authorization: 'credentials',
  cookie: 'cookie',
  token: 'token',
  password: 'password',
  'private-key': 'private key',
};

/** What a report would mask and leave out, value by value. The values themselves are not told. */
async function listMasks(context: CommandContext, project: string): Promise<number> {
  const { args, out, call } = context;
  const masks = await call('report.masks', { project, ...redactionOf(args), ...selectionOf(context) });
  out.answer(masks, () => {
    if (masks.length === 0) return `${plain(project)}: nothing is masked or cut.\n`;
    const lines = masks.flatMap(({ finding, title, hits, leftOut }) => [
      `${plain(finding)}  ${plain(title)}\n`,
      ...hits.map(({ where, kind, count }) => {
        const times = count === 1 ? '' : `, ${String(count)} times`;
        return `  masked  ${plain(where)} (${kindNames[kind]}${times})\n`;
      }),
      ...leftOut.map(({ where, bytes }) => `  cut     ${plain(where)}: ${counted(bytes, 'byte')} left out\n`),
    ]);
    return `${lines.join('')}\n${plain(project)}: ${shownLess(masks)}.\n`;
  });
  return 0;
}

/** `in the requests of 3 findings, 12 values are masked and 2 bodies are cut` */
function shownLess(masks: readonly MaskedFinding[]): string {
  const values = masks.flatMap(({ hits }) => hits).reduce((sum, { count }) => sum + count, 0);
  const bodies = masks.reduce((sum, { leftOut }) => sum + leftOut.length, 0);
  const said = [
    ...(values === 0 ? [] : [`${counted(values, 'value')} ${values === 1 ? 'is' : 'are'} masked`]),
    ...(bodies === 0
      ? []
      : [bodies === 1 ? 'the body of 1 message is cut' : `the bodies of ${String(bodies)} messages are cut`]),
  ];
  return `in the requests of ${counted(masks.length, 'finding')}, ${said.join(' and ')}`;
}
