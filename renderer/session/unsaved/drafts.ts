import type { ErrorCode } from '#contract/error.ts';

/*
 * What is typed and not saved yet, field by field. Pure: every function takes the whole state and gives the next one.
 * So it can be proven that no arriving value replaces what is typed, and that nothing typed hides an arriving value.
 */

/** A value or its absence. */
export interface Held<V> {
  readonly value?: V;
}

/** Why a field is not saved: a rule of the interface, or the store's words. */
export interface SaveTrouble {
  readonly code: ErrorCode;
  readonly message: string;
}

/** One field with a value that is not in the store yet. */
export interface Draft<V> {
  readonly value: V;
  /** The field as the user saw it when they began to type; what is saved says so. */
  readonly seen: Held<V>;
  /** What was written elsewhere while the user typed, if that is another value than they saw. */
  readonly elsewhere: Held<V> | null;
  /** What was sent and not confirmed: the store may have it in place of what was seen, which only a reading tells. */
  readonly doubted: Held<V> | null;
  /** Why it is not saved; null while nothing was wrong. */
  readonly trouble: SaveTrouble | null;
}

/** A value that is sent to the store, and what it may be written over. */
export interface FieldChange<F, V> {
  readonly field: F;
  readonly value: V;
  readonly seen: Held<V>;
}

/** How a view of the store has its fields. */
export interface DraftFields<F, V, View> {
  readonly read: (view: View, field: F) => V | undefined;
  /** The view as it is once the store has the value. */
  readonly write: (view: View, field: F, value: V) => View;
  /** Whether the view still has what the field belongs to; without it, it always has. */
  readonly has?: (view: View, field: F) => boolean;
  readonly isSame: (one: V | undefined, other: V | undefined) => boolean;
  /** Why the store would not take a value; without it, it takes all. */
  readonly check?: (view: View, field: F, value: V) => SaveTrouble | null;
  /** Fields that are judged, and sent, with this one, itself among them; without it, each is by itself. */
  readonly together?: (field: F) => readonly F[];
  /** Whether the store can join a value with one that was written elsewhere: it is sent without asking the user first. */
  readonly canJoin?: boolean;
}

/** What is typed over one view of the store. */
export interface DraftState<F, V, View> {
  readonly fields: DraftFields<F, V, View>;
  readonly view: View;
  readonly drafts: ReadonlyMap<F, Draft<V>>;
  /** What is on its way into the store. */
  readonly sending: ReadonlyMap<F, FieldChange<F, V>>;
  /** When this window last heard that something typed is in the store. */
  readonly savedAtMs: number | null;
}

/** A view as it was read: nothing typed. */
export function opened<F, V, View>(view: View, fields: DraftFields<F, V, View>): DraftState<F, V, View> {
  return { fields, view, drafts: new Map(), sending: new Map(), savedAtMs: null };
}

/** What the field shows: what is typed, else what is saved. */
export function shownIn<F, V, View>(state: DraftState<F, V, View>, field: F): V | undefined {
  const draft = state.drafts.get(field);
  return draft === undefined ? state.fields.read(state.view, field) : draft.value;
}

/**
 * The user changed a field. A value that breaks a rule of the interface is kept as a draft and says which rule. A
 * value that is known to be what the store has leaves nothing to save.
 */
export function typed<F, V, View>(state: DraftState<F, V, View>, field: F, value: V): DraftState<F, V, View> {
  const before = state.drafts.get(field);
  const stored = heldIn(state, field);
  const elsewhere = before?.elsewhere ?? null;
  const doubted = before?.doubted ?? null;
  const settled = !state.sending.has(field) && elsewhere === null && doubted === null;
  if (settled && state.fields.isSame(value, stored.value)) return released(without(state, field), field);
  // What is under way is what the user saw last, once it has arrived.
  const seen = before?.seen ?? state.sending.get(field)?.seen ?? stored;
  // Until the user answers which one stays, nothing they type on is saved over the other one.
  const asks = before?.trouble?.code === 'outdated' ? before.trouble : null;
  const trouble = asks ?? broken(state, field, value);
  return released(withDraft(state, field, { value, seen, elsewhere, doubted, trouble }), field);
}

