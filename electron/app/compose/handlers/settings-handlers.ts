import manifest from '../../../../package.json' with { type: 'json' };
import { arch, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { destructionProcedures } from '#contract/procedures/program/destruction.ts';
import type { settingsProcedures } from '#contract/procedures/program/settings.ts';
import type { StorageView, storageProcedures } from '#contract/procedures/program/storage.ts';
import { DossierError } from '#contract/error.ts';
import type { DiagnosisPart } from '#domain/base/diagnostics.ts';
import { diagnosisText } from '#domain/base/diagnostics.ts';
import { listBackups } from '#db/recovery/backup.ts';
import { readLockTime, writeLockTime } from '#db/store/lock-time.ts';
import { readIdentity } from '#db/tables/findings/records.ts';
import { strayEvidence } from '#db/tables/findings/evidence.ts';
import { countStore } from '#db/tables/storage.ts';
import {
  bytesOf,
  compactStore,
  freeBytes,
  listQuarantined,
  removeQuarantined,
} from '#db/recovery/store-files.ts';
import { storeKey } from '#db/store/vault.ts';
import { evidenceView } from '#features/evidence/read.ts';
import { destroyEngagement, destructions, engagementHoldings } from '#features/settings/destroy.ts';
import { diagnoseStore } from '#features/settings/diagnostics.ts';
import type { Account, AccountParts, Accounts } from '../../accounts/accounts.ts';
import type { Backups } from '../../maintenance/backups.ts';
import { createCleaner } from '../../maintenance/engagement-cleaner.ts';
import { backupsOf, type OpenStore } from '../../maintenance/stores.ts';
import { riskOfFolder } from '../../platform/folder-risk.ts';
import type { Trace } from '../../platform/trace.ts';
import { backUpVault } from '../../platform/vault-backup.ts';
import type { HostHandlers } from '../../rpc/dispatch.ts';

/** What the procedures of the settings work with. */
export interface SettingsParts extends Pick<AccountParts, 'home' | 'dataKey' | 'clock'> {
  readonly backups: Backups;
  readonly trace: Trace;
  /** Tells every gateway to this home of another time until it locks. */
  readonly lockTimeChosen: (minutes: number) => void;
  /** Runs while no sync does, and none begins. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The procedures of settings, storage and destruction. */
export function settingsHandlers(
  accounts: Accounts,
  { home, dataKey, clock, backups, trace, lockTimeChosen, alone }: SettingsParts,
): HostHandlers<typeof settingsProcedures & typeof storageProcedures & typeof destructionProcedures> {
  const nowMs = (): number => clock.wallMs();
  const cleanerOf = ({ store }: Account) => createCleaner(store, storeKey(dataKey, store.id), nowMs);

  return {
    'security.lockTime': () => ({ minutes: readLockTime(home, dataKey) }),
    'security.keepLockTime': ({ minutes }) => {
      writeLockTime(home, dataKey, minutes);
      lockTimeChosen(minutes);
      return { minutes };
    },
    'storage.look': () => lookAt(home, accounts.current().store),
    'storage.backUp': () => {
      const { store } = accounts.current();
      return alone(async () => {
        await backups.now(store, nowMs());
        const [newest] = listBackups(backupsOf(store.folder));
        if (newest === undefined) throw new DossierError('file', 'No backup was made. Try again.');
        return { at: new Date(newest.madeAtMs).toISOString(), bytes: bytesOf(newest.path) };
      });
    },
    'home.backUp': ({ path }) =>
      alone(async () => {
        await backups.settled();
        return backUpVault(home, path, (id) => storeKey(dataKey, id));
      }),
    'storage.compact': () => {
      const { store } = accounts.current();
      return alone(async () => {
        await backups.settled();
        const path = join(store.folder, 'store.db');
        const before = bytesOf(path) + bytesOf(`${path}-wal`);
        compactStore(store.db);
        return { before, after: bytesOf(path) + bytesOf(`${path}-wal`) };
      });
    },
    'storage.removeAside': ({ name }) => {
      const aside = listQuarantined(join(accounts.current().store.folder, 'store.db'));
      const { removed, left } = removeQuarantined(aside.filter((one) => one.name === name));
      if (left.length > 0) throw new DossierError('file', `${left.join(', ')} cannot be removed.`);
      return { removed: removed > 0 };
    },
    'engagement.holdings': ({ project }) => {
      const account = accounts.current();
      return engagementHoldings(account.ctx, cleanerOf(account), project);
    },
    'engagement.destroy': (asked) => {
      // Bound now: another account may be opened before its turn comes, and have an engagement of the same name.
      const account = accounts.current();
      return alone(async () => {
        await backups.settled();
        return destroyEngagement(account.ctx, cleanerOf(account), asked);
      });
    },
    'destruction.list': () => destructions(accounts.current().ctx.db),
    'diagnostics.collect': () => {
      const account = accounts.currentOrNull();
      const parts = [programPart(), ...trace.parts(), ...(account === null ? [] : accountParts(account))];
      return { text: diagnosisText(parts) };
    },
  };
}

function lookAt(home: string, { folder, db }: OpenStore): StorageView {
  const path = join(folder, 'store.db');
  const { findings, operations, images, imageBytes, editions, editionBytes } = countStore(db);
  return {
    home,
    risk: riskOfFolder(home),
    store: { bytes: bytesOf(path), logBytes: bytesOf(`${path}-wal`), freeBytes: freeBytes(db) },
    backupFolder: backupsOf(folder),
    backups: listBackups(backupsOf(folder)).map((backup) => ({
      byHand: backup.byHand,
      name: backup.path.slice(backupsOf(folder).length + 1),
      bytes: bytesOf(backup.path),
      at: new Date(backup.madeAtMs).toISOString(),
    })),
    evidence: { count: images, bytes: imageBytes },
    editions: { count: editions, bytes: editionBytes },
    findings,
    operations,
    aside: listQuarantined(path).map(({ name, bytes, atMs }) => ({
      name,
      bytes,
      at: new Date(atMs).toISOString(),
    })),
    strays: strayEvidence(db).map((row) => ({
      ...evidenceView({ db }, row.evidence),
      project: readIdentity(db, row.finding).project,
    })),
  };
}

function accountParts({ store, ctx }: Account): readonly DiagnosisPart[] {
  const path = join(store.folder, 'store.db');
  const made = listBackups(backupsOf(store.folder));
  return [
    ...diagnoseStore(ctx.db, ctx.profile),
    {
      title: 'Files',
      lines: [
        ['store', `${String(bytesOf(path))} bytes`],
        ['log', `${String(bytesOf(`${path}-wal`))} bytes`],
        ['free in the store', `${String(freeBytes(ctx.db))} bytes`],
        ...made.map(
          ({ path: at, madeAtMs }) =>
            [`backup of ${new Date(madeAtMs).toISOString()}`, `${String(bytesOf(at))} bytes`] as const,
        ),
        ['damaged stores set aside', listQuarantined(path).length],
      ],
    },
  ];
}

function programPart(): DiagnosisPart {
  return {
    title: 'Dossier',
    lines: [
      ['version', manifest.version],
      ['Node', process.versions.node],
      ['Electron', process.versions['electron'] ?? 'no'],
      ['system', `${platform()} ${release()} ${arch()}`],
      ['memory', `${String(Math.round(totalmem() / 2 ** 30))} GB`],
    ],
  };
}
