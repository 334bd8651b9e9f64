import { existsSync, readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { writeDurably } from './files.ts';
import { readVersion } from '../schema/migrate.ts';
import { tables } from '../schema/tables.ts';
import type { Connection } from '../schema/types.ts';

const schema = z.object({ version: z.int(), roots: z.record(z.string(), z.int().min(2)) });

/** Of which schema a store is, and on which page each of its tables begins. */
export type Roots = z.output<typeof schema>;

/** Where the first pages of the tables are written down, beside the store. */
export function rootsPath(storePath: string): string {
  return `${storePath}.roots`;
}

/** Writes down where each table begins, if that is not known yet. A failure is let go: it only makes a rescue poorer. */
export function keepRoots(db: Pick<Connection, 'prepare' | 'pragma'>, storePath: string): void {
  try {
    const rows = db
      .prepare<[], { name: string; root: number }>(
        "SELECT name, rootpage AS root FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name",
      )
      .all();
    const roots = Object.fromEntries(
      rows.filter(({ name }) => Object.hasOwn(tables, name)).map(({ name, root }) => [name, root]),
    );
    const text = JSON.stringify({ version: readVersion(db), roots });
    const path = rootsPath(storePath);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeDurably(path, text);
  } catch {
    return;
  }
}

/** To be called before the tables move: a list of where they were would be worse than none. */
export function forgetRoots(storePath: string): void {
  rmSync(rootsPath(storePath), { force: true });
}

/** What was written down beside a store; null if there is nothing that can be read. */
export function readRoots(storePath: string): Roots | null {
  try {
    const parsed = schema.safeParse(JSON.parse(readFileSync(rootsPath(storePath), 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
