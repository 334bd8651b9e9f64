import { DossierError } from '#contract/error.ts';
import type { SavedView, SavedViewInput } from '#contract/window.ts';
import { transaction } from '#db/transaction.ts';
import type { WritableDb } from '#db/types.ts';
import { changeView, insertView, removeView } from '#db/views.ts';

/** Keeps a view, a new one where `view` is null. @throws DossierError `not-found` */
export function saveView(db: WritableDb, input: SavedViewInput & { view: number | null }): SavedView {
  const { view, name, query, sort } = input;
  return transaction(db, () => {
    if (view === null) return insertView(db, { name, query, sort });
    const saved = { view, name, query, sort };
    if (!changeView(db, saved)) throw new DossierError('not-found', 'This saved view is not there any more.');
    return saved;
  });
}

/** Forgets a view; false: it was not there any more. */
export function dropView(db: WritableDb, view: number): boolean {
  return transaction(db, () => removeView(db, view));
}
