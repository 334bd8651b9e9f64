import { verdicts } from '#contract/deliverable/rounds.ts';
import type { ReportComparison } from '#contract/deliverable/template.ts';
import type { Chart, VerdictKey } from '#domain/charts/chart.ts';
import { isFixed } from '#domain/deliverable/management/is-fixed.ts';
import { severityKeys, type Block, type FindingRef, type Value } from '../blocks.ts';
import { refsOfPlaces, shownRounds, shownVerdicts, textParts, withPlaces, type Context } from '../context.ts';
import { placesOf } from '../grouped.ts';
import { roundsChart } from '../charts.ts';
import type { NumberedFinding } from '../numbered.ts';
import { paragraph } from '../text/rich.ts';
import { severityOf, statusText } from '../severity.ts';
import { roundName } from './finding-parts.ts';
import { cell } from './front.ts';

/** What was and what is, per finding and round; nothing if there was no round. */
export function retest(context: Context, figure: () => string): Block[] {
  const { findings, words } = context;
  const rounds = shownRounds(context);
  if (rounds.length === 0) return [];
  const places = placesOf(findings);
  const last = places.map((finding): VerdictKey => shownVerdicts(context, finding).at(-1)?.verdict ?? 'none');
  const counts = [...verdicts, 'none' as const].map((verdict) => ({
    verdict,
    count: last.filter((found) => found === verdict).length,
  }));
  const looked = places.some((finding) => shownVerdicts(context, finding).length > 0);
  const heading = { target: 'retest', title: words.chapters.retest };
  // If every finding has its verdict, nothing is said of work that is left.
  const rows = counts
    .filter(({ verdict, count }) => verdict !== 'none' || count > 0)
    .map(({ verdict, count }) => ({
      mark: verdict,
      label: verdict === 'none' ? words.noVerdict : words.verdicts[verdict],
      values: [count],
    }));
  const data = { name: words.finding.retest, columns: [{ label: words.columns.count }], rows };
  const verdictChart = (): Chart => ({
    label: figure(),
    caption: words.captions.verdicts,
    form: 'bars',
    data,
  });
  return [
    {
      kind: 'retest',
      ...heading,
      sentence: withPlaces(
        words.sentences.retest(
          places.length,
          looked ? counts.filter(({ count }) => count > 0) : [],
          places.length === findings.length ? 'finding' : 'place',
        ),
        words.sentences.countedByPlace,
        context,
      ),
      charts: looked ? [verdictChart(), ...overRounds(context, figure)] : [],
      rounds: rounds.map(({ number, begins, ends }) => ({
        name: roundName(context, number),
        period: words.period(begins, ends),
      })),
      rows: refsOfPlaces(context, (place) => verdictKey(place, rounds)).map(({ ref, place }) => ({
        ref,
        cells: rounds.map(({ number }) => {
          const found = place.verdicts.find(({ round }) => round === number);
          return found === undefined ? null : { verdict: found.verdict, text: words.verdicts[found.verdict] };
        }),
      })),
    },
    ...rounds.flatMap(({ number, note }): Block[] => {
      const parts = textParts(context, note);
      if (parts.length === 0) return [];
      const title = roundName(context, number);
      return [{ kind: 'text', target: `round-${String(number)}`, title, parent: heading.target, parts }];
    }),
  ];
}

/** The verdicts of a place, round by round. */
function verdictKey({ verdicts: given }: NumberedFinding, rounds: Context['snapshot']['rounds']): string {
  return rounds.map(({ number }) => given.find(({ round }) => round === number)?.verdict ?? '').join();
}

