import { z } from 'zod';
import type { Json } from '../../json.ts';
import { procedure } from '../../procedure.ts';
import { operationKinds, type OperationState } from '../../finding/operation.ts';

/*
 * Everything that was sent in this person's name: writes of the queue, attempt by attempt, and calls of account
 * routes. It is told from what the queue and the history keep anyway; there is no second log.
 */

/** Calls of account routes, as they are noted. */
const notedKinds = [
  'sign-in',
  'code',
  'first-password',
  'sign-out',
  'token-rotate',
  'mfa-begin',
  'mfa-verify',
  'mfa-enable',
  'mfa-reset',
  'mfa-disable',
  'password-request',
  'password-confirm',
  'password-change',
  'register',
] as const;
export type NotedKind = (typeof notedKinds)[number];

/** What can be sent in a person's name. */
export const activityKinds = [...operationKinds, ...notedKinds] as const;
export type ActivityKind = (typeof activityKinds)[number];

/**
 * How one time of sending ended. `not-confirmed`: acknowledged, and a read did not show it yet; `unknown`: it left, and
 * no clear answer came back.
 */
export const activityOutcomes = [
  'done',
  'refused',
  'not-confirmed',
  'unknown',
  'not-sent',
  'under-way',
] as const;
export type ActivityOutcome = (typeof activityOutcomes)[number];

/** At most so many entries are fetched at once: two screens of a tall window. */
export const maxActivityAtOnce = 100;

const moment = z.iso.datetime({ offset: true });

/** Which entries; a member that is absent lets all through. */
const filter = {
  /** Each of the words stands in what is known of the entry: action, outcome, engagement, identifier, title. */
  words: z.string().max(1_000).default(''),
  kind: z.enum(activityKinds).optional(),
  outcome: z.enum(activityOutcomes).optional(),
  project: z.string().min(1).max(1_000).optional(),
  /** From this moment on, and up to before that one. */
  since: moment.optional(),
  until: moment.optional(),
};
export type ActivityFilter = z.output<z.ZodObject<typeof filter>>;

export const activityProcedures = {
  /** The newest first. */
  'activity.list': procedure<{
    readonly entries: readonly ActivityEntry[];
    /** How many the filter lets through, and how many there are. */
    readonly total: number;
    readonly all: number;
    /** The same entries by sitting, the newest first: what was sent without a longer pause. */
    readonly sittings: readonly SentSitting[];
    /** Null if no answer named any. */
    readonly credits: CreditSum | null;
  }>()({
    answeredBy: 'reader',
    scans: true,
    input: z.strictObject({
      ...filter,
      from: z.int().min(0).default(0),
      count: z.int().min(1).max(maxActivityAtOnce).default(maxActivityAtOnce),
    }),
  }),
  'activity.export': procedure<{ readonly entries: number; readonly name: string; readonly text: string }>()({
    answeredBy: 'reader',
    scans: true,
    input: z.strictObject({
      ...filter,
      format: z.enum(['csv', 'json']),
      /** Titles of findings and the words of the service may be a client's: they go out only if this is asked for. */
      titles: z.boolean().default(false),
    }),
  }),
  'activity.refusals': procedure<readonly Refusal[]>()({
    answeredBy: 'reader',
    scans: true,
    input: z.strictObject({}),
  }),
  /** Actions that need the service at once and that it last refused to this account. */
  'activity.refusedActions': procedure<readonly RefusedAction[]>()({
    answeredBy: 'reader',
    scans: true,
    input: z.strictObject({}),
  }),
};

/** An action that the service does not permit, as far as is known. */
export interface RefusedAction {
  readonly kind: ActivityKind;
  /** Null for an action about the account. */
  readonly project: string | null;
  /** When it was refused last (ISO 8601). */
  readonly since: string;
}

/** What was sent in one sitting. */
export interface SentSitting {
  /** When it began and when something was sent last. */
  readonly since: string;
  readonly until: string;
  readonly entries: number;
  readonly refused: number;
}

/** The credits that the answers of these entries named, and how many of them named some. */
export interface CreditSum {
  readonly sum: number;
  readonly answers: number;
}

/** One time that something was sent. */
export interface ActivityEntry {
  /** Names the entry for as long as the store lives. */
  readonly key: string;
  readonly kind: ActivityKind;
  readonly at: string;
  readonly endedAt: string | null;
  readonly outcome: ActivityOutcome;
  /** HTTP status of a refusal, if one told. */
  readonly status: number | null;
  /** What the service, or the program, said of it; '' if nothing was said. */
  readonly said: string;
  /** What the assistant's answer consumed; absent if it named none. */
  readonly credits?: number;
  /** Null for a call about the account. */
  readonly work: ActivityWork | null;
}

/** What an entry did to findings. */
export interface ActivityWork {
  readonly op: string;
  /** Where the operation stands now. */
  readonly state: OperationState;
  readonly project: string;
  readonly name: string | null;
  /** How many findings went in this request. */
  readonly findings: number;
  /** As it was called when this was sent. */
  readonly first: { readonly id: string; readonly title: string };
  /** Names of the fields that were sent. */
  readonly fields: readonly string[];
  /** Of one finding, what these fields became: as it was sent then, whatever they hold by now. */
  readonly changes: readonly SentChange[];
  /** Of a change of status, the status. */
  readonly status: string | null;
  readonly decision: 'accept' | 'reject' | null;
}

/** What was sent of one field; `was` is null if it had no value. */
export interface SentChange {
  readonly field: string;
  readonly was: Json;
  readonly now: Json;
}

/** What the service has refused so far, each thing once with how often and when last. */
export interface Refusal {
  readonly kind: ActivityKind;
  readonly status: number;
  readonly times: number;
  readonly last: string;
  /** The operation that met it last; null for a call about the account. */
  readonly op: string | null;
  readonly project: string | null;
  readonly first: { readonly id: string; readonly title: string } | null;
  /** In the words of the service; '' if it gave none. */
  readonly said: string;
  /** The same in the words of the program: which operation on what. */
  readonly sentence: string;
}
