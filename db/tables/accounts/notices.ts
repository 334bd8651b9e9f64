import { z } from 'zod';
import type { VaultNotice } from '#contract/notice.ts';
import { readSettings, writeSetting } from './settings.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** A notice as it is stored. */
export interface StoredNotice extends VaultNotice {
  /** Whether it is told until a person acknowledges it; else once. */
  readonly stays: boolean;
  readonly told: boolean;
}

/** Among the settings, which a repair rescues: a second one must not swallow the report of the first. */
const name = 'notices';

const schema = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(['rescue', 'copied']),
    at: z.string(),
    sentences: z.array(z.string()),
    stays: z.boolean(),
    told: z.boolean(),
  }),
);

/** What nobody has acknowledged yet, oldest first. */
export function readNotices(db: ReadableDb): readonly StoredNotice[] {
  const stored = readSettings(db).find((setting) => setting.name === name);
  if (stored === undefined) return [];
  try {
    const parsed = schema.safeParse(JSON.parse(stored.valueJson));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

/** Keeps the notices that are left. To be called in a transaction. */
export function writeNotices(db: WritableDb, notices: readonly StoredNotice[]): void {
  writeSetting(db, { name, valueJson: JSON.stringify(notices) });
}

/** Adds a notice that nobody has been told of yet. To be called in a transaction. */
export function addNotice(db: WritableDb, notice: Omit<StoredNotice, 'id' | 'told'>): void {
  const kept = readNotices(db);
  const last = Math.max(0, ...kept.map(({ id }) => Number(/\d+$/u.exec(id)?.[0] ?? 0)));
  writeNotices(db, [...kept, { ...notice, id: `notice-${String(last + 1)}`, told: false }]);
}
