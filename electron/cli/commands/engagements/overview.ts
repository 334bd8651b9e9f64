import type { CountedFindings, EngagementOverview } from '#contract/engagement-overview.ts';
import type { ServiceAreas } from '#contract/procedures/engagements.ts';
import type { CheckCounts } from '#contract/procedures/deliverables/preflight.ts';
import { verdicts } from '#contract/value-lists.ts';
import { copyProblem } from '#domain/engagement/copy-strings.ts';
import { daysLeftText } from '#domain/engagement/days-left.ts';
import { factTitles } from '#domain/engagement/fact-strings.ts';
import { valueLabel } from '#domain/finding/labels/value-labels.ts';
import { countMessages } from '#domain/preflight/count.ts';
import type { CommandRun } from '../../command/context.ts';
import type { Output } from '../../output/output.ts';
import { counted, pad, plain, widthOf } from '../../output/text.ts';

export const overview: CommandRun = async ({ args, out, call }) => {
  const [project = ''] = args.positionals;
  const told = await call('engagement.overview', { project });
  const check = countMessages(await call('report.check', { project }));
  const areas = args.flag('service') ? await call('engagement.areas', { project }) : null;
  const json = asJson(told, check);
  out.answer(areas === null ? json : { ...json, service: areas }, () => asText(told, check, areas, out));
  return 0;
};

/** What the service has of the project beside its findings, if that was asked for. */
function areaRows(areas: ServiceAreas | null): [title: string, lines: readonly string[]][] {
  if (areas === null) return [];
  const { metrics, assets } = areas;
  if (metrics === null && assets === null) {
    return [['Service', ['the service profile names no read of assets or metrics']]];
  }
  return [
    ['Metrics', metrics?.rows.map(({ name, value }) => `${plain(name)}: ${plain(value)}`) ?? []],
    ['Assets', assets?.rows.map(plain) ?? []],
    ['Not read', [metrics?.problem, assets?.problem].flatMap((problem) => problem ?? [])],
  ];
}

function asJson(told: EngagementOverview, check: CheckCounts): object {
  return {
    ...told,
    severities: byName(told.severities),
    statuses: byName(told.statuses),
    worst: told.worst.map(({ name, severity, findings }) => ({ asset: name, severity, findings })),
    check,
  };
}

function byName(counts: readonly CountedFindings[]): Record<string, number> {
  return Object.fromEntries(counts.map(({ name, findings }) => [name, findings]));
}

function asText(
  told: EngagementOverview,
  check: CheckCounts,
  areas: ServiceAreas | null,
  { paint, moment }: Pick<Output, 'paint' | 'moment'>,
): string {
  const { findings, assets, daysLeft, lastSyncedAt, uncovered, missing } = told;
  const head = [
    `${counted(findings, 'finding')} on ${counted(assets, 'asset')}`,
    ...(daysLeft === null ? [] : [daysLeftText(daysLeft).toLowerCase()]),
    lastSyncedAt === null ? 'never synced' : `synced ${moment(lastSyncedAt)}`,
  ];
  const widest = Math.max(0, ...told.worst.map(({ name }) => widthOf(plain(name))));
  const rows: [title: string, lines: readonly string[]][] = [
    ['Severity', listed(told.severities.filter((one) => one.findings > 0))],
    ['Status', listed(told.statuses)],
    [
      'Worst assets',
      told.worst.map(
        ({ name, severity, findings: count }) =>
          `${pad(plain(name), widest)}  ${String(count)} · ${labelOf(severity, 'no severity').toLowerCase()}`,
      ),
    ],
    ['To do', joined(toDo(told))],
    ['Check', [paint(check.errors > 0 ? 'red' : 'green', checkText(check))]],
    ...told.retest.map((round): [string, readonly string[]] => [
      `Retest ${String(round.round)}`,
      joined([
        ...verdicts
          .filter((verdict) => round.verdicts[verdict] > 0)
          .map((verdict) => `${String(round.verdicts[verdict])} ${verdict}`),
        `${String(round.none)} without a verdict`,
      ]),
    ]),
    ['No finding in', uncovered.map(plain)],
    ['Missing', joined(missing.map((fact) => factTitles[fact].toLowerCase()))],
    ...areaRows(areas),
  ];
  const shown = rows.filter(([, lines]) => lines.length > 0);
  const column = Math.max(...shown.map(([title]) => title.length)) + 2;
  const lines = shown.flatMap(([title, texts]) =>
    texts.map((text, at) => `${paint('dim', pad(at === 0 ? title : '', column))}${text}`),
  );
  const problem = copyProblem(told.copy);
  return [
    paint('bold', plain(told.project)),
    head.join(' · '),
    '',
    ...lines,
    ...(problem === null ? [] : ['', paint('yellow', problem)]),
    '',
  ].join('\n');
}

function toDo({ candidates, pending, held, conflicts, refused, unconfirmed }: EngagementOverview): string[] {
  const parts: [count: number, what: string][] = [
    [candidates, candidates === 1 ? 'candidate to review' : 'candidates to review'],
    [pending, 'pending'],
    [held, 'held back'],
    [conflicts, conflicts === 1 ? 'conflict' : 'conflicts'],
    [refused, 'refused'],
    [unconfirmed, 'not confirmed'],
  ];
  return parts.filter(([count]) => count > 0).map(([count, what]) => `${String(count)} ${what}`);
}

function checkText({ errors, warnings }: CheckCounts): string {
  return errors + warnings === 0
    ? 'nothing found'
    : `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}

function listed(counts: readonly CountedFindings[]): string[] {
  return joined(counts.map(({ name, findings }) => `${labelOf(name, 'None')} ${String(findings)}`));
}

function labelOf(name: string, none: string): string {
  return name === '' ? none : plain(valueLabel(name));
}

/** One line of several parts; no line of none. */
function joined(parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [parts.join(' · ')];
}
