import { DossierError } from '#contract/error.ts';
import type { ImportPreview, importProcedures } from '#contract/procedures/findings/import.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import { findBulk, operationsOfBulk } from '#db/tables/outbox/bulk.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { readTransaction } from '#db/store/transaction.ts';
import type { ServiceContext } from '#engine/context.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { readEngagementSetting } from '#engine/record/engagement-settings.ts';
import { queuedView } from '#engine/outbox/view/operation-view.ts';
import { withMapping } from '#domain/scans/csv-mappings.ts';
import { bulkNamed, summaryOf } from '#features/bulk/results.ts';
import { takeImageBytes } from '#features/evidence/pixels.ts';
import { readDraft, type ImportDraft } from '#features/imports/draft.ts';
import { planImport, previewOf } from '#features/imports/plan.ts';
import { queueImport } from '#features/imports/queue.ts';
import { configureImports, importSettings } from '#features/imports/settings.ts';
import type { ReceivedFiles } from '../../imports/received-files.ts';
import { diskFile, type OpenableFile } from '../../imports/openable-file.ts';
import type { CallContext, HostStoreHandlers } from '../../rpc/dispatch.ts';

/** So many drafts are kept; of more, the oldest is forgotten. */
const maxDrafts = 8;

/** A draft with what it was read from. */
interface KeptDraft {
  readonly db: ServiceContext['db'];
  readonly draft: ImportDraft;
  /** Files that were received; absent if they lie elsewhere. */
  readonly uploads?: readonly string[];
}

type Reading = Omit<ProcedureInput<'import.preview'>, 'files'>;

/** The procedures of scanner files. Drafts live as long as the process. */
export function importHandlers(received: ReceivedFiles): HostStoreHandlers<typeof importProcedures> {
  const drafts = new Map<string, KeptDraft>();

  /** Of the open store alone: a draft of another account is none (promise 9). @throws DossierError `not-found` */
  function draftNamed(ctx: ServiceContext, name: string): ImportDraft {
    const kept = drafts.get(name);
    if (kept?.db === ctx.db) return kept.draft;
    throw new DossierError('not-found', 'This import is not known here any more. Preview the files again.');
  }

  /** Forgets a draft. Files that another one was read from stay. */
  function forget(name: string | null, uploads: readonly string[] = []): boolean {
    const gone = [...uploads, ...(drafts.get(name ?? '')?.uploads ?? [])];
    const wasKnown = drafts.delete(name ?? '');
    const needed = new Set([...drafts.values()].flatMap((kept) => kept.uploads ?? []));
    received.remove(gone.filter((upload) => !needed.has(upload)));
    return wasKnown;
  }

  async function preview(
    ctx: ServiceContext,
    files: readonly OpenableFile[],
    { project, format, mapping, rules, choices, informational }: Reading,
    context: CallContext,
    uploads: readonly string[],
  ): Promise<ImportPreview> {
    if (!hasEngagement(ctx.db, project)) throw noEngagement(project);
    const kept = readEngagementSetting(ctx.db, project, 'imports');
    // With every reader of scanner files: only who imports loads them.
    const { scanSources } = await import('../../imports/scan-sources.ts');
    const csvMappings = mapping === null ? kept.csvMappings : withMapping(kept.csvMappings, mapping);
    const read = { ...kept, ...rules, csvMappings };
    const draft = await readDraft(
      { draft: crypto.randomUUID(), project, rules: read, informational },
      scanSources(files, { format, mapping, mappings: kept.csvMappings }, context),
      { clock: ctx.clock, signal: context.signal, takeImage: takeImageBytes },
    );
    drafts.set(draft.draft, { db: ctx.db, draft, uploads });
    for (const name of [...drafts.keys()].slice(0, -maxDrafts)) forget(name);
    return readTransaction(ctx.db, () => previewOf(ctx, draft, planImport(ctx, draft, choices)));
  }

  return {
    'import.preview': (ctx, { files, ...reading }, context) =>
      preview(
        ctx,
        files.map(({ path }) => diskFile(path)),
        reading,
        context,
        [],
      ),
    'import.receive': (ctx, piece) => ({ bytes: received.receive(ctx.db, piece) }),
    'import.previewReceived': (ctx, { uploads, ...reading }, context) =>
      preview(
        ctx,
        uploads.map((upload) => received.file(ctx.db, upload)),
        reading,
        context,
        uploads,
      ),
    'import.arrange'(ctx, { draft: name, choices, rules }) {
      const before = draftNamed(ctx, name);
      const draft = { ...before, rules: { ...before.rules, ...rules } };
      drafts.set(name, { ...drafts.get(name), db: ctx.db, draft });
      return readTransaction(ctx.db, () => previewOf(ctx, draft, planImport(ctx, draft, choices)));
    },
    'import.queue'(ctx, { draft: name, bulk, ...ask }) {
      const before = findBulk(ctx.db, bulk);
      const operations =
        before === null
          ? queueImport(ctx, draftNamed(ctx, name), { bulk, ...ask })
          : operationsOfBulk(ctx.db, before.number);
      const action = findBulk(ctx.db, bulk) === null ? null : summaryOf(ctx, bulkNamed(ctx, bulk), false);
      forget(name);
      return { action, operations: operations.map((row) => queuedView(ctx, row)) };
    },
    'import.settings': importSettings,
    'import.configure': configureImports,
    'import.discard': (_ctx, { draft, uploads }) => ({ discarded: forget(draft, uploads) }),
  };
}
