import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Json } from '#contract/json.ts';
import {
  closedDecisions,
  importResets,
  type ClosedDecision,
  type ImportGroup,
  type ImportPreview,
  type ImportQueued,
  type ImportRules,
} from '#contract/procedures/findings/import.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import type { CsvMapping } from '#contract/scans/csv-mapping.ts';
import { severityKeys } from '#contract/value-lists.ts';
import type { MatchReason, ScanLeftOutReason } from '#contract/scans/matching.ts';
import { scanProblemText } from '#contract/scans/problem.ts';
import { severityKeyOf } from '#domain/finding/labels/severity-names.ts';
import { severityRank } from '#domain/finding/record.ts';
import { valueLabel } from '#domain/finding/labels/value-labels.ts';
import { wrong } from '../../command/arguments.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { confirm } from '../../input/confirm.ts';
import { knownName } from '../../input/known-name.ts';
import { readJsonFile } from '../../input/json-file.ts';
import { operationStyle } from '../../command/operation-style.ts';
import { operationLines, type OperationStyle } from '../../output/operations.ts';
import { table } from '../../output/table.ts';
import { counted, plain } from '../../output/text.ts';

/** So many operations are named. */
const maxOperations = 20;

/** Reads scanner files, shows what they would do, and queues it once it is confirmed. */
export const importScans: CommandRun = async (context) => {
  const { args, out, call, folder } = context;
  const [project = '', ...paths] = args.positionals;
  const minSeverity = await severityGiven(context);
  // Without a question of its own a script must say so before files are read.
  if (!args.flag('dry-run') && !args.flag('yes')) await confirmLater(context, paths.length);
  const choices = { ...(minSeverity !== null && { minSeverity }), closed: closedGiven(context) };
  const preview = await call('import.preview', {
    project,
    files: paths.map((path) => ({ path: resolve(folder, path) })),
    format: args.text('format') ?? null,
    mapping: await mappingGiven(context),
    // What the user asks for by name is not left out.
    informational: minSeverity !== null && severityKeyOf(minSeverity) === 'info' ? false : null,
    choices,
  });
  const isMapped = args.text('map') !== undefined;
  for (const { name, mapping } of preview.files)
    if (mapping !== null && !isMapped)
      out.note(`${plain(name)}: ${mappingText(mapping)}, as kept for this engagement`);
  for (const { name, problems } of preview.files)
    for (const problem of problems) out.note(`${plain(name)}: ${plain(scanProblemText(problem))}`);
  for (const { name, items, problems } of preview.files)
    if (items === 0 && problems.length === 0) out.note(`${plain(name)}: it has no entries.`);
  const changes = preview.groups.filter(({ outcome }) => outcome !== 'known' && outcome !== 'closed');
  let queued: ImportQueued = { action: null, operations: [] };
  if (args.flag('dry-run')) await call('import.discard', { draft: preview.draft });
  else {
    if (changes.length > 0 && !args.flag('yes')) {
      out.note(groupsText(context, preview));
      await confirm(context, `${summaryText(preview)} Nothing is sent before the next sync.`);
    }
    const { draft, fingerprint } = preview;
    queued = await call('import.queue', { draft, bulk: randomUUID(), choices, fingerprint });
  }
  const style = await operationStyle(context, queued.operations.slice(0, maxOperations));
  out.answer(answerOf(preview, queued, paths), () => text(context, style, preview, queued));
  return 0;
};

/** Shows what an engagement keeps for its imports, maps severities of tools, and forgets what `--reset` names. */
export const settings: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [project = ''] = args.positionals;
  const severities = [];
  for (const given of args.texts('map-severity')) severities.push(await severityMapped(context, given));
  const reset = (args.text('reset') ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => knownName(context, word, importResets, '--reset does not know'));
  const isAsked = severities.length === 0 && reset.length === 0;
  const rules = isAsked
    ? await call('import.settings', { project })
    : await call('import.configure', { project, severities, reset });
  out.answer(rules, () => rulesText(rules));
  return 0;
};

