/** A picture that a text places by name. */
export interface Picture {
  /** Undefined while its pixels are fetched, null if they cannot be had. */
  readonly url: string | null | undefined;
  /** Shown if the text has no caption of its own. */
  readonly caption: string;
  readonly width: number;
  readonly height: number;
}

/** Gives the number of an image's figure: undefined until it is known, null if there is none. */
export type FigureNumberOf = (name: string) => number | null | undefined;

/** Gives the picture of a name: undefined until it is known, null if there is none. */
export type PictureOf = (name: string) => Picture | null | undefined;
