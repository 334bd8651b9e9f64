import { z } from 'zod';
import type { Engagement } from '../engagement.ts';
import type { EditableField, FindingOrigin, SyncState } from '../finding/finding.ts';
import type { JsonObject } from '../json.ts';
import type { UnreadState } from '../finding/listing.ts';
import type { VaultNotice } from '../notice.ts';
import type { Operation, WriteDoubt } from '../finding/operation.ts';
import { queryText, sortText } from '../input/members.ts';
import type { AlteredValue } from '../procedures/sync.ts';
import type { ServiceProfile } from '../profile.ts';
import type { Verdict, WorkingState } from '../value-lists.ts';

/* What the window is shown: rows of a list, one finding with all that its editor shows, saved views, the state of the desk. */

/** At most this many rows are fetched at once: three screens of a tall window. */
export const maxRowsAtOnce = 500;

/** A list that a person saved by name. */
export const savedViewSchema = z.strictObject({
  name: z.string().trim().min(1).max(200),
  query: queryText,
  sort: sortText.nullable(),
});
export type SavedViewInput = z.output<typeof savedViewSchema>;
export interface SavedView extends SavedViewInput {
  readonly view: number;
}

/** A row of the findings table. */
export interface ListRow {
  readonly row: number;
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly status: string;
  readonly asset: readonly string[];
  readonly tags: readonly string[];
  readonly cvss: number | null;
  readonly candidate: boolean;
  readonly private: boolean;
  readonly sync: SyncState;
  /** Whether its deletion waits to be sent. */
  readonly toBeDeleted: boolean;
  /** What the newest round of retests found; null: nothing yet. */
  readonly verdict: Verdict | null;
  /** How far it is before its report. */
  readonly state: WorkingState;
  /** Who works on it; empty for nobody. */
  readonly assignee: string;
  /** How many comments on it are open. */
  readonly comments: number;
  /** Its pending changes stay here until the user releases it. */
  readonly held: boolean;
  /** Fields that the service has other than they were sent. */
  readonly altered: readonly string[];
  readonly updatedAt: string;
  /** `new`: never looked at; `changed`: the service's record is another than when the person looked. */
  readonly unread: UnreadState | null;
}

/** What a finding's editor shows. */
export interface FindingView {
  readonly row: number;
  readonly id: string;
  readonly project: string;
  /** Record with the queued edits over it; every member, also those that the interface does not name. */
  readonly effective: JsonObject;
  /** As the service had it last; null for one that it does not have yet. */
  readonly remote: JsonObject | null;
  readonly pending: readonly Operation[];
  readonly sync: SyncState;
  readonly candidate: boolean;
  readonly private: boolean;
  /** False if what came could not be read as a finding: shown, never edited. */
  readonly readable: boolean;
  /** Why nothing can be edited now (it is to be deleted, it cannot be read); null if it can. */
  readonly closed: string | null;
  /** Its pending changes stay here until the user releases it. */
  readonly held: boolean;
  /** Why the service may refuse changes of this account in the engagement; null if nothing says so. */
  readonly mayBeRefused: WriteDoubt | null;
  /** What the service has other than it was sent, until the user keeps it or writes the field again. */
  readonly altered: readonly (AlteredValue & { readonly field: EditableField })[];
  /** How far it is before its report. */
  readonly state: WorkingState;
  /** Who works on it; empty for nobody. */
  readonly assignee: string;
  /** How many comments on it are open. */
  readonly comments: number;
  /** Its fields as they were when it was marked ready for review, or as accepted since; null if it is not compared. */
  readonly ready: { readonly at: string; readonly fields: JsonObject } | null;
  /** Fields that wait to be sent. */
  readonly edited: readonly EditableField[];
  /** The service's record as the person last looked at it, if it is another one now. */
  readonly lookedAt: { readonly at: string; readonly record: JsonObject } | null;
  /** The scanner files that it was imported from, the oldest import first. */
  readonly origins: readonly FindingOrigin[];
  /** Names the field that `finding.undo` and `finding.redo` would change. */
  readonly undo: string | null;
  readonly redo: string | null;
}

/** All that the window shows of a store before anything of it is opened, as it is in one moment. */
export interface DeskStatus {
  /** Null before the first `connect`. */
  readonly connection: {
    /** Names service and person, and tells neither. */
    readonly account: string;
    readonly baseUrl: string;
    readonly user: JsonObject;
    readonly organization: JsonObject;
    /** Whether a request can be sent: by a token or in a session. */
    readonly hasToken: boolean;
    /** What requests are sent with. */
    readonly uses: 'token' | 'session' | 'none';
    /** What was wrong with that when it was last used. */
    readonly trouble: 'refused' | 'foreign' | null;
  } | null;
  /** Those of that service; none before the first `connect`. */
  readonly engagements: readonly Engagement[];
  /** Null before the first `connect`. */
  readonly profile: ServiceProfile | null;
  /** Findings whose changes wait to be sent or looked at again. */
  readonly waiting: number;
  /** Findings with a change that needs a person. */
  readonly needsPerson: number;
  /** Findings with pending changes that the user holds back. */
  readonly heldBack: number;
  /** Engagements that are held back; `since` (ISO 8601) is null if an older program held them. */
  readonly held: readonly {
    readonly project: string;
    readonly reason: string;
    readonly since: string | null;
  }[];
  /** Whose token it is, if the last sync found that it is not the owner's. */
  readonly foreign: JsonObject | null;
  /** Whether updates are stopped, because the service empties what they do not send. */
  readonly updatesStopped: boolean;
  /** Whether a finding was ever opened (or marked as read), and whether a report was ever made. */
  readonly firstUse: { readonly opened: boolean; readonly reported: boolean };
  /** What the vault has to tell until a user has acknowledged it. */
  readonly notices: readonly VaultNotice[];
  /** Whether a sync is under way now, no matter who started it. */
  readonly syncing: boolean;
}

/**
 * What a query finds, in the shorter form: row numbers, or places in the order of the whole engagement.
 * Places are one bit each, in base64; the first place is the lowest bit of the first byte. A page that has that order
 * already, by its `name`, gets no `rows` of it. That is 17 kB instead of up to 530 kB for a keystroke among 100,000.
 */
export type ListFound =
  | { readonly kind: 'rows'; readonly rows: string }
  | {
      readonly kind: 'places';
      readonly order: { readonly name: string; readonly rows: string | null };
      readonly places: string;
    };