/** `nessus:low=info`; nothing behind the sign: the severity of the same name again. */
async function severityMapped(
  context: CommandContext,
  given: string,
): Promise<ProcedureInput<'import.configure'>['severities'][number]> {
  const [, tool = '', from = '', to = ''] = /^([^=]+):([^:=]+)=(.*)$/su.exec(given) ?? [];
  const severity = severityKeys.find((name) => name === from.trim().toLowerCase());
  if (severity === undefined) {
    throw wrong(
      `--map-severity takes TOOL:SEVERITY=NAME, with a severity of ${severityKeys.join(', ')}.`,
      context.args.command,
    );
  }
  const becomes = to.trim() === '' ? null : await knownSeverity(context, to.trim());
  return { tool: tool.trim().toLowerCase(), severity, becomes };
}

function rulesText(rules: ImportRules): string {
  const leftOut = (['informational', 'falsePositive', 'suppressed', 'closed'] as const)
    .filter((name) => rules[name])
    .map((name) => ruleTexts[name]);
  const mapped = Object.entries(rules.severityMapping).flatMap(([tool, severities]) =>
    Object.entries(severities).map(([from, to]) => `${plain(tool)}: ${from} becomes ${plain(to)}`),
  );
  return [
    `Left out: ${leftOut.length === 0 ? 'nothing' : leftOut.join(', ')}`,
    ...(rules.minSeverity === null ? [] : [`Severities below ${plain(rules.minSeverity)} are left out`]),
    ...(mapped.length === 0 ? ['Severities: as the tools say'] : ['Severities:', ...mapped.map(indented)]),
    ...(rules.csvMappings.length === 0
      ? ['Columns of CSV files: none kept; give --map once']
      : ['Columns of CSV files:', ...rules.csvMappings.map(mappingText).map(indented)]),
    '',
  ].join('\n');
}

const ruleTexts = {
  informational: 'informational',
  falsePositive: 'false positives',
  suppressed: 'suppressed in the tool',
  closed: 'fixed by the tool',
} as const;

function indented(line: string): string {
  return `  ${line}`;
}

/** `tool acme, title from Name, severity from Risk` */
function mappingText({ tool, columns }: CsvMapping): string {
  const named = Object.entries(columns).map(([member, heading]) => `${member} from ${plain(heading)}`);
  return [`tool ${plain(tool)}`, ...named].join(', ');
}

/** A user at a terminal is asked once the groups are shown; a script is refused at once. */
async function confirmLater(context: CommandContext, files: number): Promise<void> {
  const { canAsk } = await import('../../input/prompt.ts');
  if (!canAsk()) await confirm(context, `This queues what ${counted(files, 'scanner file')} would change.`);
}

/** Which columns of CSV files say what, from a JSON file. */
async function mappingGiven({ args, folder, signal }: CommandContext): Promise<Json | null> {
  const path = args.text('map');
  if (path === undefined) return null;
  return readJsonFile(path, { folder, maxBytes: 1_000_000, signal });
}

/** What becomes of findings that are closed and were found again. */
function closedGiven(context: CommandContext): ClosedDecision {
  return knownName(context, context.args.text('closed') ?? 'leave', closedDecisions, '--closed cannot be');
}

async function severityGiven(context: CommandContext): Promise<string | null> {
  const given = context.args.text('min-severity');
  return given === undefined ? null : knownSeverity(context, given);
}

/** @throws DossierError `usage` for one that the service does not have */
async function knownSeverity(context: CommandContext, given: string): Promise<string> {
  const profile = await context.call('connection.profile', {});
  if (severityRank(given, profile) < profile.severities.length) return given;
  return knownName(context, given, profile.severities.map(plain), 'There is no severity');
}

/** The answer of the terminal contract. A finding that is closed is known, and told by `closed`. */
function answerOf(preview: ImportPreview, { operations }: ImportQueued, paths: readonly string[]): object {
  const given = new Map(paths.map((path) => [resolve(path), path]));
  return {
    files: preview.files.map(({ path, name, format, mapping, items, sha256, problems }) => ({
      path: given.get(path) ?? path,
      name,
      format,
      mapping,
      items,
      sha256,
      problems,
    })),
    groups: preview.groups.map(
      ({ key, title, severity, asset, added, reason, images, outcome, finding, closed }) => ({
        key,
        title,
        severity,
        asset,
        added,
        reason,
        images,
        outcome: decisionIn(outcome) === null ? outcome : 'known',
        finding: finding?.id ?? null,
        closed: decisionIn(outcome) !== null,
        decision: decisionIn(outcome),
        closed_findings: closed,
      }),
    ),
    operations,
    left_out: preview.leftOut.map(({ key, title, reason }) => ({ key, title, reason })),
  };
}

