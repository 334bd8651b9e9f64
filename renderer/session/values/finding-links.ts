import type { ListRow } from '#contract/window/window.ts';
import { foldSeverity } from '#domain/finding/labels/severity-names.ts';
import { valueLabel } from '#domain/finding/labels/value-labels.ts';
import { findingMarkdown } from '#domain/text/references/finding-address.ts';
import type { Api } from '#renderer/api/api.ts';
import { getShared } from '../context.ts';
import { findRows, queriesOf } from './query-counts.svelte.ts';

/** A finding as a line of the list at the cursor. */
export interface OfferedLink {
  readonly title: string;
  readonly level: { readonly name: string; readonly said: string };
  readonly details: readonly string[];
  readonly fill: () => { readonly text: string; readonly cursor: number };
}

/** The findings that a text can link to. */
export interface FindingLinkOffer {
  readonly label: string;
  readonly none: string;
  readonly count: (count: number) => string;
  readonly entries: (typed: string) => Promise<readonly OfferedLink[]>;
}

/** As many are read at a glance, and the list need not scroll. */
const maxOffered = 10;
/** As much of an identifier tells findings of one title apart. */
const identifierLength = 8;

/**
 * Offers the findings of an engagement to link to: those that were changed last, then those that match what is typed.
 *
 * @param self the finding whose text it is, which is not offered
 */
export function findingLinks(
  api: () => Api,
  project: () => string | null,
  self: () => string | null = () => null,
): FindingLinkOffer {
  let newest = new AbortController();
  return {
    label: 'Findings',
    none: 'No finding matches',
    count: (count) => (count === 1 ? '1 finding' : `${String(count)} findings`),
    entries: async (typed) => {
      newest.abort();
      newest = new AbortController();
      const [named, own] = [project(), self()];
      if (named === null) return [];
      const queries = queriesOf(typed);
      const sort = queries.length === 0 ? 'updated:desc' : null;
      const rows = await findRows(api(), named, queries.length === 0 ? [''] : queries, {
        sort,
        signal: newest.signal,
      });
      return rows
        .filter(({ id }) => id !== own)
        .slice(0, maxOffered)
        .map(offeredLink);
    },
  };
}

/** The findings of an engagement to link to, for a text of this component. */
export function useFindingLinks(project: () => string | null, self?: () => string | null): FindingLinkOffer {
  const { desk } = getShared();
  return findingLinks(() => desk.api, project, self);
}

function offeredLink({ id, title, severity, asset }: ListRow): OfferedLink {
  const [first = ''] = asset;
  const assets = asset.length > 1 ? `${first} +${String(asset.length - 1)}` : first;
  // Before the service has it, a finding has no identifier that anyone could know.
  const identifier = id.startsWith('local-') ? 'new' : id.slice(0, identifierLength);
  return {
    title: title === '' ? id : title,
    level: { name: foldSeverity(severity) ?? 'other', said: valueLabel(severity) },
    details: [...(assets === '' ? [] : [assets]), identifier],
    fill: () => {
      const text = findingMarkdown(id, title);
      return { text, cursor: text.length };
    },
  };
}
