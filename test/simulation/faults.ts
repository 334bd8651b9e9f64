import type { Dice } from './random.ts';

/** What goes wrong with one request. Each kind is one boundary of sync.md, "How it is tested". */
export type Fault =
  /** Not a byte leaves. */
  | { readonly kind: 'not-sent' }
  /** The request is lost on the way; the service never sees it. */
  | { readonly kind: 'lost-request' }
  /** The service carries it out; the answer is lost. */
  | { readonly kind: 'lost-answer' }
  /** The connection ends; the request lands later all the same, inside the quiet time. */
  | { readonly kind: 'lands-late'; readonly afterMs: number }
  | { readonly kind: 'status'; readonly status: 500 | 503; readonly handled: boolean }
  | { readonly kind: 'throttled'; readonly retryAfter: string | null }
  | { readonly kind: 'web-page'; readonly handled: boolean }
  | { readonly kind: 'success-false'; readonly handled: boolean }
  | { readonly kind: 'empty-list' }
  | { readonly kind: 'cut-list' };

export type FaultKind = Fault['kind'];

/** Draws a fault for one request, or none; about one request in `rarity` has one. */
export function drawFault(dice: Dice, rarity: number, method: string, quietTimeMs: number): Fault | null {
  if (rarity === 0 || !dice.oneIn(rarity)) return null;
  const kind = dice.pick([
    'not-sent',
    'lost-request',
    'lost-answer',
    'lands-late',
    'status',
    'throttled',
    'web-page',
    'success-false',
  ] as const);
  switch (kind) {
    case 'not-sent':
    case 'lost-request':
    case 'lost-answer':
      return { kind };
    case 'lands-late':
      // A read has no effect that could land.
      if (method === 'GET') return { kind: 'lost-answer' };
      return { kind, afterMs: dice.between(1, Math.floor(quietTimeMs * 0.9)) };
    case 'status':
      return { kind, status: dice.pick([500, 503]), handled: dice.oneIn(2) };
    case 'throttled':
      return { kind, retryAfter: dice.pick([null, '1', '30', '600']) };
    case 'web-page':
    case 'success-false':
      return { kind, handled: dice.oneIn(2) };
  }
}
