import type { MeasureText } from '#domain/annotations/edit.ts';

let context: OffscreenCanvasRenderingContext2D | null | undefined;

/** How wide a text of an annotation is in the font of the window, as `AnnotationDrawing.svelte` sets it. */
export const measureInPage: MeasureText = (text, size) => {
  context ??= new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) return (text.length * size) / 2;
  const { fontFamily } = getComputedStyle(document.body);
  // Large, so that rounding to pixels of the screen does not add up.
  context.font = `600 100px ${fontFamily}`;
  return (context.measureText(text).width * size) / 100;
};
