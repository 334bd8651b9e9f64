import { storeKey } from '#db/store/vault.ts';
import type { WriteWhole } from '#features/reports/editions/reissue-edition.ts';
import type { Render } from '#features/reports/export.ts';
import { createScheduler, type UserActivity } from '#domain/base/cooperative-scheduling.ts';
import type { ServiceContext } from '#engine/context.ts';
import { openAccounts, type AccountParts } from '../accounts/accounts.ts';
import { accountHandlers } from './handlers/account-handlers.ts';
import { createBackups, type Backups } from '../maintenance/backups.ts';
import { createTextIndexing } from './text-indexing.ts';
import { createWorkBackups } from '../maintenance/work-backups.ts';
import { assistantHandlers, assistantStoreHandlers } from './handlers/assistant-handlers.ts';
import { bulkHandlers } from './handlers/bulk-handlers.ts';
import { importHandlers } from './handlers/import-handlers.ts';
import { deliverableHandlers } from './handlers/deliverable-handlers.ts';
import { engagementHandlers, engagementStoreHandlers } from './handlers/engagement-handlers.ts';
import { evidenceHandlers, evidenceStoreHandlers } from './handlers/evidence-handlers.ts';
import { connectionHandlers } from './handlers/connection-handlers.ts';
import { conflictHandlers } from './handlers/conflict-handlers.ts';
import { networkHandlers } from './handlers/network-handlers.ts';
import { previewsOf } from '../report-jobs/previews.ts';
import { queueHandlers } from './handlers/outbox-handlers.ts';
import { reportHandlers, reportStoreHandlers } from './handlers/report-handlers.ts';
import { peerReviewHandlers } from './handlers/peer-review-handlers.ts';
import { spellingHandlers } from './handlers/spelling-handlers.ts';
import { retestHandlers, retestStoreHandlers } from './handlers/retest-handlers.ts';
import { reviewHandlers } from './handlers/review-handlers.ts';
import { readHandlers, readStoreHandlers } from './handlers/read-handlers.ts';
import { settingsHandlers } from './handlers/settings-handlers.ts';
import { syncHandlers } from './handlers/sync-handlers.ts';
import { Turns } from './turns.ts';
import { deskHandlers, deskStoreHandlers } from './handlers/desk-handlers.ts';
import { findingHandlers } from './handlers/finding-handlers.ts';
import type { Handlers } from '../rpc/dispatch.ts';
import type { ComposedServices } from '../rpc/worker-loop.ts';
import { createHostEvents } from '../rpc/events.ts';
import { ReceivedFiles } from '../imports/received-files.ts';
import { createReadView } from '../report-jobs/read-view.ts';
import type { Network } from '../platform/network.ts';
import { createCancellationGroup } from '../platform/cancellation-group.ts';
import type { SyncCount } from '../rpc/sync-count.ts';
import { createTrace } from '../platform/trace.ts';

/** Everything that the services cannot make themselves. */
export interface HostParts extends AccountParts {
  /** Which way requests to a service take. */
  readonly routeTo: Network['routeTo'];
  readonly render: Render;
  readonly syncs: SyncCount;
  /** Notes when the user was last active at a window. */
  readonly work: UserActivity;
  readonly writeWhole: WriteWhole;
  /** The home is a copy that is thrown away: no backup of it is made. */
  readonly isReadOnly?: boolean;
  /** How long after it was written unsent work is backed up, milliseconds of real time; a minute if absent. */
  readonly workBackupAfterMs?: number;
}

const workBackupAfterMsDefault = 60_000;
/** The gap between two pieces of a sync while the user is at a window: a piece takes 15 ms, and few clicks meet one. */
const apartMs = 50;

