import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReport, type WriteWhole } from '#features/reports/reissue-edition.ts';
import { exportReport, makeEdition, type Render, type ReportTools } from '#features/reports/export.ts';
import { unfinishedIn } from '#features/reports/temp-files.ts';
import type { Account, Accounts } from '../accounts/accounts.ts';
import type { CallContext, Handlers } from '../rpc/dispatch.ts';
import type { Holding } from '../report-jobs/read-view.ts';
import { openLongTexts } from '../report-jobs/long-texts.ts';

/** The procedures that make reports, and give their files. */
export function reportHandlers(
  accounts: Accounts,
  {
    render,
    writeWhole,
    holding,
  }: { readonly render: Render; readonly writeWhole: WriteWhole; readonly holding: Holding },
): Pick<Handlers, 'report.export' | 'report.keep' | 'report.file'> {
  const toolsFor = (account: Account, context: CallContext): ReportTools => ({
    render,
    writeWhole,
    openLongTexts,
    hold: (work) => holding.hold(account, work),
    signal: context.signal,
    progress: (event) => {
      context.progress(event);
    },
  });
  return {
    'report.export': (request, context) => {
      const account = accounts.current();
      return exportReport(account.place, request, toolsFor(account, context));
    },
    'report.keep': (ask, context) => {
      const account = accounts.current();
      const { place } = account;
      return unfinishedIn(place, tmpdir(), (folder) =>
        makeEdition(place, ask, join(folder, 'report'), toolsFor(account, context)),
      );
    },
    'report.file': ({ project, edition }) => readReport(accounts.current().place, project, edition),
  };
}
