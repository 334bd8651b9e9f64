import { firstStep, type Steps } from '#renderer/session/steps.ts';

/** A rectangle of a picture, in whole pixels of it. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What is to be done to a picture: what to keep of it (null: all), and what to cover. */
export interface ImageEdit {
  readonly crop: Area | null;
  readonly covered: readonly Area[];
}

/** A plan and the steps that led to it. */
export type Planning = Steps<ImageEdit>;

/** Which rectangle is moved by keys and fields: the crop, or a covered area by its place. */
export type Chosen = 'crop' | number;

export const startPlanning: Planning = firstStep({ crop: null, covered: [] });

/** Whether the picture would change at all. */
export function changesAnything({ crop, covered }: ImageEdit): boolean {
  return crop !== null || covered.length > 0;
}

/** The rectangle in whole pixels inside a picture; at least one pixel of it. Outer pixels that are touched belong to it. */
export function inside({ x, y, width, height }: Area, size: Size): Area {
  const left = clamp(Math.floor(x), 0, size.width - 1);
  const top = clamp(Math.floor(y), 0, size.height - 1);
  const right = clamp(Math.ceil(x + width), left + 1, size.width);
  const bottom = clamp(Math.ceil(y + height), top + 1, size.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The rectangle between two corners, in any order. */
export function between(one: { x: number; y: number }, other: { x: number; y: number }, size: Size): Area {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return inside({ x, y, width: Math.abs(one.x - other.x), height: Math.abs(one.y - other.y) }, size);
}

/** Moved as a whole, never out of the picture. */
export function shifted(area: Area, dx: number, dy: number, size: Size): Area {
  return {
    ...area,
    x: clamp(area.x + dx, 0, size.width - area.width),
    y: clamp(area.y + dy, 0, size.height - area.height),
  };
}

/** A rectangle in the middle, where one is wanted without a mouse: of what is covered, or of what is kept. */
export function middle(size: Size, tool: 'cover' | 'crop'): Area {
  const [wide, high] = tool === 'cover' ? [1 / 4, 1 / 8] : [3 / 4, 3 / 4];
  const width = Math.max(1, Math.round(size.width * wide));
  const height = Math.max(1, Math.round(size.height * high));
  return { x: (size.width - width) >> 1, y: (size.height - height) >> 1, width, height };
}

/** The rectangle that is chosen; null where none is, and where the plan has it no more. */
export function areaOf({ crop, covered }: ImageEdit, chosen: Chosen | null): Area | null {
  if (chosen === null) return null;
  return chosen === 'crop' ? crop : (covered[chosen] ?? null);
}

/** The plan with another rectangle in the place of the chosen one. */
export function withArea(plan: ImageEdit, chosen: Chosen, area: Area): ImageEdit {
  return chosen === 'crop' ? { ...plan, crop: area } : { ...plan, covered: plan.covered.with(chosen, area) };
}

/** The plan without the chosen rectangle. */
export function withoutArea(plan: ImageEdit, chosen: Chosen): ImageEdit {
  return chosen === 'crop'
    ? { ...plan, crop: null }
    : { ...plan, covered: plan.covered.toSpliced(chosen, 1) };
}

function clamp(value: number, least: number, max: number): number {
  return Math.min(Math.max(value, least), max);
}
