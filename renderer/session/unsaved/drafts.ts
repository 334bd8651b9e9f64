import type { ErrorCode } from '#contract/error.ts';
import { editableFields, type EditableField } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import type { FindingView } from '#contract/window/window.ts';
import { equalJson, isList } from '#domain/base/json.ts';
import { memberOf } from '#domain/finding/record.ts';
import { checkEdit } from '#domain/finding/rules.ts';

/*
 * What is typed in an open finding and not saved yet. Pure: every function takes the whole state and gives
 * the next one. So it can be proven that no arriving value replaces typed text, and no typed text hides an
 * arriving value.
 */

/** A value or its absence. */
export interface Held {
  readonly value?: Json;
}

/** One field with a value that is not in the store yet. */
export interface Draft {
  readonly value: Json;
  /** The field as the person saw it when they began to type; what is saved says so. */
  readonly seen: Held;
  /** What the service brought while the person typed, if that is another value than they saw. */
  readonly elsewhere: Held | null;
  /** What was sent and not confirmed: the store may have it in place of what was seen, which only a reading tells. */
  readonly doubted: Held | null;
  /** Why it is not saved: a rule of the interface, or the store's words. Null while nothing was wrong. */
  readonly trouble: Failure | null;
}

interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
}

/** A field on its way into the store. */
export interface Sending {
  readonly field: EditableField;
  readonly value: Json;
  readonly seen: Held;
}

/** One open finding. */
export interface OpenState {
  readonly view: FindingView;
  readonly profile: ServiceProfile;
  readonly drafts: ReadonlyMap<EditableField, Draft>;
  readonly sending: Sending | null;
  /** When this window last heard that something typed in this finding is in the store. */
  readonly savedAtMs: number | null;
}

/** A finding as it was opened: nothing typed. */
export function opened(view: FindingView, profile: ServiceProfile): OpenState {
  return { view, profile, drafts: new Map(), sending: null, savedAtMs: null };
}

/** What the field shows: what is typed, else what is saved. */
export function shownIn(state: OpenState, field: EditableField): Json | undefined {
  const draft = state.drafts.get(field);
  return draft === undefined ? memberOf(state.view.effective, field) : draft.value;
}

/**
 * The person changed a field. A value that breaks a rule of the interface is kept as a draft and says which rule. A
 * value that is known to be what the store has leaves nothing to save.
 */
export function typed(state: OpenState, field: EditableField, value: Json): OpenState {
  const before = state.drafts.get(field);
  const stored = heldIn(state, field);
  const elsewhere = before?.elsewhere ?? null;
  const doubted = before?.doubted ?? null;
  const settled = state.sending?.field !== field && elsewhere === null && doubted === null;
  if (settled && isSame({ value }, stored)) return without(state, field);
  // What is under way is what the person saw last, once it has arrived.
  const seen = before?.seen ?? (state.sending?.field === field ? state.sending.seen : stored);
  // Until the user answers which one stays, nothing they type on is saved over the other one.
  const asks = before?.trouble?.code === 'outdated' ? before.trouble : null;
  const trouble = asks ?? broken(state, field, value);
  return withDraft(state, field, { value, seen, elsewhere, doubted, trouble });
}

/** The fields that can be sent now, in the order in which they were typed in. */
export function due(state: OpenState): readonly EditableField[] {
  return [...state.drafts].filter(([, { trouble }]) => trouble === null).map(([field]) => field);
}

/** Whether the finding must be read again before the field is sent: the store may have what was sent before. */
export function isDoubted(state: OpenState, field: EditableField): boolean {
  return (state.drafts.get(field)?.doubted ?? null) !== null;
}

/** The field goes on its way; only one does at a time. The state stays as it is if there is nothing to send yet. */
export function sent(state: OpenState, field: EditableField): OpenState {
  const draft = state.drafts.get(field);
  if (draft === undefined || draft.doubted !== null || state.sending !== null) return state;
  return { ...state, sending: { field, value: draft.value, seen: draft.seen } };
}

/**
 * The store has what was sent. What was typed since stays a draft over it; otherwise the field shows what was saved,
 * until the next reading of the finding says more.
 */
