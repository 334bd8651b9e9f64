import type { Annotation, AnnotationKind } from '#contract/finding/annotation.ts';
import type { AnnotationColour } from '#contract/value-lists.ts';

/*
 * Layers over an image, in pixels of it. All functions are pure and give a new list or annotation.
 */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface PictureArea extends Point, PictureSize {}

/** How wide a text of one line is at this height, in pixels. */
export type MeasureText = (text: string, size: number) => number;

/** How a new annotation looks. */
export interface AnnotationStyle {
  readonly colour: AnnotationColour;
  /** Thickness of lines; numbers and texts are a multiple of it. */
  readonly thickness: number;
}

const numberRadius = 5;
const textHeight = 6;
/** Least extent of a drawn area, in thicknesses of a line, so that a click leaves nothing too small to see. */
const leastExtent = 2;

/** A thickness that is seen on a page as wide as this image, whatever its resolution. */
export function usualThickness({ width, height }: PictureSize): number {
  return Math.max(2, Math.round(Math.max(width, height) / 380));
}

/** An annotation drawn from one point to another; a number and a text stand at the second one. */
export function drawnBetween(
  kind: AnnotationKind,
  from: Point,
  to: Point,
  { colour, thickness }: AnnotationStyle,
): Annotation {
  const [x, y] = [Math.round(to.x), Math.round(to.y)];
  switch (kind) {
    case 'box':
      return { kind, colour, size: thickness, ...areaBetween(from, to, thickness) };
    case 'highlight':
      return { kind, colour, ...areaBetween(from, to, thickness) };
    case 'blur':
      return { kind, ...areaBetween(from, to, thickness) };
    case 'arrow':
    case 'line':
      return { kind, colour, size: thickness, x1: Math.round(from.x), y1: Math.round(from.y), x2: x, y2: y };
    case 'number':
      return { kind, colour, size: thickness * numberRadius, x, y };
    case 'text':
      return { kind, colour, size: thickness * textHeight, x, y, text: 'Text' };
  }
}

/** An annotation in the middle of an image, if one is wanted without a pointer. */
export function drawnInMiddle(kind: AnnotationKind, image: PictureSize, style: AnnotationStyle): Annotation {
  const [x, y] = [image.width / 2, image.height / 2];
  const [dx, dy] = [image.width / 8, image.height / 12];
  const stands = kind === 'number' || kind === 'text';
  return drawnBetween(
    kind,
    { x: x - dx, y: y - dy },
    stands ? { x, y } : { x: x + dx, y: y + (kind === 'line' ? -dy : dy) },
    style,
  );
}

function areaBetween(from: Point, to: Point, thickness: number): PictureArea {
  const least = thickness * leastExtent;
  return {
    x: Math.round(Math.min(from.x, to.x)),
    y: Math.round(Math.min(from.y, to.y)),
    width: Math.max(least, Math.round(Math.abs(to.x - from.x))),
    height: Math.max(least, Math.round(Math.abs(to.y - from.y))),
  };
}

