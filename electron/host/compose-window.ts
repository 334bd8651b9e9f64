import type { Clock } from '#contract/ports.ts';
import type { windowInputs } from '#contract/window.ts';
import { listViews } from '#db/views.ts';
import { windowIds, windowRows } from '#db/window-rows.ts';
import { checkedSetting, keepSetting, settingsOf } from '#services/desk/settings.ts';
import { deskStatus } from '#services/desk/status.ts';
import { dropView, saveView } from '#services/desk/views.ts';
import { lookAt } from '#services/findings/look.ts';
import { redoEdit, undoEdit } from '#services/findings/undo.ts';
import { viewFinding } from '#services/findings/view.ts';
import { countLists, offeredValues, queryList } from '#services/lists/window.ts';
import type { Accounts } from './accounts.ts';
import type { Handlers } from './dispatch.ts';

/** What the procedures of the window work with. */
export interface WindowParts {
  readonly accounts: Accounts;
  readonly clock: Clock;
  /** Whether a sync is under way. */
  readonly syncing: () => boolean;
}

/** The procedures that only a window asks (`#contract/window.ts`). */
export function windowHandlers({
  accounts,
  clock,
  syncing,
}: WindowParts): Pick<Handlers, keyof typeof windowInputs> {
  return {
    'list.query': async (ask, { signal }) => {
      // Lets a cancel be heard first: while a person types, only the newest of several queries is worth its time.
      await clock.sleep(0, signal);
      signal.throwIfAborted();
      return queryList(accounts.current().place, ask);
    },
    'list.rows': ({ rows }) => windowRows(accounts.current().place.db, rows),
    'list.counts': (ask, { signal }) => countLists(accounts.current().place, ask, signal),
    'list.values': ({ project }, { signal }) => offeredValues(accounts.current().place, project, signal),
    'list.ids': ({ rows }) => windowIds(accounts.current().place.db, rows),
    'finding.open': ({ id }) => viewFinding(accounts.current().place, id),
    'finding.look': async (which, { signal }) => ({
      looked: await lookAt(accounts.current().place, which, signal),
    }),
    'finding.undo': ({ id }) => {
      const { place } = accounts.current();
      undoEdit(place, id);
      return viewFinding(place, id);
    },
    'finding.redo': ({ id }) => {
      const { place } = accounts.current();
      redoEdit(place, id);
      return viewFinding(place, id);
    },
    'view.list': () => {
      const account = accounts.currentOrNull();
      return account === null ? [] : listViews(account.place.db);
    },
    'view.save': (input) => saveView(accounts.current().place.db, input),
    'view.remove': ({ view }) => ({ removed: dropView(accounts.current().place.db, view) }),
    'setting.read': () => {
      const account = accounts.currentOrNull();
      return account === null ? {} : settingsOf(account.place.db);
    },
    'setting.write': ({ name, value }) => {
      keepSetting(accounts.current().place.db, checkedSetting(name, value));
      return { written: true };
    },
    'desk.status': () => deskStatus(accounts.currentOrNull()?.place.db ?? null, syncing()),
  };
}
