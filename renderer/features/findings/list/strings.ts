import { counted } from '#renderer/ui/text/format.ts';

/** "1 finding", "12,000 findings". */
export function findingsOf(count: number): string {
  return counted(count, 'finding');
}
