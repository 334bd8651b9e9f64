import type { Root } from 'hast';
import type { Verdict } from '#contract/deliverable/rounds.ts';
import type { ReportTheme } from '#contract/deliverable/theme.ts';
import type { Chart } from '#domain/charts/chart.ts';
import { severityKeys, type SeverityKey } from '#domain/finding/labels/severity-names.ts';
import type { LanguageKey } from '../languages/index.ts';

/** The severities that the field knows, worst first; any other stands last under its own name. */
export { severityKeys, type SeverityKey };

/** What every mention of a finding shows and leads to. */
export interface FindingRef {
  /** Where the finding stands, unique in the document; absent if this deliverable does not print the finding itself. */
  readonly target?: string;
  /** `C1`, `H2`, …: counted per severity. */
  readonly number: string;
  /** One line; cut with an ellipsis if the record's title is longer than a title can be. */
  readonly title: string;
  readonly severity: SeverityKey;
  /** The severity as the record says it. */
  readonly severityText: string;
  /** CVSS score with one decimal; the record's own words if they have no score, empty if there are none. */
  readonly cvss: string;
}

/** A finding that stands in the document. */
export type PrintedRef = FindingRef & { readonly target: string };

/** A text with, if it is a web address, the address that it leads to, or the place in this document. */
export interface Value {
  readonly text: string;
  readonly href?: string;
  readonly target?: string;
  /** It says how grave something is, and is marked so beside its words. */
  readonly severity?: SeverityKey;
}

/** A label with its values, as in a header card. */
export interface Fact {
  readonly label: string;
  readonly values: readonly Value[];
  /** `lines`: one value per line; `row`: values behind one another; `columns`: as many side by side as have room. */
  readonly layout: 'lines' | 'row' | 'columns';
}

/** A numbered picture with its caption. */
export interface Figure {
  /** `Figure 3`: counted through the document, charts among the pictures. */
  readonly label: string;
  /** Empty if nobody wrote one. */
  readonly caption: string;
  /** Hash of its bytes, by which the writer is given them, or a `data:` address that holds them. */
  readonly image: string;
  /** The width that its author chose: a share of the column, `50%`, or pixels of a screen, `300px`. */
  readonly width?: string;
  /** Where a text leads that names it; absent if none does. */
  readonly target?: string;
}

/** Columns and rows of values, with a name for those who do not see it. */
export interface DocumentTable {
  readonly name: string;
  readonly columns: readonly DocumentColumn[];
  readonly rows: readonly (readonly (readonly Value[])[])[];
}

/** Rich text, text that must come out character by character, a picture, or a table. A link in a rich text to `#finding-3` leads to that place. */
export type Body =
  | { readonly kind: 'rich'; readonly root: Root }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'figure'; readonly figure: Figure }
  | { readonly kind: 'table'; readonly table: DocumentTable };

/** A piece of a text, with a small title of its own if it needs one. */
export interface Part {
  readonly title?: string;
  readonly body: Body;
  /** Set if it is what a colleague noted: a format that has comments of its own prints it as one. */
  readonly comment?: PartComment;
}

/** Who noted something, and on what. */
export interface PartComment {
  readonly author: string;
  /** ISO date and time. */
  readonly at: string;
  /** Title of the section that it is about; null: the whole finding. */
  readonly section: string | null;
  /** Words of the section; null if it is about none. */
  readonly quote: string | null;
}

/** A titled part of a finding. */
export interface Section {
  readonly title: string;
  readonly parts: readonly Part[];
}

/** How many findings have a severity; `label` is its name for a reader. */
export interface SeverityCount {
  readonly severity: SeverityKey;
  readonly label: string;
  readonly count: number;
}

/** A verdict with its name for a reader. */
export interface VerdictMark {
  readonly verdict: Verdict;
  readonly text: string;
}

/** What a round found out about a finding. */
export interface RoundVerdict {
  /** Name of the round. */
  readonly round: string;
  readonly mark: VerdictMark;
  /** Who said so and when, for a reader; may be empty. */
  readonly said: string;
  readonly parts: readonly Part[];
}

/** A heading that the contents and bookmarks lead to. With `parent`, the target of its chapter, it is of the second level. */
export interface Heading {
  readonly target: string;
  readonly title: string;
  readonly parent?: string;
}

/** A column of a table; `share` is how much of the width it wants beside the others. */
export interface DocumentColumn {
  readonly title: string;
  readonly share: number;
  /** The values of a cell stand behind one another, as far as a line goes. */
  readonly isRow?: true;
}

/** A finding in a table of all, with the sentence that says in short what it is, if there is one. */
export type SummaryRow = FindingRef & { readonly sentence?: string };

/** Who a letter is from; all but the name may be empty. */
export interface LetterSender {
  readonly name: string;
  /** Where it is, in one line. */
  readonly address: string;
  /** Telephone, mail and address of the web. */
  readonly reach: readonly string[];
}

/** Who signs: each may be empty. */
export interface Signer {
  readonly name: string;
  readonly role: string;
}

