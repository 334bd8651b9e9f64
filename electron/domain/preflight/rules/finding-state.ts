import { textOf } from '../../finding/record.ts';
import { about, type Rule } from './rule.ts';

/** What is here and not at the service. */
export const unsyncedEdits: Rule = ({ finding }) => {
  const said = unsynced(finding.sync);
  return said === null ? [] : [about(finding, 'unsynced-edit', null, said)];
};

function unsynced(sync: Parameters<Rule>[0]['finding']['sync']): string | null {
  switch (sync) {
    case 'queued':
    case 'sending':
      return 'It has pending changes, which are not on the service yet.';
    case 'rejected':
      return 'The service refused a change to it, and the report prints that change.';
    case 'unknown':
      return 'A change to it was sent, and the service has not confirmed it.';
    case 'conflict':
    case 'synced':
    case 'gone':
      return null;
  }
}

/** If findings are marked as reviewed, one that is not may have been forgotten. */
export const notReviewed: Rule = ({ finding }) =>
  finding.state === null || finding.state === 'reviewed'
    ? []
    : [about(finding, 'not-reviewed', null, unreviewed[finding.state])];

const unreviewed = {
  progress: 'Still in progress, while others are ready for review.',
  ready: 'Ready for review, not yet reviewed.',
} as const;

/** Both sides changed the same. */
export const openConflicts: Rule = ({ finding }) =>
  finding.sync === 'conflict'
    ? [about(finding, 'conflict', null, 'Unresolved conflict. Resolve it before exporting.')]
    : [];

/** A status that says otherwise than the retest: the report would print both. */
export const contradictedVerdicts: Rule = ({ finding }) => {
  const { contradicted, record } = finding;
  if (contradicted === null) return [];
  const { round, verdict } = contradicted;
  const said = `${round} found it ${verdictNames[verdict]}, but its status is "${textOf(record, 'status')}".`;
  return [about(finding, 'verdict-status', 'status', `${said} Change one of the two.`)];
};

const verdictNames = {
  fixed: 'fixed',
  partly: 'partly fixed',
  open: 'still open',
  'not-retested': 'not retested',
} as const;

/** Candidates that nobody has decided on. */
export const unreviewedCandidates: Rule = ({ finding }) =>
  finding.candidate && !finding.private && !finding.rejected && finding.decision !== 'accept'
    ? [about(finding, 'unreviewed-candidate', null, 'Not reviewed yet.')]
    : [];

/** Rejected findings reach a report only if the user includes them by hand. */
export const includedRejections: Rule = ({ finding }) =>
  finding.rejected
    ? [
        about(
          finding,
          'rejected-included',
          null,
          'It was rejected. The report prints it because it was included by hand.',
        ),
      ]
    : [];

/** Drafts that their provider alone may see. */
export const privateDrafts: Rule = ({ finding }) =>
  finding.private && finding.decision !== 'accept'
    ? [about(finding, 'private-draft', null, 'It is a private draft: the client must not see it.')]
    : [];
