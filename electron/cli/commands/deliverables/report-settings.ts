import type { ReportSettings } from '#contract/procedures/deliverables/deliverable.ts';
import type { CommandRun } from '../../command/context.ts';
import { knownName } from '../../input/known-name.ts';
import { reportChoices } from '../../input/report-choices.ts';
import { plain } from '../../output/text.ts';

/** Names of choices as a person types them, and as they are kept. */
const resettable = {
  template: 'template',
  sections: 'sections',
  language: 'language',
  theme: 'theme',
  'word-template': 'wordTemplate',
  'page-size': 'pageSize',
  title: 'title',
  finding: 'finding',
  against: 'against',
  round: 'round',
  draft: 'draft',
  query: 'query',
  include: 'include',
  exclude: 'exclude',
  skip: 'skip',
  group: 'group',
  delimiter: 'csvDelimiter',
  decimal: 'csvDecimal',
  bom: 'csvBom',
  'project-id': 'showProjectId',
  'other-members': 'showOtherMembers',
  comments: 'showComments',
  'group-requests': 'groupRequests',
  'list-findings': 'listedFindings',
  sentences: 'sentences',
  assets: 'assetRows',
} as const;
const resettableNames = Object.keys(resettable) as (keyof typeof resettable)[];

export const settings: CommandRun = async (context) => {
  const { args, out, call } = context;
  const [project = ''] = args.positionals;
  const chosen = await reportChoices(context, project);
  const reset = (args.text('reset') ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => resettable[knownName(context, word, resettableNames, '--reset does not know')]);
  const asks = Object.keys(chosen).length === 0 && reset.length === 0;
  const answer = asks
    ? await call('report.settings', { project })
    : await call('report.configure', { project, settings: chosen, reset });
  out.answer(answer, () => shown(answer));
  return 0;
};

function shown({
  settings: kept,
  template,
  sections,
  language,
  theme,
  pageSize,
  left_out: leftOut,
}: ReportSettings): string {
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['Template', template],
    ['Sections', sections.join(', ')],
    ['Language', language],
    ['Theme', theme],
    ['Word template', kept.wordTemplate],
    ['Page size', pageSize],
    ['Title', kept.title],
    ['Finding', kept.finding],
    ['Against edition', kept.against === undefined ? undefined : String(kept.against)],
    ['From round', kept.round === undefined ? undefined : String(kept.round)],
    ['Query', kept.query],
    ['Included', kept.include?.join(', ')],
    ['Excluded', kept.exclude?.join(', ')],
    ['Skipped', kept.skip?.length === 0 ? 'none' : kept.skip?.join(', ')],
    [
      'Left out',
      leftOut.length === 0 ? undefined : leftOut.map(({ id, reason }) => `${id} (${reason})`).join(', '),
    ],
    ['Equal findings', kept.group === undefined ? undefined : `as one, by ${kept.group}`],
    [
      'Their requests',
      kept.groupRequests === undefined
        ? undefined
        : kept.groupRequests === 'all'
          ? 'of all places'
          : `of ${String(kept.groupRequests)} ${kept.groupRequests === 1 ? 'place' : 'places'}`,
    ],
    ['CSV delimiter', kept.csvDelimiter === '\t' ? 'tab' : kept.csvDelimiter],
    ['CSV decimals', kept.csvDecimal === undefined ? undefined : kept.csvDecimal === ',' ? 'comma' : 'point'],
    ['CSV', kept.csvBom === false ? 'without byte order mark' : undefined],
    ['Cover', kept.showProjectId === true ? 'with the project id' : undefined],
    ['Lists', kept.listedFindings],
    ['Sentences', kept.sentences === undefined ? undefined : kept.sentences ? 'in the summary' : 'none'],
    ['Asset rows', kept.assetRows],
    ['Other members', kept.showOtherMembers === true ? 'printed' : undefined],
    ['Comments', kept.showComments === true ? 'printed: for colleagues only' : undefined],
    ['Marked', kept.draft === true ? 'DRAFT on every page' : undefined],
  ];
  return lines
    .flatMap(([label, value]) => (value === undefined ? [] : [`${label.padEnd(16)}${plain(value)}\n`]))
    .join('');
}
