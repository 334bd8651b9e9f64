import type { Dice } from '../draw/random.ts';

/** What goes wrong with one request. Each kind is one boundary of sync.md, "How it is tested". */
export type Fault =
  /** Not a byte leaves. */
  | { readonly kind: 'not-sent' }
  /** The request is lost on the way, or an idle connection was closed; the service never sees it. */
  | { readonly kind: 'lost-request' }
  /** The service carries it out; the answer is lost, or ends in its middle. */
  | { readonly kind: 'lost-answer' }
  /** The connection ends; the request lands later all the same. */
  | { readonly kind: 'lands-late'; readonly afterMs: number }
  | { readonly kind: 'status'; readonly status: 408 | 500 | 503; readonly handled: boolean }
  | { readonly kind: 'refused'; readonly status: 400 | 401 | 403 | 404 | 409 }
  | { readonly kind: 'throttled'; readonly retryAfter: string | null }
  /** 429 with a date so many milliseconds ahead. */
  | { readonly kind: 'throttled-until'; readonly aheadMs: number }
  | { readonly kind: 'web-page'; readonly handled: boolean }
  | { readonly kind: 'cut-body' }
  | { readonly kind: 'success-false'; readonly handled: boolean }
  | { readonly kind: 'redirect'; readonly handled: boolean }
  /** A list that is empty although there is more. */
  | { readonly kind: 'empty-list' }
  /** A list without some of its rows. */
  | { readonly kind: 'partial-list'; readonly without: number };

export type FaultKind = Fault['kind'];

const anywhere = [
  'not-sent',
  'lost-request',
  'lost-answer',
  'status',
  'refused',
  'throttled',
  'throttled-until',
  'web-page',
  'cut-body',
  'success-false',
  'redirect',
] as const satisfies readonly FaultKind[];
const inLists = ['empty-list', 'partial-list'] as const satisfies readonly FaultKind[];
const onWrites = ['lost-answer', 'lands-late', 'lands-late'] as const satisfies readonly FaultKind[];

/** Draws a fault. `latestMs`: how late a write may land after its connection ended. */
export function drawFault(dice: Dice, latestMs: number, of: 'read' | 'write'): Fault {
  const kind = dice.pick([...anywhere, ...(of === 'read' ? inLists : onWrites)]);
  switch (kind) {
    case 'not-sent':
    case 'lost-request':
    case 'lost-answer':
    case 'cut-body':
    case 'empty-list':
      return { kind };
    case 'lands-late':
      return { kind, afterMs: dice.between(1, latestMs) };
    case 'status':
      return { kind, status: dice.pick([408, 500, 503]), handled: dice.oneIn(2) };
    case 'refused':
      return { kind, status: dice.pick([400, 401, 403, 404, 409]) };
    case 'throttled':
      return { kind, retryAfter: dice.pick([null, '1', '30', '600', 'soon']) };
    case 'throttled-until':
      return { kind, aheadMs: dice.pick([-60_000, 2_000, 45_000]) };
    case 'web-page':
    case 'success-false':
    case 'redirect':
      return { kind, handled: dice.oneIn(2) };
    case 'partial-list':
      return { kind, without: dice.between(0, 4) };
  }
}