export function saved(state: OpenState, atMs: number): OpenState {
  const { sending } = state;
  if (sending === null) return state;
  const { field, value } = sending;
  const view = { ...state.view, effective: withMember(state.view.effective, field, value) };
  const done = { ...state, view, sending: null, savedAtMs: atMs };
  const draft = done.drafts.get(field);
  if (draft === undefined) return done;
  if (isSame({ value: draft.value }, { value })) return without(done, field);
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
export function refused(state: OpenState, failure: Failure): OpenState {
  const { sending } = state;
  if (sending === null) return state;
  const done = { ...state, sending: null };
  const draft = done.drafts.get(sending.field);
  if (draft === undefined) return done;
  const { field, value } = sending;
  const changed = !isSame({ value: draft.value }, { value });
  if (changed && failure.code === 'invalid') return done;
  const doubted = surelyRefused.has(failure.code) ? null : { value };
  return withDraft(done, field, { ...draft, doubted, trouble: failure });
}

/** The finding could not be read again, as it must be before the field is sent. */
export function keptBack(state: OpenState, field: EditableField, failure: Failure): OpenState {
  const draft = state.drafts.get(field);
  return draft === undefined ? state : withDraft(state, field, { ...draft, trouble: failure });
}

/** Drafts that were kept back by the store, not by a rule, may be tried again. */
export function retried(state: OpenState): OpenState {
  const drafts = [...state.drafts].map(([field, draft]): [EditableField, Draft] => {
    const mayPass = draft.trouble !== null && !waitsForUser.has(draft.trouble.code);
    return [field, mayPass ? { ...draft, trouble: null } : draft];
  });
  return { ...state, drafts: new Map(drafts) };
}

/**
 * The finding was read again. Fields without a draft show the new value. A draft stays letter by letter, and says so if
 * the value behind it has changed, unless the user's own save changed it.
 *
 * The caller must not pass a reading that was requested before a save. While a save is under way, a reading may be
 * older, and is ignored.
 */
export function arrived(state: OpenState, view: FindingView): OpenState {
  if (state.sending !== null) return state;
  const next = { ...state, view };
  const drafts = [...state.drafts].flatMap(([field, draft]): [EditableField, Draft][] => {
    const stored = heldIn(next, field);
    if (isSame(stored, { value: draft.value })) return [];
    const seen = draft.doubted !== null && isSame(stored, draft.doubted) ? stored : draft.seen;
    const elsewhere = isSame(stored, seen) ? null : stored;
    // The other value has been taken back: nothing is left to ask.
    const isOver = elsewhere === null && draft.trouble?.code === 'outdated';
    const trouble = isOver ? broken(next, field, draft.value) : draft.trouble;
    return [[field, { ...draft, seen, doubted: null, elsewhere, trouble }]];
  });
  return { ...next, drafts: new Map(drafts) };
}

/** The user keeps what they typed over what was written elsewhere, which they have been shown. */
export function insisted(state: OpenState, field: EditableField): OpenState {
  const draft = state.drafts.get(field);
  if (draft === undefined || draft.elsewhere === null) return state;
  const { value, elsewhere: seen } = draft;
  return withDraft(state, field, { ...draft, seen, elsewhere: null, trouble: broken(state, field, value) });
}

/** The person gives up what they typed in a field: it shows what is stored. */
export function dropped(state: OpenState, field: EditableField): OpenState {
  return without(state, field);
}

/** Fields whose text is only on this page, in the order of the interface. */
export function unsaved(state: OpenState): readonly EditableField[] {
  return editableFields.filter((field) => state.drafts.has(field));
}

function heldIn(state: OpenState, field: EditableField): Held {
  const value = memberOf(state.view.effective, field);
  return value === undefined ? {} : { value };
}

/** An empty text or list in a field that holds nothing is no change: nobody typed anything. */
function isSame(one: Held, other: Held): boolean {
  return equalJson(one.value, other.value) || (holdsNothing(one) && holdsNothing(other));
}

function holdsNothing({ value }: Held): boolean {
  return value === undefined || value === null || value === '' || (isList(value) && value.length === 0);
}

function broken(state: OpenState, field: EditableField, value: Json): Draft['trouble'] {
  const checked = checkEdit(Object.fromEntries([[field, value]]), state.view.effective, state.profile);
  if (checked.kind === 'ok') return null;
  return { code: 'invalid', message: checked.message.replace(`${field}: `, '') };
}

function withDraft(state: OpenState, field: EditableField, draft: Draft): OpenState {
  return { ...state, drafts: new Map([...state.drafts, [field, draft]]) };
}

function without(state: OpenState, field: EditableField): OpenState {
  if (!state.drafts.has(field)) return state;
  return { ...state, drafts: new Map([...state.drafts].filter(([name]) => name !== field)) };
}

function withMember(
  record: FindingView['effective'],
  field: EditableField,
  value: Json,
): FindingView['effective'] {
  return Object.fromEntries([...Object.entries(record), [field, value]]);
}
