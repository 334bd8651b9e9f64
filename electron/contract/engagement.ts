import { z } from 'zod';

/*
 * What a report says beside its findings: who, when, what was looked at and what was not, and the texts that a person
 * writes. Kept per engagement; everything may still be missing, and the check says what a report needs.
 */

const line = z.string().max(1_000);
const text = z.string().max(1_000_000);
/** A day, `2026-11-21`, or nothing yet. */
const day = z.union([z.literal(''), z.iso.date()]);
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(1_000);

/** Somebody whom the report names. */
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

/** The facts and texts of an engagement; texts are Markdown with placeholders such as `{{client}}`. */
export const EngagementFacts = z.strictObject({
  /** The client as the report names it; the engagement's own where empty. */
  client: line.default(''),
  /** What stands on the cover; the template's own where empty. */
  title: line.default(''),
  /** First and last day of the tests. */
  begins: day.default(''),
  ends: day.default(''),
  contacts: list(Person).default([]),
  team: list(Person).default([]),
  scopeIn: list(ScopeEntry).default([]),
  scopeOut: list(ScopeEntry).default([]),
  method: text.default(''),
  limits: text.default(''),
  classification: line.default(''),
  distribution: list(Person).default([]),
  versions: list(ReportVersion).default([]),
  summary: text.default(''),
  conclusions: text.default(''),
  appendices: list(Appendix).default([]),
});
export type EngagementFacts = z.infer<typeof EngagementFacts>;

/** Nothing said yet. */
export const noFacts: EngagementFacts = EngagementFacts.parse({});
