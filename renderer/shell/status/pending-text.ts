import { counted, number } from '#renderer/ui/text/format.ts';

/** `2 findings need attention`; they are among the pending ones. */
export function attentionText(findings: number): string {
  return counted(findings, 'finding needs attention', 'findings need attention');
}

/** `3 findings pending`, `3 findings pending, 1 held back` */
export function pendingText(findings: number, heldBack: number): string {
  const held = heldBack === 0 ? '' : `, ${number(heldBack)} held back`;
  return `${counted(findings, 'finding')} pending${held}`;
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