/** What was decided of a closed finding; null if it is none. */
function decisionIn(outcome: ImportGroup['outcome']): ClosedDecision | null {
  switch (outcome) {
    case 'closed':
      return 'leave';
    case 'reopens':
      return 'reopen';
    case 'retests':
      return 'retest';
    case 'new':
    case 'known':
    case 'extends':
      return null;
  }
}

function text(
  context: CommandContext,
  style: OperationStyle,
  preview: ImportPreview,
  queued: ImportQueued,
): string {
  const lines = queued.operations
    .slice(0, maxOperations)
    .flatMap((operation) => operationLines(operation, style));
  const more = queued.operations.length - maxOperations;
  const isQueued = queued.action !== null;
  return [
    groupsText(context, preview),
    summaryText(preview),
    ...leftOutText(preview),
    ...lines,
    ...(more > 0 ? [`and ${String(more)} more`] : []),
    ...(isQueued
      ? ['Pending until the next sync. The window undoes the whole import, under Bulk changes.']
      : []),
    '',
  ].join('\n');
}

function groupsText({ out }: CommandContext, { groups }: ImportPreview): string {
  if (groups.length === 0) return 'Nothing to import.';
  return table<ImportGroup>(
    groups,
    [
      { title: 'Rule', cell: ({ key }) => key },
      { title: 'Severity', cell: ({ severity }) => (severity === null ? '' : valueLabel(severity)) },
      { title: 'Assets', cell: ({ asset }) => String(asset.length), align: 'right' },
      { title: 'Outcome', cell: outcomeText },
      { title: 'Title', cell: ({ title }) => title, shrinks: true },
    ],
    out,
  ).trimEnd();
}

function outcomeText({ outcome, finding, added, reason, closed }: ImportGroup): string {
  const id = finding?.id ?? '';
  const closedIds = closed.map((one) => one.id).join(', ');
  const why = reason === null || reason === 'decided' ? '' : ` (${reasonTexts[reason]})`;
  switch (outcome) {
    case 'new':
      return 'new';
    case 'known':
      return `known: ${id}${why}${closedIds === '' ? '' : `; closed: ${closedIds}`}`;
    case 'extends':
      return `${counted(added.length, 'new asset')} for ${id}${why}${closedIds === '' ? '' : `; closed: ${closedIds}`}`;
    case 'closed':
      return `closed: ${closedIds}${why}; see --closed`;
    case 'reopens':
      return `reopens ${closedIds}${why}`;
    case 'retests':
      return `asks to retest ${closedIds}${why}`;
  }
}

const reasonTexts = {
  origin: 'imported before',
  tag: 'same rule in its tags',
  'title-cwe': 'same title and weakness',
  'title-asset': 'same title and asset',
} as const satisfies Record<Exclude<MatchReason, 'decided'>, string>;

const closedTexts = { closed: 'closed', reopens: 'reopened', retests: 'to be retested' } as const;

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

function summaryText({ groups }: ImportPreview): string {
  const many = (wanted: ImportGroup['outcome']): number =>
    groups.filter(({ outcome }) => outcome === wanted).length;
  return [
    `${sentence(counted(many('new'), 'new finding'))}, ${String(many('extends'))} with new assets, ${String(many('known'))} known`,
    ...(['closed', 'reopens', 'retests'] as const).flatMap((outcome) =>
      many(outcome) > 0 ? [`, ${String(many(outcome))} ${closedTexts[outcome]}`] : [],
    ),
    '.',
  ].join('');
}

const leftOutTexts = {
  informational: 'informational',
  'false-positive': 'false positive in the tool',
  suppressed: 'suppressed in the tool',
  closed: 'fixed by the tool',
  below: 'below --min-severity',
  decided: 'left out',
} as const satisfies Record<ScanLeftOutReason, string>;

function leftOutText({ leftOut }: ImportPreview): string[] {
  const reasons = Map.groupBy(leftOut, ({ reason }) => reason);
  return [...reasons].map(
    ([reason, rows]) => `Left out, ${leftOutTexts[reason]}: ${counted(rows.length, 'rule')}.`,
  );
}
