import { z } from 'zod';
import type {
  FindingRound,
  OmittedFinding,
  Round,
  RoundFinding,
  VerdictsPreview,
  VerdictsSet,
} from '../../deliverable/rounds.ts';
import { project, findingId } from '../../input/members.ts';
import { verdicts } from '../../value-lists.ts';
import { procedure } from '../../procedure.ts';

const roundNumber = z.int().min(1);
/** At most this many findings get a verdict at once. */
const maxVerdictsAtOnce = 100_000;
const ids = z.array(findingId).min(1).max(maxVerdictsAtOnce);
const day = z.union([z.literal(''), z.iso.date()]);
const name = z.string().trim().min(1).max(200);
const note = z.string().max(100_000);

const words = {
  /** Markdown. Absent: what was written there stays. */
  text: z.string().max(1_000_000).optional(),
  /** The day of the retest; absent: today, or as it was if the verdict is the same. */
  at: z.iso.date().optional(),
  /** Absent: the person who is connected, or as it was if the verdict is the same. */
  who: z.string().max(1_000).optional(),
};

/** A status that is queued for the same findings, in the same transaction; one of them at most. */
const statusChoices = {
  /** The status `pending_retest`. */
  pendingRetest: z.boolean().default(false),
  /** The status that goes with the verdict: closed after "fixed", open after "open", as the profile names them. */
  setStatus: z.boolean().default(false),
};

/** A verdict for findings, with its words. */
const givenVerdict = z.strictObject({
  project,
  round: roundNumber,
  ids,
  verdict: z.enum(verdicts),
  ...words,
  ...statusChoices,
});

export const retestProcedures = {
  'round.list': procedure<readonly Round[]>()({ answeredBy: 'reader', input: z.strictObject({ project }) }),
  'round.show': procedure<{ readonly round: Round; readonly findings: readonly RoundFinding[] }>()({
    answeredBy: 'reader',
    input: z.strictObject({ project, round: roundNumber }),
  }),
  /** Without a name it is called after its number. */
  'round.add': procedure<Round>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      project,
      name: name.optional(),
      begins: day.default(''),
      ends: day.default(''),
      note: note.default(''),
    }),
  }),
  /** What is left out stays. */
  'round.change': procedure<Round>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      project,
      round: roundNumber,
      name: name.optional(),
      begins: day.optional(),
      ends: day.optional(),
      note: note.optional(),
    }),
  }),
  /** One that holds verdicts or images is refused as `wrong-state` unless the person has agreed to lose them. */
  'round.remove': procedure<{ readonly verdicts: number; readonly images: number }>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ project, round: roundNumber, loseVerdicts: z.boolean().default(false) }),
  }),
  'verdict.set': procedure<VerdictsSet>()({
    answeredBy: 'host',
    idempotent: false,
    input: givenVerdict.extend({
      /**
       * Of one finding: the words that may be written over, member by member. If there are others by now, it is refused
       * (`outdated`). Without it, the words go over what is there.
       */
      seen: z
        .strictObject({
          text: z.array(z.string().max(1_000_000)).max(20),
          who: z.array(z.string().max(1_000)).max(20),
          at: z.array(z.string().max(20)).max(20),
        })
        .partial()
        .optional(),
    }),
  }),
  'verdict.clear': procedure<VerdictsSet>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ project, round: roundNumber, ids }),
  }),
  /** Tells what `verdict.set` would do; nothing is changed. */
  'verdict.preview': procedure<VerdictsPreview>()({
    answeredBy: 'reader',
    scans: true,
    input: givenVerdict,
  }),
  /**
   * Takes the last setting of an engagement back; with `setting`, only if that is still the last one.
   * Answers: `stays`: findings whose status had been sent already.
   */
  'verdict.undo': procedure<{
    readonly round: number;
    readonly undone: number;
    readonly stays: readonly OmittedFinding[];
  }>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ project, setting: z.int().min(1).optional() }),
  }),
  'finding.verdicts': procedure<readonly FindingRound[]>()({
    answeredBy: 'reader',
    input: z.strictObject({ id: findingId }),
  }),
};
