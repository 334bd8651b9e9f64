import type { ProcedureInput } from '#contract/procedures/index.ts';
import type { ImportReset, ImportRules } from '#contract/procedures/findings/import.ts';
import { engagementSettings } from '#contract/engagement-settings.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ReadContext, ServiceContext } from '#engine/context.ts';
import { readEngagementSetting, writeEngagementSetting } from '#engine/record/engagement-settings.ts';
import { noEngagement } from '#engine/record/engagements.ts';

/** What an engagement keeps for its imports. @throws DossierError `not-found` */
export function importSettings({ db }: ReadContext, { project }: { readonly project: string }): ImportRules {
  if (!hasEngagement(db, project)) throw noEngagement(project);
  return readEngagementSetting(db, project, 'imports');
}

/** Forgets what is named, then maps severities; answers what is kept then. @throws DossierError `not-found` */
export function configureImports(
  ctx: ServiceContext,
  { project, severities, reset }: ProcedureInput<'import.configure'>,
): ImportRules {
  return transaction(ctx.db, () => {
    let rules = importSettings(ctx, { project });
    for (const name of reset) rules = without(rules, name);
    for (const one of severities) rules = withSeverity(rules, one);
    writeEngagementSetting(ctx, project, 'imports', rules);
    return rules;
  });
}

function without(rules: ImportRules, reset: ImportReset): ImportRules {
  const { severityMapping, csvMappings } = rules;
  switch (reset) {
    case 'rules':
      return { ...engagementSettings.imports.initial, severityMapping, csvMappings };
    case 'severities':
      return { ...rules, severityMapping: {} };
    case 'maps':
      return { ...rules, csvMappings: [] };
  }
}

/** A tool without a severity of its own is not kept. */
function withSeverity(
  rules: ImportRules,
  { tool, severity, becomes }: ProcedureInput<'import.configure'>['severities'][number],
): ImportRules {
  const { [severity]: _before, ...others } = rules.severityMapping[tool] ?? {};
  const mapped = becomes === null ? others : { ...others, [severity]: becomes };
  const { [tool]: _tool, ...tools } = rules.severityMapping;
  return {
    ...rules,
    severityMapping: Object.keys(mapped).length === 0 ? tools : { ...tools, [tool]: mapped },
  };
}
