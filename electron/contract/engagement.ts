import { z } from 'zod';
import { maxFactRows } from './input/sizes.ts';
import { efforts } from './value-lists.ts';

/*
 * What a report says beside its findings: who, when, what was looked at and what was not, and the texts that a person
 * writes. Kept per engagement; everything may still be missing, and the check says what a report needs.
 */

const line = z.string().max(1_000);
const text = z.string().max(1_000_000);
/** A day, `2026-11-21`, or nothing yet. */
const day = z.union([z.literal(''), z.iso.date()]);
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(maxFactRows);

/**
 * Whether all findings of an engagement are here. `never-read` and `cut-off`: no read has reached its end; `in-part`:
 * of some findings only the list's part could be read.
 */
export type CopyState = 'whole' | 'never-read' | 'cut-off' | 'in-part';

/** An engagement that is kept here, as every face lists it; `lastSyncedAt` (ISO 8601) is null before its first sync. */
export interface Engagement {
  readonly project: string;
  readonly name: string | null;
  readonly client: string | null;
  readonly findings: number;
  readonly lastSyncedAt: string | null;
  readonly copy: CopyState;
}

/** A user whom the report names. */
export const Person = z.strictObject({
  name: line,
  role: line.default(''),
  organization: line.default(''),
  email: line.default(''),
  phone: line.default(''),
});
export type Person = z.infer<typeof Person>;

/** Something that was to be tested, or was not to be: a host (`*.acme.test` for all below it), an address range, a name. */
export const ScopeEntry = z.strictObject({ what: line, note: line.default('') });
export type ScopeEntry = z.infer<typeof ScopeEntry>;

/** A line of the report's own history. */
export const ReportVersion = z.strictObject({
  version: line,
  date: day.default(''),
  author: line.default(''),
  note: line.default(''),
});
export type ReportVersion = z.infer<typeof ReportVersion>;

/** A text after the findings, with its own letter: Appendix A, B, … */
export const Appendix = z.strictObject({ title: line, text });
export type Appendix = z.infer<typeof Appendix>;

