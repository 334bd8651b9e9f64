import type { SortField } from '#contract/finding/listing.ts';
import type { SettingValue } from '#contract/window/settings.ts';
import type { TableColumn } from '#renderer/ui/table/table.ts';

type Stored = SettingValue<'columns'>;

interface Known {
  readonly name: string;
  readonly label: string;
  readonly width: number;
  readonly sort: SortField | null;
}

/** Every column that the table can show, in the order in which they are offered. */
export const knownColumns = [
  { name: 'severity', label: 'Severity', width: 96, sort: 'severity' },
  { name: 'title', label: 'Title', width: 320, sort: 'title' },
  { name: 'sync', label: 'Sync', width: 56, sort: 'sync' },
  { name: 'status', label: 'Status', width: 128, sort: 'status' },
  { name: 'asset', label: 'Assets', width: 190, sort: 'asset' },
  { name: 'tags', label: 'Tags', width: 150, sort: 'tag' },
  { name: 'cvss', label: 'CVSS', width: 62, sort: 'cvss' },
  { name: 'verdict', label: 'Retest', width: 110, sort: null },
  { name: 'assignee', label: 'Assignee', width: 120, sort: null },
  { name: 'updated', label: 'Changed', width: 92, sort: 'updated' },
  { name: 'id', label: 'Identifier', width: 130, sort: 'id' },
] as const satisfies readonly Known[];
export type ColumnName = (typeof knownColumns)[number]['name'];

const [retest] = knownColumns.filter(({ name }) => name === 'verdict') as [(typeof knownColumns)[number]];

const shownAtFirst: readonly ColumnName[] = [
  'severity',
  'title',
  'sync',
  'status',
  'asset',
  'cvss',
  'updated',
];

/** There by itself as soon as there is a retest round, until the user takes it away. */
export const retestColumn = 'verdict' satisfies ColumnName;

/**
 * What a table shows: the person's choice, without columns that this program does not know; never none.
 * @param isRetested whether there is a retest round: only then the outcome has a column
 */
export function columnsOf(stored: Stored | undefined, isRetested = false): TableColumn[] {
  const kept = (stored ?? []).filter(
    ({ column, off }) => off !== true && (isRetested || column !== retestColumn),
  );
  const chosen = kept.flatMap(({ column, width }) => {
    const known = knownColumns.find(({ name }) => name === column);
    return known === undefined ? [] : [{ ...known, width }];
  });
  const atFirst = chosen.length > 0 ? chosen : knownColumns.filter(({ name }) => shownAtFirst.includes(name));
  const comes = isRetested && (stored ?? []).every(({ column }) => column !== retestColumn);
  const status = atFirst.findIndex(({ name }) => name === 'status');
  const shown = comes ? atFirst.toSpliced(status === -1 ? atFirst.length : status + 1, 0, retest) : atFirst;
  return shown.map(({ name, label, width, sort }) => ({
    name,
    label,
    width,
    sortable: sort !== null,
    grows: name === 'title',
  }));
}

/** Columns that are worked with beside an open finding. */
const keptBeside: readonly string[] = ['severity', 'title', 'sync', 'asset'];
/** How narrow they may become for a title that can be read, CSS pixels: of a severity and a sync state the sign stays. */
const leastBeside: ReadonlyMap<string, number> = new Map([
  ['severity', 40],
  ['sync', 36],
  ['asset', 132],
]);
/** A title that is narrower than this cannot be told from others. */
const readableTitle = 300;
const leastTitle = 170;

/** A severity in a narrower column is its sign alone. */
export const severityWordWidth = 84;

/**
 * The columns that have room beside an open finding, in their order, so that its title can be read: others are left out
 * first, then severity, sync and assets become narrower, then assets are left out, and last the title becomes narrower.
 *
 * @param room CSS pixels
 */
export function columnsBeside(columns: readonly TableColumn[], room: number): readonly TableColumn[] {
  let shown = columns;
  const over = (): number => shown.reduce((sum, { width }) => sum + width, -room);
  const leaveOut = (names: readonly string[]): void => {
    for (const name of names) if (over() > 0) shown = shown.filter((column) => column.name !== name);
  };
  const narrow = (name: string, least = leastBeside.get(name) ?? 0): void => {
    const by = Math.max(0, over());
    shown = shown.map((column) =>
      column.name === name && column.width > least
        ? { ...column, width: Math.max(least, column.width - by) }
        : column,
    );
  };
  const others = columns.map(({ name }) => name).filter((name) => !keptBeside.includes(name));
  leaveOut(others.reverse());
  // A title that the user has made wide gives way first, down to what can be read.
  narrow('title', readableTitle);
  for (const name of leastBeside.keys()) narrow(name);
  leaveOut(['asset']);
  narrow('title', leastTitle);
  leaveOut(['sync', 'severity']);
  // A table of other columns alone stays as the user chose it.
  return shown.length === 0 ? columns : shown;
}

/** The choice as it is kept. @param before the one that it follows @param isRetested as for `columnsOf` */
export function stored(columns: readonly TableColumn[], before?: Stored, isRetested = false): Stored {
  const shown: Stored = columns.map(({ name, width }) => ({ column: name, width }));
  if (shown.some(({ column }) => column === retestColumn)) return shown;
  // Taken away by the user, or not there to be taken away.
  if (isRetested) return [...shown, { column: retestColumn, width: retest.width, off: true }];
  return [...shown, ...(before ?? []).filter(({ column }) => column === retestColumn)];
}

/** A column at another place, the others in their order. */
export function moved(columns: readonly TableColumn[], name: string, to: number): TableColumn[] {
  const column = columns.find((other) => other.name === name);
  if (column === undefined) return [...columns];
  const others = columns.filter((other) => other.name !== name);
  return others.toSpliced(Math.max(0, Math.min(others.length, to)), 0, column);
}

/** Shows a column that was not shown, or takes it away; the last one stays. */
export function toggled(columns: readonly TableColumn[], name: string): TableColumn[] {
  const without = columns.filter((other) => other.name !== name);
  if (without.length < columns.length) return without.length === 0 ? [...columns] : without;
  const known = knownColumns.find((other) => other.name === name);
  return known === undefined ? without : [...without, ...columnsOf([{ column: name, width: known.width }])];
}

/** The column that an order sorts by, and its direction; null is the order by severity. */
export function sortedBy(sort: string | null): { column: string; descending: boolean } {
  const [field = 'severity', direction] = (sort ?? 'severity').split(':');
  const column = knownColumns.find((known) => known.sort === field);
  return { column: column?.name ?? field, descending: direction === 'desc' };
}

/** The order after a click on a column: ascending, the second time descending. Null for a column without order. */
export function sortAfter(sort: string | null, column: string): string | null {
  const field = knownColumns.find(({ name }) => name === column)?.sort;
  if (field === undefined) return null;
  const now = sortedBy(sort);
  // Of scores and moments the high and the late ones are looked for first.
  const first = field === 'cvss' || field === 'updated';
  const descending = now.column === column ? !now.descending : first;
  return descending ? `${field}:desc` : field;
}

/** Of a longer text so much of the end stays in sight if its column is too narrow. */
const endLength = 12;

/**
 * An asset in its beginning, which may be cut, and its end, which stays: addresses of one host differ there. A short
 * one is all beginning.
 */
export function inTwo(asset: string): readonly [string, string] {
  const letters = [...asset];
  if (letters.length <= 2 * endLength) return [asset, ''];
  return [letters.slice(0, -endLength).join(''), letters.slice(-endLength).join('')];
}
