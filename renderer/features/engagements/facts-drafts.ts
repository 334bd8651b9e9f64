import type { DescribedEngagement, EngagementFacts, FactName, WrittenFacts } from '#contract/engagement.ts';
import type { ErrorCode } from '#contract/error.ts';

/*
 * What is typed about an engagement and not saved yet. Pure: every function takes the whole state and gives the next
 * one. Each fact is saved by itself, so that what is refused of one keeps back no other.
 */

/** One thing that was typed: a fact before and after. */
interface Step {
  readonly fact: FactName;
  readonly before: EngagementFacts;
  readonly after: EngagementFacts;
  readonly atMs: number;
}

/** Why a fact is not saved. */
export interface Trouble {
  readonly code: ErrorCode;
  readonly message: string;
}

/** The facts of one engagement in a window. */
export interface FactsState {
  /** As the store has them. */
  readonly stored: DescribedEngagement;
  /** As the page shows them. */
  readonly shown: EngagementFacts;
  /** Facts that are not saved as they are shown. */
  readonly unsaved: ReadonlySet<FactName>;
  readonly sending: { readonly fact: FactName; readonly facts: EngagementFacts } | null;
  /** What was sent last without an answer that it is in the store; it may be there. */
  readonly tried: EngagementFacts | null;
  /** What another user wrote of a fact while it was typed here: nothing is saved over it until the user has answered. */
  readonly elsewhere: Partial<EngagementFacts>;
  readonly troubles: ReadonlyMap<FactName, Trouble>;
  /** What can be undone, the last one at the end; and what was undone. */
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
  /** When this window last heard that something typed is in the store. */
  readonly savedAtMs: number | null;
}

/** Changes of the same fact within this time are one step; a line more or less is a step of its own. */
const sameStepMs = 5_000;
/** So many steps can be undone. */
const maxSteps = 200;

/** The facts as they were read: nothing typed. */
export function opened(stored: DescribedEngagement): FactsState {
  return {
    stored,
    shown: stored.facts,
    unsaved: new Set(),
    sending: null,
    tried: null,
    elsewhere: {},
    troubles: new Map(),
    done: [],
    undone: [],
    savedAtMs: null,
  };
}

/** The facts with one of them taken from others. */
function withFact<N extends FactName>(
  into: EngagementFacts,
  from: EngagementFacts,
  fact: N,
): EngagementFacts {
  const next = { ...into };
  next[fact] = from[fact];
  return next;
}

/** The person changed a fact; `facts` is the whole with the change. */
export function typed(state: FactsState, fact: FactName, facts: EngagementFacts, atMs: number): FactsState {
  const last = state.done.at(-1);
  const goesOn =
    last?.fact === fact &&
    isSame(state.shown, last.after, fact) &&
    atMs - last.atMs < sameStepMs &&
    linesOf(facts, fact) === linesOf(last.before, fact);
  const before = goesOn ? last.before : state.shown;
  const step: Step = { fact, before, after: facts, atMs };
  const done = [...(goesOn ? state.done.slice(0, -1) : state.done), step].slice(-maxSteps);
  return { ...withTyped(state, fact, facts), done, undone: [] };
}

/** The step that would be undone, or made again. */
function stepOf({ done, undone }: FactsState, which: 'undo' | 'redo'): Step | undefined {
  return (which === 'undo' ? done : undone).at(-1);
}

/** The fact that a step would write over though it is not as that step left it any more; null if it is. */
export function changedSince(state: FactsState, which: 'undo' | 'redo'): FactName | null {
  const step = stepOf(state, which);
  if (step === undefined) return null;
  return isSame(state.shown, which === 'undo' ? step.after : step.before, step.fact) ? null : step.fact;
}

/**
 * Takes the last step back, or makes it again; the state as it is if there is none. A fact that a user changed
 * elsewhere since stays, and its steps are forgotten: none of them begins at what stands there now.
 */
export function stepped(state: FactsState, which: 'undo' | 'redo'): FactsState {
  const step = stepOf(state, which);
  if (step === undefined) return state;
  const changed = changedSince(state, which);
  if (changed !== null) {
    const others = (steps: readonly Step[]): readonly Step[] => steps.filter(({ fact }) => fact !== changed);
    return { ...state, done: others(state.done), undone: others(state.undone) };
  }
  // A moment long ago: what is typed next is a step of its own.
  const taken = { ...step, atMs: 0 };
  const facts = which === 'undo' ? step.before : step.after;
  const next = withTyped(state, step.fact, withFact(state.shown, facts, step.fact));
  return which === 'undo'
    ? { ...next, done: state.done.slice(0, -1), undone: [...state.undone, taken] }
    : { ...next, done: [...state.done, taken], undone: state.undone.slice(0, -1) };
}

/** The first and the last day: one is right or wrong beside the other. */
const days: readonly FactName[] = ['begins', 'ends'];

/** A fact, and what is judged together with it. */
function together(fact: FactName): readonly FactName[] {
  return days.includes(fact) ? days : [fact];
}

/** The next fact that can be sent; null if none is, or one is on its way. */
export function due(state: FactsState): FactName | null {
  if (state.sending !== null) return null;
  const waits = (fact: FactName): boolean => state.troubles.has(fact) || fact in state.elsewhere;
  const isFree = (fact: FactName): boolean => !together(fact).some(waits);
  return [...state.unsaved].find(isFree) ?? null;
}

