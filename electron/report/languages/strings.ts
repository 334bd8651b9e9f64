import type { AlertKind } from '#domain/text/markdown/alerts.ts';
import type { Effort } from '#contract/value-lists.ts';
import type { Verdict } from '#contract/deliverable/rounds.ts';
import type { LetterWords } from './letters.ts';

type Severity = 'critical' | 'high' | 'medium' | 'low' | 'info' | 'unknown';

/**
 * Every fixed word of a deliverable in one language. A language is one file that has all of these: a missing word does
 * not compile. Sentences are functions, so that each language counts and orders words in its own way.
 */
export interface Words {
  /** Tag of the language for programs that read aloud, search or hyphenate: `en`, `de`. */
  readonly tag: string;
  /** What the language calls itself. */
  readonly name: string;
  /** The sign in front of decimals. */
  readonly decimal: '.' | ',';

  readonly titles: {
    readonly technical: string;
    readonly executive: string;
    readonly retest: string;
    readonly single: string;
    readonly byAsset: string;
    readonly summaryLetter: string;
    readonly retestLetter: string;
    readonly attestation: string;
  };
  readonly letter: LetterWords;
  readonly severities: Readonly<Record<Severity, string>>;
  readonly notRated: string;
  readonly verdicts: Readonly<Record<Verdict, string>>;
  /** Nobody has given a verdict yet; one that says so is `not-retested`. */
  readonly noVerdict: string;
  /** Statuses of the service in the words of this language; one that is not here stands as it is. */
  readonly statuses: Readonly<Record<string, string>>;
  readonly untitled: string;
  /** Steps of likelihood and impact, the lowest first. */
  readonly riskLevels: readonly [string, string, string, string, string];
  /** What stands before the first round of a retest. */
  readonly assessment: string;

  readonly cover: {
    readonly engagement: string;
    readonly date: string;
    readonly tests: string;
    /** What a retest left, and how much of all that is. */
    readonly left: string;
    readonly leftOf: (left: number, total: number) => string;
    readonly version: string;
    readonly draftVersion: (version: string) => string;
    readonly author: string;
    readonly contact: string;
    readonly confidential: string;
  };
  /** Labels of the back page. */
  readonly back: { readonly phone: string; readonly email: string; readonly web: string };
  readonly chapters: {
    readonly contents: string;
    readonly control: string;
    readonly management: string;
    readonly rating: string;
    readonly strengths: string;
    readonly roadmap: string;
    readonly narrative: string;
    readonly attackPath: string;
    readonly cleanup: string;
    readonly finding: string;
    readonly findings: string;
    readonly summary: string;
    readonly statistics: string;
    readonly topRisks: string;
    readonly assets: string;
    readonly scope: string;
    readonly retest: string;
    readonly left: string;
    readonly changes: string;
    readonly conclusions: string;
    readonly limits: string;
    readonly severities: string;
    readonly appendix: (letter: string, title: string) => string;
  };
  readonly sections: {
    readonly versions: string;
    readonly distribution: string;
    readonly contacts: string;
    readonly team: string;
    readonly scopeIn: string;
    readonly scopeOut: string;
    readonly method: string;
    readonly newFindings: string;
    readonly assetsOfFindings: string;
    readonly changedFindings: string;
    readonly goneFindings: string;
    readonly ratingRule: string;
    readonly timeline: string;
    readonly attackSteps: string;
    readonly leftFiles: string;
    readonly testAccounts: string;
  };
  readonly columns: {
    readonly number: string;
    readonly severity: string;
    readonly title: string;
    readonly cvss: string;
    readonly page: string;
    readonly count: string;
    readonly finding: string;
    readonly findings: string;
    /** What a finding is printed as together with equal ones. */
    readonly group: string;
    readonly asset: string;
    readonly version: string;
    readonly date: string;
    readonly author: string;
    readonly note: string;
    readonly name: string;
    readonly role: string;
    readonly organization: string;
    readonly reach: string;
    readonly what: string;
    readonly was: string;
    readonly now: string;
    readonly field: string;
    readonly meaning: string;
    /** Heads of a table of both. */
    readonly risk: string;
    readonly round: string;
    readonly rating: string;
    readonly condition: string;
    readonly notFixed: string;
    readonly result: string;
    readonly priority: string;
    readonly measure: string;
    readonly effort: string;
    readonly when: string;
    readonly step: string;
    readonly file: string;
    readonly account: string;
    readonly removed: string;
  };
  /** A step without a title of its own. */
  readonly step: (number: number) => string;
  /** In place of the day. */
  readonly notRemoved: string;
  /** The overall rating. */
  readonly rating: {
    /** What the rating is called if no finding is left. */
    readonly none: string;
    /** What a line of the rule asks for, worst first; of nothing, that it always holds. */
    readonly condition: (
      atLeast: readonly { readonly severity: Severity; readonly count: number }[],
    ) => string;
    readonly because: (condition: string) => string;
    readonly holds: string;
    readonly holdsNot: string;
  };
  /** What is done about findings, in which order. */
  readonly roadmap: {
    readonly efforts: Readonly<Record<Effort, string>>;
    /** When a measure is due if nobody said otherwise. */
    readonly when: Readonly<Record<Severity, string>>;
    readonly noMeasure: string;
    readonly rule: string;
  };
  readonly finding: {
    readonly cvss: string;
    readonly status: string;
    readonly assets: string;
    readonly tags: string;
    readonly cwe: string;
    readonly owasp: string;
    readonly references: string;
    readonly mentions: string;
    readonly fullTitle: string;
    readonly description: string;
    readonly observation: string;
    readonly demonstration: string;
    readonly requests: string;
    readonly request: (number: number | null) => string;
    readonly response: (number: number | null) => string;
    readonly moreOnRequest: (number: number | null) => string;
    readonly remediation: string;
    readonly evidence: string;
    /** Of findings that are printed as one: `Place 3`; without a number over the column of numbers. */
    readonly place: (number: number | null) => string;
    /** `1–3, 7`. */
    readonly placesNamed: (numbers: string) => string;
    readonly placesCounted: (count: number) => string;
    readonly comments: string;
    readonly retest: string;
  };
  /** Members of a finding that a comparison names. */
  readonly fields: Readonly<Record<string, string>>;
  /** What a severity stands for, in the chapter that explains them. */
  readonly severityMeanings: Readonly<Record<Exclude<Severity, 'unknown'>, string>>;

