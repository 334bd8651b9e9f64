import type { EditableField } from '#contract/finding/finding.ts';
import type { Verdict } from '#contract/value-lists.ts';
import type { Fault } from './service/faults.ts';
import type { Variant } from './draw/variant.ts';

/**
 * One history, complete before it is played: nothing is drawn while it runs, so any step, fault or kill can be left out
 * without changing the rest. `at` picks one of what there is (0 the first, towards 1 the last), `seed` feeds what is
 * drawn inside one step.
 */
export interface History {
  readonly variant: Variant;
  readonly updateSends: 'changed-fields' | 'all-fields';
  readonly steps: readonly Step[];
  /** Every look at the clock takes so long: work that is done in pieces is cut into its smallest. */
  readonly slowMs?: number;
  /** How many homes of the same person work at the service, each with a store of its own; one unless it says otherwise. */
  readonly homes?: number;
}

/** What may befall the program in any step that writes; all count from 1 within the step. */
export interface Mishaps {
  /** The program is killed at this boundary. */
  readonly killAt?: number;
  /** The disk is full from this commit on until the step ends. */
  readonly diskFullAt?: number;
}

/** What the consultant does. */
export type DeskStep = Mishaps &
  (
    | {
        readonly do: 'edit';
        readonly at: number;
        readonly fields: readonly EditableField[];
        readonly seed: number;
      }
    /** Many findings at once, none like another. */
    | { readonly do: 'import'; readonly count: number; readonly seed: number }
    /** `twins` differ in nothing by which a lost answer could be told later. */
    | { readonly do: 'create'; readonly twins: boolean; readonly seed: number }
    | { readonly do: 'delete'; readonly at: number }
    | { readonly do: 'bulk-status'; readonly at: number; readonly count: number }
    | { readonly do: 'bulk-delete'; readonly at: number; readonly count: number }
    /** `anew`: over the record as it is shown, in the place of a decision that came back or was never sent. */
    | { readonly do: 'review'; readonly at: number; readonly accept: boolean; readonly anew?: boolean }
    | { readonly do: 'review-undo'; readonly at: number }
    /** Settles something that needs a person: conflicts by `choice`, all else by `again`. */
    | {
        readonly do: 'decide';
        readonly at: number;
        readonly choice: 'mine' | 'theirs' | 'set' | 'discard';
        readonly again: boolean;
        readonly seed: number;
      }
    /**
     * Drops any operation, or insists on one of unknown outcome, whether it needs a user or not. `one`: only for one of
     * its findings.
     */
    | { readonly do: 'discard' | 'insist'; readonly at: number; readonly one?: boolean }
    /** One action over many findings. `held`: its preview is looked at, and a later `bulk-go` carries it out. */
    | {
        readonly do: 'bulk';
        readonly action: BulkDone;
        readonly at: number;
        readonly count: number;
        readonly held: boolean;
        readonly seed: number;
      }
    /** Imports the file that a scanner wrote; the same seed is the same file. */
    | { readonly do: 'scan'; readonly seed: number }
    /** Carries out what was held, or goes on with what was cut off. */
    | { readonly do: 'bulk-go' }
    | { readonly do: 'bulk-undo'; readonly at: number }
    /** Answers the questions of one cause as they are shown, or `one` of them. `held`: the answer comes with `settle-go`. */
    | {
        readonly do: 'settle';
        readonly at: number;
        readonly choice: 'mine' | 'theirs';
        readonly one: boolean;
        readonly held?: boolean;
      }
    | { readonly do: 'settle-go' }
    /** Takes an answer to a conflict back. */
    | { readonly do: 'settle-undo'; readonly at: number }
    /** Puts back what was dropped. */
    | { readonly do: 'put-back'; readonly at: number }
    /** Asks the assistant about a finding, or for a merge of several, and confirms it if told. */
    | { readonly do: 'ask'; readonly at: number; readonly merge: boolean; readonly confirm: boolean }
    /** Confirms a question that waits, asks one again that may have run, or accepts what the assistant wrote. */
    | { readonly do: 'ask-go' | 'ask-again' | 'apply-draft'; readonly at: number }
    /** Says what a retest found of findings; `pending`: the status goes with it. The first round is begun by it. */
    | {
        readonly do: 'verdict';
        readonly at: number;
        readonly count: number;
        readonly verdict: Verdict;
        readonly pending: boolean;
      }
    /** Undoes what was said last. */
    | { readonly do: 'verdict-undo' }
    /** Keeps what is pending of findings here, or releases it. */
    | { readonly do: 'hold'; readonly at: number; readonly count: number; readonly held: boolean }
    /** Reviews what is pending: a third of the findings stay here, all others are released. */
    | { readonly do: 'choose'; readonly seed: number }
    /** Says of any finding that may be it that a lost creation made it. */
    | { readonly do: 'adopt'; readonly at: number }
  );

