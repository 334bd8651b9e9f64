import type { Json, JsonObject } from '#contract/json.ts';
import type { MaskedFinding } from '#contract/deliverable/masks.ts';
import type { CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import type { ReportOptions } from '#contract/deliverable/report.ts';
import type { ChapterKey } from '#contract/deliverable/template.ts';
import { isList, isObject, stringify } from '#domain/base/json.ts';
import { maskedFinding } from '#domain/masking/snapshot.ts';
import {
  checkEngagement,
  checkFinding,
  type CheckedEngagement,
  type CheckedFinding,
  type Others,
  type Surroundings,
} from '#domain/preflight/index.ts';
import { parseObject } from '#engine/record/merge-base.ts';

/*
 * Texts of megabytes: looking through one takes longer than anybody may wait, and cannot be parted, for a text is read as a
 * whole. So a thread looks at them, one for each check, which is ended if the check is given up.
 */

/** What is longer than so many characters is looked at by a thread; below it a rule takes some milliseconds. */
const longest = 100_000;

/** A question about long texts; records travel as JSON, digit for digit. */
export type LongQuestion =
  | {
      readonly kind: 'finding';
      readonly finding: Omit<CheckedFinding, 'record'>;
      readonly recordJson: string;
      readonly around: Omit<Surroundings, 'others'>;
    }
  | {
      readonly kind: 'engagement';
      readonly engagement: CheckedEngagement;
      readonly deadLinks: readonly string[];
      readonly chapters: readonly ChapterKey[] | null;
    }
  | { readonly kind: 'masks'; readonly id: string; readonly recordJson: string; readonly choice: MaskChoice };
type MaskChoice = Pick<ReportOptions, 'maskSecrets' | 'cutBodies' | 'keptValues'>;

/** What it is answered with. */
export type LongAnswer<Q extends LongQuestion = LongQuestion> = Q extends { readonly kind: 'masks' }
  ? MaskedFinding | null
  : readonly CheckMessage[];

/** A thread that looks at long texts. */
export interface LongTexts {
  /** Starts it with the first question. @throws what its signal aborts with */
  ask<Q extends LongQuestion>(question: Q): Promise<LongAnswer<Q>>;
  /** Ends it, whatever it does. */
  close(): void;
}

/**
 * @param signal ends the thread in the middle of a question
 * @param others what belongs to other clients: it may be much, so the thread gets it once; absent: nobody asks for it
 */
export type OpenLongTexts = (signal: AbortSignal, others?: Others) => LongTexts;

/** Answers a question; what the thread does. Pure. */
export function answerLong(question: LongQuestion, others: Others): LongAnswer {
  switch (question.kind) {
    case 'finding': {
      const { finding, recordJson, around } = question;
      return checkFinding({ ...finding, record: parseObject(recordJson) }, { ...around, others });
    }
    case 'engagement':
      return checkEngagement(question.engagement, others, question.deadLinks, question.chapters);
    case 'masks': {
      const { id, recordJson, choice } = question;
      return maskedFinding({ id, record: parseObject(recordJson) }, choice);
    }
  }
}

/** All rules on one finding, as a question. */
export function findingQuestion(
  { record, ...finding }: CheckedFinding,
  { scope, masked, keptValues = [], withoutFigures = false }: Omit<Surroundings, 'others'>,
) {
  return {
    kind: 'finding',
    finding,
    recordJson: stringify(record),
    around: { scope, masked, keptValues, withoutFigures },
  } as const;
}

/** What there is to say about the texts of an engagement, as a question. */
export function engagementQuestion(
  engagement: CheckedEngagement,
  deadLinks: readonly string[] = [],
  chapters: readonly ChapterKey[] | null = null,
) {
  const { project, name, client, generatedAt, localDay, author, version, facts, theme } = engagement;
  const source = {
    project,
    name,
    client,
    generatedAt,
    localDay,
    author,
    version,
    facts,
    theme,
    findings: [],
  };
  return { kind: 'engagement', engagement: source, deadLinks, chapters } as const;
}

/** What of a finding would not be shown, as a question. */
export function masksQuestion(id: string, record: JsonObject, choice: MaskChoice) {
  const { maskSecrets, cutBodies, keptValues } = choice;
  const asked = { maskSecrets, cutBodies, keptValues };
  return { kind: 'masks', id, recordJson: stringify(record), choice: asked } as const;
}

/** Whether a finding is to be looked at by a thread. */
export function isLongFinding({ record, retests, others, drafts }: CheckedFinding): boolean {
  return isLong([record, retests, others, drafts.map(({ texts }) => texts)]);
}

/** Whether texts are to be looked at by a thread. */
export function isLong(texts: unknown): boolean {
  return lengthOf(texts as Json) > longest;
}

/** How many characters the texts of a value have. */
function lengthOf(value: Json): number {
  if (typeof value === 'string') return value.length;
  if (isList(value)) return value.reduce<number>((sum, each) => sum + lengthOf(each), 0);
  if (!isObject(value)) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + lengthOf(each), 0);
}
