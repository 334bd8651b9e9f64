import type { z } from 'zod';
import type { annotation } from './annotation-schema.ts';

/* What the window needs at run time of annotations; their schema stands apart, since no page loads zod. */

/** The colours that an annotation may have, by their names in the window. */
export const annotationColours = ['red', 'amber', 'green', 'blue', 'black', 'white'] as const;

/** So many annotations stand on one image at most. */
export const mostAnnotations = 200;
/** So many characters stand in one text at most. */
export const mostAnnotationText = 200;

/** One layer over an image. A number is not stored: it follows from the order of the layers. */
export type Annotation = z.infer<typeof annotation>;
export type AnnotationKind = Annotation['kind'];
export type AnnotationColour = (typeof annotationColours)[number];
