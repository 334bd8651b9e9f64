import { z } from 'zod';
import type { Annotation } from '../finding/annotation.ts';
import type { Engagement } from '../engagement.ts';
import type { EditableField, SyncState } from '../finding/finding.ts';
import type { JsonObject } from '../json.ts';
import { groupFields, type UnreadState } from '../finding/listing.ts';
import type { VaultNotice } from '../notice.ts';
import type { Operation, WriteDoubt } from '../finding/operation.ts';
import { findingId, project, queryText, sortText } from '../input/members.ts';
import type { AlteredValue } from '../procedures/sync.ts';
import type { ServiceProfile } from '../profile.ts';
import type { Verdict, WorkingState } from '../value-lists.ts';

/* What the window is shown: rows of a list, one finding with all that its editor shows, saved views, images, settings. */

/** At most this many rows are fetched at once: three screens of a tall window. */
export const maxRowsAtOnce = 500;

/** What stands beside the side bar. */
const screenNames = [
  'findings',
  'review',
  'queue',
  'conflicts',
  'engagement',
  'report',
  'activity',
  'settings',
] as const;
export type ScreenName = (typeof screenNames)[number];

/** Names of settings, and what each may hold. They belong to the home, not to the service. */
export const settingSchemas = {
  appearance: z.strictObject({
    theme: z.enum(['system', 'light', 'dark']),
    text: z.enum(['normal', 'large', 'larger']).default('normal'),
  }),
  /** How numbers and moments are written: the language decides between 12 and 24 hours. */
  formats: z.strictObject({
    locale: z.enum([
      ...['system', 'en-GB', 'en-US', 'de-DE', 'de-CH', 'fr-FR', 'es-ES', 'it-IT'],
      ...['nl-NL', 'pl-PL', 'pt-BR', 'sv-SE', 'ja-JP'],
    ] as const),
    date: z.enum(['words', 'numbers', 'iso']),
  }),
  /** Columns of the findings table in their order, with widths in CSS pixels. */
  columns: z
    .array(z.strictObject({ column: z.string().max(40), width: z.number().min(24).max(2_000) }))
    .max(40),
  /** Where the person was last. */
  place: z.strictObject({
    project: project.nullable(),
    query: queryText,
    sort: sortText.nullable(),
    /** Absent if it was kept before lists could be grouped. */
    group: z.enum(groupFields).nullable().optional(),
    finding: findingId.nullable(),
    /** Width of the list beside the editor, in CSS pixels. */
    split: z.number().min(100).max(10_000).nullable(),
    /** Absent if it was kept before there were several. */
    screen: z.enum(screenNames).optional(),
  }),
  /** Of a command its keys as the person chose them, null for none (`renderer/session/commands/keys.ts`). */
  shortcuts: z.record(z.string().max(60), z.string().max(60).nullable()),
  /** What was chosen in the palette, the last one first: the kind of an entry and its id. */
  recent: z.array(z.string().max(1_100)).max(20),
  /** Whether the next candidate comes by itself once one is decided on. */
  review: z.strictObject({ autoAdvance: z.boolean() }),
  /** Whether a window sends pending changes by itself and how often; `told`: the user was told that it does not. */
  sending: z.strictObject({
    when: z.enum(['asked', 'automatic']),
    minutes: z.int().min(1).max(1_440).default(5),
    told: z.boolean().default(false),
  }),
  /** The dictionaries that texts are checked against, by name; none: not checked. An engagement may have others. */
  spelling: z.strictObject({ languages: z.array(z.string().min(1).max(100)).max(20) }),
  /** Texts that the user inserts again and again; `text` may hold placeholders (`#domain/text/snippet.ts`). */
  snippets: z.strictObject({
    list: z
      .array(z.strictObject({ name: z.string().trim().min(1).max(80), text: z.string().min(1).max(20_000) }))
      .max(200),
  }),
  /** With which version the calculator begins a vector. */
  cvss: z.strictObject({ version: z.enum(['3.1', '4.0']) }),
  /** Whether the user closed the list of first steps. */
  checklist: z.strictObject({ closed: z.boolean() }),
  /** The newest destruction of which the person was told that a start carried it on: when it ended, ISO 8601. */
  destructions: z.strictObject({ told: z.string().max(40) }),
} as const;
export const settingNames = [
  'appearance',
  'formats',
  'columns',
  'place',
  'shortcuts',
  'recent',
  'review',
  'sending',
  'cvss',
  'spelling',
  'snippets',
  'checklist',
  'destructions',
] as const satisfies readonly (keyof typeof settingSchemas)[];
export type SettingName = (typeof settingNames)[number];
export type SettingValue<N extends SettingName> = z.output<(typeof settingSchemas)[N]>;

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

export const imageTypes = ['image/png', 'image/jpeg'] as const;
export type ImageType = (typeof imageTypes)[number];

/** A text that an image stands in: a field of its finding, or what a retest says of it. */
export type EvidenceUse = 'description' | 'observation' | 'demonstration' | 'remediation' | 'retest';

/** One image that belongs to a finding. It is kept here, encrypted; the service may get its name in a text, never its pixels. */
export interface Evidence {
  readonly evidence: string;
  /** What texts call it by: `![caption](evidence:NAME)`. */
  readonly name: string;
  /** The texts that place it, each once. */
  readonly usedIn: readonly EvidenceUse[];
  readonly finding: string;
  readonly caption: string;
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Of the bytes as they are kept, lower-case hex. */
  readonly sha256: string;
  /** Of the file as it came, before its metadata was taken out and before it was cropped or redacted. */
  readonly originalSha256: string;
  readonly originalName: string;
  readonly addedAt: string;
  /** When its pixels were last changed here; null if they are as they came. */
  readonly changedAt: string | null;
  /** The layers over it, from the lowest to the highest. */
  readonly annotations: readonly Annotation[];
  /** Of the picture as it is shown and printed: with its annotations drawn in, else `sha256`. */
  readonly pictureSha256: string;
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
  /** How many comments on it are open. */
  readonly comments: number;
  /** Its fields as they were when it was marked ready for review, or as accepted since; null if it is not compared. */
  readonly ready: { readonly at: string; readonly fields: JsonObject } | null;
  /** Fields that wait to be sent. */
  readonly edited: readonly EditableField[];
  /** The service's record as the person last looked at it, if it is another one now. */
  readonly lookedAt: { readonly at: string; readonly record: JsonObject } | null;
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
