import { hash } from 'node:crypto';
import type { FindingRow } from '#contract/finding/finding.ts';
import { numbersIn } from '#db/store/columns.ts';
import type { ReadableDb, WritableDb } from '#db/schema/types.ts';
import {
  dropPagesBehind,
  readListPage,
  rowsAsStored,
  writeListPage,
  type ListPageRow,
} from '#db/tables/list-pages.ts';
import type { ServiceContext } from '../context.ts';
import type { ListShows } from '../intake/apply-record.ts';
import { isClient } from '../record/private-drafts.ts';

/*
 * A page with the same bytes as last time is not read again, if the store still has each of its rows as they were then.
 * Both are asked when the page is taken, so nothing has to be forgotten when findings change.
 */

/** A page as it was last read. */
export interface KnownPage extends ListPageRow {
  /** The finding of each row. */
  readonly findings: readonly FindingRow[];
}

/** The identifier of a row, and its digest. */
export type RowDigest = readonly [id: string | null, listHash: string];

/** Pages beyond this are not remembered: an engagement of 100,000 findings has a thousand of the usual size. */
const maxPages = 4_000;

/** A hash of what decides how a body is read beside its bytes. */
export function readingHash({ db, profile }: ServiceContext): string {
  return digestOf([profile, isClient(db)]);
}

/** What a page was when it was last read in the same way, or null. */
export function knownPage(db: ReadableDb, project: string, page: number, reading: string): KnownPage | null {
  const row = readListPage(db, project, page);
  if (row?.readingHash !== reading) return null;
  return { ...row, findings: numbersIn(row.findingsJson) as FindingRow[] };
}

/** Whether each row of the page would be found unchanged: the rule of `applyListed`, over the whole page at once. */
export function isAsStored(db: ReadableDb, page: KnownPage, shows: ListShows): boolean {
  return hashText(rowsAsStored(db, page, shows === 'everything')) === page.rowsHash;
}

/** The hash by which a page is held against the store. */
export function rowsHash(rows: readonly RowDigest[]): string {
  return digestOf(rows);
}

/** The hash by which two pages show the same findings. */
export function idsHash(ids: readonly (string | null)[]): string {
  return digestOf(ids);
}

/** Keeps what was read in a sweep that met its end, in the caller's transaction. */
export function keepPages(
  db: WritableDb,
  project: string,
  read: readonly ListPageRow[],
  lastPage: number,
): void {
  for (const page of read) if (page.page <= maxPages) writeListPage(db, page);
  dropPagesBehind(db, project, lastPage);
}

function digestOf(value: unknown): string {
  return hashText(JSON.stringify(value));
}

function hashText(text: string): string {
  return hash('sha256', text, 'base64url');
}
