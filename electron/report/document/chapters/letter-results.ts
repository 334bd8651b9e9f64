import type { Element, ElementContent } from 'hast';
import { shortened } from '#domain/text/words/first-sentence.ts';
import { type Block, type DocumentTable, type Part, type Value } from '../blocks.ts';
import {
  leftFindings,
  refsOfPlaces,
  roundPeriod,
  shownRounds,
  shownVerdicts,
  type Context,
} from '../context.ts';
import { placesOf } from '../grouped.ts';
import type { NumberedFinding } from '../numbered.ts';
import { plainSentence, sentencesOf } from '../sentences.ts';
import { countSeverities } from '../severity.ts';
import { paragraph } from '../text/rich.ts';
import { asLine } from '../values.ts';
import { roundName } from './finding-parts.ts';
import { cell } from './front.ts';
import { passage } from './letter-frame.ts';
import { summary } from './overview.ts';
import { rating } from './rating.ts';
import { retest } from './retest.ts';
import { roadmap } from './roadmap.ts';

/*
 * The results in a letter. Every number and sentence is taken from the chapter of the report that has it, so that a letter
 * never says another one.
 */

/** So many rows keep a letter within two pages, however many findings there are. */
const maxRisks = 5;
const maxMeasures = 5;
const maxOpen = 8;
/** A measure names so many of its findings. */
const maxNamed = 6;
/** Letters of the title of a finding, and of a sentence. */
const maxTitle = 90;
const maxSentence = 160;

/** The overall rating with the rule in one line; the first sentence of its reason. */
export function letterRating(context: Context): Block[] {
  const [block] = rating(context);
  if (block?.kind !== 'rating') return [];
  const reason = plainSentence(context, context.snapshot.facts.ratingReason);
  return [
    {
      ...passage('letter-rating', reason === '' ? [] : [paragraph(reason)], context.words.chapters.rating),
      rating: { grade: block.rating, sentence: block.sentence },
    },
  ];
}

/** How many findings there are of each severity, and how many are fixed. */
export function letterNumbers(context: Context): Block[] {
  const { chapters, findings, snapshot, words, template } = context;
  const left = leftFindings(context);
  const countsFixed = snapshot.rounds.length > 0 || left.length < findings.length;
  const rated = (list: readonly NumberedFinding[]) =>
    countSeverities(
      list.map(({ ref }) => ref.severity),
      words,
    );
  const all = rated(findings);
  const row = (label: string, counts: readonly number[]): Value[][] => [
    cell(label),
    ...[...counts, counts.reduce((sum, count) => sum + count, 0)].map((count) => cell(String(count))),
  ];
  const lefts = all.map(({ severity }) => left.filter(({ ref }) => ref.severity === severity).length);
  const totals = all.map(({ count }) => count);
  const table: DocumentTable = {
    name: words.captions.severities,
    columns: [
      { title: words.columns.severity, share: 2 },
      ...all.map(({ label }) => ({ title: label, share: 1 })),
      { title: words.total, share: 1 },
    ],
    rows: [
      row(words.columns.count, totals),
      ...(countsFixed
        ? [
            row(
              words.verdicts.fixed,
              totals.map((count, at) => count - (lefts[at] ?? 0)),
            ),
            row(words.columns.notFixed, lefts),
          ]
        : []),
    ],
  };
  const isOpen = template.title === 'attestation';
  // The table alone says it to third parties, and the sentence of the rating says it already.
  const isSaid = isOpen || (chapters.includes('letter-rating') && ratingSays(context));
  const round = shownRounds(context).at(-1);
  const fixes =
    round === undefined
      ? words.letter.noRetest
      : words.letter.fixesChecked(roundName(context, round.number), roundPeriod(context, round));
  return [
    passage(
      'letter-numbers',
      [
        ...(isSaid && findings.length > 0 ? [] : [paragraph(countSentence(context))]),
        ...(findings.length === 0 ? [] : [{ body: { kind: 'table', table } } as const]),
        ...(isOpen ? [paragraph(fixes)] : []),
      ],
      chapters.includes('letter-rating') ? '' : words.letter.results,
    ),
  ];
}

/** Whether the sentence of the overall rating has the numbers: one by hand has none. */
function ratingSays(context: Context): boolean {
  const [block] = rating(context);
  return block?.kind === 'rating' && block.sentence !== '';
}

/** What the report says of all findings. */
function countSentence(context: Context): string {
  const [block] = summary(whole(context), unnumbered);
  return block?.kind === 'summary' ? block.sentence : '';
}

