import { valueLabel } from '#domain/finding/labels/value-labels.ts';
import { isolate } from '#renderer/ui/text/bidi-isolation.ts';

/** Asks whether a value was meant that nobody offers: “Lowvl” is not a severity. Use Low? */
export function valueQuestion(noun: string, typed: string, near: string | null): string {
  const says = `“${isolate(typed.trim())}” is not a ${noun.toLowerCase()}.`;
  return near === null ? `${says} The service may not know it.` : `${says} Use ${isolate(valueLabel(near))}?`;
}

/** What the answers of the question are called. */
export const valueAnswers = {
  use: (near: string) => `Use ${valueLabel(near)}`,
  keep: (typed: string) => `Keep “${isolate(typed.trim())}”`,
  custom: 'Custom…',
} as const;
