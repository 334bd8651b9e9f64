const arrows: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
]);

/** By how many pixels an arrow key moves what is drawn on an image: ten, with Ctrl one. Null for any other key. */
export function arrowStep(event: KeyboardEvent): { readonly x: number; readonly y: number } | null {
  const arrow = arrows.get(event.key);
  if (arrow === undefined) return null;
  const far = event.ctrlKey || event.metaKey ? 1 : 10;
  return { x: arrow[0] * far, y: arrow[1] * far };
}
