import type { Annotation, AnnotationKind } from '#contract/finding/annotation.ts';
import type { AnnotationColour } from '#contract/value-lists.ts';

export const kindLabels: Readonly<Record<AnnotationKind, string>> = {
  box: 'Box',
  arrow: 'Arrow',
  line: 'Line',
  number: 'Number',
  text: 'Text',
  highlight: 'Highlight',
  blur: 'Blur',
};

export const colourLabels: Readonly<Record<AnnotationColour, string>> = {
  red: 'Red',
  amber: 'Amber',
  green: 'Green',
  blue: 'Blue',
  black: 'Black',
  white: 'White',
};

/** Lines so many times as thick as is usual for the image. */
export const thicknesses = [
  { label: 'Thin', times: 0.6 },
  { label: 'Medium', times: 1 },
  { label: 'Thick', times: 2 },
] as const;

/** An annotation among those of its image, as a screen reader says it; `number` is what stands in a number. */
export function layerLabel(annotation: Annotation, at: number, count: number, number: number): string {
  const rank = `${String(at + 1)} of ${String(count)}`;
  switch (annotation.kind) {
    case 'number':
      return `Number ${String(number)}, ${rank}`;
    case 'text':
      return `Text ${rank}: ${annotation.text}`;
    default:
      return `${kindLabels[annotation.kind]} ${rank}`;
  }
}

export const keysHint =
  'Drag on the image to draw, or add one in the middle. Tab goes through the annotations. Arrow keys move the selected one by ten pixels, with Ctrl by one; Shift changes its size; Delete removes it.';

export const blurWarning = 'Blur hides detail but keeps the original in the vault. For secrets, use Cover.';

export const changedElsewhere =
  'The annotations were changed in another window. If you save yours, they replace those.';

export const pixelsChanged = 'The image changed since you began. Annotate it again.';
