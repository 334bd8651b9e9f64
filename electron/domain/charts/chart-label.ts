/** How wide a text of one line is at this size, in points. */
export type MeasureChartText = (text: string, size: number, bold: boolean) => number;

/** A line of a label as it is drawn. */
export interface LabelLine {
  readonly text: string;
  readonly width: number;
}

/** A label in lines. `isCut`: it ends in an ellipsis. */
export interface FittedLabel {
  readonly lines: readonly LabelLine[];
  readonly isCut: boolean;
}

/** Behind blanks and the signs of an address. */
const breakPlaces = /(?<=[\s/._?&=,;:-])/u;

/** A label in at most so many lines of `room` points; what does not fit ends in an ellipsis. */
export function fittedLabel(
  label: string,
  room: number,
  maxLines: number,
  measure: (text: string) => number,
): FittedLabel {
  const lines: LabelLine[] = [];
  let rest = label.trim();
  while (rest !== '' && measure(rest) > room && lines.length < maxLines - 1) {
    const taken = beginning(rest, room, measure);
    lines.push(lineOf(taken.trimEnd(), measure));
    rest = rest.slice(taken.length).trimStart();
  }
  if (measure(rest) <= room) return { lines: [...lines, lineOf(rest, measure)], isCut: false };
  return { lines: [...lines, lineOf(cutText(rest, room, measure), measure)], isCut: true };
}

function lineOf(text: string, measure: (text: string) => number): LabelLine {
  return { text, width: measure(text) };
}

/** As many words as fit into a line; letters of a word that alone is wider. */
function beginning(text: string, room: number, measure: (text: string) => number): string {
  let taken = '';
  for (const word of text.split(breakPlaces)) {
    if (measure((taken + word).trimEnd()) > room) break;
    taken += word;
  }
  return taken === '' ? text.slice(0, Math.max(1, fittingLetters(text, room, measure).length)) : taken;
}

function cutText(text: string, room: number, measure: (text: string) => number): string {
  const kept = fittingLetters(text, room - measure('\u2026'), measure);
  return `${kept.trimEnd()}\u2026`;
}

/** The longest beginning that fits, in whole letters. */
function fittingLetters(text: string, room: number, measure: (text: string) => number): string {
  const letters = Array.from(text);
  let [low, high] = [0, letters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(letters.slice(0, middle).join('')) <= room) low = middle;
    else high = middle - 1;
  }
  return letters.slice(0, low).join('');
}
