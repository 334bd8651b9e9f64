import type { IdKind } from '#contract/procedures/findings/ids.ts';
import type { CommandContext } from './context.ts';

/** How a table shows an id. */
export type ShortId = (id: string) => string;

/** Shows ids as short as they may be typed, at a terminal. A script reads whole ones. */
export async function shortIds(
  { out, call }: Pick<CommandContext, 'out' | 'call'>,
  kind: IdKind,
  ids: readonly string[],
): Promise<ShortId> {
  if (out.json || out.width === undefined || ids.length === 0) return (id) => id;
  const all = [...new Set(ids)];
  const short = await call('id.shorten', { kind, ids: all });
  const byId = new Map(all.map((id, at) => [id, short[at] ?? id]));
  return (id) => byId.get(id) ?? id;
}
