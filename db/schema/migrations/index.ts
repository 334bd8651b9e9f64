import type { Connection } from '../types.ts';
import { ground } from './010-ground.ts';
import { mark } from './020-mark.ts';
import { recordSeen } from './030-record-seen.ts';
import { unused } from './040-unused.ts';
import { pause } from './050-pause.ts';
import { window } from './060-window.ts';
import { evidence } from './070-evidence.ts';
import { listStamp } from './080-list-stamp.ts';
import { questions } from './090-questions.ts';
import { bulk } from './100-bulk.ts';
import { destruction } from './110-destruction.ts';
import { initials } from './120-initials.ts';
import { editionCheck } from './130-edition-check.ts';
import { facts } from './140-facts.ts';
import { rounds } from './150-rounds.ts';
import { themes } from './160-themes.ts';
import { settled } from './170-settled.ts';
import { accounts } from './180-accounts.ts';
import { assistant } from './190-assistant.ts';
import { activity } from './200-activity.ts';
import { editionPieces } from './210-edition-pieces.ts';
import { severityOrder } from './220-severity-order.ts';
import { starts } from './230-starts.ts';
import { changes } from './240-changes.ts';
import { reportFindings } from './250-report-findings.ts';
import { foldedRatings } from './270-folded-ratings.ts';
import { held } from './300-held.ts';
import { annotations } from './310-annotations.ts';
import { peerReview } from './320-peer-review.ts';
import { spelling } from './330-spelling.ts';
import { foldedLetters } from './340-folded-letters.ts';
import { alteredValues } from './350-altered-values.ts';
import { formerIds } from './360-former-ids.ts';
import { oneHost } from './370-one-host.ts';
import { commentAnchors } from './380-comment-anchors.ts';
import { engagementSettings } from './390-engagement-settings.ts';
import { wordTemplates } from './400-word-templates.ts';
import { assignee } from './410-assignee.ts';
import { listPages } from './420-list-pages.ts';
import { reportGroups } from './430-report-groups.ts';
import { findingOrigins } from './440-finding-origins.ts';
import { callerSince } from './450-caller-since.ts';
import { sweepCut } from './280-sweep-cut.ts';

/** One step of the schema. Steps are never changed once released; a new one is appended. */
export interface Migration {
  /** `user_version` after the step; numbered by tens. */
  readonly version: number;
  readonly sql: string;
  /** What plain SQL cannot do; runs after `sql`, in the same transaction. */
  readonly rewrite?: (db: Connection) => void;
}

export const migrations: readonly Migration[] = [
  ground,
  mark,
  recordSeen,
  unused,
  pause,
  window,
  evidence,
  listStamp,
  questions,
  bulk,
  destruction,
  initials,
  editionCheck,
  facts,
  rounds,
  themes,
  settled,
  accounts,
  assistant,
  activity,
  editionPieces,
  severityOrder,
  starts,
  changes,
  reportFindings,
  foldedRatings,
  sweepCut,
  held,
  annotations,
  peerReview,
  spelling,
  foldedLetters,
  alteredValues,
  formerIds,
  oneHost,
  commentAnchors,
  engagementSettings,
  wordTemplates,
  assignee,
  listPages,
  reportGroups,
  findingOrigins,
  callerSince,
];