/** A step of the attack: when it was, in the user's own words, what was done, and the finding that it used. */
export const TimelineEntry = z.strictObject({
  when: line.default(''),
  what: line,
  finding: line.default(''),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** What the roadmap says of a finding by hand; what is empty follows the rule. */
export const RoadmapEntry = z.strictObject({
  finding: line,
  measure: line.default(''),
  effort: z.enum(['', ...efforts]).default(''),
  when: line.default(''),
});
export type RoadmapEntry = z.infer<typeof RoadmapEntry>;

/** A step of the attack path; `image` is the name of an image of its finding, `at` when it was in the user's own words. */
export const AttackStep = z.strictObject({
  title: line,
  text: text.default(''),
  finding: line.default(''),
  image: line.default(''),
  at: line.default(''),
});
export type AttackStep = z.infer<typeof AttackStep>;

/** A file that was left on a system, or an account that was made there; `removed` is the day, empty until then. */
export const CleanupEntry = z.strictObject({
  what: line,
  where: line.default(''),
  note: line.default(''),
  removed: day.default(''),
});
export type CleanupEntry = z.infer<typeof CleanupEntry>;

/** The sentence of a finding in the summary, by hand. */
export const FindingSentence = z.strictObject({ finding: line, sentence: line });
export type FindingSentence = z.infer<typeof FindingSentence>;

const members = {
  /** The client as the report names it; the engagement's own if empty. */
  client: line,
  /** What stands on the cover; the template's own if empty. */
  title: line,
  /** First and last day of the tests. */
  begins: day,
  ends: day,
  contacts: list(Person),
  team: list(Person),
  scopeIn: list(ScopeEntry),
  scopeOut: list(ScopeEntry),
  method: text,
  limits: text,
  classification: line,
  distribution: list(Person),
  versions: list(ReportVersion),
  summary: text,
  /** The overall rating by hand, in place of the one by the rule, and why. */
  rating: line,
  ratingReason: text,
  /** In place of the first sentence of a finding's description. */
  sentences: list(FindingSentence),
  roadmap: list(RoadmapEntry),
  strengths: text,
  narrative: text,
  timeline: list(TimelineEntry),
  attackPath: list(AttackStep),
  leftFiles: list(CleanupEntry),
  testAccounts: list(CleanupEntry),
  conclusions: text,
  appendices: list(Appendix),
  /** To whom letters go: name and address, line by line. */
  recipient: text,
  salutation: line,
  /** In place of the words with which a letter opens. */
  letterText: text,
  /** In place of what an attestation states of the test. */
  attestationText: text,
  /** Who signs letters. */
  signers: list(Person),
} as const;

/** The facts and texts of an engagement; texts are Markdown with placeholders such as `{{client}}`. */
export const EngagementFacts = z.strictObject({
  client: members.client.default(''),
  title: members.title.default(''),
  begins: members.begins.default(''),
  ends: members.ends.default(''),
  contacts: members.contacts.default([]),
  team: members.team.default([]),
  scopeIn: members.scopeIn.default([]),
  scopeOut: members.scopeOut.default([]),
  method: members.method.default(''),
  limits: members.limits.default(''),
  classification: members.classification.default(''),
  distribution: members.distribution.default([]),
  versions: members.versions.default([]),
  summary: members.summary.default(''),
  rating: members.rating.default(''),
  ratingReason: members.ratingReason.default(''),
  sentences: members.sentences.default([]),
  roadmap: members.roadmap.default([]),
  strengths: members.strengths.default(''),
  narrative: members.narrative.default(''),
  timeline: members.timeline.default([]),
  attackPath: members.attackPath.default([]),
  leftFiles: members.leftFiles.default([]),
  testAccounts: members.testAccounts.default([]),
  conclusions: members.conclusions.default(''),
  appendices: members.appendices.default([]),
  recipient: members.recipient.default(''),
  salutation: members.salutation.default(''),
  letterText: members.letterText.default(''),
  attestationText: members.attestationText.default(''),
  signers: members.signers.default([]),
});
export type EngagementFacts = z.infer<typeof EngagementFacts>;

/** Nothing said yet. */
export const noFacts: EngagementFacts = EngagementFacts.parse({});

/** A member of the facts, by its name. */
export const factNames = [
  'client',
  'title',
  'begins',
  'ends',
  'classification',
  'contacts',
  'team',
  'distribution',
  'scopeIn',
  'scopeOut',
  'method',
  'limits',
  'summary',
  'rating',
  'ratingReason',
  'sentences',
  'roadmap',
  'strengths',
  'narrative',
  'timeline',
  'attackPath',
  'leftFiles',
  'testAccounts',
  'conclusions',
  'appendices',
  'recipient',
  'salutation',
  'letterText',
  'attestationText',
  'signers',
  'versions',
] as const satisfies readonly (keyof EngagementFacts)[];
export type FactName = (typeof factNames)[number];

/** Some of the facts. Without the defaults of the whole: what is absent stays as it is. */
export const FactChanges = z.strictObject(members).partial();
export type FactChanges = z.infer<typeof FactChanges>;

/** What texts of an engagement may name in double braces (`{{client}}`), for the report to fill in. */
export const placeholderNames = [
  'client',
  'engagement',
  'project',
  'begins',
  'ends',
  'date',
  'version',
  'author',
  'team',
  'contact',
  'classification',
  'count',
  'count.critical',
  'count.high',
  'count.medium',
  'count.low',
  'count.info',
] as const;
export type PlaceholderName = (typeof placeholderNames)[number];

/** What is said of an engagement, and what its report still needs. */
export interface DescribedEngagement {
  readonly project: string;
  /** The engagement's own name and client, as it was added or as the service calls it; null if nobody said. */
  readonly name: string | null;
  readonly client: string | null;
  readonly facts: EngagementFacts;
  /** When something of it was last changed, ISO 8601; null if nothing was said yet. */
  readonly changedAt: string | null;
  /** In the order of the form. */
  readonly missing: readonly FactName[];
  /** What stands for each placeholder now, days as ISO 8601; an empty text if it is not known. */
  readonly placeholders: Readonly<Record<PlaceholderName, string>>;
}

/** An engagement of which something was just written. */
export interface WrittenFacts extends DescribedEngagement {
  /** What the facts that were given held until then. */
  readonly before: Partial<EngagementFacts>;
}
