import type { deliverableProcedures } from '#contract/procedures/deliverables/deliverable.ts';
import type { wordTemplateProcedures } from '#contract/procedures/deliverables/word-templates.ts';
import { moveInReport, renumberReport, resetReportOrder } from '#features/reports/choices/finding-order.ts';
import { configureReport } from '#features/reports/choices/settings.ts';
import { keepGivenTheme, removeKeptTheme } from '#features/reports/themes/themes.ts';
import { keepGivenTemplate, removeKeptTemplate } from '#features/reports/themes/word-templates.ts';
import { wordTemplateReader } from '../../report-jobs/word-template-reader.ts';
import type { HostStoreHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures of a report's settings and order, of themes and of templates for Word. */
export const deliverableHandlers: HostStoreHandlers<
  typeof deliverableProcedures & typeof wordTemplateProcedures
> = {
  'report.configure': (ctx, { project, ...chosen }) => configureReport(ctx, project, chosen),
  'report.move': moveInReport,
  'report.resetOrder': (ctx, { project }) => resetReportOrder(ctx, project),
  'report.renumber': (ctx, { project }) => renumberReport(ctx, project),
  'theme.keep': keepGivenTheme,
  'theme.remove': (ctx, { name }) => removeKeptTheme(ctx, name),
  'template.keep': async (ctx, given) => keepGivenTemplate(ctx, given, await wordTemplateReader()),
  'template.remove': (ctx, { name }) => removeKeptTemplate(ctx, name),
};
