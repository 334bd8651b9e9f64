import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HomeState } from '#contract/procedures/vault.ts';
import { DossierError } from '#contract/error.ts';
import type { Failure } from '#contract/error.ts';
import { openVault } from '#db/store/vault.ts';
import type { IdleWatch } from './idle-watch.ts';
import type { HostSession } from '../instance/host-session.ts';

/** Where a home stands, for the face that keeps it. */
export type HomeStatus =
  | { readonly kind: 'new' }
  | { readonly kind: 'locked' }
  /** `stop` ends what works with it. */
  | {
      readonly kind: 'open';
      readonly session: HostSession;
      readonly idle: IdleWatch;
      readonly stop: AbortController;
    }
  | { readonly kind: 'closed'; readonly failure: Failure };

/** The same for the window. */
export function homeStateOf(standing: HomeStatus, home: string, lockAfterMinutes: number): HomeState {
  switch (standing.kind) {
    case 'new':
    case 'locked':
      return { kind: standing.kind, home };
    case 'open':
      return {
        kind: 'open',
        home,
        protected: isProtected(home),
        lockAfterMinutes,
        ...(standing.session.isReadOnly ? { readOnly: true } : {}),
      };
    case 'closed':
      return { kind: 'closed', home, message: standing.failure.message };
  }
  return standing satisfies never;
}

/** Where a home stands that could not be opened, or was lost. */
export function statusAfterFailure(failure: Failure): HomeStatus {
  const isLocked = failure.code === 'locked' || failure.code === 'wrong-passphrase';
  return isLocked ? { kind: 'locked' } : { kind: 'closed', failure };
}

/** What a call is told by a home that is not open. */
export function closedError(standing: Exclude<HomeStatus, { kind: 'open' }>): DossierError {
  switch (standing.kind) {
    case 'new':
      return new DossierError('locked', 'This vault is new. Set it up first.');
    case 'locked':
      return new DossierError('locked', 'This vault is locked. Unlock it, then go on; nothing is lost.');
    case 'closed':
      return new DossierError(standing.failure.code, standing.failure.message);
  }
  return standing satisfies never;
}

/**
 * Whether nothing of a home is there yet. One whose key file alone is missing is damaged, not new.
 * @throws DossierError 'file' if the key file is there and cannot be read
 */
export function isNew(home: string): boolean {
  return openVault(home).kind === 'absent' && !existsSync(join(home, 'stores'));
}

/** Whether a passphrase is needed to open the home. */
export function isProtected(home: string): boolean {
  return openVault(home).kind === 'locked';
}
