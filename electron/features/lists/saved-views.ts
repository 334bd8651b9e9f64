import type { SavedViewChange } from '#contract/procedures/findings/lists.ts';
import { DossierError } from '#contract/error.ts';
import type { SavedView } from '#contract/window/window.ts';
import { transaction } from '#db/store/transaction.ts';
import type { WritableDb } from '#db/schema/types.ts';
import { changeView, insertView, listViews, removeView } from '#db/tables/findings/views.ts';

/** Keeps a view, a new one if `view` is null; what is left out of an older one stays. @throws DossierError `not-found` */
export function saveView(db: WritableDb, input: SavedViewChange): SavedView {
  return transaction(db, () => {
    if (input.view === null) return insertView(db, input);
    const before = listViews(db).find(({ view }) => view === input.view);
    if (before === undefined) throw new DossierError('not-found', 'This saved view is not there any more.');
    const { view, name = before.name, query = before.query, sort = before.sort } = input;
    const saved = { view, name, query, sort };
    changeView(db, saved);
    return saved;
  });
}

/** Forgets a view. @returns it, as it stood; null: it was not there any more */
export function dropView(db: WritableDb, view: number): SavedView | null {
  return transaction(db, () => removeView(db, view));
}
