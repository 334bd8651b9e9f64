/* A company's own template for Word: what of it a report uses, and what cannot be used. */

/** The template that is always there. */
export const starterTemplate = 'starter';

/** The largest file of a template, in bytes. */
export const maxTemplateBytes = 25_000_000;

/** How the names of templates and of documents end. */
export type TemplateEnding = 'dotx' | 'docx';

/** A kept template as a report is made with it; its bytes travel beside the snapshot, by their hash. */
export interface UsedWordTemplate {
  readonly name: string;
  readonly sha256: string;
}

/** A place that a report fills: `{{client}}` in a paragraph, or a content control whose tag is `client`. */
export interface TemplateMark {
  readonly mark: string;
  /** Counted from 1 within its part; a paragraph in a table counts as well. */
  readonly paragraph: number;
  /** `document`, `header1`, `footer2`. */
  readonly part: string;
  readonly known: boolean;
}

/** What is wrong with a template; `paragraph` is null if it is about the file. */
export interface TemplateProblem {
  readonly paragraph: number | null;
  readonly message: string;
}

/** How letters of a style look: `color` as in CSS, `size` in points. */
export interface LookOfStyle {
  readonly font: string;
  readonly size: number;
  readonly color: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly align: 'left' | 'center' | 'right';
}

/** The styles that a specimen of a template shows. */
export const specimenStyles = [
  'title',
  'heading1',
  'heading2',
  'heading3',
  'body',
  'caption',
  'code',
  'tableHead',
] as const;
export type SpecimenStyle = (typeof specimenStyles)[number];

/** What a page of a report by this template looks like; lengths in points. */
export interface TemplateLook {
  readonly page: {
    readonly width: number;
    readonly height: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  };
  /** Words of the header and footer of most pages, marks in them as they stand. */
  readonly header: string;
  readonly footer: string;
  /** The first paragraphs before the place of the report, at most a dozen; `ground` is a colour as in CSS, null for paper. */
  readonly cover: readonly {
    readonly text: string;
    readonly look: LookOfStyle;
    readonly ground: string | null;
  }[];
  readonly styles: Readonly<Record<SpecimenStyle, LookOfStyle>>;
}

/** What a template's file says. It can be used if it is `ok`; a style that is not found is the report's own. */
export interface WordTemplateCheck {
  readonly ok: boolean;
  readonly styles: readonly { readonly name: string; readonly found: boolean }[];
  readonly marks: readonly TemplateMark[];
  readonly problems: readonly TemplateProblem[];
  /** Null if the file cannot be read. */
  readonly look: TemplateLook | null;
}
