import type { evidenceProcedures } from '#contract/procedures/findings/evidence.ts';
import { foldLog, wipeFromBackups } from '#db/recovery/evidence-wipe.ts';
import { storeKey } from '#db/store/vault.ts';
import {
  addEvidence,
  removeEvidence,
  replaceEvidence,
  sortEvidence,
  type WipeElsewhere,
} from '#features/evidence/change.ts';
import { captionEvidence } from '#features/evidence/caption.ts';
import { annotateEvidence } from '#features/evidence/annotate.ts';
import { moveEvidence } from '#features/evidence/move.ts';
import { takeImage } from '#features/evidence/pixels.ts';
import { evidenceContent, listEvidence } from '#features/evidence/read.ts';
import { renameEvidence } from '#features/evidence/rename.ts';
import type { Account, AccountParts, Accounts } from '../../accounts/accounts.ts';
import type { Backups } from '../../maintenance/backups.ts';
import { backupsOf } from '../../maintenance/stores.ts';
import { drawAnnotations } from '../../report-jobs/draw-annotations.ts';
import type { HostHandlers, HostStoreHandlers } from '../../rpc/dispatch.ts';

/** Destroys the bytes of images in every backup of an account's store; one that cannot be opened is told. */
export function wipingFrom(
  { dataKey, tell }: Pick<AccountParts, 'dataKey' | 'tell'>,
  { store }: Account,
): WipeElsewhere {
  return (evidence) => {
    const key = storeKey(dataKey, store.id);
    const { left } = wipeFromBackups({ folder: backupsOf(store.folder), key, evidence });
    for (const name of left) {
      tell(`The backup ${name} could not be opened and may still hold the pixels of the image as it was.`);
    }
  };
}

/** Takes destroyed pixels out of the log of an account's store too; if it is still read, that is told. */
export function foldLogOf({ store }: Account, { tell }: Pick<AccountParts, 'tell'>): void {
  if (foldLog(store.db)) return;
  tell(
    'The log of the store could not be emptied and may still hold the pixels of the image as it was, until the vault is locked.',
  );
}

/** The host's procedures of evidence. */
export const evidenceStoreHandlers = {
  'evidence.list': listEvidence,
  'evidence.add': async (ctx, input) => addEvidence(ctx, input, await takeImage(input.content)),
  'evidence.content': evidenceContent,
  'evidence.annotate': (ctx, input) => annotateEvidence(ctx, input, drawAnnotations),
  'evidence.caption': captionEvidence,
  'evidence.rename': renameEvidence,
  'evidence.order': sortEvidence,
  'evidence.move': (ctx, { evidence, to }) => moveEvidence(ctx, evidence, to),
} satisfies Partial<HostStoreHandlers<typeof evidenceProcedures>>;

/**
 * The procedures of evidence. Pixels that a user destroys are also removed from the backups and the store's log. A
 * backup under way is awaited, since nothing can be removed from it before.
 */
export function evidenceHandlers(
  accounts: Accounts,
  { dataKey, tell, backups }: Pick<AccountParts, 'dataKey' | 'tell'> & { readonly backups: Backups },
): Omit<HostHandlers<typeof evidenceProcedures>, keyof typeof evidenceStoreHandlers> {
  const wiping = (account: Account): WipeElsewhere => wipingFrom({ dataKey, tell }, account);

  return {
    'evidence.replace': async (input) => {
      const account = accounts.current();
      const taken = await takeImage(input.content);
      const ways = { wipe: wiping(account), settled: () => backups.settled(), draw: drawAnnotations };
      const replaced = await replaceEvidence(account.ctx, input, taken, ways);
      foldLogOf(account, { tell });
      return replaced;
    },
    'evidence.remove': async ({ evidence }) => {
      const account = accounts.current();
      await backups.settled();
      const answer = removeEvidence(account.ctx, evidence, wiping(account));
      foldLogOf(account, { tell });
      return answer;
    },
  };
}
