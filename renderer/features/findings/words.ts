import { counted } from '#renderer/ui/format.ts';

/** "1 finding", "12,000 findings". */
export function findingsOf(count: number): string {
  return counted(count, 'finding');
}
