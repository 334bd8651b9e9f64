import type { ChartDrawing, ChartPrimitive } from './chart-drawing.ts';

/** A stretch of a drawing from top to bottom. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * A drawing in pieces that may stand on pages of their own: cut between its rows, none higher than `max` unless a row is. Lines
 * go on in the next piece. One that is low enough is one piece.
 */
export function chartPieces(drawing: ChartDrawing, max: number): ChartDrawing[] {
  if (drawing.height <= max) return [drawing];
  const cuts: number[] = [];
  let start = 0;
  const gaps = gapsIn(drawing);
  for (const [at, gap] of gaps.entries()) {
    const next = gaps[at + 1] ?? drawing.height;
    if (next - start <= max) continue;
    if (gap > start) cuts.push(gap);
    start = Math.max(start, gap);
  }
  const edges = [0, ...cuts, drawing.height];
  return edges.slice(1).map((to, at) => pieceOf(drawing, { from: edges[at] ?? 0, to }));
}

/** Places between rows: where neither words nor boxes stand. */
function gapsIn({ primitives }: ChartDrawing): number[] {
  const taken = primitives
    .flatMap((primitive) => (primitive.kind === 'line' ? [] : [stretchOf(primitive)]))
    .toSorted((one, other) => one.from - other.from);
  const gaps: number[] = [];
  let end = taken[0]?.to ?? 0;
  for (const { from, to } of taken) {
    if (from > end) gaps.push((from + end) / 2);
    end = Math.max(end, to);
  }
  return gaps;
}

function stretchOf(primitive: ChartPrimitive): Stretch {
  switch (primitive.kind) {
    case 'text':
      return { from: primitive.y - primitive.size, to: primitive.y + primitive.size * 0.3 };
    case 'rect':
      return { from: primitive.y, to: primitive.y + primitive.height };
    case 'line':
      return { from: Math.min(primitive.y1, primitive.y2), to: Math.max(primitive.y1, primitive.y2) };
  }
}

function pieceOf(drawing: ChartDrawing, { from, to }: Stretch): ChartDrawing {
  const primitives = drawing.primitives.flatMap((primitive): ChartPrimitive[] => {
    const { from: top, to: bottom } = stretchOf(primitive);
    if (primitive.kind !== 'line') {
      const middle = (top + bottom) / 2;
      return middle < from || middle >= to ? [] : [{ ...primitive, y: primitive.y - from }];
    }
    if (bottom < from || top >= to) return [];
    const within = (y: number): number => Math.min(to, Math.max(from, y)) - from;
    return [{ ...primitive, y1: within(primitive.y1), y2: within(primitive.y2) }];
  });
  return { ...drawing, height: to - from, primitives };
}