/** What each of the shown rounds left, and what there was before them. */
function overRounds(context: Context, figure: () => string): Chart[] {
  const { words, snapshot } = context;
  const places = placesOf(context.findings);
  const rounds = shownRounds(context).map(({ number }) => number);
  const leftAfter = (round: number): NumberedFinding[] => places.filter((place) => !isFixed(place, round));
  const first = Math.max(0, Math.min(...rounds) - 1);
  const earlier = snapshot.rounds.find(({ number }) => number === first)?.name.trim() ?? '';
  const before = first === 0 ? words.assessment : earlier === '' ? words.round(first) : earlier;
  const chart = roundsChart(
    places,
    [
      { label: before, left: leftAfter(first) },
      ...rounds.map((number) => ({ label: roundName(context, number), left: leftAfter(number) })),
    ],
    words,
  );
  return chart === null ? [] : [{ label: figure(), ...chart }];
}

/** What is new, changed and gone since the edition that a user chose, worst first; nothing if nobody did. */
export function changes(context: Context): Block[] {
  const { snapshot, findings, words } = context;
  const { against } = snapshot;
  if (against === undefined) return [];
  const parent = 'changes';
  const isNew = new Set(against.new);
  const fieldsOf = new Map(against.changed.map(({ id, fields }) => [id, fields]));
  // Places with the same story are told once.
  const told = refsOfPlaces(context, ({ id }) => JSON.stringify([isNew.has(id), fieldsOf.get(id) ?? null]));
  const added = told.filter(({ place }) => isNew.has(place.id));
  const changed = told.flatMap(({ ref, place }) => {
    const fields = fieldsOf.get(place.id);
    return fields === undefined ? [] : [{ ref, fields }];
  });
  const counts = placesOf(findings);
  const sentence = words.sentences.changes(words.edition(against.edition, words.day(against.createdAt)), {
    new: counts.filter(({ id }) => isNew.has(id)).length,
    changed: counts.filter(({ id }) => fieldsOf.has(id)).length,
    gone: against.gone.length,
    same: against.unchanged,
  });
  return [
    { kind: 'text', target: parent, title: words.chapters.changes, parts: [paragraph(sentence)] },
    ...(added.length === 0
      ? []
      : [
          {
            kind: 'summary' as const,
            target: 'changes-new',
            title: words.sections.newFindings,
            parent,
            sentence: '',
            rows: added.map(({ ref }) => ref),
          },
        ]),
    ...(changed.length === 0
      ? []
      : [
          {
            kind: 'table' as const,
            target: 'changes-changed',
            title: words.sections.changedFindings,
            parent,
            columns: [
              { title: words.columns.finding, share: 2 },
              { title: words.columns.field, share: 3 },
            ],
            rows: changed.map(({ ref, fields }) => [
              [refValue(ref)],
              fields.map((field) => changeValue(context, field)),
            ]),
          },
        ]),
    ...goneTable(against, context, parent),
  ];
}

function goneTable({ gone }: ReportComparison, { words }: Context, parent: string): Block[] {
  if (gone.length === 0) return [];
  const rated = gone.map(({ title, severity }) => ({ title, severity: severityOf(severity, words) }));
  return [
    {
      kind: 'table',
      target: 'changes-gone',
      title: words.sections.goneFindings,
      parent,
      columns: [
        { title: words.columns.title, share: 4 },
        { title: words.columns.severity, share: 1 },
      ],
      rows: severityKeys
        .flatMap((key) => rated.filter(({ severity }) => severity.key === key))
        .map(({ title, severity }) => [cell(title), cell(severity.text)]),
    },
  ];
}

/** `Severity: High → Medium`; a text that has changed by its name alone. */
function changeValue(
  { words }: Context,
  { field, was, now }: ReportComparison['changed'][number]['fields'][number],
): Value {
  const label = Object.hasOwn(words.fields, field) ? (words.fields[field] ?? field) : field;
  if (was === null && now === null) return { text: label };
  const shown = (value: string | null): string => {
    if (value === null || value === '') return '\u2013';
    if (field === 'severity') return severityOf(value, words).text;
    return field === 'status' ? statusText(value, words) : value;
  };
  return { text: `${label}: ${shown(was)} \u2192 ${shown(now)}` };
}

function refValue({ number, title, target }: FindingRef): Value {
  return { text: `${number} ${title}`, ...(target === undefined ? {} : { target }) };
}
