/** What an engagement is called in a letter: each may be empty. */
export interface TestedNames {
  readonly engagement: string;
  readonly client: string;
  /** Who tested: the company. */
  readonly company: string;
  readonly begins: string;
  readonly ends: string;
}

/** The fixed words of letters. Sentences are functions, so that each language orders words in its own way. */
export interface LetterWords {
  /** Of whom the client may ask something. */
  readonly yourContact: string;
  /** @param name of a person, or empty */
  readonly salutation: (name: string) => string;
  /** Of what anyone may be shown. */
  readonly openSalutation: string;
  readonly summaryOpening: (names: TestedNames) => readonly string[];
  readonly retestOpening: (names: TestedNames) => readonly string[];
  /** What an attestation states of the test. */
  readonly statement: (names: TestedNames) => readonly string[];
  /** Heads of passages. */
  readonly tested: string;
  readonly results: string;
  readonly gravest: string;
  readonly first: string;
  readonly retested: string;
  readonly stillOpen: string;
  /** Labels. */
  readonly client: string;
  readonly testedBy: string;
  /** Behind a list that is not whole. */
  readonly moreInReport: (more: number) => string;
  /** Of a round: who looked at how many findings. */
  readonly roundOf: (findings: number, who: readonly string[]) => string;
  /** What an attestation says of fixes; `when` may be empty. */
  readonly fixesChecked: (round: string, when: string) => string;
  readonly noRetest: string;
  /** @param day of the letter */
  readonly validity: (day: string, client: string) => readonly string[];
  readonly ask: string;
  readonly closing: string;
  /** Over the signatures of an attestation; the company may be empty. */
  readonly signedFor: (company: string) => string;
}
