import type { Point } from '#domain/annotations/edit.ts';
import type { Rgb } from '#domain/annotations/drawing.ts';

/** Pixels of eight bits each of red, green and blue, row by row. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** Each row of pixels is cut at so many heights; along a row coverage is exact. */
const cutsPerRow = 8;

interface Edge {
  readonly top: number;
  readonly bottom: number;
  /** Where the edge stands at `top`, and by how much it moves on with each pixel downwards. */
  readonly x: number;
  readonly slope: number;
  /** Whether it runs downwards (1) or upwards (-1). */
  readonly turn: number;
}

/**
 * Fills polygons in place, with soft edges. What lies outside the picture is left out.
 *
 * @param rings closed by themselves; an area is inside if their windings there do not add up to zero
 */
export function fillRings(
  { width, height, rgb }: Raster,
  rings: readonly (readonly Point[])[],
  colour: Rgb,
  opacity: number,
): void {
  const edges = rings.flatMap(edgesOf);
  // A long text has more edges than a call may have arguments.
  const first = Math.max(0, Math.floor(edges.reduce((least, { top }) => Math.min(least, top), height)));
  const last = Math.min(height - 1, Math.floor(edges.reduce((max, { bottom }) => Math.max(max, bottom), 0)));
  // Most shapes are far smaller than the picture.
  const xs = edges.flatMap(({ top, bottom, x, slope }) => [x, x + (bottom - top) * slope]);
  const left = Math.max(0, Math.floor(xs.reduce((least, x) => Math.min(least, x), width)));
  const right = Math.min(width, Math.ceil(xs.reduce((max, x) => Math.max(max, x), 0)));
  const covered = new Float32Array(width);
  for (let row = first; row <= last; row += 1) {
    const here = edges.filter(({ top, bottom }) => top < row + 1 && bottom > row);
    if (here.length === 0) continue;
    covered.fill(0, left, right);
    for (let cut = 0; cut < cutsPerRow; cut += 1) {
      for (const [from, to] of spansAt(here, row + (cut + 0.5) / cutsPerRow)) coverSpan(covered, from, to);
    }
    for (let column = left; column < right; column += 1) {
      const share = Math.min(1, (covered[column] ?? 0) / cutsPerRow) * opacity;
      if (share === 0) continue;
      const at = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const under = rgb[at + channel] ?? 0;
        rgb[at + channel] = Math.round(under + ((colour[channel] ?? 0) - under) * share);
      }
    }
  }
}

function edgesOf(ring: readonly Point[]): Edge[] {
  return ring.flatMap((from, at) => {
    const to = ring[(at + 1) % ring.length] ?? from;
    if (from.y === to.y) return [];
    const [upper, lower] = from.y < to.y ? [from, to] : [to, from];
    const slope = (lower.x - upper.x) / (lower.y - upper.y);
    return [{ top: upper.y, bottom: lower.y, x: upper.x, slope, turn: from.y < to.y ? 1 : -1 }];
  });
}

/** The stretches inside the polygons at one height, from left to right. */
function spansAt(edges: readonly Edge[], y: number): (readonly [number, number])[] {
  const crossings = edges
    .filter(({ top, bottom }) => top <= y && bottom > y)
    .map(({ top, x, slope, turn }) => ({ x: x + (y - top) * slope, turn }))
    .sort((one, other) => one.x - other.x);
  const spans: (readonly [number, number])[] = [];
  let winding = 0;
  let start = 0;
  for (const { x, turn } of crossings) {
    if (winding === 0) start = x;
    winding += turn;
    if (winding === 0 && x > start) spans.push([start, x]);
  }
  return spans;
}

/** Adds to each pixel the share of it that lies between two places of its row. */
function coverSpan(covered: Float32Array, from: number, to: number): void {
  const left = Math.max(0, from);
  const right = Math.min(covered.length, to);
  for (let column = Math.floor(left); column < right; column += 1) {
    const share = Math.min(right, column + 1) - Math.max(left, column);
    covered[column] = (covered[column] ?? 0) + share;
  }
}

/** The corners of a path of straight lines and curves (`M`, `L`, `Q`, `C`, `Z`, absolute), curves as short lines. */
export function ringsOfPath(path: string): Point[][] {
  const rings: Point[][] = [];
  let ring: Point[] = [];
  for (const [, command = '', numbers = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/gu)) {
    const values = numbers.match(/-?\d+(?:\.\d+)?/gu)?.map(Number) ?? [];
    const points = Array.from({ length: values.length / 2 }, (_, at) => ({
      x: values[2 * at] ?? 0,
      y: values[2 * at + 1] ?? 0,
    }));
    if (command === 'M') {
      ring = [];
      rings.push(ring);
    }
    const start = ring.at(-1);
    if (start === undefined || points.length < 2) ring.push(...points);
    else ring.push(...curve([start, ...points]));
  }
  return rings;
}

const linesPerCurve = 8;

/** A Bézier curve of any degree as short lines, without its start. */
function curve(controls: readonly Point[]): Point[] {
  return Array.from({ length: linesPerCurve }, (_, at) => onCurve(controls, (at + 1) / linesPerCurve));
}

function onCurve(controls: readonly Point[], share: number): Point {
  const [first = { x: 0, y: 0 }] = controls;
  if (controls.length < 2) return first;
  const between = controls.slice(1).map((point, at) => {
    const before = controls[at] ?? point;
    return { x: before.x + (point.x - before.x) * share, y: before.y + (point.y - before.y) * share };
  });
  return onCurve(between, share);
}
