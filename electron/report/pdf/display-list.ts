/*
 * Laid-out pages, in a form small enough for a whole report and independent of the engine: the place of each line,
 * shape and picture. Coordinates are points from the upper left corner of the page.
 */

import type { Heard, Role } from './roles.ts';

/** Paper, in points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Text of one face and one look. */
export interface ListedRun {
  readonly text: string;
  /** From the left edge of the line. */
  readonly x: number;
  readonly width: number;
  readonly height: number;
  readonly face: string;
  readonly size: number;
  readonly color: string;
  readonly link?: string;
  /** Name of the destination that it leads to. */
  readonly target?: string;
  /** Destination that begins here, in the middle of a line. */
  readonly anchor?: string;
  readonly decoration?: string;
  readonly background?: string;
  /** Points above the baseline of its line; below it if negative. */
  readonly raise?: number;
  /** The number of the page where this destination stands is to be printed here, set against this edge. */
  readonly pageOf?: { readonly target: string; readonly align: string };
  /** The element that it belongs to; absent if it says nothing to users who cannot see it. */
  readonly role?: Role;
  /** In a line that holds what runs from the right. */
  readonly heard?: Heard;
}

/** A bookmark; `parent` is the destination of another one. */
export interface ListedBookmark {
  readonly text: string;
  readonly parent?: string;
  readonly open: boolean;
}

export interface ListedLine {
  readonly kind: 'line';
  readonly x: number;
  readonly y: number;
  readonly height: number;
  /** From the top of the line to the baseline of what rises highest. */
  readonly ascent: number;
  readonly runs: readonly ListedRun[];
  /** Destination that begins here. */
  readonly id?: string;
  readonly bookmark?: ListedBookmark;
}

/** Left, top, width and height. */
export type Box = readonly [number, number, number, number];

/** The stretch of a picture that is shown: points from its top, and of how many. */
export interface PictureCut {
  readonly from: number;
  readonly of: number;
}

/** What stands on a page, in the order in which it is drawn; shapes and pictures as the engine draws them. */
export type Mark =
  | ListedLine
  | { readonly kind: 'shape'; readonly shape: Readonly<Record<string, unknown>>; readonly role?: Role }
  | {
      readonly kind: 'image';
      readonly name: string;
      readonly image: Readonly<Record<string, unknown>>;
      readonly role?: Role;
      readonly box: Box;
      /** Only this of it is shown, in the box. */
      readonly cut?: PictureCut;
    }
  | { readonly kind: 'clip'; readonly area: unknown }
  | { readonly kind: 'unclip' };

export type DisplayList = readonly Mark[];

/** Content that is laid out: the rest of the page on which it begins, then pages of its own; and where it ends. */
export interface PlacedSheets {
  readonly sheets: readonly DisplayList[];
  /** Places of those among the sheets whose paper is turned. */
  readonly turned: ReadonlySet<number>;
  /** Points from the top of its last page. */
  readonly bottom: number;
}

/** Destinations that begin on a sheet. */
export function idsOf(sheet: DisplayList): string[] {
  return sheet
    .flatMap((mark) => (mark.kind === 'line' ? [mark.id, ...mark.runs.map(({ anchor }) => anchor)] : []))
    .filter((id) => id !== undefined);
}

/** Whether nothing is to be seen on it. */
export function isBlank(sheet: DisplayList): boolean {
  return sheet.every((mark) => mark.kind === 'line' && mark.runs.every(({ text }) => text.trim() === ''));
}
