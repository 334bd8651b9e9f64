import type { ReportImage, ReportOptions, ReportSnapshot } from '#contract/deliverable/report.ts';
import type { ChapterKey } from '#contract/deliverable/template.ts';
import {
  fillLine,
  fillPlaceholders,
  placeholderValues,
  type PlaceholderValues,
} from '#domain/deliverable/placeholders.ts';
import { isFixed } from '#domain/deliverable/management/is-fixed.ts';
import { gravestOf } from '#domain/deliverable/frozen-findings.ts';
import { chaptersOf, templateOf, type Template } from '#domain/deliverable/templates.ts';
import { wordsOf, type Words } from '../languages/index.ts';
import type { FindingRef, Part } from './blocks.ts';
import { withAlertHeadings } from './text/alerts.ts';
import { partsOf } from './text/embedded.ts';
import { linkedFootnotes } from './text/footnotes.ts';
import { withLinkedFindings } from './text/linked-findings.ts';
import { membersOf, placesOf, withGroups } from './grouped.ts';
import { withNamedFindings } from './named.ts';
import { reportedFindings, type NumberedFinding } from './numbered.ts';
import { parsedText } from './text/parsed.ts';
import { withPlacedEvidence } from './text/placed-evidence.ts';

/** What every chapter is made from. */
export interface Context {
  readonly snapshot: ReportSnapshot;
  readonly options: ReportOptions;
  readonly words: Words;
  readonly template: Template;
  /** The chapters that are wanted, in order. */
  readonly chapters: readonly ChapterKey[];
  /** What the deliverable speaks of: all findings, or the one of template `single`; worst first. */
  readonly findings: readonly NumberedFinding[];
  readonly values: PlaceholderValues;
  /** The label of the next figure. */
  readonly figure: () => string;
  /** The name of the next text with footnotes. */
  readonly notes: () => string;
  /** How a finding that the deliverable speaks of is named in it, by its identifier. */
  readonly linkOf: (id: string) => FindingRef | undefined;
}

/** What a rich text of a finding is made with. */
export type TextContext = Pick<Context, 'figure' | 'notes' | 'words' | 'linkOf'>;

/** Gathers once what the chapters share. */
export function contextOf(snapshot: ReportSnapshot, options: ReportOptions): Context {
  const words = wordsOf(options.language ?? 'en');
  const template = templateOf(options.template);
  let figures = 0;
  let noted = 0;
  let named: ReadonlyMap<string, FindingRef> | undefined;
  const findings = withGroups(
    reportedFindings(snapshot, options, words),
    options.template === 'single' ? [] : snapshot.groups,
  );
  const counted =
    snapshot.groups === undefined || options.template === 'single' ? snapshot : { ...snapshot, findings };
  const context: Context = {
    snapshot,
    options,
    words,
    template,
    chapters: chaptersOf(options),
    findings,
    values: placeholderValues(counted, { day: words.day }),
    figure: () => words.figure((figures += 1)),
    notes: () => `note-${String((noted += 1))}`,
    linkOf: (id) => (named ??= refsById(context)).get(id),
  };
  return context;
}

function refsById(context: Context): ReadonlyMap<string, FindingRef> {
  const ref = refsOf(context);
  return new Map(
    context.findings.flatMap((finding) => membersOf(finding).map(({ id }) => [id, ref(finding)])),
  );
}

/** The findings that the document prints themselves, rather than only naming them. */
export function printedFindings(context: Context): readonly NumberedFinding[] {
  const { chapters, findings, template } = context;
  if (!chapters.includes('findings')) return chapters.includes('risks') ? riskFindings(context) : [];
  if (template.grouping !== 'retested') return findings;
  const touched = touchedFindings(context);
  return touched.length === 0 ? findings : touched;
}

/** The gravest of what is not fixed: those rated critical or high, or the first few if there are none. */
export function riskFindings(context: Context): readonly NumberedFinding[] {
  return gravestOf(leftFindings(context), ({ ref }) => ref.severity);
}

/** What a retest is about: findings with a verdict, and those that are new or not what they were. */
function touchedFindings(context: Context): readonly NumberedFinding[] {
  const { against } = context.snapshot;
  const changed = new Set([...(against?.new ?? []), ...(against?.changed ?? []).map(({ id }) => id)]);
  return context.findings.filter(
    (finding) =>
      membersOf(finding).some(({ id }) => changed.has(id)) ||
      membersOf(finding).some((member) => shownVerdicts(context, member).length > 0),
  );
}