/** What is judged together with a field that was typed is tried with it again. */
function released<F, V, View>(state: DraftState<F, V, View>, field: F): DraftState<F, V, View> {
  return group(state, field).reduce((next, other) => {
    const draft = next.drafts.get(other);
    return other === field || draft?.trouble?.code !== 'invalid'
      ? next
      : withDraft(next, other, { ...draft, trouble: broken(next, other, draft.value) });
  }, state);
}

/** The fields that can be sent now, in the order in which they were typed in. */
export function due<F, V, View>(state: DraftState<F, V, View>): readonly F[] {
  return [...state.drafts.keys()].filter((field) =>
    group(state, field).every((one) => !state.sending.has(one) && mayBeSent(state, one)),
  );
}

function mayBeSent<F, V, View>(state: DraftState<F, V, View>, field: F): boolean {
  const draft = state.drafts.get(field);
  if (draft === undefined) return true;
  return draft.trouble === null && (draft.elsewhere === null || state.fields.canJoin === true);
}

/** What is sent with a field: that, and what is judged together with it and is not saved either. */
export function outgoing<F, V, View>(state: DraftState<F, V, View>, field: F): readonly F[] {
  return group(state, field).filter((one) => state.drafts.has(one));
}

function group<F, V, View>({ fields }: DraftState<F, V, View>, field: F): readonly F[] {
  return fields.together?.(field) ?? [field];
}

/** A field goes on its way. The state stays as it is if there is nothing to send. */
export function sent<F, V, View>(state: DraftState<F, V, View>, field: F): DraftState<F, V, View> {
  const draft = state.drafts.get(field);
  if (draft === undefined || draft.doubted !== null) return state;
  // What is under way will be what the store has.
  const before = state.sending.get(field);
  const seen = before === undefined ? draft.seen : { value: before.value };
  return { ...state, sending: new Map([...state.sending, [field, { field, value: draft.value, seen }]]) };
}

/**
 * The store has what was sent. What was typed since stays a draft over it; otherwise the field shows what was saved,
 * until the next reading says more.
 */
export function saved<F, V, View>(
  state: DraftState<F, V, View>,
  { field, value }: FieldChange<F, V>,
  atMs: number,
): DraftState<F, V, View> {
  const view = state.fields.write(state.view, field, value);
  const done = { ...state, view, sending: withoutKey(state.sending, field), savedAtMs: atMs };
  const draft = done.drafts.get(field);
  if (draft === undefined) return done;
  if (state.fields.isSame(draft.value, value)) return without(done, field);
  return withDraft(done, field, { ...draft, seen: { value }, elsewhere: null });
}

/** Failures that trying again cannot end: a rule is broken, or the user has to say which of two values stays. */
export const waitsForUser: ReadonlySet<ErrorCode> = new Set(['invalid', 'outdated']);

/** Failures that the store itself tells of; any other may be of a program that ended when it had saved. */
const surelyRefused: ReadonlySet<ErrorCode> = new Set([
  'invalid',
  'not-found',
  'wrong-state',
  'outdated',
  'other-account',
  'disk-full',
]);

/**
 * What was sent could not be saved, or nobody knows whether it was. The draft stays, with the reason; what was typed
 * since is tried anew.
 */
export function refused<F, V, View>(
  state: DraftState<F, V, View>,
  { field, value }: FieldChange<F, V>,
  failure: SaveTrouble,
): DraftState<F, V, View> {
  const done = { ...state, sending: withoutKey(state.sending, field) };
  const draft = done.drafts.get(field);
  if (draft === undefined) return done;
  const changed = !state.fields.isSame(draft.value, value);
  if (changed && failure.code === 'invalid') return done;
  const doubted = surelyRefused.has(failure.code) ? null : { value };
  return withDraft(done, field, { ...draft, doubted, trouble: failure });
}

