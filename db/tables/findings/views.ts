import type { SavedView, SavedViewInput } from '#contract/window/window.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** Every saved view, in the order in which they were made. */
export function listViews(db: ReadableDb): SavedView[] {
  return sql<[], SavedView>(db, 'SELECT view, name, query, sort FROM saved_view ORDER BY view').all();
}

/** Keeps a new view and answers it with its number. */
export function insertView(db: WritableDb, { name, query, sort }: SavedViewInput): SavedView {
  const { lastInsertRowid } = sql(
    db,
    'INSERT INTO saved_view (name, query, sort) VALUES (@name, @query, @sort)',
  ).run({ name, query, sort });
  return { view: Number(lastInsertRowid), name, query, sort };
}

/** Writes a view again. */
export function changeView(db: WritableDb, { view, name, query, sort }: SavedView): void {
  sql(db, 'UPDATE saved_view SET name = @name, query = @query, sort = @sort WHERE view = @view').run({
    view,
    name,
    query,
    sort,
  });
}

/** Forgets a view. @returns it, as it stood; null: there was none of that number */
export function removeView(db: WritableDb, view: number): SavedView | null {
  const remove = sql<[number], SavedView>(
    db,
    'DELETE FROM saved_view WHERE view = ? RETURNING view, name, query, sort',
  );
  return remove.get(view) ?? null;
}
