import { moveInReport, renumberReport, resetReportOrder } from '#features/reports/finding-order.ts';
import { configureReport } from '#features/reports/settings.ts';
import { keepGivenTheme, removeKeptTheme } from '#features/reports/themes.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Handlers } from '../../rpc/dispatch.ts';

/** The procedures that keep choices and themes; what is read of them is answered in `compose-reading.ts`. */
export function deliverableHandlers(
  accounts: Accounts,
): Pick<
  Handlers,
  'report.configure' | 'report.move' | 'report.resetOrder' | 'report.renumber' | 'theme.keep' | 'theme.remove'
> {
  return {
    'report.configure': ({ project, ...chosen }) => configureReport(accounts.current().ctx, project, chosen),
    'report.move': (ask) => moveInReport(accounts.current().ctx, ask),
    'report.resetOrder': ({ project }) => resetReportOrder(accounts.current().ctx, project),
    'report.renumber': ({ project }) => renumberReport(accounts.current().ctx, project),
    'theme.keep': (given) => keepGivenTheme(accounts.current().ctx, given),
    'theme.remove': ({ name }) => removeKeptTheme(accounts.current().ctx, name),
  };
}
