import type { FactName } from '#contract/engagement.ts';

/** What each of the facts is called, on the page and in the terminal. */
export const factTitles: Readonly<Record<FactName, string>> = {
  client: 'Client',
  title: 'Title of the report',
  begins: 'First day of the tests',
  ends: 'Last day of the tests',
  classification: 'Classification',
  contacts: 'Contacts at the client',
  team: 'Team',
  distribution: 'Distribution list',
  scopeIn: 'In scope',
  scopeOut: 'Out of scope',
  method: 'Method',
  limits: 'Limits',
  summary: 'Management summary',
  conclusions: 'Conclusions',
  appendices: 'Appendices',
  versions: 'Versions of the report',
};

/** What a report misses if one of the facts is not said: a sentence for the person. */
export const missingWords: Readonly<Partial<Record<FactName, string>>> = {
  client: 'Nobody has said who the client is.',
  begins: 'It is not said when the tests began.',
  ends: 'It is not said when the tests ended.',
  classification: 'It is not said how confidential the report is, so it calls itself confidential.',
  contacts: 'Nobody is named as a contact at the client.',
  team: 'Nobody is named as a tester.',
  scopeIn: 'Scope is empty.',
  method: 'It is not said how the tests were done.',
  summary: 'There is no management summary.',
};

/** What makes a report a draft although nothing is wrong: `Draft: 2 facts are missing: client, team`. */
export function draftReason(missing: readonly FactName[]): string {
  const count = missing.length === 1 ? '1 fact is' : `${String(missing.length)} facts are`;
  return `Draft: ${count} missing: ${missing.map((name) => factTitles[name].toLowerCase()).join(', ')}`;
}