/** The gravest findings that are not fixed, with a sentence each. */
export function letterRisks(context: Context): Block[] {
  const { words } = context;
  const left = leftFindings(context);
  const shown = left.slice(0, maxRisks);
  if (shown.length === 0) return [];
  const sentenceOf = sentencesOf(context);
  const items = shown.map((finding) => {
    const { number, severityText } = finding.ref;
    const title = shortened(finding.ref.title, maxTitle);
    const sentence = shortened(sentenceOf(finding), maxSentence);
    return item(`${number} ${title}`, ` (${severityText})${sentence === '' ? '' : `: ${sentence}`}`);
  });
  return [
    passage(
      'letter-risks',
      [list(items), ...more(context, left.length - shown.length)],
      words.letter.gravest,
    ),
  ];
}

/** The first rows of the roadmap. */
export function letterMeasures(context: Context): Block[] {
  const [block] = roadmap(whole(context), maxNamed);
  if (block?.kind !== 'table') return [];
  const rows = block.rows
    .slice(0, maxMeasures)
    .map((cells) =>
      cells.map((values) => values.map((value) => ({ ...value, text: shortened(value.text, maxSentence) }))),
    );
  const table = { name: block.title, columns: block.columns, rows };
  return [
    passage(
      'letter-measures',
      [{ body: { kind: 'table', table } }, ...more(context, block.rows.length - rows.length)],
      context.words.letter.first,
    ),
  ];
}

/** What was looked at again in which round, by whom, and the newest result of each finding. */
export function letterRetest(context: Context): Block[] {
  const { words, findings } = context;
  const rounds = shownRounds(context);
  if (rounds.length === 0) return [];
  const facts = rounds.map((round) => {
    const given = placesOf(findings).flatMap((place) => {
      const verdict = place.verdicts.find(({ round: number }) => number === round.number);
      return verdict === undefined || verdict.verdict === 'not-retested' ? [] : [{ place, verdict }];
    });
    const who = [...new Set(given.map(({ verdict }) => asLine(verdict.who)))].filter((name) => name !== '');
    const looked = findings.filter((finding) =>
      placesOf([finding]).some(({ id }) => given.some(({ place }) => place.id === id)),
    );
    const when = roundPeriod(context, round);
    return {
      label: roundName(context, round.number),
      values: [...cell(when), ...cell(words.letter.roundOf(looked.length, who))],
      layout: 'lines' as const,
    };
  });
  const newest = (place: NumberedFinding) => shownVerdicts(context, place).at(-1);
  const rows = refsOfPlaces(context, (place) => {
    const given = newest(place);
    return given === undefined ? '' : `${given.verdict} ${String(given.round)}`;
  }).flatMap(({ ref, place }) => {
    const given = newest(place);
    if (given === undefined) return [];
    const rated = { text: ref.severityText, severity: ref.severity };
    const round = rounds.length > 1 ? [cell(roundName(context, given.round))] : [];
    return [[cell(ref.number), cell(ref.title), [rated], cell(words.verdicts[given.verdict]), ...round]];
  });
  const table: DocumentTable = {
    name: words.letter.retested,
    columns: [
      { title: words.columns.number, share: 1 },
      { title: words.columns.title, share: 6 },
      { title: words.columns.severity, share: 1.5 },
      { title: words.columns.result, share: 2 },
      ...(rounds.length > 1 ? [{ title: words.columns.round, share: 2 }] : []),
    ],
    rows,
  };
  const [block] = retest(context, unnumbered);
  const sentence = block?.kind === 'retest' ? block.sentence : '';
  return [
    {
      ...passage(
        'letter-retest',
        [
          ...(sentence === '' ? [] : [paragraph(sentence)]),
          ...(rows.length === 0 ? [] : [{ body: { kind: 'table', table } } as const]),
        ],
        words.letter.retested,
      ),
      facts,
    },
  ];
}

/** What is not fixed after the newest verdicts. */
export function letterOpen(context: Context): Block[] {
  const { words } = context;
  const left = leftFindings(context);
  const shown = left.slice(0, maxOpen);
  const items = shown.map(({ ref: { number, title, severityText } }) =>
    item(`${number} ${shortened(title, maxTitle)}`, ` (${severityText})`),
  );
  return [
    passage(
      'letter-open',
      [
        paragraph(countSentence(context)),
        ...(items.length === 0 ? [] : [list(items)]),
        ...more(context, left.length - shown.length),
      ],
      words.letter.stillOpen,
    ),
  ];
}

/** A letter chooses by its own rule: lists of the report may be shorter. */
function whole(context: Context): Context {
  return { ...context, options: { ...context.options, listedFindings: 'all' } };
}

/** Figures of a chapter that is only read count for nothing. */
function unnumbered(): string {
  return '';
}

function more({ words }: Context, count: number): Part[] {
  return count === 0 ? [] : [paragraph(words.letter.moreInReport(count))];
}

function item(strong: string, behind: string): Element {
  return element('li', [
    element('strong', [{ type: 'text', value: strong }]),
    { type: 'text', value: behind },
  ]);
}

function list(items: readonly Element[]): Part {
  return { body: { kind: 'rich', root: { type: 'root', children: [element('ul', [...items])] } } };
}

function element(tagName: string, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties: {}, children };
}