/** The rounds that are shown: all of them, or those from the chosen one on. */
export function shownRounds({ snapshot, options }: Context): ReportSnapshot['rounds'] {
  return snapshot.rounds.filter(({ number }) => number >= (options.round ?? 1));
}

/** The days of a round: as the user wrote them, else those of its verdicts. */
export function roundPeriod(
  { findings, words }: Context,
  { number, begins, ends }: { readonly number: number; readonly begins: string; readonly ends: string },
): string {
  if (begins !== '' || ends !== '') return words.period(begins, ends);
  const days = placesOf(findings)
    .flatMap(({ verdicts: given }) => given.filter(({ round, at }) => round === number && at !== ''))
    .map(({ at }) => at)
    .sort();
  return words.period(days.at(0) ?? '', days.at(-1) ?? '');
}

/** The verdicts of a finding in those rounds. */
export function shownVerdicts(
  context: Context,
  { verdicts }: NumberedFinding,
): readonly NumberedFinding['verdicts'][number][] {
  const numbers = new Set(shownRounds(context).map(({ number }) => number));
  return verdicts.filter(({ round }) => numbers.has(round));
}

/** The findings that are not fixed at every place. */
export function leftFindings(context: Context): readonly NumberedFinding[] {
  return context.findings.filter((finding) => membersOf(finding).some((place) => !isFixed(place)));
}

/**
 * How findings of a list are named if equal ones are printed as one: once for each printed finding and `key`, with how many of
 * its places are meant if not all.
 */
export function refsOfPlaces(
  context: Context,
  key: (place: NumberedFinding) => string = () => '',
): { readonly ref: FindingRef; readonly place: NumberedFinding }[] {
  const ref = refsOf(context);
  return context.findings.flatMap((finding) => {
    const places = membersOf(finding);
    return Array.from(Map.groupBy(places, key).values(), (alike) => {
      const named = ref(finding);
      const [place = finding] = alike;
      const part = context.words.sentences.somePlaces(alike.length, places.length);
      return alike.length === places.length
        ? { ref: named, place }
        : { ref: { ...named, title: `${named.title} (${part})` }, place };
    });
  });
}

/** A sentence that counts findings, with one behind it that speaks of their places if equal ones are printed as one. */
export function withPlaces(sentence: string, more: string, { findings }: Context): string {
  return findings.some(({ members }) => members !== undefined) ? `${sentence} ${more}` : sentence;
}

/** Whether the deliverable is about rounds of retests, and there is one. */
export function isRetest(context: Context): boolean {
  return context.template.grouping === 'retested' && shownRounds(context).length > 0;
}

/** How findings are named in this document: with the place where each stands, if it is printed. */
export function refsOf(context: Context): (finding: NumberedFinding) => FindingRef {
  const printed = new Set(printedFindings(context).map(({ id }) => id));
  return ({ id, ref }) => {
    if (printed.has(id)) return ref;
    const { target: _nowhere, ...named } = ref;
    return named;
  };
}

/** A text of a person about the engagement, its placeholders filled, numbers of findings leading to them; nothing if it is blank. */
export function textParts(context: Context, text: string): readonly Part[] {
  if (text.trim() === '') return [];
  const read = withAlertHeadings(parsedText(fillPlaceholders(text, context.values).text), context.words);
  const filled = withPlacedEvidence(read, []);
  const targets = new Map(printedFindings(context).map(({ ref }) => [ref.number, ref.target]));
  // Numbers that links print are no words of the author.
  const linked = withLinkedFindings(withNamedFindings(filled, targets), context);
  return partsOf(linkedFootnotes(linked, context.notes), context.figure);
}

/** A line of a person about the engagement, its placeholders filled. */
export function filledLine({ values }: Context, line: string): string {
  return fillLine(line, values).text.trim();
}

/**
 * A rich text as it was written, its images as figures: embedded ones, and those of `images` that it names; its links to
 * findings lead to them. Nothing if it holds formatting at most.
 */
export function richParts(context: TextContext, text: string, images: readonly ReportImage[]): Part[] {
  const placed = withPlacedEvidence(withAlertHeadings(parsedText(text), context.words), images);
  const linked = withLinkedFindings(placed, context);
  return partsOf(linkedFootnotes(linked, context.notes), context.figure);
}
