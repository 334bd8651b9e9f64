import type { IgnoredWarning } from '#contract/procedures/deliverables/deliverable.ts';
import type { MaskedFinding, SecretKind } from '#contract/deliverable/masks.ts';
import { checkCodes, checkLevels, type CheckCode } from '#contract/procedures/deliverables/preflight.ts';
import { draftReason } from '#domain/engagement/fact-strings.ts';
import { isSameIgnored } from '#domain/preflight/index.ts';
import { shortIds } from '../../command/short-ids.ts';
import { wrong } from '../../command/arguments.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { checkLine, checkLines } from '../../output/messages.ts';
import { knownName } from '../../input/known-name.ts';
import { redactionOf } from '../../input/redaction.ts';
import { selectionOf } from '../../input/report-choices.ts';
import { counted, plain } from '../../output/text.ts';

/** Ends with 3 if there is an error: something needs a person before a report goes out. */
export const check: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [project = ''] = args.positionals;
  const redaction = redactionOf(args);
  const selection = selectionOf(context);
  if (args.flag('masks')) return listMasks(context, project);
  await changeIgnored(context, project);
  const { maskSecrets } = redaction;
  const all = await call('report.check', {
    project,
    ...(maskSecrets === undefined ? {} : { maskSecrets }),
    ...selection,
  });
  const { summary } = await call('report.findings', { project, ...selection });
  const rule = args.text('rule');
  const messages = rule === undefined ? all : all.filter(({ code }) => code === ruleNamed(context, rule));
  const masks = await call('report.masks', { project, ...redaction, ...selection });
  const { settings, missing_facts: missing } = await call('report.settings', { project });
  tellIgnored(context, settings.ignored);
  if (masks.length > 0) {
    out.note(`${shownLess(masks)}; list it with: dossier check ${plain(project)} --masks`);
  }
  const shortId = await shortIds(
    context,
    'finding',
    messages.flatMap(({ finding }) => finding ?? []),
  );
  out.answer(messages, () => {
    const lines = checkLines(messages, { ...out, shortId }, rule === undefined);
    const draft = missing.length === 0 ? '' : `${draftReason(missing)}.\n`;
    const found = `${plain(project)}: ${checkLine(messages)}.\n${draft}${summary}.\n`;
    return `${lines.join('')}${lines.length === 0 ? '' : '\n'}${found}`;
  });
  return all.some(({ level }) => level === 'error') ? 3 : 0;
};

/** A rule by its code. @throws DossierError `usage` */
function ruleNamed(context: CommandContext, word: string): CheckCode {
  return knownName(context, word, checkCodes, 'There is no rule');
}

/** `missing-remediation` or `missing-remediation@F-12`. @throws DossierError `usage` (an error is never ignored) */
function entryNamed(context: CommandContext, word: string): IgnoredWarning {
  const [code = '', ...id] = word.split('@');
  const rule = ruleNamed(context, code);
  if (checkLevels[rule] === 'error') {
    throw wrong(
      `"${rule}" is an error, and no error is ignored. Fix it, or use --force for a draft.`,
      context.args.command,
    );
  }
  return { code: rule, finding: id.length === 0 ? null : id.join('@'), place: null };
}

/** Keeps what --ignore says and takes away what --heed says. */
async function changeIgnored(context: CommandContext, project: string): Promise<void> {
  const { args, call } = context;
  const more = args.texts('ignore').map((word) => entryNamed(context, word));
  const less = args.texts('heed').map((word) => entryNamed(context, word));
  if (more.length + less.length === 0) return;
  const { settings } = await call('report.settings', { project });
  const isListedAgain = (entry: IgnoredWarning): boolean =>
    less.some(({ code, finding }) => code === entry.code && (finding === null || finding === entry.finding));
  const kept = (settings.ignored ?? []).filter((entry) => !isListedAgain(entry));
  const fresh = more.filter((entry) => !kept.some((known) => isSameIgnored(known, entry)));
  await call('report.configure', {
    project,
    settings: { ignored: [...kept, ...fresh] },
    seen: settings.ignored === undefined ? {} : { ignored: settings.ignored },
  });
}

function tellIgnored({ out }: CommandContext, ignored: readonly IgnoredWarning[] = []): void {
  for (const { code, finding, place } of ignored) {
    const where =
      finding === null
        ? (place ?? 'everywhere')
        : `in ${plain(finding)}${place === null ? '' : `, ${plain(place)}`}`;
    out.note(
      `ignored: ${code} (${where}); listed again with --heed ${code}${finding === null ? '' : `@${plain(finding)}`}`,
    );
  }
}

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
  const told = masks.map(({ values, ...mask }) => ({
    ...mask,
    kept: values.filter(({ kept }) => kept).length,
  }));
  out.answer(told, () => {
    if (masks.length === 0) return `${plain(project)}: nothing is masked or cut.\n`;
    const lines = masks.flatMap(({ finding, title, hits, values, leftOut }) => [
      `${plain(finding)}  ${plain(title)}\n`,
      ...hits.map(({ where, kind, count }) => {
        const times = count === 1 ? '' : `, ${String(count)} times`;
        return `  masked  ${plain(where)} (${kindNames[kind]}${times})\n`;
      }),
      ...values
        .filter(({ kept }) => kept)
        .map(({ where, kind }) => `  kept    ${plain(where)} (${kindNames[kind]})\n`),
      ...leftOut.map(({ where, bytes }) => `  cut     ${plain(where)}: ${counted(bytes, 'byte')} left out\n`),
    ]);
    return `${lines.join('')}\n${plain(project)}: ${shownLess(masks)}.\n`;
  });
  return 0;
}

/** `in the requests of 3 findings, 12 values are masked and 2 bodies are cut` */
function shownLess(masks: readonly MaskedFinding[]): string {
  const values = masks.flatMap(({ hits }) => hits).reduce((sum, { count }) => sum + count, 0);
  const kept = masks.flatMap((mask) => mask.values).filter((value) => value.kept);
  const keptCount = kept.reduce((sum, { count }) => sum + count, 0);
  const bodies = masks.reduce((sum, { leftOut }) => sum + leftOut.length, 0);
  const said = [
    ...(values === 0 ? [] : [`${counted(values, 'value')} ${values === 1 ? 'is' : 'are'} masked`]),
    ...(keptCount === 0 ? [] : [`${counted(keptCount, 'value')} ${keptCount === 1 ? 'is' : 'are'} kept`]),
    ...(bodies === 0
      ? []
      : [bodies === 1 ? 'the body of 1 message is cut' : `the bodies of ${String(bodies)} messages are cut`]),
  ];
  return `in the requests of ${counted(masks.length, 'finding')}, ${said.join(' and ')}`;
}
