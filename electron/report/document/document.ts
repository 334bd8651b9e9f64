import type { ReportOptions, ReportSnapshot } from '#contract/deliverable/report.ts';
import type { ChapterKey } from '#contract/deliverable/template.ts';
import { defaultTheme } from '#contract/deliverable/theme.ts';
import { reportDay, type PlaceholderValues } from '#domain/deliverable/placeholders.ts';
import type { Block, ReportDocument } from './blocks.ts';
import { attackPath } from './chapters/attack-path.ts';
import { back } from './chapters/back.ts';
import { cleanup } from './chapters/cleanup.ts';
import { describedFindings, findings } from './chapters/findings.ts';
import { classificationOf, control, cover, titleOf } from './chapters/front.ts';
import {
  letterClosing,
  letterHead,
  letterOpening,
  letterScope,
  letterStatement,
  letterValidity,
} from './chapters/letter-frame.ts';
import {
  letterMeasures,
  letterNumbers,
  letterOpen,
  letterRating,
  letterRetest,
  letterRisks,
} from './chapters/letter-results.ts';
import { narrative } from './chapters/narrative.ts';
import { assets, risks, summary } from './chapters/overview.ts';
import { rating } from './chapters/rating.ts';
import { changes, retest } from './chapters/retest.ts';
import { roadmap } from './chapters/roadmap.ts';
import { statistics } from './chapters/statistics.ts';
import {
  appendices,
  conclusions,
  limits,
  management,
  scope,
  severities,
  strengths,
} from './chapters/texts.ts';
import { contextOf, filledLine, type Context } from './context.ts';
import { withCaptions } from './text/captions.ts';
import { filledContents } from './listed.ts';
import { contentsEntries, withMentions } from './outline.ts';

/**
 * Turns a snapshot into the tree of blocks that every writer works from. Pure: the same snapshot and options
 * give the same tree. Which chapters there are, and in which order, is what the options ask for, or the
 * template's own; one that has nothing to say is left out. Findings stand worst first, in the snapshot's
 * order within a severity, and are numbered per severity, alike in every template; figures are numbered
 * through the document. A record may hold anything at all: a value that is not of the expected type is shown
 * as text or JSON. Members that the interface does not name are printed if the options ask for them. Never
 * throws.
 */
export function document(snapshot: ReportSnapshot, options: ReportOptions): ReportDocument {
  return chapteredDocument(snapshot, options).document;
}

/** A document with what a company's template asks for beside it. */
export interface ChapteredDocument {
  readonly document: ReportDocument;
  /** The blocks of each chapter, in order. */
  readonly chapters: ReadonlyMap<ChapterKey, readonly Block[]>;
  /** What placeholders stand for. */
  readonly values: PlaceholderValues;
}

/** The same document, with the blocks of each chapter by its name. */
export function chapteredDocument(snapshot: ReportSnapshot, options: ReportOptions): ChapteredDocument {
  const context = contextOf(snapshot, options);
  const { words, values, chapters } = context;
  const theme = snapshot.theme ?? defaultTheme;
  const made = chapters.map((key) => ({ key, blocks: chapterBlocks(key, context, context.figure) }));
  const named = withCaptions(
    made.flatMap((chapter) => chapter.blocks),
    words,
  );
  const blocks = withMentions(named, words);
  const entries = contentsEntries(blocks);
  const all = blocks.map((block) =>
    block.kind === 'contents' ? filledContents(block, entries, options, words) : block,
  );
  let from = 0;
  const chapterEntries = made.map(
    ({ key, blocks: { length } }) => [key, all.slice(from, (from += length))] as const,
  );
  const whole: ReportDocument = {
    language: options.language ?? 'en',
    title: titleOf(context),
    client: values.client,
    author: values.author,
    generatedAt: snapshot.generatedAt,
    day: reportDay(snapshot),
    classification: classificationOf(context),
    draft: options.draft,
    pageSize: options.pageSize ?? theme.pageSize,
    theme,
    header: filledLine(context, theme.header),
    footer: filledLine(context, theme.footer),
    blocks: all,
  };
  return { document: whole, chapters: new Map(chapterEntries), values };
}

function chapterBlocks(key: ChapterKey, context: Context, figure: () => string): Block[] {
  switch (key) {
    case 'cover':
      return cover(context);
    case 'contents':
      // Its lines are known when all chapters are.
      return [{ kind: 'contents', title: context.words.chapters.contents, entries: [] }];
    case 'control':
      return control(context);
    case 'management':
      return management(context);
    case 'rating':
      return rating(context);
    case 'strengths':
      return strengths(context);
    case 'summary':
      return summary(context, figure);
    case 'statistics':
      return statistics(context, figure);
    case 'roadmap':
      return roadmap(context);
    case 'risks':
      return risks(context, (found, chapter) => describedFindings(context, found, chapter, figure));
    case 'assets':
      return assets(context);
    case 'changes':
      return changes(context);
    case 'scope':
      return scope(context);
    case 'severities':
      return severities(context);
    case 'narrative':
      return narrative(context);
    case 'attack-path':
      return attackPath(context, figure);
    case 'findings':
      return findings(context, figure);
    case 'retest':
      return retest(context, figure);
    case 'conclusions':
      return conclusions(context);
    case 'cleanup':
      return cleanup(context);
    case 'limits':
      return limits(context);
    case 'appendices':
      return appendices(context);
    case 'back':
      return back(context);
    case 'letter-head':
      return letterHead(context);
    case 'letter-opening':
      return letterOpening(context);
    case 'letter-statement':
      return letterStatement(context);
    case 'letter-scope':
      return letterScope(context);
    case 'letter-rating':
      return letterRating(context);
    case 'letter-numbers':
      return letterNumbers(context);
    case 'letter-risks':
      return letterRisks(context);
    case 'letter-measures':
      return letterMeasures(context);
    case 'letter-retest':
      return letterRetest(context);
    case 'letter-open':
      return letterOpen(context);
    case 'letter-validity':
      return letterValidity(context);
    case 'letter-closing':
      return letterClosing(context);
    default:
      return key satisfies never;
  }
}
