import { namesOf } from '#domain/finding/labels/field-labels.ts';
import { counted } from '#renderer/ui/text/format.ts';

/** "1 finding", "12,000 findings". */
export function findingsOf(count: number): string {
  return counted(count, 'finding');
}

/** What is told of fields that came back other than they were sent. */
export function alteredTitle(fields: readonly string[]): string {
  return `The service changed what you sent: ${namesOf(fields)}`;
}
