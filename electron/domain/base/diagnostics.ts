/** A part of a diagnosis: a heading and what stands under it, name by name. */
export interface DiagnosisPart {
  readonly title: string;
  readonly lines: readonly (readonly [name: string, value: string | number])[];
}

/**
 * A diagnosis as a text to be read before it is given away. Every value has to be a number, a time or a word of the
 * program: it is put together where that can be seen.
 */
export function diagnosisText(parts: readonly DiagnosisPart[]): string {
  return parts.map(partText).join('\n');
}

function partText({ title, lines }: DiagnosisPart): string {
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  const told = lines.map(([name, value]) => `  ${name.padEnd(width)}  ${String(value)}`);
  return [title, ...(told.length === 0 ? ['  none'] : told), ''].join('\n');
}
