import type { Root } from 'hast';

/** The severities that the field knows, worst first; any other stands last under its own name. */
export const severityKeys = ['critical', 'high', 'medium', 'low', 'info', 'unknown'] as const;
export type SeverityKey = (typeof severityKeys)[number];

/** What every mention of a finding shows and leads to. `target` is unique in the document. */
export interface FindingRef {
  readonly target: string;
  /** `C1`, `H2`, …: counted per severity. */
  readonly number: string;
  /** One line; cut with an ellipsis where the record's title is longer than a title can be. */
  readonly title: string;
  readonly severity: SeverityKey;
  /** The severity as the record says it. */
  readonly severityText: string;
  /** CVSS score with one decimal; the record's own words where they have no score, empty where there are none. */
  readonly cvss: string;
}

/** A text with, where it is a web address, the address that it leads to. */
export interface Value {
  readonly text: string;
  readonly href?: string;
}

/** A line of the header card. */
export interface Fact {
  readonly label: string;
  readonly values: readonly Value[];
  /** `lines`: one value per line; `row`: values side by side. */
  readonly layout: 'lines' | 'row';
}

/** A numbered picture with its caption. */
export interface Figure {
  /** `Figure 3`: counted through the document. */
  readonly label: string;
  /** Empty where nobody wrote one. */
  readonly caption: string;
  /** Hash of its bytes, by which the writer is given them. */
  readonly image: string;
}

/** Rich text, text that must come out character by character, or a picture. */
export type Body =
  | { readonly kind: 'rich'; readonly root: Root }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'figure'; readonly figure: Figure };

/** A titled part of a finding. */
export interface Section {
  readonly title: string;
  readonly parts: readonly { readonly title?: string; readonly body: Body }[];
}

/** How many findings have a severity; `label` is its name for a reader. */
export interface SeverityCount {
  readonly severity: SeverityKey;
  readonly label: string;
  readonly count: number;
}

/** One building block of a deliverable; a writer goes through them in order. */
export type Block =
  | {
      readonly kind: 'cover';
      readonly title: string;
      readonly client: string;
      readonly facts: readonly Fact[];
      readonly counts: readonly SeverityCount[];
    }
  | { readonly kind: 'contents'; readonly title: string; readonly entries: readonly ContentsEntry[] }
  | {
      readonly kind: 'summary';
      readonly target: string;
      readonly title: string;
      readonly sentence: string;
      readonly counts: readonly SeverityCount[];
      readonly rows: readonly FindingRef[];
    }
  | { readonly kind: 'chapter'; readonly target: string; readonly title: string; readonly empty?: string }
  | {
      readonly kind: 'finding';
      readonly ref: FindingRef;
      readonly chapter: string;
      readonly facts: readonly Fact[];
      readonly sections: readonly Section[];
    };

/** A line of the contents. */
export type ContentsEntry =
  | { readonly kind: 'chapter'; readonly target: string; readonly title: string }
  | { readonly kind: 'finding'; readonly ref: FindingRef };

/** A whole deliverable: what it is called, what stands on every page, and its blocks in order. */
export interface ReportDocument {
  readonly title: string;
  readonly client: string;
  readonly author: string;
  /** ISO date and time; the only clock that the file knows. */
  readonly generatedAt: string;
  readonly classification: string;
  readonly draft: boolean;
  readonly pageSize: 'A4' | 'Letter';
  readonly blocks: readonly Block[];
}