/** What is sent with a fact: that, and what is judged together with it and is not saved either. */
export function outgoing(state: FactsState, fact: FactName): readonly FactName[] {
  return together(fact).filter((each) => each === fact || state.unsaved.has(each));
}

/** What may be written over with these facts: what the user was shown, and what was sent and may be in the store. */
export function seenOf(state: FactsState, facts: readonly FactName[]): readonly Partial<EngagementFacts>[] {
  const known = state.tried === null ? [state.stored.facts] : [state.stored.facts, state.tried];
  return known.map((each) => onlyOf(each, facts));
}

/** A fact goes on its way. */
export function sent(state: FactsState, fact: FactName): FactsState {
  return { ...state, sending: { fact, facts: state.shown } };
}

/** The store has what was sent. What was typed since stays unsaved. */
export function saved(state: FactsState, stored: WrittenFacts, atMs: number): FactsState {
  const written = namesIn(stored.before).filter((fact) => !isSame(stored.before, stored.facts, fact));
  const known = { ...state, elsewhere: unknownOf(state, stored.before, written) };
  // What was written over stands there no more, so it is no news beside what is in the store now.
  const facts = { ...state.stored.facts, ...onlyOf(stored.facts, written) };
  const next = { ...known, stored: { ...state.stored, facts }, sending: null, savedAtMs: atMs };
  return arrived(next, stored);
}

/** What another user wrote of a fact is taken, or let go of. */
export function answered(state: FactsState, fact: FactName): FactsState {
  const { [fact]: _, ...elsewhere } = state.elsewhere;
  return { ...state, elsewhere };
}

/** What is known to be written elsewhere, with those of these facts whose value neither was read nor comes from here. */
function unknownOf(
  state: FactsState,
  values: Partial<EngagementFacts>,
  facts: readonly FactName[],
): Partial<EngagementFacts> {
  const unknown = facts.filter(
    (fact) =>
      !isSame(values, state.stored.facts, fact) &&
      !isSame(values, state.shown, fact) &&
      (state.tried === null || !isSame(values, state.tried, fact)),
  );
  return { ...state.elsewhere, ...onlyOf(values, unknown) };
}

/** What was sent could not be saved. What was typed since is tried anew. */
export function refused(state: FactsState, trouble: Trouble): FactsState {
  const { sending } = state;
  if (sending === null) return state;
  const { fact, facts } = sending;
  const changed = together(fact).some((each) => !isSame(state.shown, facts, each));
  const isOutdated = trouble.code === 'outdated';
  const troubles = changed && !isOutdated ? state.troubles : new Map([...state.troubles, [fact, trouble]]);
  return { ...state, sending: null, tried: isOutdated ? state.tried : facts, troubles };
}

/** What the store kept back, not a rule, may be tried again; what was written elsewhere is read first. */
export function retried(state: FactsState): FactsState {
  const troubles = [...state.troubles].filter(([, { code }]) => code === 'invalid' || code === 'outdated');
  return { ...state, troubles: new Map(troubles) };
}

/** The facts were read again: those that are saved show what came. Passed over while something is on its way. */
export function arrived(state: FactsState, stored: DescribedEngagement): FactsState {
  if (state.sending !== null) return state;
  const unsaved = new Set([...state.unsaved].filter((fact) => !isSame(state.shown, stored.facts, fact)));
  let shown = stored.facts;
  for (const fact of unsaved) shown = withFact(shown, state.shown, fact);
  // What is saved here and was written again since is news by itself.
  const open = namesIn(state.elsewhere).filter(
    (fact) => unsaved.has(fact) || isSame(stored.facts, state.stored.facts, fact),
  );
  const known = { ...state, elsewhere: onlyOf(state.elsewhere, open) };
  const elsewhere = unknownOf(known, stored.facts, [...unsaved]);
  const troubles = new Map([...state.troubles].filter(([, { code }]) => code !== 'outdated'));
  return { ...state, stored, shown, unsaved, elsewhere, troubles };
}

function withTyped(state: FactsState, fact: FactName, facts: EngagementFacts): FactsState {
  const goes = state.sending !== null && together(state.sending.fact).includes(fact);
  // What was tried without an answer may be in the store: there is something to save until that is known.
  const doubted = state.tried !== null && !isSame(state.tried, state.stored.facts, fact);
  const stays = !goes && !doubted && isSame(facts, state.stored.facts, fact);
  const others = [...state.unsaved].filter((name) => name !== fact);
  return {
    ...state,
    shown: facts,
    unsaved: new Set(stays ? others : [...others, fact]),
    troubles: new Map([...state.troubles].filter(([name]) => !together(fact).includes(name))),
  };
}

/** How many lines a list has; a text has none. */
function linesOf(facts: EngagementFacts, fact: FactName): number {
  const value = facts[fact];
  return typeof value === 'string' ? 0 : value.length;
}

function namesIn(facts: Partial<EngagementFacts>): FactName[] {
  return Object.keys(facts) as FactName[];
}

/** Some of the facts, by their names. */
export function onlyOf(
  facts: Partial<EngagementFacts>,
  names: readonly FactName[],
): Partial<EngagementFacts> {
  return Object.fromEntries(names.map((name) => [name, facts[name]]));
}

function isSame(one: Partial<EngagementFacts>, other: Partial<EngagementFacts>, fact: FactName): boolean {
  return JSON.stringify(one[fact]) === JSON.stringify(other[fact]);
}
