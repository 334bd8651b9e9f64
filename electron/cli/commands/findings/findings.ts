import type { HistoryEntry } from '#contract/procedures/findings/findings.ts';
import type { FindingListRow, SyncState } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { maxRowsAtOnce } from '#contract/window/window.ts';
import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import { tell, changesIn, originText, type HistorySentence } from '#domain/history/history-strings.ts';
import { comparableText } from '#domain/finding/differences.ts';
import { exchangesText } from '#domain/finding/http-text.ts';
import { memberLabel } from '#domain/finding/labels/field-labels.ts';
import { copyProblem } from '#domain/engagement/copy-strings.ts';
import { stateLabel, valueLabel, workingStateLabel } from '#domain/finding/labels/value-labels.ts';
import { foldSeverity } from '#domain/finding/labels/severity-names.ts';
import { shortIds } from '../../command/short-ids.ts';
import type { CommandRun } from '../../command/context.ts';
import { operationStyle } from '../../command/operation-style.ts';
import { operationLines, type OperationStyle } from '../../output/operations.ts';
import { table } from '../../output/table.ts';
import { countedOf, fit, plain, plainLines } from '../../output/text.ts';
import type { Paint, AnsiStyle } from '../../output/text.ts';

const LONGEST_SIDE = 60;
const rowsBegin = '{"rows":';

export const list: CommandRun = async ({ args, out, call, callForText }) => {
  const [project = ''] = args.positionals;
  const query = args.text('query');
  const sort = args.text('sort');
  const limit = args.whole('limit', 0);
  const wanted = {
    project,
    ...(query === undefined ? {} : { query }),
    ...(sort === undefined ? {} : { sort }),
  };
  // A person is told how many there are, so all are asked for.
  const found = out.takesJsonText
    ? await callForText('finding.list', { ...wanted, ...(limit === undefined ? {} : { limit }) })
    : await call('finding.list', wanted);
  const kept = (await call('engagement.list', {})).find((engagement) => engagement.project === project);
  const problem = copyProblem(kept?.copy ?? 'whole');
  if (problem !== null) out.note(`This list is incomplete. ${problem}`);
  if (typeof found === 'string') {
    // Its rows are the only member: {"rows":[…]}.
    out.answerText(found.slice(rowsBegin.length, -1));
    return 0;
  }
  const rows = found.rows.slice(0, limit);
  const shortId = await shortIds(
    { out, call },
    'finding',
    rows.map(({ id }) => id),
  );
  out.answer(rows, () => {
    if (found.rows.length === 0) return 'No findings.\n';
    const count = `${countedOf(rows.length, found.rows.length, 'finding')}\n`;
    if (rows.length === 0) return count;
    const findings = table<FindingListRow>(
      rows,
      [
        { title: 'Id', cell: (row) => shortId(row.id) },
        {
          title: 'Severity',
          cell: (row) => valueLabel(row.severity),
          style: (row) => severityStyle(row.severity),
        },
        { title: 'Status', cell: (row) => valueLabel(row.status) },
        { title: 'Sync', cell: (row) => syncLabel(row), style: (row) => syncStyle(row.sync) },
        { title: 'Asset', cell: (row) => row.asset.join(', '), shrinks: true },
        { title: 'Title', cell: (row) => `${marksOf(row)}${row.title}` },
      ],
      out,
    );
    return `${findings}${count}`;
  });
  return 0;
};

/** What a query finds in all engagements. */
export const find: CommandRun = async ({ args, out, call }) => {
  const [query = ''] = args.positionals;
  const limit = args.whole('limit', 0) ?? null;
  const asked = { query, max: limit === null ? null : Math.min(limit, maxRowsAtOnce) };
  let hits = await call('list.search', asked);
  if (hits.some(({ behind }) => behind > 0)) {
    await call('sync.index', {});
    hits = await call('list.search', asked);
  }
  const rows = hits
    .flatMap(({ project, findings }) => findings.map((finding) => ({ project, ...finding })))
    .slice(0, limit ?? undefined);
  const all = hits.reduce((sum, { count }) => sum + count, 0);
  const shortId = await shortIds(
    { out, call },
    'finding',
    rows.map(({ id }) => id),
  );
  out.answer(rows, () => {
    if (all === 0) return 'No findings.\n';
    const count = `${countedOf(rows.length, all, 'finding')}\n`;
    if (rows.length === 0) return count;
    const found = table(
      rows,
      [
        { title: 'Engagement', cell: (row) => row.project, shrinks: true },
        { title: 'Id', cell: (row) => shortId(row.id) },
        {
          title: 'Severity',
          cell: (row) => valueLabel(row.severity),
          style: (row) => severityStyle(row.severity),
        },
        { title: 'Status', cell: (row) => valueLabel(row.status) },
        { title: 'Title', cell: (row) => row.title, shrinks: true },
      ],
      out,
    );
    return `${found}${count}`;
  });
  return 0;
};

/** Where it stands, and whether the user keeps its changes here. */
function syncLabel({ sync, held }: FindingListRow): string {
  return held === true ? `${stateLabel(sync)}, held back` : stateLabel(sync);
}

/** What stands before a title: `[candidate] `, `[private draft] `, `[reviewed] `. */
function marksOf({ candidate, private: isPrivate, state, altered }: FindingListRow): string {
  const marks = [
    ...(candidate ? [isPrivate === true ? 'private draft' : 'candidate'] : []),
    ...(state === undefined ? [] : [workingStateLabel(state).toLowerCase()]),
    ...(altered === undefined ? [] : ['came back otherwise']),
  ];
  return marks.map((mark) => `[${mark}] `).join('');
}

