/** A picture that a text places by name. */
export interface Picture {
  /** Undefined while its pixels are fetched, null if they cannot be had. */
  readonly url: string | null | undefined;
  /** Shown if the text has no caption of its own. */
  readonly caption: string;
  readonly width: number;
  readonly height: number;
  /** A capture of a phone: it takes half a page at most. */
  readonly phone: boolean;
}

/** Gives the number of an image's figure: undefined until it is known, null if there is none. */
export type FigureNumberOf = (name: string) => number | null | undefined;

/** An image where a text places it: as it is written there, and its place among those that are written alike. */
export interface PlacedFigure {
  readonly written: string;
  readonly at: number;
  /** `Figure 3`. */
  readonly label: string;
  /** The name by which the text places it. */
  readonly name: string;
  /** A share of the column, `50%`, or pixels, `300px`; undefined if nobody chose one. */
  readonly width: string | undefined;
}

/** Gives the picture of a name: undefined until it is known, null if there is none. */
export type PictureOf = (name: string) => Picture | null | undefined;

/** What can be done with a figure where it stands; what is absent is not offered. */
export interface FigureActions {
  readonly onopen?: (figure: PlacedFigure) => void;
  /** A share of the column in percent. */
  readonly onresize?: ((figure: PlacedFigure, share: number) => void) | undefined;
}