/** Builds the services over the accounts of a home: the table of procedures. @throws DossierError as `openStore` */
export function composeHost(parts: HostParts): Required<ComposedServices<ServiceContext>> {
  const { clock, syncs, tell, work } = parts;
  const events = createHostEvents(clock);
  const keyOf = (id: string): Uint8Array => storeKey(parts.dataKey, id);
  const readView = createReadView(keyOf);
  const made = createBackups(keyOf, tell);
  const backups: Backups = {
    ...made,
    async settled() {
      // Who waits for this empties the log, which a long reading keeps from it as well.
      do {
        await readView.settled();
        await made.settled();
      } while (readView.busy());
    },
  };
  const trace = createTrace(clock);
  const turns = new Turns(
    syncs,
    () => events.sync(null),
    () => indexing.wake(),
  );
  const { alone } = turns;
  const scheduler = createScheduler(clock, { note: work, isAwaited: () => turns.count > 1, apartMs });
  const workBackups = createWorkBackups({
    backups: made,
    afterMs: parts.workBackupAfterMs ?? workBackupAfterMsDefault,
    nowMs: () => clock.wallMs(),
    isBusy: () => turns.count > 0,
    alone,
  });
  const accounts = trace.opened(() =>
    openAccounts({
      ...parts,
      scheduler,
      committed(store) {
        events.committed();
        if (parts.isReadOnly !== true) workBackups.committed(store);
      },
    }),
  );
  const stoppable = createCancellationGroup(
    'Stopped from another window. Nothing is lost; the next sync continues.',
  );

  const indexing = createTextIndexing({ accounts, clock, scheduler, isBusy: () => turns.count > 0 });
  const received = new ReceivedFiles(parts.home);
  const previews = previewsOf(accounts, { clock, readView, render: parts.render });

  const onStore = {
    ...readStoreHandlers,
    ...findingHandlers,
    ...deskStoreHandlers,
    ...conflictHandlers,
    ...queueHandlers(turns),
    ...assistantStoreHandlers,
    ...bulkHandlers(),
    ...importHandlers(received),
    ...engagementStoreHandlers,
    ...deliverableHandlers,
    ...evidenceStoreHandlers,
    ...reviewHandlers,
    ...reportStoreHandlers,
    ...peerReviewHandlers,
    ...spellingHandlers,
    ...retestStoreHandlers,
  };
  const openStore = (): ServiceContext => accounts.current().ctx;
  const handlers: Omit<Handlers, keyof typeof onStore> = {
    ...readHandlers({
      current: openStore,
      named() {
        const account = accounts.currentOrNull();
        return account === null ? null : { ctx: account.ctx, account: account.store.id };
      },
      syncing: syncs.running,
    }),
    ...deskHandlers(accounts),
    ...connectionHandlers(accounts),
    ...networkHandlers(accounts, parts),
    ...syncHandlers({ accounts, turns, stoppable, events, trace, backups, indexing, clock }),
    ...assistantHandlers({ accounts, turns }),
    ...engagementHandlers(accounts, { alone }),
    ...evidenceHandlers(accounts, { ...parts, backups }),
    ...settingsHandlers(accounts, {
      ...parts,
      backups,
      trace,
      alone,
      lockTimeChosen: (minutes) => events.lockTime(minutes),
    }),
    ...reportHandlers(accounts, { ...parts, readView, render: previews.render }),
    ...previews.handlers,
    ...retestHandlers(accounts, { ...parts, backups }),
    ...accountHandlers(accounts, {
      clock,
      alone,
      stopSyncs: () => {
        stoppable.stop();
      },
    }),
  };
  return {
    handlers,
    onStore,
    openStore,
    account: () => accounts.currentOrNull()?.store.id ?? null,
    subscribe: (listener) => events.subscribe(listener),
    close: () => {
      workBackups.close();
      indexing.close();
      const gone = previews.close();
      const store = accounts.currentStore();
      if (store !== null && parts.isReadOnly !== true) backups.ofWork(store, clock.wallMs());
      received.close();
      accounts.close();
      return gone;
    },
    noticeFailure(failure) {
      trace.failed(failure.code);
      accounts.noticeFailure(failure);
    },
  };
}
