import type { EngagementFacts, FactName } from '#contract/engagement.ts';
import type { ChapterKey, TemplateName } from '#contract/deliverable/template.ts';

/** What no report does without. The rest is for the person to choose. */
export const neededFacts = [
  'client',
  'begins',
  'ends',
  'classification',
  'contacts',
  'team',
  'scopeIn',
  'method',
  'summary',
] as const satisfies readonly FactName[];

/**
 * What a report needs and the facts do not say yet, in the order of the form. Blanks say nothing.
 *
 * @param client the engagement's own client, which stands in for the one of the facts
 */
export function missingFacts(facts: EngagementFacts, client: string | null): readonly FactName[] {
  const said = withoutBlanks(facts);
  return neededFacts.filter((name) => {
    const value = said[name];
    if (name === 'client' && !isBlank(client ?? '')) return false;
    return typeof value === 'string' ? isBlank(value) : value.length === 0;
  });
}

/** What a letter of these chapters needs beside that, and the facts do not say yet. */
export function missingForLetter(
  facts: EngagementFacts,
  chapters: readonly ChapterKey[],
): readonly FactName[] {
  return [
    ...(chapters.includes('letter-head') && isBlank(facts.recipient) ? (['recipient'] as const) : []),
    ...(chapters.includes('letter-closing') && withoutBlanks(facts).signers.length === 0
      ? (['signers'] as const)
      : []),
  ];
}

/** The facts without the lines of lists in which nothing is written: rows that a person opened and left empty. */
export function withoutBlanks(facts: EngagementFacts): EngagementFacts {
  return {
    ...facts,
    contacts: filled(facts.contacts),
    team: filled(facts.team),
    distribution: filled(facts.distribution),
    scopeIn: filled(facts.scopeIn),
    scopeOut: filled(facts.scopeOut),
    versions: filled(facts.versions),
    sentences: filled(facts.sentences),
    roadmap: filled(facts.roadmap),
    timeline: filled(facts.timeline),
    attackPath: filled(facts.attackPath),
    leftFiles: filled(facts.leftFiles),
    testAccounts: filled(facts.testAccounts),
    appendices: filled(facts.appendices),
    signers: filled(facts.signers),
  };
}

/** What a final report needs beside its findings, in the order of the form. */
const neededForFinal: readonly FactName[] = ['client', 'begins', 'ends', 'team', 'scopeIn', 'summary'];

/** Titles of appendices that stand in for a fact. */
const ownChapters: Readonly<Partial<Record<FactName, RegExp>>> = {
  team: /\b(?:test )?team\b/iu,
  scopeIn: /\bscope\b|umfang/iu,
  summary: /\bsummary\b|zusammenfassung/iu,
};

/**
 * The facts without which a report is a draft, in the order of the form. An appendix of that name stands in for team,
 * scope and summary; template `single`, which is about one finding, needs none.
 */
export function missingForFinal(
  facts: EngagementFacts,
  client: string | null,
  template: TemplateName | undefined,
): readonly FactName[] {
  if (template === 'single') return [];
  const chapters = facts.appendices.filter(({ text }) => !isBlank(text));
  return missingFacts(facts, client).filter(
    (name) =>
      neededForFinal.includes(name) && !chapters.some(({ title }) => ownChapters[name]?.test(title) === true),
  );
}

/**
 * The missing facts in two groups: those without which a report is a draft, and those that the check only warns about.
 * @param client the engagement's own client, which stands in for the one of the facts
 */
export function missingByWeight(
  facts: EngagementFacts,
  client: string | null,
): { readonly forFinal: readonly FactName[]; readonly advised: readonly FactName[] } {
  const forFinal = missingForFinal(facts, client, undefined);
  return { forFinal, advised: missingFacts(facts, client).filter((name) => !forFinal.includes(name)) };
}

/** The texts of an engagement in Markdown, in the order of the form. */
export function richTextsOf(facts: EngagementFacts): string[] {
  return [
    ...richFacts.map((name) => facts[name]),
    ...facts.attackPath.map(({ text }) => text),
    ...facts.appendices.map(({ text }) => text),
  ];
}

/** The facts with each text in Markdown changed; all else stays. */
export function withRichTexts(facts: EngagementFacts, change: (text: string) => string): EngagementFacts {
  return {
    ...facts,
    ...Object.fromEntries(richFacts.map((name) => [name, change(facts[name])])),
    attackPath: facts.attackPath.map((step) => ({ ...step, text: change(step.text) })),
    appendices: facts.appendices.map((appendix) => ({ ...appendix, text: change(appendix.text) })),
  };
}

/** The facts with each finding that a line of a list names changed, as by `withRichTexts` in texts. */
export function withNamedIds(facts: EngagementFacts, change: (id: string) => string): EngagementFacts {
  const changed = <Row extends { readonly finding: string }>(rows: readonly Row[]): Row[] =>
    rows.map((row) => (row.finding === '' ? row : { ...row, finding: change(row.finding) }));
  return {
    ...facts,
    sentences: changed(facts.sentences),
    roadmap: changed(facts.roadmap),
    timeline: changed(facts.timeline),
    attackPath: changed(facts.attackPath),
  };
}

/** The findings that the steps of the attack name, as the facts have them. */
export function idsInSteps({ timeline, attackPath }: EngagementFacts): string[] {
  return [...timeline, ...attackPath].flatMap(({ finding }) => (finding === '' ? [] : [finding]));
}

/** Those of the facts that are a text in Markdown, in the order of the form. */
const richFacts = [
  'method',
  'limits',
  'summary',
  'ratingReason',
  'strengths',
  'narrative',
  'conclusions',
  'letterText',
  'attestationText',
] as const satisfies readonly FactName[];

function filled<Item extends Readonly<Record<string, string>>>(items: readonly Item[]): Item[] {
  return items.filter((item) => Object.values(item).some((value) => !isBlank(value)));
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
