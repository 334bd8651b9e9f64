import type { Annotation } from '#contract/finding/annotation.ts';
import type { AnnotationColour } from '#contract/value-lists.ts';
import { boundsOf, lineHeight, numberAt, textMargin } from './edit.ts';
import type { MeasureText, PictureArea, Point } from './edit.ts';

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/**
 * What is drawn for an annotation, the same for the window and for the picture of a report. A `shape` is a polygon; of two
 * rings that run in opposite directions the inner one is a hole (nonzero winding).
 */
export type Drawing =
  | { readonly kind: 'pixelate'; readonly area: PictureArea }
  | {
      readonly kind: 'shape';
      readonly rings: readonly (readonly Point[])[];
      readonly colour: Rgb;
      readonly opacity: number;
    }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Where its baseline begins. */
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly colour: Rgb;
    };

const rgbOf: Readonly<Record<AnnotationColour, Rgb>> = {
  red: [214, 32, 42],
  amber: [246, 177, 20],
  green: [22, 128, 60],
  blue: [26, 95, 205],
  black: [17, 17, 17],
  white: [255, 255, 255],
};

const highlightOpacity = 0.35;
/** Letters on these colours are dark. */
const lightColours: readonly AnnotationColour[] = ['amber', 'white'];
const circleCorners = 48;
/** A baseline stands so far below the top of its line, as a share of its height. */
const baseline = 0.76;

/** A colour as it is drawn. */
export function annotationRgb(colour: AnnotationColour): Rgb {
  return rgbOf[colour];
}

/** All that is drawn for a list of annotations, from the lowest to the highest: blurred areas lie under all marks. */
export function drawingsOf(list: readonly Annotation[], measure: MeasureText): Drawing[] {
  const blurred = list.flatMap((annotation) =>
    annotation.kind === 'blur' ? [drawingOfBlur(annotation)] : [],
  );
  return [
    ...blurred,
    ...list.flatMap((annotation, at) => annotationDrawings(annotation, numberAt(list, at), measure)),
  ];
}

function drawingOfBlur({ x, y, width, height }: PictureArea): Drawing {
  return { kind: 'pixelate', area: { x, y, width, height } };
}

/** What is drawn for one annotation over the blurred areas; `number` stands in it if it is a number. */
export function annotationDrawings(annotation: Annotation, number: number, measure: MeasureText): Drawing[] {
  if (annotation.kind === 'blur') return [];
  const colour = rgbOf[annotation.colour];
  const letters = lightColours.includes(annotation.colour) ? rgbOf.black : rgbOf.white;
  switch (annotation.kind) {
    case 'box':
      return [shape(colour, ringsOfBox(annotation, annotation.size))];
    case 'highlight':
      return [{ ...shape(colour, [corners(annotation)]), opacity: highlightOpacity }];
    case 'line':
      return [shape(colour, [stroke(annotation, annotation.size)])];
    case 'arrow':
      return [shape(colour, [arrow(annotation, annotation.size)])];
    case 'number': {
      const { x, y, size: radius } = annotation;
      const text = String(number);
      const size = radius * (text.length > 2 ? 0.9 : 1.2);
      const at = { x: x - measure(text, size) / 2, y: y + size * 0.35 };
      return [
        shape(colour, [circle(annotation, radius)]),
        { kind: 'text', text, size, colour: letters, ...at },
      ];
    }
    case 'text': {
      const { x, y, size, text } = annotation;
      const margin = textMargin(size);
      const at = { x: x + margin, y: y + margin + size * lineHeight * baseline };
      return [
        shape(colour, [corners(boundsOf(annotation, measure))]),
        { kind: 'text', text, size, colour: letters, ...at },
      ];
    }
  }
}

function shape(colour: Rgb, rings: readonly (readonly Point[])[]): Extract<Drawing, { kind: 'shape' }> {
  return { kind: 'shape', rings, colour, opacity: 1 };
}

function corners({ x, y, width, height }: PictureArea): Point[] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}

/** A frame whose outer edge is the area; a box thinner than two lines is filled. */
function ringsOfBox(area: PictureArea, thickness: number): Point[][] {
  const inner = {
    x: area.x + thickness,
    y: area.y + thickness,
    width: area.width - 2 * thickness,
    height: area.height - 2 * thickness,
  };
  if (inner.width <= 0 || inner.height <= 0) return [corners(area)];
  return [corners(area), corners(inner).toReversed()];
}

interface Ends {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** One step along a line and one across it, each of length 1; along the x axis if the line has no length. */
function directionOf({ x1, y1, x2, y2 }: Ends) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [x, y] = length === 0 ? [1, 0] : [(x2 - x1) / length, (y2 - y1) / length];
  const point = (along: number, across: number): Point => ({
    x: x1 + x * along - y * across,
    y: y1 + y * along + x * across,
  });
  return { length, point };
}

function stroke(ends: Ends, thickness: number): Point[] {
  const { length, point } = directionOf(ends);
  const half = thickness / 2;
  return [point(-half, -half), point(length + half, -half), point(length + half, half), point(-half, half)];
}

function arrow(ends: Ends, thickness: number): Point[] {
  const { length, point } = directionOf(ends);
  const half = thickness / 2;
  const head = Math.min(thickness * 5, Math.max(length, thickness * 2));
  const neck = length - head;
  const wing = head * 0.45;
  return [
    point(Math.min(0, neck), -half),
    point(neck, -half),
    point(neck, -wing),
    point(length, 0),
    point(neck, wing),
    point(neck, half),
    point(Math.min(0, neck), half),
  ];
}

function circle({ x, y }: Point, radius: number): Point[] {
  return Array.from({ length: circleCorners }, (_, at) => {
    const angle = (2 * Math.PI * at) / circleCorners;
    return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
  });
}
