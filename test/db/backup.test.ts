import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backUpIfDue, listBackups, workEveryMs } from '#db/recovery/backup.ts';
import { openReader } from '#db/store/open.ts';
import { addEngagement, engagements, key, newStore } from './support.ts';

const hour = 3_600_000;

describe('a backup', () => {
  it('is a whole store under the same key, as it was', () => {
    const { folder, db } = newStore();
    addEngagement(db, 'one');
    const made = backUpIfDue(db, { folder: join(folder, 'b'), nowMs: 5 });
    addEngagement(db, 'two');
    const [backup] = listBackups(join(folder, 'b'));
    expect(made).toEqual({ kind: 'made', path: backup?.path });
    expect(readFileSync(backup?.path ?? '').includes('SQLite format')).toBe(false);
    const reader = openReader({ path: backup?.path ?? '', key });
    expect(engagements(reader)).toEqual(['one']);
    reader.close();
  });

  it('is made once in four hours, and the newest three are kept', () => {
    const { folder, db } = newStore();
    const backups = join(folder, 'b');
    const kinds = [0, 1, 4, 5, 8, 12, 16].map(
      (at) => backUpIfDue(db, { folder: backups, nowMs: 1_000_000 + at * hour }).kind,
    );
    expect(kinds).toEqual(['made', 'not-due', 'made', 'not-due', 'made', 'made', 'made']);
    expect(listBackups(backups).map(({ madeAtMs }) => (madeAtMs - 1_000_000) / hour)).toEqual([16, 12, 8]);
    expect(readdirSync(backups).every((name) => name.endsWith('.db'))).toBe(true);
  });

  it('of waiting work is made often where it is cheap, and does not push out the older ones', () => {
    const { folder, db } = newStore();
    const backups = join(folder, 'b');
    const everyMs = workEveryMs(1_000_000);
    expect(everyMs).toBeLessThan(5_000);
    expect(workEveryMs(500_000_000)).toBeGreaterThan(60_000);
    const minute = hour / 60;
    for (const at of [0, 240, 480, 481, 482, 600, 601])
      expect(backUpIfDue(db, { folder: backups, nowMs: 1_000_000 + at * minute, everyMs }).kind).toBe('made');
    expect(listBackups(backups).map(({ madeAtMs }) => (madeAtMs - 1_000_000) / minute)).toEqual([
      601, 600, 480,
    ]);
  });

  it('that is made by hand takes the place of no automatic one, and is counted by itself', () => {
    const { folder, db } = newStore();
    const backups = join(folder, 'b');
    for (const at of [0, 4, 8]) backUpIfDue(db, { folder: backups, nowMs: at * hour });
    for (const at of [9, 10, 11, 11.5])
      backUpIfDue(db, { folder: backups, nowMs: at * hour, everyMs: 0, byHand: true });
    const hours = (byHand: boolean): number[] =>
      listBackups(backups)
        .filter((backup) => backup.byHand === byHand)
        .map(({ madeAtMs }) => madeAtMs / hour);
    expect([hours(false), hours(true)]).toEqual([
      [8, 4, 0],
      [11.5, 11, 10],
    ]);
    // One that was made by hand puts no automatic one off.
    expect(backUpIfDue(db, { folder: backups, nowMs: 12 * hour }).kind).toBe('made');
    expect([hours(false), hours(true).length]).toEqual([[12, 8, 4], 3]);
  });

  it('is made also when the clock was set back', () => {
    const { folder, db } = newStore();
    const backups = join(folder, 'b');
    backUpIfDue(db, { folder: backups, nowMs: 100 * hour });
    expect(backUpIfDue(db, { folder: backups, nowMs: 10 * hour }).kind).toBe('made');
  });
});
