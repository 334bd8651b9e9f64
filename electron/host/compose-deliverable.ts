import { moveInReport, renumberReport, resetReportOrder } from '#services/reports/order.ts';
import { configureReport } from '#services/reports/settings.ts';
import { keepGivenTheme, removeKeptTheme } from '#services/reports/themes.ts';
import type { Accounts } from './accounts.ts';
import type { Handlers } from './dispatch.ts';

/** The procedures that keep choices and themes; what is read of them is answered in `compose-reading.ts`. */
export function deliverableHandlers(
  accounts: Accounts,
): Pick<
  Handlers,
  'report.configure' | 'report.move' | 'report.resetOrder' | 'report.renumber' | 'theme.keep' | 'theme.remove'
> {
  return {
    'report.configure': ({ project, ...chosen }) =>
      configureReport(accounts.current().place, project, chosen),
    'report.move': (ask) => moveInReport(accounts.current().place, ask),
    'report.resetOrder': ({ project }) => resetReportOrder(accounts.current().place, project),
    'report.renumber': ({ project }) => renumberReport(accounts.current().place, project),
    'theme.keep': (given) => keepGivenTheme(accounts.current().place, given),
    'theme.remove': ({ name }) => removeKeptTheme(accounts.current().place, name),
  };
}
