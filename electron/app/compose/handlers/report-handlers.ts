import type { preflightProcedures } from '#contract/procedures/deliverables/preflight.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReport, type WriteWhole } from '#features/reports/editions/reissue-edition.ts';
import { exportReport, makeEdition, type Render, type ReportTools } from '#features/reports/export.ts';
import { unfinishedIn } from '#features/reports/output/temp-files.ts';
import type { Account, Accounts } from '../../accounts/accounts.ts';
import { bindStore } from '../bind-store.ts';
import type { CallContext, HostHandlers } from '../../rpc/dispatch.ts';
import type { ReadView } from '../../report-jobs/read-view.ts';
import { openLongTexts } from '../../report-jobs/long-texts.ts';

/** The procedures that make reports, and give their files. */
export function reportHandlers(
  accounts: Accounts,
  {
    render,
    writeWhole,
    readView,
  }: { readonly render: Render; readonly writeWhole: WriteWhole; readonly readView: ReadView },
): HostHandlers<typeof preflightProcedures> {
  const toolsFor = (account: Account, context: CallContext): ReportTools => ({
    render,
    writeWhole,
    openLongTexts,
    hold: (work) => readView.hold(account, work),
    signal: context.signal,
    progress: (event) => {
      context.progress(event);
    },
  });
  return {
    ...bindStore(() => accounts.current().ctx, {
      'report.file': (ctx, { project, edition }) => readReport(ctx, project, edition),
    }),
    'report.export': (request, context) => {
      const account = accounts.current();
      return exportReport(account.ctx, request, toolsFor(account, context));
    },
    'report.keep': (ask, context) => {
      const account = accounts.current();
      const { ctx } = account;
      return unfinishedIn(ctx, tmpdir(), (folder) =>
        makeEdition(ctx, ask, join(folder, 'report'), toolsFor(account, context)),
      );
    },
  };
}
