import {
  insertEdition,
  insertPiece,
  removePieces,
  type EditionPart,
  type EditionRow,
} from '#db/tables/reports/editions.ts';
import { keepGroupNumber, keepNumber, type KnownNumberRow } from '#db/tables/reports/report-findings.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { hasEditionImage, keepEditionImage } from '#db/tables/findings/evidence.ts';
import { quietTransaction, transaction } from '#db/store/transaction.ts';
import type { ServiceContext } from '#engine/context.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { yieldTurn, type Pace } from '#engine/schedule/yield-turn.ts';
import { megabyte, piecesOf } from '../chunks.ts';

/** An edition that is to be kept: the pieces of its parts may be of any length. */
export interface NewEdition extends Omit<EditionRow, 'edition' | 'content'> {
  readonly snapshot: Iterable<Uint8Array>;
  readonly file: Iterable<Uint8Array>;
  /** By their hash. */
  readonly images: ReadonlyMap<string, Uint8Array>;
  /** The numbers that go out with it. */
  readonly numbers: readonly KnownNumberRow[];
}

/**
 * Stores an edition piece by piece, so nobody waits for a long one. It exists with the last of several transactions,
 * and not at all if one fails.
 *
 * @returns its number
 * @throws DossierError `not-found` (the engagement was destroyed meanwhile), `disk-full`; what `pace.signal` aborts with
 */
export async function keepEdition(
  { db, ids }: Pick<ServiceContext, 'db' | 'ids'>,
  { snapshot, file, images, numbers, ...row }: NewEdition,
  pace: Pace,
): Promise<number> {
  const { project } = row;
  const content = ids.next();
  /** What is written of an engagement that was destroyed would outlive it. */
  const unlessDestroyed = <T>(write: () => T) => {
    return (): T => {
      if (!hasEngagement(db, project)) throw noEngagement(project);
      return write();
    };
  };
  const keepPart = async (part: EditionPart, chunks: Iterable<Uint8Array>): Promise<void> => {
    for (const bytes of piecesOf(megabyte, chunks)) {
      quietTransaction(
        db,
        unlessDestroyed(() => {
          insertPiece(db, { project, content, part, bytes });
        }),
      );
      await yieldTurn(pace);
    }
  };
  try {
    for (const [sha256, bytes] of images) {
      if (hasEditionImage(db, sha256)) continue;
      quietTransaction(
        db,
        unlessDestroyed(() => {
          keepEditionImage(db, sha256, bytes);
        }),
      );
      await yieldTurn(pace);
    }
    await keepPart('snapshot', snapshot);
    await keepPart('file', file);
    return transaction(
      db,
      unlessDestroyed(() => {
        // The destruction of another engagement takes images that no edition prints, as these were until now.
        for (const [sha256, bytes] of images) keepEditionImage(db, sha256, bytes);
        for (const { grouping, ...number } of numbers) {
          if (grouping === null) keepNumber(db, { project, ...number });
          else keepGroupNumber(db, { project, ...number, grouping });
        }
        return insertEdition(db, { ...row, content });
      }),
    );
  } catch (error) {
    forget({ db }, content);
    throw error;
  }
}

function forget({ db }: Pick<ServiceContext, 'db'>, content: string): void {
  try {
    quietTransaction(db, () => {
      removePieces(db, content);
    });
  } catch {
    // A disk that is full takes this no more than it took the edition: the next start removes them.
  }
}