export const show: CommandRun = async ({ args, out, call }) => {
  const [id = ''] = args.positionals;
  const finding = await call('finding.get', { id });
  const style = await operationStyle({ out, call }, finding.pending);
  out.answer(finding, () => describe(finding, style));
  return 0;
};

export const history: CommandRun = async ({ args, out, call }) => {
  const [id = ''] = args.positionals;
  const entries = await call('finding.history', { id });
  out.answer(entries, () => {
    if (entries.length === 0) return 'Nothing has happened to this finding yet.\n';
    return table(
      entries.map((entry, at) => ({ ...entry, ...tell(entry, entries.slice(0, at)) })),
      [
        { title: 'When', cell: (row) => out.moment(row.at) },
        { title: 'By', cell: (row) => actors[row.who] },
        { title: 'What', cell: (row) => [row.says, ...valuesIn(row)].join(' · '), shrinks: true },
      ],
      out,
    );
  });
  return 0;
};

/** Who did what an entry tells. */
const actors: Readonly<Record<HistorySentence['who'], string>> = {
  here: 'you',
  service: 'service',
  sync: 'sync',
};

/** What the fields became, `Severity: High → Low`; of a longer text only its beginning. */
function valuesIn(entry: HistoryEntry): string[] {
  return changesIn(entry).map(({ name, was, now }) => {
    const side = (value: Json | undefined): string =>
      fit(comparableText(value, name).replaceAll(/\s+/gu, ' ').trim(), LONGEST_SIDE);
    const [before, after] = [side(was), side(now)];
    const change = before === '' ? after : `${before} → ${after === '' ? 'nothing' : after}`;
    return `${memberLabel(name)}: ${change === '' ? 'nothing' : change}`;
  });
}

/** The order in which a person reads a finding; members the interface does not name follow. */
const order = [
  'severity',
  'status',
  'CVSS',
  'asset',
  'tags',
  'cwe',
  'owasp',
  'references',
  'description',
  'observation',
  'demonstration',
  'requests',
  'remediation',
];

function describe(finding: ProcedureAnswers['finding.get'], style: OperationStyle): string {
  const { paint, moment } = style;
  const { effective, remote, pending, sync, state, id, origins } = finding;
  const title = typeof effective['title'] === 'string' ? effective['title'] : '(untitled)';
  const review = state === 'progress' ? '' : ` · ${workingStateLabel(state)}`;
  const candidacy = finding.candidate ? ` · ${finding.private ? 'private draft' : 'public candidate'}` : '';
  const lines = [
    paint('bold', plain(title)),
    `${plain(id)} · ${syncWords(sync, remote, paint)}${candidacy}${review}`,
    '',
  ];
  const members = Object.keys(effective).filter((member) => member !== 'title' && member !== 'id');
  const known = order.filter((member) => members.includes(member));
  const other = members.filter((member) => !order.includes(member));
  for (const member of [...known, ...other]) {
    const value = effective[member];
    if (value === undefined || value === null || value === '') continue;
    const mark = isEditedHere(member, effective, remote) ? paint('yellow', ' (edited here)') : '';
    const shown = member === 'requests' ? (exchangesText(value) ?? value) : value;
    lines.push(...field(`${paint('cyan', plain(member))}${mark}`, shown));
  }
  for (const [at, origin] of origins.entries())
    lines.push(...(at === 0 ? [''] : []), `From ${plain(originText(origin))}, ${moment(origin.at)}`);
  if (pending.length > 0) lines.push('', paint('bold', 'Pending changes'));
  for (const operation of pending) lines.push(...operationLines(operation, style));
  return `${lines.join('\n')}\n`;
}

function syncWords(sync: SyncState, remote: JsonObject | null, paint: Paint): string {
  const style = syncStyle(sync);
  const label = stateLabel(sync);
  const shown = style === undefined ? label : paint(style, label);
  return remote === null ? `${shown} · not on the service yet` : shown;
}

function isEditedHere(member: string, effective: JsonObject, remote: JsonObject | null): boolean {
  if (remote === null) return false;
  return JSON.stringify(effective[member]) !== JSON.stringify(remote[member]);
}

function field(name: string, value: Json): string[] {
  const texts = typeof value === 'string' ? plainLines(value) : valueLines(value);
  const [only] = texts;
  if (texts.length === 1 && only !== undefined && only.length <= 90) return [`${name}: ${only}`];
  return [`${name}:`, ...texts.map((line) => `  ${line}`)];
}

function valueLines(value: Json): string[] {
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.map(plain);
  return plainLines(JSON.stringify(value, null, 2));
}

function severityStyle(severity: string): AnsiStyle | undefined {
  switch (foldSeverity(severity)) {
    case 'critical':
      return 'magenta';
    case 'high':
      return 'red';
    case 'medium':
      return 'yellow';
    case 'low':
      return 'cyan';
    default:
      return undefined;
  }
}

function syncStyle(sync: SyncState): AnsiStyle | undefined {
  switch (sync) {
    case 'synced':
      return 'green';
    case 'queued':
    case 'sending':
      return 'cyan';
    case 'unknown':
      return 'yellow';
    case 'conflict':
    case 'rejected':
      return 'red';
    case 'gone':
      return 'dim';
  }
}
