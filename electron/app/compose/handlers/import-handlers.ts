import { DossierError } from '#contract/error.ts';
import type { importProcedures, ImportRules } from '#contract/procedures/findings/import.ts';
import { findBulk, operationsOfBulk } from '#db/tables/outbox/bulk.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { readTransaction } from '#db/store/transaction.ts';
import type { ServiceContext } from '#engine/context.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { readEngagementSetting } from '#engine/record/engagement-settings.ts';
import { queuedView } from '#engine/outbox/view/operation-view.ts';
import { bulkNamed, summaryOf } from '#features/bulk/results.ts';
import { readDraft, type ImportDraft } from '#features/imports/draft.ts';
import { planImport, previewOf } from '#features/imports/plan.ts';
import { queueImport } from '#features/imports/queue.ts';
import { scanSources } from '../../imports/scan-sources.ts';
import type { HostStoreHandlers } from '../../rpc/dispatch.ts';

/** So many drafts are kept; of more, the oldest is forgotten. */
const maxDrafts = 8;

/** The procedures of scanner files. Drafts live as long as the process. */
export function importHandlers(): HostStoreHandlers<typeof importProcedures> {
  const drafts = new Map<string, { readonly db: ServiceContext['db']; readonly draft: ImportDraft }>();

  /** Of the open store alone: a draft of another account is none (promise 9). @throws DossierError `not-found` */
  function draftNamed(ctx: ServiceContext, name: string): ImportDraft {
    const kept = drafts.get(name);
    if (kept?.db === ctx.db) return kept.draft;
    throw new DossierError('not-found', 'This import is not known here any more. Preview the files again.');
  }

  return {
    async 'import.preview'(ctx, { project, files, format, mapping, rules, choices }, context) {
      if (!hasEngagement(ctx.db, project)) throw noEngagement(project);
      const kept = readEngagementSetting(ctx.db, project, 'imports');
      const given = Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined));
      const merged: ImportRules = { ...kept, ...given };
      const sources = scanSources(
        files.map(({ path }) => path),
        { format, mapping },
        context,
      );
      const draft = await readDraft({ draft: crypto.randomUUID(), project, rules: merged }, sources, {
        clock: ctx.clock,
        signal: context.signal,
      });
      drafts.set(draft.draft, { db: ctx.db, draft });
      for (const name of [...drafts.keys()].slice(0, -maxDrafts)) drafts.delete(name);
      return readTransaction(ctx.db, () => previewOf(draft, planImport(ctx, draft, choices)));
    },
    'import.arrange'(ctx, { draft: name, choices }) {
      const draft = draftNamed(ctx, name);
      return readTransaction(ctx.db, () => previewOf(draft, planImport(ctx, draft, choices)));
    },
    'import.queue'(ctx, { draft: name, bulk, ...ask }) {
      const before = findBulk(ctx.db, bulk);
      const operations =
        before === null
          ? queueImport(ctx, draftNamed(ctx, name), { bulk, ...ask })
          : operationsOfBulk(ctx.db, before.number);
      const action = findBulk(ctx.db, bulk) === null ? null : summaryOf(ctx, bulkNamed(ctx, bulk), false);
      drafts.delete(name);
      return { action, operations: operations.map((row) => queuedView(ctx, row)) };
    },
    'import.discard': (_ctx, { draft }) => ({ discarded: drafts.delete(draft) }),
  };
}
