import type { Fact, Value } from '../../document/blocks.ts';
import { valueInline } from '../layout/grid.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { breakLines, type Inline, type Line, type Style } from '../layout/lines.ts';

/** With a line each, more values than this take a page. */
const MANY = 60;
/** So many addresses of one folder stand behind its name. */
const SHARED = 4;
const SIZE = 7;

/** Whether the values of a fact are run in, small and over the whole width, because a line each would fill pages. */
export function areMany({ layout, values }: Fact): boolean {
  return layout === 'lines' && values.length > MANY;
}

/**
 * The lines of many values, one behind the other. Addresses in the same folder follow in lines of their own behind what
 * they share, so that every one of them can be read from the paper; each still leads where it led.
 */
export function runInLines(values: readonly Value[], width: number, ctx: LayoutContext): Line[] {
  const { alone, folders } = byFolder(values);
  const style: Style = { size: SIZE, color: ctx.colors.text };
  const muted: Style = { size: SIZE, color: ctx.colors.muted };
  const linesOf = (some: readonly Value[], before: readonly Inline[]): Line[] => {
    const inlines = some.flatMap((value, at): Inline[] => [
      // The dot stays with what it stands behind.
      ...(at === 0 ? [] : [{ text: '\u00a0\u00b7 ', style: muted }]),
      valueInline(value, style, ctx),
    ]);
    return some.length === 0 ? [] : breakLines([...before, ...inlines], width, ctx.fonts);
  };
  return [
    ...linesOf(alone, []),
    ...Array.from(folders).flatMap(([folder, some]) =>
      linesOf(some, [{ text: `${folder} `, style: { ...muted, bold: true } }]),
    ),
  ];
}

/** Values by the folder that they share with others, cut to what follows it; `alone` are all others, words before addresses. */
function byFolder(values: readonly Value[]): {
  readonly alone: readonly Value[];
  readonly folders: ReadonlyMap<string, readonly Value[]>;
} {
  const counts = new Map<string, number>();
  for (const value of values)
    for (const folder of foldersOf(value)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const all = Map.groupBy(
    values,
    (value) => foldersOf(value).findLast((folder) => (counts.get(folder) ?? 0) >= SHARED) ?? '',
  );
  const alone = all.get('') ?? [];
  all.delete('');
  const folders = new Map<string, readonly Value[]>();
  for (const [folder, some] of all) {
    const cut = some.map((value) => ({ ...value, text: value.text.slice(folder.length) }));
    folders.set(folder, cut);
  }
  const isAddress = ({ href }: Value): boolean => href !== undefined;
  return { alone: [...alone.filter((one) => !isAddress(one)), ...alone.filter(isAddress)], folders };
}

/** All folders that an address stands in, from its host on; none for other values. */
function foldersOf({ text, href }: Value): readonly string[] {
  if (href === undefined) return [];
  const host = /^\w+:\/\/[^/?#]+\//u.exec(text)?.[0];
  if (host === undefined || host.length === text.length) return [];
  const path = /^[^?#]*\//u.exec(text.slice(host.length, -1))?.[0] ?? '';
  return [host, ...Array.from(path.matchAll(/\//gu), ({ index }) => host + path.slice(0, index + 1))];
}
