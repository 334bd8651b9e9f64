import { z } from 'zod';
import { groupFields } from '../finding/listing.ts';
import { findingId, project, queryText, sortText } from '../input/members.ts';

/** What stands beside the side bar. */
const screenNames = [
  'inbox',
  'overview',
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
    .array(
      z.strictObject({
        column: z.string().max(40),
        width: z.number().min(24).max(2_000),
        /** Of a column that is there by itself: the user has taken it away. */
        off: z.literal(true).optional(),
      }),
    )
    .max(40),
  /** Where the person was last. */
  place: z.strictObject({
    project: project.nullable(),
    query: queryText,
    sort: sortText.nullable(),
    /** Absent if it was kept before lists could be grouped. */
    group: z.enum(groupFields).nullable().optional(),
    /** The groups of which only the line is shown, by name. */
    folded: z.array(z.string().max(1_000)).max(500).optional(),
    finding: findingId.nullable(),
    /** Width of the list beside the editor, in CSS pixels. */
    split: z.number().min(100).max(10_000).nullable(),
    /** Whether the finding has the room of the list too; absent if it was kept before it could. */
    maximised: z.boolean().optional(),
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
