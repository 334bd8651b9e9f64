import { engagementKey } from '#domain/engagement/engagement-key.ts';
import { hash } from 'node:crypto';
import { DossierError } from '#contract/error.ts';
import {
  destructionBegunSchema,
  destructionEndSchema,
  type Destruction,
  type EngagementHoldings,
} from '#contract/procedures/program/destruction.ts';
import {
  destructionText,
  namesEngagement,
  pendingClause,
  sealedText,
} from '#domain/engagement/destruction.ts';
import { readConnection } from '#db/tables/accounts/connections.ts';
import {
  beginDestruction,
  countHoldings,
  addedAt,
  deleteEngagement,
  endDestruction,
  listDestructions,
  type DestructionRow,
} from '#db/tables/destroy.ts';
import { readEngagement } from '#db/tables/engagements.ts';
import { readTransaction, transaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { nowIso, type ServiceContext } from '#engine/context.ts';
import { noEngagement } from '#engine/record/engagements.ts';

/*
 * An engagement is destroyed in two steps. The first is one transaction: its rows go, the record of it comes. The
 * second removes it from backups, log and free pages, and can be repeated at any time: an unfinished record tells the
 * next start to do so.
 */

/** Takes what was deleted out of the files around the store. */
export interface StoreCleaner {
  /** How many backups hold the engagement, and how many damaged stores were set aside. */
  count(project: string): { readonly backups: number; readonly aside: number };
  /**
   * Merges the index, folds the log, gives back free pages and backs the store up without the engagement.
   * Then removes every backup that still has it, and every damaged store that was set aside. Can be done
   * again.
   * @throws DossierError as the store does; what was removed by then stays removed
   */
  clean(project: string): {
    readonly backups: number;
    readonly aside: number;
    readonly left: readonly string[];
  };
}

/** What a destruction would take away. @throws DossierError `not-found` */
export function engagementHoldings(
  ctx: ServiceContext,
  cleaner: StoreCleaner,
  project: string,
): EngagementHoldings {
  return readTransaction(ctx.db, () => {
    const engagement = readEngagement(ctx.db, project);
    if (engagement === null) throw noEngagement(project);
    return {
      project,
      name: engagement.name,
      ...countHoldings(ctx.db, project),
      ...cleaner.count(project),
    };
  });
}

/**
 * Destroys what this home holds of an engagement. The service is not asked, and keeps what it has.
 *
 * @param asked `unsent`: how many pending operations the user has agreed to lose
 * @throws DossierError `not-found`, `invalid` (another name was typed), `wrong-state` (other operations wait than were
 *   agreed to); nothing is changed then. `disk-full` and `file` if the files around the store could not be cleaned:
 *   the rows are gone, and the next start carries it on
 */
export function destroyEngagement(
  ctx: ServiceContext,
  cleaner: StoreCleaner,
  asked: { readonly project: string; readonly name: string; readonly unsent: number },
): Destruction {
  const number = takeOut(ctx, asked);
  try {
    finish(ctx, cleaner, { number, project: asked.project, resumed: false });
  } catch (error) {
    if (!(error instanceof DossierError)) throw error;
    throw new DossierError(
      error.code,
      `It is destroyed in the store, but backups or the log may still hold it: ${error.message} The next start carries that on.`,
      { cause: error },
    );
  }
  const done = destructions(ctx.db).find((record) => record.number === number);
  if (done === undefined) throw new Error('a destruction left no record');
  return done;
}

/**
 * Carries on what a start finds unfinished: to be called before anybody works with the store.
 * @returns sentences for the person
 */
export function resumeDestructions(ctx: ServiceContext, cleaner: StoreCleaner): readonly string[] {
  return listDestructions(ctx.db)
    .filter(({ finishedAt }) => finishedAt === null)
    .map(({ number, project, begunAt }) => {
      deleteWhatCameBack(ctx, project, begunAt);
      finish(ctx, cleaner, { number, project, resumed: true });
      return 'The program ended while an engagement was being destroyed. That is finished now; its record is in the settings.';
    });
}

/** Every destruction, the newest first, with the text of its record. */
export function destructions(db: ReadableDb): readonly Destruction[] {
  return listDestructions(db).map((row) => {
    const facts = factsOf(row);
    const text = destructionText(facts);
    const sealed = facts.finished === null ? text : sealedText(text, hash('sha256', text));
    return { number: row.number, ...facts, text: sealed };
  });
}

function takeOut(
  ctx: ServiceContext,
  { project, name, unsent }: { project: string; name: string; unsent: number },
): number {
  const { db } = ctx;
  return transaction(db, () => {
    const engagement = readEngagement(db, project);
    const connection = readConnection(db);
    if (engagement === null || connection === null) throw noEngagement(project);
    if (!namesEngagement(name, engagement.name, project)) {
      throw new DossierError('invalid', 'This is not the name of the engagement. Nothing was destroyed.');
    }
    const counts = countHoldings(db, project);
    if (counts.unsent !== unsent) {
      throw new DossierError(
        'wrong-state',
        counts.unsent === 0
          ? 'None of its changes is pending any more. Nothing was destroyed: check again, then confirm.'
          : `${pendingClause(counts, 'change')}; what is known of them here would be lost. Nothing was destroyed: check again, then confirm.`,
      );
    }
    const account = { baseUrl: connection.baseUrl, user: connection.userId };
    const recordJson = JSON.stringify({ name: engagement.name, account, counts });
    const number = beginDestruction(db, { project, begunAt: nowIso(ctx), recordJson });
    deleteEngagement(db, project, engagementKey(project));
    return number;
  });
}

function finish(
  ctx: ServiceContext,
  cleaner: StoreCleaner,
  { number, project, resumed }: { number: number; project: string; resumed: boolean },
): void {
  const end = cleaner.clean(project);
  transaction(ctx.db, () => {
    endDestruction(ctx.db, {
      number,
      finishedAt: nowIso(ctx),
      endJson: JSON.stringify({ resumed, ...end }),
    });
  });
}

/**
 * A store that was damaged meanwhile was filled from a backup that still had the engagement. One that was added again
 * since is not touched.
 */
function deleteWhatCameBack({ db }: ServiceContext, project: string, begunAt: string): void {
  const added = addedAt(db, project);
  if (added !== null && added > begunAt) return;
  transaction(db, () => {
    deleteEngagement(db, project, engagementKey(project));
  });
}

function factsOf({
  project,
  begunAt,
  recordJson,
  finishedAt,
  endJson,
}: DestructionRow): Omit<Destruction, 'number' | 'text'> {
  const begun = destructionBegunSchema.parse(JSON.parse(recordJson));
  const finished =
    finishedAt === null || endJson === null
      ? null
      : { at: finishedAt, ...destructionEndSchema.parse(JSON.parse(endJson)) };
  return { project, begunAt, ...begun, finished };
}
