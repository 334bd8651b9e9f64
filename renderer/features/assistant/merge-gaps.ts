import type { FindingRound } from '#contract/deliverable/rounds.ts';
import type { ShownComment } from '#contract/procedures/findings/peer-review.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Evidence } from '#contract/finding/evidence.ts';
import { listOf } from '#domain/finding/record.ts';
import { verdicts } from '#contract/value-lists.ts';
import type { Api } from '#renderer/api/api.ts';
import { counted } from '#renderer/ui/text/format.ts';
import { isolate } from '#renderer/ui/text/bidi-isolation.ts';

/** A finding of a merge, with all that hangs on it. */
export interface MergedFinding {
  readonly id: string;
  readonly project: string;
  readonly effective: JsonObject;
  readonly images: readonly Evidence[];
  readonly comments: readonly ShownComment[];
  readonly rounds: readonly FindingRound[];
}

/** What the finding that stays lacks of what the others have: deleted with them, it is gone. */
export interface MergeGaps {
  readonly asset: readonly string[];
  readonly references: readonly string[];
  readonly images: readonly Evidence[];
  readonly comments: readonly ShownComment[];
  /** Rounds in which it has no verdict and another one has. */
  readonly rounds: readonly FindingRound[];
}

/** Compares the finding that stays with those that are to be deleted. */
export function mergeGaps(survivor: MergedFinding, others: readonly MergedFinding[]): MergeGaps {
  const lacked = (field: 'asset' | 'references'): readonly string[] => {
    const has = new Set(listOf(survivor.effective, field));
    return [...new Set(others.flatMap(({ effective }) => listOf(effective, field)))].filter(
      (one) => !has.has(one),
    );
  };
  const pictures = new Set(survivor.images.map(({ sha256 }) => sha256));
  const said = new Set(survivor.comments.map(spoken));
  const judged = new Set(survivor.rounds.flatMap(({ given, number }) => (given === null ? [] : [number])));
  return {
    asset: lacked('asset'),
    references: lacked('references'),
    images: firstOf(
      others.flatMap(({ images }) => images),
      ({ sha256 }) => sha256,
    ).filter(({ sha256 }) => !pictures.has(sha256)),
    comments: others.flatMap(({ comments }) => comments).filter((comment) => !said.has(spoken(comment))),
    rounds: firstOf(
      others
        .flatMap(({ rounds }) => rounds)
        .filter(({ given, number }) => given !== null && !judged.has(number))
        .toSorted((one, other) => worse(one) - worse(other)),
      ({ number }) => String(number),
    ),
  };
}

/** Where two others differ, the one that promises less counts. */
function worse({ given }: FindingRound): number {
  const order = ['open', 'partly', 'not-retested', 'fixed'];
  const at = given === null ? -1 : order.indexOf(given.verdict);
  return at === -1 ? verdicts.length : at;
}

function spoken({ author, text }: ShownComment): string {
  return JSON.stringify([author, text]);
}

function firstOf<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  return [...new Map(all.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}

/** Whether nothing is lacking. */
export function isWhole(gaps: MergeGaps): boolean {
  return Object.values(gaps).every((lacking: readonly unknown[]) => lacking.length === 0);
}

/** What is lacking, one line for each kind. */
export function gapWords({ asset, references, images, comments, rounds }: MergeGaps): readonly string[] {
  const named = (names: readonly string[]): string => `: ${names.map(isolate).join(', ')}`;
  return [
    ...(asset.length === 0 ? [] : [`${counted(asset.length, 'asset')}${named(asset)}`]),
    ...(references.length === 0 ? [] : [`${counted(references.length, 'reference')}${named(references)}`]),
    ...(images.length === 0
      ? []
      : [`${counted(images.length, 'image')}${named(images.map(({ caption, name }) => caption || name))}`]),
    ...(comments.length === 0 ? [] : [counted(comments.length, 'comment')]),
    ...(rounds.length === 0
      ? []
      : [`${counted(rounds.length, 'verdict')}${named(rounds.map(({ name }) => name))}`]),
  ];
}

/** Reads a finding with all that hangs on it. @throws ApiError */
export async function readMerged(api: Api, id: string): Promise<MergedFinding> {
  const [{ effective, project }, images, comments, rounds] = await Promise.all([
    api.call('finding.open', { id }),
    api.call('evidence.list', { id }),
    api.call('comment.list', { id }),
    api.call('finding.verdicts', { id }),
  ]);
  return { id, project, effective, images, comments, rounds };
}

/** Gives the finding that stays what it lacks; what was taken over until a failure stays there. @throws ApiError */
export async function takeOver(
  api: Api,
  { id, project, effective }: MergedFinding,
  gaps: MergeGaps,
): Promise<void> {
  for (const field of ['asset', 'references'] as const) {
    const has = listOf(effective, field);
    if (gaps[field].length > 0)
      await api.call('finding.edit', { id, changes: { [field]: [...has, ...gaps[field]] }, seen: {} });
  }
  for (const { evidence, name, caption, originalSha256, annotations } of gaps.images) {
    const { content } = await api.call('evidence.content', { evidence, original: true });
    const added = await api.call('evidence.add', { id, name, caption, content, originalSha256 });
    const { sha256: madeOf, pictureSha256: seen } = added;
    if (annotations.length > 0)
      await api.call('evidence.annotate', {
        evidence: added.evidence,
        madeOf,
        seen,
        annotations: [...annotations],
      });
  }
  const names = new Map(gaps.comments.map(({ comment }) => [comment, crypto.randomUUID()]));
  for (const { passage: _passage, ...comment } of gaps.comments)
    await api.call('comment.restore', {
      ...comment,
      comment: names.get(comment.comment) ?? crypto.randomUUID(),
      replyTo: names.get(comment.replyTo ?? '') ?? null,
      finding: id,
    });
  for (const { number: round, given } of gaps.rounds) {
    if (given === null) continue;
    const { verdict, text, at, who } = given;
    await api.call('verdict.set', {
      project,
      round,
      ids: [id],
      verdict,
      text,
      who,
      ...(at === '' ? {} : { at }),
    });
  }
}
