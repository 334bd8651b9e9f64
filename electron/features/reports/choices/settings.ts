import { DossierError } from '#contract/error.ts';
import type { ReportChoices, ReportSettings } from '#contract/procedures/deliverables/deliverable.ts';
import { defaultTheme } from '#contract/deliverable/theme.ts';
import { missingForFinal } from '#domain/engagement/facts.ts';
import { chaptersOf } from '#domain/deliverable/templates.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { readTheme } from '#db/tables/reports/themes.ts';
import { hasWordTemplate } from '#db/tables/reports/word-templates.ts';
import { findFinding, shownId } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ReportSelection } from '#contract/deliverable/selection.ts';
import type { ReadContext, ServiceContext } from '#engine/context.ts';
import {
  readEngagementSetting,
  refuseUnseen,
  writeEngagementSetting,
} from '#engine/record/engagement-settings.ts';
import { headOf } from './engagement-facts.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { assertNamed, chooseIfPossible, leftOutView, withoutNamed } from '../selection.ts';
import { themeNamed } from '../themes/themes.ts';
import { assertWordTemplate } from '../themes/word-templates.ts';

/** What is chosen for the deliverables of an engagement, and what comes of it. @throws DossierError `not-found` */
export function reportSettings(ctx: ReadContext, project: string): ReportSettings {
  const { db } = ctx;
  if (!hasEngagement(db, project)) throw noEngagement(project);
  const settings = choicesOf(db, project);
  const theme = settings.theme ?? defaultTheme.name;
  const { facts, client } = headOf(ctx, project);
  return {
    project,
    settings,
    template: settings.template ?? 'technical',
    sections: chaptersOf(settings),
    language: settings.language ?? 'en',
    theme,
    pageSize: settings.pageSize ?? themeNamed(ctx, theme).theme.pageSize,
    left_out: leftOutView(chooseIfPossible(ctx, project, settings).leftOut),
    missing_facts: missingForFinal(facts, client, settings.template),
  };
}

/**
 * Keeps choices for the deliverables of an engagement; what is not named stays, what is in `reset` is the template's own
 * again. A finding that is included now is not excluded any more, and the other way round.
 *
 * @throws DossierError `not-found` (engagement, theme, template, finding), `query`, `invalid` (a finding named both ways), `outdated`
 *   (another choice than the one that was seen; nothing is kept)
 */
export function configureReport(
  ctx: ServiceContext,
  project: string,
  chosen: {
    readonly settings: ReportChoices;
    readonly reset: readonly (keyof ReportChoices)[];
    readonly seen?: ReportChoices | undefined;
  },
): ReportSettings {
  const { db } = ctx;
  return transaction(db, () => {
    if (!hasEngagement(db, project)) throw noEngagement(project);
    if (chosen.settings.theme !== undefined) themeNamed(ctx, chosen.settings.theme);
    if (chosen.settings.wordTemplate !== undefined) assertWordTemplate(db, chosen.settings.wordTemplate);
    assertNamed(db, project, chosen.settings);
    const { include, exclude } = chosen.settings;
    const before = choicesOf(db, project);
    const all = Object.entries({
      ...before,
      include: withoutNamed(db, before.include ?? [], exclude ?? []),
      exclude: withoutNamed(db, before.exclude ?? [], include ?? []),
      ...chosen.settings,
    });
    const keptEntries = all.filter(
      ([name, value]) =>
        value !== undefined &&
        // To skip no kind is a choice of its own; every other empty list is none.
        !(name !== 'skip' && Array.isArray(value) && value.length === 0) &&
        !(name === 'group' && value === 'none') &&
        !chosen.reset.some((one) => one === name),
    );
    const kept = Object.fromEntries(keptEntries);
    if (chosen.seen !== undefined) {
      const names = [...Object.keys(chosen.settings), ...chosen.reset];
      refuseUnseen(before, Object.fromEntries(names.map((name) => [name, kept[name]])), [chosen.seen]);
    }
    writeEngagementSetting(ctx, project, 'report', kept);
    return reportSettings(ctx, project);
  });
}

/**
 * How a deliverable is made: as the call says, else as was chosen for the engagement. A theme or template that was chosen
 * and is gone is the default one.
 *
 * @throws DossierError `invalid` (template `single` without a finding), `not-found` and `query` (the choice of findings)
 */
export function optionsFor(db: ReadableDb, project: string, call: ReportChoices): ReportChoices {
  const options = withFindingNamed(db, {
    ...choicesOf(db, project),
    ...call,
    ...selectionFor(db, project, call),
  });
  if (options.template === 'single' && options.finding === undefined) {
    throw new DossierError('invalid', 'The template "single" needs the finding that it is about.');
  }
  return options;
}

/** The one finding of a deliverable by the name that lists show: it may have been named by its local one. */
export function withFindingNamed(db: ReadableDb, choices: ReportChoices): ReportChoices {
  const identity = choices.finding === undefined ? null : findFinding(db, choices.finding);
  return identity === null ? choices : { ...choices, finding: shownId(identity) };
}

/**
 * The findings that a call chooses. A query or names of its own are the whole choice; without any, what is kept for the
 * engagement holds.
 *
 * @throws DossierError `not-found`, `invalid`, `query`
 */
export function selectionFor(db: ReadableDb, project: string, call: ReportSelection): ReportSelection {
  const kept = choicesOf(db, project);
  const hasOwn = [call.query, call.include, call.exclude].some((chosen) => chosen !== undefined);
  if (hasOwn) assertNamed(db, project, call);
  const { query, include, exclude } = hasOwn ? call : kept;
  return { query, include, exclude, skip: call.skip ?? kept.skip, group: call.group ?? kept.group };
}

/** What is chosen for the deliverables of an engagement; nothing if nobody chose. */
export function choicesOf(db: ReadableDb, project: string): ReportChoices {
  const choices = readEngagementSetting(db, project, 'report');
  const { theme, wordTemplate, ...rest } = choices;
  const hasTheme = theme !== undefined && (theme === defaultTheme.name || readTheme(db, theme) !== null);
  return {
    ...rest,
    ...(hasTheme && { theme }),
    ...(wordTemplate !== undefined && hasWordTemplate(db, wordTemplate) && { wordTemplate }),
  };
}
