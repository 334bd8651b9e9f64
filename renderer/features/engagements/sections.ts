import type { FactName } from '#contract/engagement.ts';
import { neededFacts } from '#domain/engagement/facts.ts';

/** Parts of the screen, in their order, with the facts that each holds. */
export const factSections = [
  { name: 'general', label: 'General', facts: ['client', 'title', 'classification'] },
  { name: 'dates', label: 'Dates', facts: ['begins', 'ends'] },
  { name: 'people', label: 'People', facts: ['contacts', 'team', 'distribution'] },
  { name: 'scope', label: 'Scope', facts: ['scopeIn', 'scopeOut'] },
  { name: 'method', label: 'Method', facts: ['method', 'limits'] },
  { name: 'summary', label: 'Summary', facts: ['summary'] },
  { name: 'rating', label: 'Rating', facts: ['rating', 'ratingReason', 'strengths'] },
  { name: 'roadmap', label: 'Roadmap', facts: ['roadmap', 'sentences'] },
  { name: 'attack', label: 'Attack', facts: ['narrative', 'timeline', 'attackPath'] },
  { name: 'cleanup', label: 'Cleanup', facts: ['leftFiles', 'testAccounts'] },
  { name: 'conclusions', label: 'Conclusions', facts: ['conclusions'] },
  { name: 'appendices', label: 'Appendices', facts: ['appendices'] },
  {
    name: 'letters',
    label: 'Letters',
    facts: ['recipient', 'salutation', 'letterText', 'attestationText', 'signers'],
  },
  { name: 'versions', label: 'Versions', facts: ['versions'] },
  { name: 'notes', label: 'Notes', facts: [] },
] as const satisfies readonly {
  readonly name: string;
  readonly label: string;
  readonly facts: readonly FactName[];
}[];

export type FactSection = (typeof factSections)[number]['name'];

/** The facts in the order of the screen. */
const inOrder: readonly FactName[] = factSections.flatMap(({ facts }) => facts);

/** The section that holds a fact. */
export function sectionOf(fact: FactName): FactSection {
  return factSections.find(({ facts }) => facts.some((name) => name === fact))?.name ?? 'general';
}

/** Facts as the screen lists them. */
export function inScreenOrder(facts: readonly FactName[]): readonly FactName[] {
  return inOrder.filter((fact) => facts.includes(fact));
}

/** The sections with how many of the missing facts stand in each. */
export function sectionsWithCounts(missing: readonly FactName[]): readonly {
  readonly name: FactSection;
  readonly label: string;
  readonly count: { readonly figure: number; readonly of: string };
}[] {
  return factSections.map(({ name, label }) => {
    const figure = missing.filter((fact) => sectionOf(fact) === name).length;
    return { name, label, count: { figure, of: 'missing' } };
  });
}

/** `3 of 9 missing` */
export function missingCount(missing: number): string {
  return `${String(missing)} of ${String(neededFacts.length)} missing`;
}

/** Names of facts that are short enough for one line of all. */
export const shortTitles: Readonly<Partial<Record<FactName, string>>> = {
  begins: 'First day',
  ends: 'Last day',
  contacts: 'Contacts',
  scopeIn: 'Scope',
  summary: 'Summary',
};
