import type { CheckCode } from '#contract/preflight.ts';

/** What the messages of each kind have in common, as a heading over them. */
export const checkTitles: Readonly<Record<CheckCode, string>> = {
  'incomplete-copy': 'Findings that are not all here',
  placeholder: 'Not finished',
  'invalid-cvss': 'CVSS that cannot be computed',
  conflict: 'Open conflicts',
  'unreviewed-candidate': 'Candidates that nobody has reviewed',
  'private-draft': 'Private drafts',
  'unaccepted-draft': 'Texts of the assistant that nobody accepted',
  'other-client': "Another client's names and hosts",
  secret: 'Secrets in texts',
  'out-of-scope': 'Assets that were not to be tested',
  'left-out': 'Left out of the report',
  'rejected-included': 'Rejected, and included by hand',
  'missing-fact': 'What the report still needs',
  'empty-section': 'Empty sections',
  'missing-remediation': 'No remediation',
  'cvss-severity': 'Severity and CVSS differ',
  'not-in-scope': 'Assets that the scope does not name',
  'dead-image': 'Images that cannot be printed',
  'unsynced-edit': 'Changes that are not at the service',
  'secret-in-request': 'Secrets in requests',
  'missing-glyph': 'Characters that no font has',
  'waiting-draft': 'Drafts of the assistant that wait',
  'same-title': 'Findings with the same title on the same asset',
  'left-out-members': 'Members that only the JSON export has',
};
