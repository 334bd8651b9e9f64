import { withoutBlanks } from '#domain/engagement/facts.ts';
import { assetAppendix, assetFact, assetsOf, isLongAssetList } from '../assets.ts';
import type { Block } from '../blocks.ts';
import { severityKeys } from '../blocks.ts';
import { hasOwnAssets } from '../grouped.ts';
import { filledLine, printedFindings, textParts, type Context } from '../context.ts';
import { paragraph } from '../text/rich.ts';
import { cell, table } from './front.ts';

/** What the management has to know, as a person wrote it. */
export function management(context: Context): Block[] {
  const { snapshot, words } = context;
  return text(context, 'management', words.chapters.management, snapshot.facts.summary);
}

/** When was tested what, what was not, and how. */
export function scope(context: Context): Block[] {
  const { snapshot, words } = context;
  const facts = withoutBlanks(snapshot.facts);
  const parent = 'scope';
  const period = words.period(facts.begins, facts.ends);
  const entries = (target: string, title: string, list: typeof facts.scopeIn): Block[] =>
    table(
      { target, title, parent },
      [
        { title: words.columns.what, share: 2 },
        { title: words.columns.note, share: 3 },
      ],
      list.map(({ what, note }) => [cell(what), cell(note)]),
    );
  const method = textParts(context, facts.method);
  const inside: Block[] = [
    ...entries('scope-in', words.sections.scopeIn, facts.scopeIn),
    ...entries('scope-out', words.sections.scopeOut, facts.scopeOut),
    ...(method.length === 0
      ? []
      : [
          {
            kind: 'text' as const,
            target: 'method',
            title: words.sections.method,
            parent,
            parts: method,
          },
        ]),
  ];
  if (inside.length === 0 && period === '') return [];
  const when = period === '' ? {} : { empty: `${words.cover.tests}: ${period}` };
  return [{ kind: 'chapter', target: parent, title: words.chapters.scope, ...when }, ...inside];
}

/** What the severities stand for. */
export function severities({ words }: Context): Block[] {
  return [
    {
      kind: 'table',
      target: 'severities',
      title: words.chapters.severities,
      columns: [
        { title: words.columns.severity, share: 1 },
        { title: words.columns.meaning, share: 4 },
      ],
      rows: severityKeys.flatMap((key) =>
        key === 'unknown' ? [] : [[cell(words.severities[key]), cell(words.severityMeanings[key])]],
      ),
    },
  ];
}

/** What was found to be well protected. */
export function strengths(context: Context): Block[] {
  const { snapshot, words } = context;
  return text(context, 'strengths', words.chapters.strengths, snapshot.facts.strengths);
}

export function conclusions(context: Context): Block[] {
  const { snapshot, words } = context;
  return text(context, 'conclusions', words.chapters.conclusions, snapshot.facts.conclusions);
}

/** What the assessment cannot say: in the words of the engagement, or in ours. */
export function limits(context: Context): Block[] {
  const { snapshot, words } = context;
  const own = text(context, 'limits', words.chapters.limits, snapshot.facts.limits);
  if (own.length > 0) return own;
  const parts = [paragraph(words.sentences.limits)];
  return [{ kind: 'text', target: 'limits', title: words.chapters.limits, parts }];
}

/** Texts after all, each with its letter, then the assets that have no room in the cards of their findings. */
export function appendices(context: Context): Block[] {
  const { snapshot, words } = context;
  const texts = withoutBlanks(snapshot.facts).appendices.map((appendix, index) => ({
    kind: 'text' as const,
    target: `appendix-${String(index + 1)}`,
    title: words.chapters.appendix(letterOf(index), filledLine(context, appendix.title)),
    parts: textParts(context, appendix.text),
  }));
  const long = printedFindings(context).filter(
    (finding) => hasOwnAssets(finding) && isLongAssetList(finding),
  );
  if (long.length === 0) return texts;
  const title = words.chapters.appendix(letterOf(texts.length), words.sections.assetsOfFindings);
  const facts = long.map((finding) => assetFact(finding.ref.number, assetsOf(finding), Infinity, words));
  return [...texts, { kind: 'facts', target: assetAppendix, title, facts }];
}

/** A, B, …, Z, AA, AB, … */
function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${letterOf(Math.floor(index / 26) - 1)}${last}`;
}

function text(context: Context, target: string, title: string, source: string): Block[] {
  const parts = textParts(context, source);
  return parts.length === 0 ? [] : [{ kind: 'text', target, title, parts }];
}