/** The store could not be read again, as it must be before the field is sent. */
export function keptBack<F, V, View>(
  state: DraftState<F, V, View>,
  field: F,
  failure: SaveTrouble,
): DraftState<F, V, View> {
  const draft = state.drafts.get(field);
  return draft === undefined ? state : withDraft(state, field, { ...draft, trouble: failure });
}

/** Drafts that were kept back by the store, not by a rule, may be tried again. */
export function retried<F, V, View>(state: DraftState<F, V, View>): DraftState<F, V, View> {
  const drafts = [...state.drafts].map(([field, draft]): [F, Draft<V>] => {
    const mayPass = draft.trouble !== null && !waitsForUser.has(draft.trouble.code);
    return [field, mayPass ? { ...draft, trouble: null } : draft];
  });
  return { ...state, drafts: new Map(drafts) };
}

/**
 * The view was read again. Fields without a draft show the new value. A draft stays letter by letter, and says so if
 * the value behind it has changed, unless the user's own save changed it.
 *
 * The caller must not pass a reading that was requested before a save. While a save is under way, a reading may be
 * older, and is ignored.
 */
export function arrived<F, V, View>(state: DraftState<F, V, View>, view: View): DraftState<F, V, View> {
  if (state.sending.size > 0) return state;
  const { isSame } = state.fields;
  const next = { ...state, view };
  const drafts = [...state.drafts].flatMap(([field, draft]): [F, Draft<V>][] => {
    const stored = heldIn(next, field);
    if (isSame(stored.value, draft.value)) return [];
    const seen = draft.doubted !== null && isSame(stored.value, draft.doubted.value) ? stored : draft.seen;
    const elsewhere = isSame(stored.value, seen.value) ? null : stored;
    // The other value was undone: nothing is left to ask.
    const isOver = elsewhere === null && draft.trouble?.code === 'outdated';
    const trouble = isOver ? broken(next, field, draft.value) : draft.trouble;
    return [[field, { ...draft, seen, doubted: null, elsewhere, trouble }]];
  });
  return { ...next, drafts: new Map(drafts) };
}

/** The user keeps what they typed over what was written elsewhere, which they have been shown. */
export function insisted<F, V, View>(state: DraftState<F, V, View>, field: F): DraftState<F, V, View> {
  const draft = state.drafts.get(field);
  if (draft === undefined || draft.elsewhere === null) return state;
  const { value, elsewhere: seen } = draft;
  return withDraft(state, field, { ...draft, seen, elsewhere: null, trouble: broken(state, field, value) });
}

/** The user gives up what they typed in a field: it shows what is stored. */
export function dropped<F, V, View>(state: DraftState<F, V, View>, field: F): DraftState<F, V, View> {
  return without(state, field);
}

function heldIn<F, V, View>({ fields, view }: DraftState<F, V, View>, field: F): Held<V> {
  const value = fields.read(view, field);
  return value === undefined ? {} : { value };
}

function broken<F, V, View>(state: DraftState<F, V, View>, field: F, value: V): SaveTrouble | null {
  return state.fields.check?.(state.view, field, value) ?? null;
}

function withDraft<F, V, View>(
  state: DraftState<F, V, View>,
  field: F,
  draft: Draft<V>,
): DraftState<F, V, View> {
  return { ...state, drafts: new Map([...state.drafts, [field, draft]]) };
}

function without<F, V, View>(state: DraftState<F, V, View>, field: F): DraftState<F, V, View> {
  return state.drafts.has(field) ? { ...state, drafts: withoutKey(state.drafts, field) } : state;
}

function withoutKey<K, T>(map: ReadonlyMap<K, T>, key: K): ReadonlyMap<K, T> {
  return new Map([...map].filter(([one]) => one !== key));
}