/** What an action over many findings does. */
export type BulkDone = 'severity' | 'tags' | 'replace' | 'status' | 'delete';

/** What other people do at the service. */
export type OthersStep =
  | { readonly do: 'others-add'; readonly candidate: boolean; readonly seed: number }
  | { readonly do: 'others-edit'; readonly at: number; readonly seed: number }
  | { readonly do: 'others-delete'; readonly at: number }
  /** It leaves our sight: a changed role, or hidden from lists alone. */
  | { readonly do: 'others-hide'; readonly at: number; readonly from: 'us' | 'lists' }
  /** Our membership goes, and with it all that we see. */
  | { readonly do: 'others-hide-all' }
  | { readonly do: 'others-show'; readonly at: number }
  | { readonly do: 'others-review'; readonly at: number }
  /** From now on bulk requests leave this finding out. */
  | { readonly do: 'others-lock'; readonly at: number };

/** What happens to the machine, the token and the connection. */
export type WorldStep =
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'suspend'; readonly ms: number }
  | { readonly do: 'clock-jumps'; readonly ms: number }
  | { readonly do: 'reboot' }
  | { readonly do: 'restart' }
  | { readonly do: 'network'; readonly online: boolean }
  | { readonly do: 'token'; readonly is: 'valid' | 'dead' | 'foreign' }
  /** The person tells the program how updates are to be sent to this service. */
  | { readonly do: 'adjust'; readonly updateSends: History['updateSends'] }
  /** The person destroys what this home holds of the engagement, and adds it again. */
  | { readonly do: 'destroy' };

/** What happens while a sync runs, after so many events of it. */
export interface Meanwhile extends InHome {
  readonly after: number;
  readonly step:
    DeskStep | OthersStep | Exclude<WorldStep, { do: 'pass' | 'reboot' | 'restart' | 'destroy' }>;
}

/** A fault and the request that meets it. */
export interface FaultAt {
  readonly of: 'read' | 'write';
  readonly request: number;
  readonly fault: Fault;
}

/** One run of `sync`. */
export interface SyncStep extends Mishaps {
  readonly do: 'sync';
  readonly acceptMissing: boolean;
  readonly push: boolean;
  readonly pull: boolean;
  /** Feeds latencies and the spread of retries. */
  readonly seed: number;
  /** Faults by the number of the request among the reads or the writes of this sync, from 1. */
  readonly faults: readonly FaultAt[];
  readonly meanwhile: readonly Meanwhile[];
  /** Nothing that came after the last review may leave. */
  readonly reviewed?: boolean;
  /** When these writes of this sync leave, from 1, their finding is read beside it: the answer may come last. */
  readonly looks?: readonly number[];
}

/** Several homes sync at once, each with its own faults, kills and interruptions. */
export interface TogetherStep {
  readonly do: 'together';
  readonly syncs: readonly (SyncStep & InHome)[];
}

/** In which home it happens, from 0; the first unless it says otherwise. */
interface InHome {
  readonly home?: number;
}

/** What happens in one home, or to all of them. */
export type LoneStep = (DeskStep | OthersStep | WorldStep | SyncStep) & InHome;
export type Step = LoneStep | TogetherStep;

/** Whether a step is one of other people. */
export function isOthers(step: Step): step is OthersStep {
  return step.do.startsWith('others-');
}

/** Whether a step is one of the consultant. */
export function isDesk(step: Step): step is DeskStep {
  return deskKinds.has(step.do);
}

const deskKinds = new Set<Step['do']>([
  'edit',
  'create',
  'import',
  'delete',
  'bulk-status',
  'bulk-delete',
  'review',
  'decide',
  'discard',
  'insist',
  'bulk',
  'scan',
  'bulk-go',
  'bulk-undo',
  'review-undo',
  'settle',
  'settle-go',
  'settle-undo',
  'put-back',
  'adopt',
  'ask',
  'ask-go',
  'ask-again',
  'apply-draft',
  'verdict',
  'verdict-undo',
  'hold',
  'choose',
] satisfies DeskStep['do'][]);
