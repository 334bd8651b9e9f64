import { z } from 'zod';
import type { Operation } from './operation.ts';
import { verdicts, type Verdict } from './verdicts.ts';

/*
 * Retests: an engagement has rounds, and each round a verdict on the findings that were looked at again. They exist here
 * only; the service learns of a retest through the status alone.
 */

export { verdicts, type Verdict };

/** A round as a report prints it. `number` counts from 1 within the engagement. */
export const ReportRound = z.object({
  number: z.int().min(1),
  name: z.string(),
  /** First and last day; empty where not said. */
  begins: z.string(),
  ends: z.string(),
  note: z.string(),
});
export type ReportRound = z.infer<typeof ReportRound>;

const project = z.string().min(1).max(1_000);
const findingId = z.string().min(1).max(1_000);
const roundNumber = z.int().min(1);
/** At most this many findings get a verdict at once. */
const mostVerdictsAtOnce = 100_000;
const ids = z.array(findingId).min(1).max(mostVerdictsAtOnce);
const day = z.union([z.literal(''), z.iso.date()]);
const name = z.string().trim().min(1).max(200);
const note = z.string().max(100_000);

const words = {
  /** Markdown. Absent: what was written there stays. */
  text: z.string().max(1_000_000).optional(),
  /** The day of the retest; absent: today, or as it was where the verdict is the same. */
  at: z.iso.date().optional(),
  /** Absent: the person who is connected, or as it was where the verdict is the same. */
  who: z.string().max(1_000).optional(),
};

/** A status that is queued for the same findings, in the same transaction; one of them at most. */
const statusChoices = {
  /** The status `pending_retest`. */
  pendingRetest: z.boolean().default(false),
  /** The status that goes with the verdict: closed after "fixed", open after "open", as the profile names them. */
  setStatus: z.boolean().default(false),
};

export const roundInputs = {
  'round.list': z.strictObject({ project }),
  'round.show': z.strictObject({ project, round: roundNumber }),
  /** Without a name it is called after its number. */
  'round.add': z.strictObject({
    project,
    name: name.optional(),
    begins: day.default(''),
    ends: day.default(''),
    note: note.default(''),
  }),
  /** What is left out stays. */
  'round.change': z.strictObject({
    project,
    round: roundNumber,
    name: name.optional(),
    begins: day.optional(),
    ends: day.optional(),
    note: note.optional(),
  }),
  /** One that holds verdicts or images is refused as `wrong-state` unless the person has agreed to lose them. */
  'round.remove': z.strictObject({ project, round: roundNumber, loseVerdicts: z.boolean().default(false) }),
  'verdict.set': z.strictObject({
    project,
    round: roundNumber,
    ids,
    verdict: z.enum(verdicts),
    ...words,
    ...statusChoices,
  }),
  'verdict.clear': z.strictObject({ project, round: roundNumber, ids }),
  /** Tells what `verdict.set` would do; nothing is changed. */
  'verdict.preview': z.strictObject({
    project,
    round: roundNumber,
    ids,
    verdict: z.enum(verdicts),
    ...words,
    ...statusChoices,
  }),
  /** Takes the last setting of an engagement back; with `setting`, only where that is still the last one. */
  'verdict.undo': z.strictObject({ project, setting: z.int().min(1).optional() }),
  'finding.verdicts': z.strictObject({ id: findingId }),
} as const;

/** A round and how far it is. Findings that are gone are not counted. */
export interface Round extends ReportRound {
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Findings without a verdict in this round. */
  readonly none: number;
  readonly images: number;
}

/** What a round found out about a finding. */
export interface GivenVerdict {
  readonly verdict: Verdict;
  /** The day of the retest. */
  readonly at: string;
  readonly who: string;
  readonly text: string;
  /** When it was entered. */
  readonly setAt: string;
}

/** A finding beside what a round found out about it; null: nothing yet. */
export interface RoundFinding {
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly given: GivenVerdict | null;
}

/** What a round has to say of one finding. */
export interface FindingRound extends ReportRound {
  readonly given: GivenVerdict | null;
  readonly images: number;
  /** Why no verdict can be set on the finding; null if one can. */
  readonly refused: string | null;
  /** The status that goes with the verdict, if the finding can have it and does not. */
  readonly offered: string | null;
}

/** A finding that was left out, and why. */
export interface LeftOut {
  readonly id: string;
  readonly reason: string;
}

/** What became of a setting. */
export interface VerdictsSet {
  /** Names the setting for `verdict.undo`; null where nothing was to be changed. */
  readonly setting: number | null;
  readonly changed: number;
  /** Findings that had it so already. */
  readonly same: number;
  readonly left_out: readonly LeftOut[];
  readonly operations: readonly Operation[];
  /** The status that goes with the verdict, as the profile names it; null if none does. */
  readonly offered: string | null;
  /** Findings whose status was not queued. */
  readonly status_left_out: readonly LeftOut[];
}

/** What a setting would do. */
export interface VerdictsPreview {
  /** Findings that get their first verdict of this round. */
  readonly fresh: number;
  /** Findings whose verdict would be another one, by the one that they have. */
  readonly replaced: Readonly<Record<Verdict, number>>;
  /** Findings that keep the verdict and get other words. */
  readonly reworded: number;
  readonly same: number;
  readonly left_out: readonly LeftOut[];
  readonly offered: string | null;
  readonly status: number;
  readonly status_left_out: readonly LeftOut[];
}

export interface RoundAnswers {
  'round.list': readonly Round[];
  'round.show': { readonly round: Round; readonly findings: readonly RoundFinding[] };
  'round.add': Round;
  'round.change': Round;
  'round.remove': { readonly verdicts: number; readonly images: number };
  'verdict.set': VerdictsSet;
  'verdict.clear': VerdictsSet;
  'verdict.preview': VerdictsPreview;
  /** `stays`: findings whose status had been sent already. */
  'verdict.undo': { readonly round: number; readonly undone: number; readonly stays: readonly LeftOut[] };
  'finding.verdicts': readonly FindingRound[];
}
