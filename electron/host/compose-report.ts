import { dirname } from 'node:path';
import type { Render, WriteWhole } from '#services/reports/export.ts';
import { exportReport, makeEdition, readReport, type ReportTools } from '#services/reports/export.ts';
import { unfinishedIn } from '#services/reports/unfinished.ts';
import type { Accounts } from './accounts.ts';
import type { CallContext, Handlers } from './dispatch.ts';
import { withScratchFile } from './scratch.ts';

/** The procedures that make reports, and give their files. */
export function reportHandlers(
  accounts: Accounts,
  { render, writeWhole }: { readonly render: Render; readonly writeWhole: WriteWhole },
): Pick<Handlers, 'report.export' | 'report.keep' | 'report.file'> {
  const toolsFor = (context: CallContext): ReportTools => ({
    render,
    writeWhole,
    signal: context.signal,
    progress: (event) => {
      context.progress(event);
    },
  });
  return {
    'report.export': (request, context) => exportReport(accounts.current().place, request, toolsFor(context)),
    'report.keep': (ask, context) =>
      withScratchFile(`report.${ask.format}`, (out) => {
        const { place } = accounts.current();
        return unfinishedIn(place.db, dirname(out), () =>
          makeEdition(place, { ...ask, out }, toolsFor(context)),
        );
      }),
    'report.file': ({ project, edition }) => readReport(accounts.current().place, project, edition),
  };
}