/** One building block of a deliverable; a writer goes through them in order. */
export type Block =
  | {
      readonly kind: 'cover';
      readonly title: string;
      /** What kind of deliverable it is, under the title; empty if the title says so. */
      readonly subtitle: string;
      readonly client: string;
      readonly facts: readonly Fact[];
      readonly counts: readonly SeverityCount[];
    }
  /** The last page: who wrote it, and where they are. Each may be empty. */
  | {
      readonly kind: 'back';
      readonly company: string;
      readonly address: readonly string[];
      readonly reach: readonly Fact[];
    }
  | {
      readonly kind: 'contents';
      readonly title: string;
      /** Says how many findings are not listed. */
      readonly note?: string;
      readonly entries: readonly ContentsEntry[];
    }
  /** A heading of its own; what belongs to it follows. `empty`: a sentence under it, as when nothing follows. */
  | ({ readonly kind: 'chapter'; readonly empty?: string } & Heading)
  /** A chapter or section of text. */
  | ({ readonly kind: 'text'; readonly parts: readonly Part[] } & Heading)
  /** Labels with their values. */
  | ({ readonly kind: 'facts'; readonly facts: readonly Fact[] } & Heading)
  /** A table whose head is repeated; each row has a list of values for each column. `note` stands below it. */
  | ({
      readonly kind: 'table';
      readonly columns: readonly DocumentColumn[];
      readonly rows: readonly (readonly (readonly Value[])[])[];
      readonly note?: string;
    } & Heading)
  /** One rating in large letters with a sentence beside it, then a text. */
  | ({
      readonly kind: 'rating';
      readonly rating: Value;
      /** May be empty. */
      readonly sentence: string;
      readonly parts: readonly Part[];
    } & Heading)
  /** A sentence, a chart if there is one, and a row for each finding. */
  | ({
      readonly kind: 'summary';
      readonly sentence: string;
      readonly chart?: Chart;
      readonly rows: readonly SummaryRow[];
    } & Heading)
  /** A sentence and charts under it. */
  | ({ readonly kind: 'charts'; readonly sentence: string; readonly charts: readonly Chart[] } & Heading)
  /** Findings against assets: `cells` says for each column whether the finding is on that asset. At most a dozen columns. */
  | ({
      readonly kind: 'matrix';
      readonly sentence: string;
      readonly columns: readonly Value[];
      readonly rows: readonly { readonly ref: FindingRef; readonly cells: readonly boolean[] }[];
    } & Heading)
  /** Every asset with what was found on it. */
  | ({
      readonly kind: 'assets';
      readonly sentence: string;
      readonly rows: readonly {
        readonly asset: Value;
        readonly counts: readonly SeverityCount[];
        readonly findings: readonly FindingRef[];
      }[];
    } & Heading)
  /** What was and what is: a row for each finding, a cell for each round (null: not looked at). */
  | ({
      readonly kind: 'retest';
      readonly sentence: string;
      readonly charts: readonly Chart[];
      readonly rounds: readonly { readonly name: string; readonly period: string }[];
      readonly rows: readonly {
        readonly ref: FindingRef;
        readonly cells: readonly (VerdictMark | null)[];
      }[];
    } & Heading)
  /** The head of a letter, on its first page. */
  | {
      readonly kind: 'letter-head';
      readonly target: string;
      readonly sender: LetterSender;
      /** Over the recipient, as "Confidential"; may be empty. */
      readonly remark: string;
      /** Line by line. */
      readonly recipient: readonly string[];
      /** The day, and whom to ask. */
      readonly facts: readonly Fact[];
      readonly subject: string;
    }
  /** A piece of a letter, under a small head unless that is empty; it has no page of its own. */
  | {
      readonly kind: 'passage';
      readonly target: string;
      readonly title: string;
      readonly rating?: { readonly grade: Value; readonly sentence: string };
      readonly facts: readonly Fact[];
      readonly parts: readonly Part[];
    }
  /** The end of a letter: a sentence, which may be empty, the closing words, and room to sign for each. */
  | {
      readonly kind: 'signatures';
      readonly target: string;
      readonly sentence: string;
      readonly closing: string;
      readonly signers: readonly Signer[];
    }
  | {
      readonly kind: 'finding';
      readonly ref: PrintedRef;
      /** Target of the chapter that it belongs to. */
      readonly chapter: string;
      readonly facts: readonly Fact[];
      readonly sections: readonly Section[];
      /** In the order of the rounds; they stand behind the card, before the sections. */
      readonly verdicts: readonly RoundVerdict[];
      /** Where else the document speaks of it; null if nowhere. */
      readonly mentions: Fact | null;
    };

/** A line of the contents; a section belongs to the chapter before it. */
export type ContentsEntry =
  | { readonly kind: 'chapter'; readonly target: string; readonly title: string }
  | { readonly kind: 'section'; readonly target: string; readonly title: string }
  | { readonly kind: 'finding'; readonly ref: PrintedRef };

/** A whole deliverable: what it is called, what stands on every page, and its blocks in order. */
export interface ReportDocument {
  /** The language of all that does not come from the data; `wordsOf` gives a writer its words. */
  readonly language: LanguageKey;
  readonly title: string;
  readonly client: string;
  readonly author: string;
  /** ISO date and time; the only clock that the file knows. */
  readonly generatedAt: string;
  /** The day that it bears, `2026-11-21`. */
  readonly day: string;
  readonly classification: string;
  readonly draft: boolean;
  readonly pageSize: 'A4' | 'Letter';
  readonly theme: ReportTheme;
  /** What stands at the head and the foot of every page in place of the writer's own words; empty: those. */
  readonly header: string;
  readonly footer: string;
  readonly blocks: readonly Block[];
}