/** The rectangle that an annotation covers, without the thickness of its lines. */
export function boundsOf(annotation: Annotation, measure: MeasureText): PictureArea {
  switch (annotation.kind) {
    case 'box':
    case 'highlight':
    case 'blur': {
      const { x, y, width, height } = annotation;
      return { x, y, width, height };
    }
    case 'arrow':
    case 'line': {
      const { x1, y1, x2, y2 } = annotation;
      const [x, y] = [Math.min(x1, x2), Math.min(y1, y2)];
      return { x, y, width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
    }
    case 'number': {
      const { x, y, size } = annotation;
      return { x: x - size, y: y - size, width: 2 * size, height: 2 * size };
    }
    case 'text': {
      const { x, y, size, text } = annotation;
      const margin = textMargin(size);
      return {
        x,
        y,
        width: Math.ceil(measure(text, size)) + 2 * margin,
        height: Math.ceil(size * lineHeight) + 2 * margin,
      };
    }
  }
}

/** Height of a line of text, as a multiple of the height of its letters. */
export const lineHeight = 1.25;

/** Room between a text and the edge of its label. */
export function textMargin(size: number): number {
  return Math.max(1, Math.round(size * 0.3));
}

/** The same annotation elsewhere; it stays inside the image, or goes no further out of it. */
export function movedBy(
  annotation: Annotation,
  by: Point,
  image: PictureSize,
  measure: MeasureText,
): Annotation {
  const { x, y, width, height } = boundsOf(annotation, measure);
  return shifted(annotation, within(x, width, by.x, image.width), within(y, height, by.y, image.height));
}

/** By how much a stretch may be moved so that it leaves the room `0..end` no further than it did. */
function within(start: number, length: number, by: number, end: number): number {
  const least = Math.min(0, -start);
  const max = Math.max(0, end - (start + length));
  return Math.round(Math.min(Math.max(by, least), max));
}

function shifted(annotation: Annotation, dx: number, dy: number): Annotation {
  if (annotation.kind !== 'arrow' && annotation.kind !== 'line') {
    return { ...annotation, x: annotation.x + dx, y: annotation.y + dy };
  }
  const { x1, y1, x2, y2 } = annotation;
  return { ...annotation, x1: x1 + dx, y1: y1 + dy, x2: x2 + dx, y2: y2 + dy };
}

/**
 * The same annotation with its far end moved: the lower right corner of an area, the point of an arrow, the end of a line.
 * A number and a text grow with `by.y`, or with `by.x` if that is all there is.
 */
export function resizedBy(annotation: Annotation, by: Point, image: PictureSize): Annotation {
  switch (annotation.kind) {
    case 'box':
    case 'highlight':
    case 'blur': {
      const { x, y, width, height } = annotation;
      return {
        ...annotation,
        width: Math.round(clamp(width + by.x, 1, Math.max(width, image.width - x))),
        height: Math.round(clamp(height + by.y, 1, Math.max(height, image.height - y))),
      };
    }
    case 'arrow':
    case 'line':
      return {
        ...annotation,
        x2: Math.round(clamp(annotation.x2 + by.x, 0, image.width)),
        y2: Math.round(clamp(annotation.y2 + by.y, 0, image.height)),
      };
    case 'number':
    case 'text':
      return withSize(annotation, annotation.size + (by.y === 0 ? by.x : by.y), image);
  }
}

/** A number or text of another size, at most as high as the image. */
function withSize<A extends Extract<Annotation, { kind: 'number' | 'text' }>>(
  annotation: A,
  size: number,
  image: PictureSize,
): A {
  const max = Math.min(5_000, Math.max(annotation.size, image.height));
  return { ...annotation, size: Math.round(clamp(size, 4, max)) };
}

function clamp(value: number, least: number, max: number): number {
  return Math.min(Math.max(value, least), max);
}

/** The same annotation in another colour; a blur has none. */
export function coloured(annotation: Annotation, colour: AnnotationColour): Annotation {
  return annotation.kind === 'blur' ? annotation : { ...annotation, colour };
}

/** The same annotation with lines of another thickness; a highlight and a blur have none. */
export function thickened(annotation: Annotation, thickness: number): Annotation {
  switch (annotation.kind) {
    case 'box':
    case 'arrow':
    case 'line':
      return { ...annotation, size: thickness };
    case 'number':
      return { ...annotation, size: thickness * numberRadius };
    case 'text':
      return { ...annotation, size: thickness * textHeight };
    case 'highlight':
    case 'blur':
      return annotation;
  }
}

/** The number that stands in an annotation: its rank among those of its kind, from 1. */
export function numberAt(list: readonly Annotation[], at: number): number {
  return list.slice(0, at + 1).filter(({ kind }) => kind === 'number').length;
}

/**
 * Layers over what a crop leaves of an image: moved with the pixels under them. What lies wholly outside goes.
 *
 * @param crop the area of the image that is kept
 */
export function afterCrop(
  list: readonly Annotation[],
  crop: PictureArea,
  measure: MeasureText,
): Annotation[] {
  return list
    .map((annotation) => shifted(annotation, -crop.x, -crop.y))
    .filter((annotation) => {
      const { x, y, width, height } = boundsOf(annotation, measure);
      return x < crop.width && y < crop.height && x + width >= 0 && y + height >= 0;
    });
}
