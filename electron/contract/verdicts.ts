/** What a retest found out about a finding. In a file without schemas, since pages offer them. */
export const verdicts = ['fixed', 'partly', 'open', 'not-retested'] as const;
export type Verdict = (typeof verdicts)[number];
