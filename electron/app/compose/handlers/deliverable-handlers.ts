import type { deliverableProcedures } from '#contract/procedures/deliverables/deliverable.ts';
import { moveInReport, renumberReport, resetReportOrder } from '#features/reports/choices/finding-order.ts';
import { configureReport } from '#features/reports/choices/settings.ts';
import { keepGivenTheme, removeKeptTheme } from '#features/reports/themes/themes.ts';
import type { HostStoreHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures of a report's settings, order and themes. */
export const deliverableHandlers: HostStoreHandlers<typeof deliverableProcedures> = {
  'report.configure': (ctx, { project, ...chosen }) => configureReport(ctx, project, chosen),
  'report.move': moveInReport,
  'report.resetOrder': (ctx, { project }) => resetReportOrder(ctx, project),
  'report.renumber': (ctx, { project }) => renumberReport(ctx, project),
  'theme.keep': keepGivenTheme,
  'theme.remove': (ctx, { name }) => removeKeptTheme(ctx, name),
};
