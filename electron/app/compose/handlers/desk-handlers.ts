import type { deskProcedures } from '#contract/procedures/program/desk.ts';
import type { listProcedures } from '#contract/procedures/findings/lists.ts';
import type { noticeProcedures } from '#contract/procedures/program/notices.ts';
import { listViews } from '#db/tables/findings/views.ts';
import { dropView, saveView } from '#features/lists/saved-views.ts';
import { acknowledge, tellNotices } from '#features/settings/notices.ts';
import { keepSetting, settingsOf } from '#features/settings/settings.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { HostHandlers, HostStoreHandlers } from '../../rpc/dispatch.ts';

type DeskRows = typeof deskProcedures & typeof listProcedures & typeof noticeProcedures;

/** The host's procedures of saved views, settings and notices. */
export const deskStoreHandlers = {
  'view.save': (ctx, input) => saveView(ctx.db, input),
  'view.remove': (ctx, { view }) => ({ removed: dropView(ctx.db, view) }),
  'setting.write': (ctx, choice) => {
    keepSetting(ctx.db, choice);
    return { written: true };
  },
} satisfies Partial<HostStoreHandlers<DeskRows>>;

/** Those that also answer before an account was connected. */
export function deskHandlers(
  accounts: Accounts,
): Omit<HostHandlers<DeskRows>, keyof typeof deskStoreHandlers> {
  return {
    'view.list': () => {
      const account = accounts.currentOrNull();
      return account === null ? [] : listViews(account.ctx.db);
    },
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
  };
}
