import type { Rgb } from '#domain/annotations/drawing.ts';
import type { Point } from '#domain/annotations/edit.ts';
import type { ChartDrawing, ChartPrimitive } from '#domain/charts/chart-drawing.ts';
import { strokeWidth, type ChartColor, type ChartLine } from '#domain/charts/chart-pattern.ts';
import type { ChartLetters } from './chart-letters.ts';
import { rgbPng } from './png.ts';
import { fillRings, type Raster } from './raster.ts';

/** Pixels of a point: sharp on paper. */
const scale = 3;

/**
 * A chart as a PNG on white, three pixels a point. The same drawing, colours and fonts give the same bytes.
 * @param colorOf a colour as `#RRGGBB`
 */
export function chartPicture(
  drawing: ChartDrawing,
  colorOf: (color: ChartColor) => string,
  letters: ChartLetters,
): Uint8Array {
  const width = Math.ceil(drawing.width * scale);
  const height = Math.ceil(drawing.height * scale);
  const raster: Raster = { width, height, rgb: new Uint8Array(width * height * 3).fill(255) };
  const rgbOf = (color: ChartColor): Rgb => rgb(colorOf(color));
  for (const primitive of drawing.primitives) draw(raster, primitive, rgbOf, letters);
  return rgbPng(width, height, raster.rgb);
}

function draw(
  raster: Raster,
  primitive: ChartPrimitive,
  rgbOf: (color: ChartColor) => Rgb,
  letters: ChartLetters,
): void {
  const colour = rgbOf(primitive.color);
  switch (primitive.kind) {
    case 'rect': {
      const { x, y, width, height, outlined } = primitive;
      fillRings(raster, [box(x, y, width, height)], colour, 1);
      if (outlined === true) {
        const inner = box(
          x + strokeWidth,
          y + strokeWidth,
          width - 2 * strokeWidth,
          height - 2 * strokeWidth,
        );
        fillRings(raster, [inner], rgbOf('paper'), 1);
      }
      return;
    }
    case 'line':
      fillRings(raster, [strokeOf(primitive)], colour, 1);
      return;
    case 'text': {
      const { text, x, y, size, bold } = primitive;
      const placed = { text, x: x * scale, y: y * scale, size: size * scale, colour };
      letters.fill(raster, placed, bold);
      return;
    }
    default:
      primitive satisfies never;
  }
}

function box(x: number, y: number, width: number, height: number): Point[] {
  const [left, top, right, bottom] = [x, y, x + Math.max(0, width), y + Math.max(0, height)].map(
    (value) => value * scale,
  ) as [number, number, number, number];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

function strokeOf({ x1, y1, x2, y2, width }: ChartLine): Point[] {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return [];
  const across = { x: (-(y2 - y1) / length) * (width / 2), y: ((x2 - x1) / length) * (width / 2) };
  return [
    { x: x1 + across.x, y: y1 + across.y },
    { x: x2 + across.x, y: y2 + across.y },
    { x: x2 - across.x, y: y2 - across.y },
    { x: x1 - across.x, y: y1 - across.y },
  ].map(({ x, y }) => ({ x: x * scale, y: y * scale }));
}

function rgb(color: string): Rgb {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return [red, green, blue];
}
