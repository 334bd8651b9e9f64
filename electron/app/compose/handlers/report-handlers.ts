import type { preflightProcedures } from '#contract/procedures/deliverables/preflight.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReport, type WriteWhole } from '#features/reports/editions/reissue-edition.ts';
import { exportReport, makeEdition, type Render, type ReportTools } from '#features/reports/export.ts';
import { unfinishedIn } from '#features/reports/output/temp-files.ts';
import type { Account, Accounts } from '../../accounts/accounts.ts';
import type { CallContext, HostHandlers, HostStoreHandlers } from '../../rpc/dispatch.ts';
import type { ReadView } from '../../report-jobs/read-view.ts';
import { openLongTexts } from '../../report-jobs/long-texts.ts';

/** The host's procedures that give the files of editions. */
export const reportStoreHandlers = {
  'report.file': (ctx, { project, edition }) => readReport(ctx, project, edition),
} satisfies Partial<HostStoreHandlers<typeof preflightProcedures>>;

/** Those that make reports. */
export function reportHandlers(
  accounts: Accounts,
  {
    render,
    writeWhole,
    readView,
    isReadOnly,
  }: {
    readonly render: Render;
    readonly writeWhole: WriteWhole;
    readonly readView: ReadView;
    readonly isReadOnly?: boolean;
  },
): Omit<HostHandlers<typeof preflightProcedures>, keyof typeof reportStoreHandlers> {
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
    'report.export': async (request, context) => {
      const account = accounts.current();
      const made = await exportReport(account.ctx, request, toolsFor(account, context));
      const isNew = request.edition === undefined;
      return isNew && isReadOnly === true ? { ...made, recorded: false } : made;
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
