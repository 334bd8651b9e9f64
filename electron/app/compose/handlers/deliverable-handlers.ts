import type { deliverableProcedures } from '#contract/procedures/deliverables/deliverable.ts';
import { moveInReport, renumberReport, resetReportOrder } from '#features/reports/choices/finding-order.ts';
import { configureReport } from '#features/reports/choices/settings.ts';
import { keepGivenTheme, removeKeptTheme } from '#features/reports/themes/themes.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { HostHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures of a report's settings, order and themes. */
export function deliverableHandlers(accounts: Accounts): HostHandlers<typeof deliverableProcedures> {
  return {
    'report.configure': ({ project, ...chosen }) => configureReport(accounts.current().ctx, project, chosen),
    'report.move': (ask) => moveInReport(accounts.current().ctx, ask),
    'report.resetOrder': ({ project }) => resetReportOrder(accounts.current().ctx, project),
    'report.renumber': ({ project }) => renumberReport(accounts.current().ctx, project),
    'theme.keep': (given) => keepGivenTheme(accounts.current().ctx, given),
    'theme.remove': ({ name }) => removeKeptTheme(accounts.current().ctx, name),
  };
}
