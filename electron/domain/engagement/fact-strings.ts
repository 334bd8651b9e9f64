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
  rating: 'Overall rating',
  ratingReason: 'Reason for the rating',
  sentences: 'Sentences in the summary',
  roadmap: 'Measures',
  strengths: 'Strengths',
  narrative: 'Attack narrative',
  timeline: 'Timeline',
  attackPath: 'Attack path',
  leftFiles: 'Files left behind',
  testAccounts: 'Test accounts',
  conclusions: 'Conclusions',
  appendices: 'Appendices',
  recipient: 'Recipient of letters',
  salutation: 'Salutation',
  letterText: 'Opening of letters',
  attestationText: 'Statement of the attestation',
  signers: 'Signers',
  versions: 'Versions of the report',
};

/** What a report misses if one of the facts is not said: a sentence for the person. */
export const missingWords: Readonly<Partial<Record<FactName, string>>> = {
  client: 'The client is missing.',
  begins: 'The first day of the tests is missing.',
  ends: 'The last day of the tests is missing.',
  classification: 'The classification is missing; the report says "Confidential".',
  contacts: 'No contact at the client is named.',
  team: 'The team is missing.',
  scopeIn: 'Scope is empty.',
  method: 'The method is missing.',
  summary: 'The management summary is missing.',
  recipient: 'The recipient of the letter is missing; it names the client alone.',
  signers: 'Nobody is named who signs the letter; it names the first of the team.',
};

/** What makes a report a draft although nothing is wrong: `Draft: 2 facts are missing: client, team`. */
export function draftReason(missing: readonly FactName[]): string {
  return `Draft: ${missingText(missing)}`;
}

/** `2 facts are missing: client, team` */
export function missingText(missing: readonly FactName[]): string {
  const count = missing.length === 1 ? '1 fact is' : `${String(missing.length)} facts are`;
  return `${count} missing: ${missing.map((name) => factTitles[name].toLowerCase()).join(', ')}`;
}
