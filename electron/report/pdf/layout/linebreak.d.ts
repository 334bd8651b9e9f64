declare module 'linebreak' {
  /** Goes through the places where a text may be broken into lines (Unicode annex 14). */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}
