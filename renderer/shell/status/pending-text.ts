import { counted, number } from '#renderer/ui/text/format.ts';

/** `2 changes need attention`; they are among the pending ones. */
export function attentionText(changes: number): string {
  return counted(changes, 'change needs attention', 'changes need attention');
}

/** `3 pending changes`, `3 pending changes, 1 held back` */
export function pendingText(count: number, heldBack: number): string {
  const held = heldBack === 0 ? '' : `, ${number(heldBack)} held back`;
  return `${counted(count, 'pending change')}${held}`;
}

/**
 * When pending changes are sent, as it follows their number: ` · manual`, ` · next sync in 4 min`.
 * @param next milliseconds since the epoch; null says nothing
 */
export function nextSendText(next: number | 'manual' | null, now: number): string {
  if (next === null) return '';
  if (next === 'manual') return ' · manual';
  return ` · next sync in ${String(Math.max(1, Math.ceil((next - now) / 60_000)))} min`;
}