  readonly figure: (number: number) => string;
  readonly listing: (number: number) => string;
  readonly table: (number: number) => string;
  readonly captions: {
    readonly severities: string;
    readonly verdicts: string;
    readonly left: string;
    readonly allFindings: string;
    readonly attackPath: string;
    /** So many findings have no score. */
    readonly cvss: (without: number) => string;
    /** The worst or most frequent `shown` of `all`. */
    readonly assets: (shown: number, all: number) => string;
    readonly owasp: (shown: number, all: number) => string;
    readonly cwe: (shown: number, all: number) => string;
    /** So many findings have no likelihood and impact. */
    readonly risk: (without: number) => string;
    readonly rounds: string;
  };
  readonly sentences: {
    readonly noFindings: string;
    readonly noFindingsRecorded: string;
    /** `counts`: the severities that there are, worst first. */
    readonly findings: (
      total: number,
      counts: readonly { readonly severity: Severity; readonly count: number }[],
    ) => string;
    /** So many of all findings are not in this list. */
    readonly notListed: (hidden: number, all: number) => string;
    readonly statistics: (total: number) => string;
    readonly topRisks: (shown: number, total: number, isLeft?: boolean) => string;
    /** Behind the title of a finding that is fixed. */
    readonly fixedMark: string;
    /** What a report in brief does not print of the findings that it describes; `parts` are titles of sections. */
    readonly notPrinted: (parts: readonly string[]) => string;
    /** What stands in that list for blocks of code. */
    readonly code: string;
    readonly assets: (assets: number, findings: number) => string;
    readonly onAsset: (findings: number, assets: number) => string;
    /** Behind a list that is not whole. */
    readonly andMore: (more: number) => string;
    /** So many assets more stand in the chapter of that name. */
    readonly moreAssets: (more: number, chapter: string) => string;
    readonly onlyElsewhere: (findings: number) => string;
    readonly noAsset: string;
    /** What stands behind a count of findings if equal ones are printed as one. */
    readonly atPlaces: (places: number) => string;
    /** Behind a count of verdicts then. */
    readonly countedByPlace: string;
    readonly fixedEverywhere: string;
    /** Requests of places that are printed as one and left out, and who has them. */
    readonly requestsLeft: (places: number, more: boolean) => string;
    readonly somePlaces: (some: number, all: number) => string;
    readonly retest: (
      total: number,
      counts: readonly { readonly verdict: Verdict | 'none'; readonly count: number }[],
      /** What is counted: findings, or the places of those that are printed as one. */
      unit: 'finding' | 'place',
    ) => string;
    /** `counts`: the severities of what is left, worst first; `retested`: whether a round looked at any. */
    readonly left: (
      left: number,
      total: number,
      counts: readonly { readonly severity: Severity; readonly count: number }[],
      retested: boolean,
    ) => string;
    readonly changes: (
      against: string,
      counts: {
        readonly new: number;
        readonly changed: number;
        readonly gone: number;
        readonly same: number;
      },
    ) => string;
    readonly verdictOf: (who: string, day: string) => string;
    readonly damagedImage: string;
    readonly draft: string;
    readonly limits: string;
  };
  /** The word across every page of a draft. */
  readonly draftMark: string;
  /** What tickets of findings say beside the findings' own words. */
  readonly tickets: {
    readonly image: string;
    readonly cut: string;
  };
  /** What a client fills in while findings are fixed; the states have no commas. */
  readonly tracker: {
    readonly title: string;
    readonly owner: string;
    readonly due: string;
    readonly state: string;
    /** How far the remediation of a finding is, in the order in which it is offered. */
    readonly states: Readonly<Record<'open' | 'progress' | 'fixed' | 'accepted', string>>;
  };
  /** What stands at the sums of a sheet. */
  readonly total: string;
  /** Columns that a sheet cannot have. */
  readonly noRoom: (more: number) => string;
  readonly page: (number: number, of: number) => string;
  /** What stands before and behind the page of a finding that a text names. */
  readonly onPage: readonly [string, string];
  /** Headings of notes in texts (`> [!WARNING]`). */
  readonly alerts: Readonly<Record<AlertKind, string>>;
  /** What stands between its number and its page. */
  readonly afterNumber: string;
  /** What stands in place of the rest of a long body, or of one that is no text. */
  readonly leftOut: (bytes: number) => string;
  readonly round: (number: number) => string;
  readonly edition: (number: number, day: string) => string;
  /** A day `2026-11-21` as the language writes it. */
  readonly day: (iso: string) => string;
  /** From one day to another; either may be empty. */
  readonly period: (begins: string, ends: string) => string;
  readonly list: (items: readonly string[]) => string;
  /** What only a screen shows. */
  readonly screen: {
    readonly skip: string;
    readonly back: string;
    readonly search: string;
    readonly table: string;
    /** What opens the numbers of a chart. */
    readonly chartTable: string;
    /** With `{found}` and `{all}`. */
    readonly found: string;
    readonly yes: string;
    readonly no: string;
  };
}
