import { z } from 'zod';
import { maxAnnotations, maxAnnotationText } from '../input/sizes.ts';
import { annotationColours } from '../value-lists.ts';

/** In pixels of the image; a crop leaves parts of an annotation outside. */
const coordinate = z.int().min(-100_000).max(100_000);
const side = z.int().min(1).max(100_000);
/** Thickness of lines, radius of a number, height of a text, in pixels. */
const size = z.int().min(1).max(5_000);
const colour = z.enum(annotationColours);
const area = { x: coordinate, y: coordinate, width: side, height: side };
const ends = { x1: coordinate, y1: coordinate, x2: coordinate, y2: coordinate };

/** One layer over an image. A number is not stored: it follows from the order of the layers. */
export const annotation = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('box'), colour, size, ...area }),
  z.strictObject({ kind: z.literal('arrow'), colour, size, ...ends }),
  z.strictObject({ kind: z.literal('line'), colour, size, ...ends }),
  z.strictObject({ kind: z.literal('number'), colour, size, x: coordinate, y: coordinate }),
  z.strictObject({
    kind: z.literal('text'),
    colour,
    size,
    x: coordinate,
    y: coordinate,
    // Without line breaks and other control characters: it is drawn as one line.
    text: z
      .string()
      .max(maxAnnotationText)
      .regex(/^\P{Cc}*$/u),
  }),
  z.strictObject({ kind: z.literal('highlight'), colour, ...area }),
  z.strictObject({ kind: z.literal('blur'), ...area }),
]);

export const annotations = z.array(annotation).max(maxAnnotations);

export type Annotation = z.infer<typeof annotation>;
export type AnnotationKind = Annotation['kind'];
