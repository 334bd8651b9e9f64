import type { Area, Size } from './areas.ts';

/** Where the pointer is, in pixels of the image that an element shows whole; outside it, on its edge. */
export function pointIn(
  element: Element,
  { clientX, clientY }: PointerEvent,
  size: Size,
): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  const along = (value: number, length: number): number => Math.min(Math.max(value, 0), 1) * length;
  return {
    x: along((clientX - left) / width, size.width),
    y: along((clientY - top) / height, size.height),
  };
}

/** Puts an element over an area of the image. @param size of the image, in its pixels, as the area */
export function putOver(element: HTMLElement, area: Area, size: Size): void {
  const percent = (part: number, whole: number): string => `${String((part / whole) * 100)}%`;
  element.style.left = percent(area.x, size.width);
  element.style.top = percent(area.y, size.height);
  element.style.width = percent(area.width, size.width);
  element.style.height = percent(area.height, size.height);
}
