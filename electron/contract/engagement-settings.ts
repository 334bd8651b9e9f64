import { z } from 'zod';
import { EngagementFacts, noFacts } from './engagement.ts';
import { ImportRules } from './procedures/findings/import.ts';
import { ReportChoices } from './procedures/deliverables/deliverable.ts';
import type { ProcedureName } from './procedures/index.ts';

/** One setting of an engagement. */
interface EngagementSetting<Schema extends z.ZodType> {
  /** What the store may hold. A new member has a default here, so that values of before it are read. */
  readonly schema: Schema;
  /** Its value until one is written. */
  readonly initial: z.output<Schema>;
  /** The one procedure that writes it. */
  readonly writtenBy: ProcedureName;
}

const setting = <Schema extends z.ZodType>(row: EngagementSetting<Schema>): EngagementSetting<Schema> => row;

/** Every setting of an engagement. What is a list with names and a history of its own is no setting. */
export const engagementSettings = {
  /** What a report says beside its findings. */
  facts: setting({ schema: EngagementFacts, initial: noFacts, writtenBy: 'engagement.describe' }),
  /** How its deliverables are put together; a choice that this program does not know chooses nothing. */
  report: setting({ schema: ReportChoices.catch({}), initial: {}, writtenBy: 'report.configure' }),
  /** What of scanner files is left out, and which severities those of tools become. */
  imports: setting({
    schema: ImportRules,
    initial: ImportRules.parse({}),
    writtenBy: 'import.queue',
  }),
  /** Names of the dictionaries that its texts are checked against; null: those of the settings of the vault. */
  spelling: setting({
    schema: z.array(z.string()).readonly().nullable(),
    initial: null,
    writtenBy: 'spelling.choose',
  }),
} as const;

export type EngagementSettingName = keyof typeof engagementSettings;
export type EngagementSettingValue<Name extends EngagementSettingName> = z.output<
  (typeof engagementSettings)[Name]['schema']
>;
