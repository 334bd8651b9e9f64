import type { retestProcedures } from '#contract/procedures/deliverables/retest.ts';
import { addRound, changeRound, removeRound } from '#features/retest/rounds.ts';
import { clearVerdicts, setVerdicts, undoVerdicts } from '#features/retest/verdicts.ts';
import type { AccountParts, Accounts } from '../../accounts/accounts.ts';
import type { Backups } from '../../maintenance/backups.ts';
import { foldLogOf, wipingFrom } from './evidence-handlers.ts';
import type { HostHandlers, HostStoreHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures of retest rounds and verdicts. */
export const retestStoreHandlers = {
  'round.add': addRound,
  'round.change': changeRound,
  'verdict.set': setVerdicts,
  'verdict.clear': clearVerdicts,
  'verdict.undo': undoVerdicts,
} satisfies Partial<HostStoreHandlers<typeof retestProcedures>>;

/** The one that also destroys images in backups. */
export function retestHandlers(
  accounts: Accounts,
  parts: Pick<AccountParts, 'dataKey' | 'tell'> & { readonly backups: Backups },
): Omit<HostHandlers<typeof retestProcedures>, keyof typeof retestStoreHandlers> {
  return {
    'round.remove': async (input) => {
      const account = accounts.current();
      // A backup that is being made could not be opened to take images out of it; another account may be open after that.
      await parts.backups.settled();
      const removed = removeRound(account.ctx, input, wipingFrom(parts, account));
      foldLogOf(account, parts);
      return removed;
    },
  };
}
