import type { windowInputs } from '#contract/window.ts';
import { listViews } from '#db/tables/findings/views.ts';
import { keepSetting, settingsOf } from '#features/settings/settings.ts';
import { acknowledge, tellNotices } from '#features/settings/notices.ts';
import { dropView, saveView } from '#features/lists/saved-views.ts';
import { markRead } from '#features/findings/read-marks.ts';
import { redoEdit, undoEdit } from '#engine/outbox/undo-edit.ts';
import { viewFinding } from '#engine/outbox/view/finding-view.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Handlers } from '../../rpc/dispatch.ts';
import type { ReadingName } from '../../rpc/procedure-access.ts';

/** The procedures that only a window asks (`#contract/window.ts`), but those of `compose-reading.ts`. */
export function windowHandlers(
  accounts: Accounts,
): Pick<Handlers, Exclude<keyof typeof windowInputs, ReadingName> | 'notice.tell' | 'notice.acknowledge'> {
  return {
    'finding.look': async (which, { signal }) => ({
      looked: await markRead(accounts.current().ctx, which, signal),
    }),
    'finding.undo': ({ id }) => {
      const { ctx } = accounts.current();
      undoEdit(ctx, id);
      return viewFinding(ctx, id);
    },
    'finding.redo': ({ id }) => {
      const { ctx } = accounts.current();
      redoEdit(ctx, id);
      return viewFinding(ctx, id);
    },
    'view.list': () => {
      const account = accounts.currentOrNull();
      return account === null ? [] : listViews(account.ctx.db);
    },
    'view.save': (input) => saveView(accounts.current().ctx.db, input),
    'view.remove': ({ view }) => ({ removed: dropView(accounts.current().ctx.db, view) }),
    'setting.read': () => {
      const account = accounts.currentOrNull();
      return account === null ? {} : settingsOf(account.ctx.db);
    },
    'notice.tell': () => {
      const store = accounts.currentStore();
      return store === null ? [] : tellNotices(store.db);
    },
    'notice.acknowledge': ({ ids }) => {
      const store = accounts.currentStore();
      return { acknowledged: store === null ? [] : acknowledge(store.db, ids) };
    },
    'setting.write': (choice) => {
      keepSetting(accounts.current().ctx.db, choice);
      return { written: true };
    },
  };
}
