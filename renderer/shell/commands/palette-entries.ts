import { engagementKey } from '#domain/engagement/engagement-key.ts';
import type { Entry } from '../palette/entries.ts';
import { sections } from '#renderer/features/settings/sections.ts';
import type { Shared } from '#renderer/session/context.ts';
import { standingViews } from '#renderer/session/saved-views.svelte.ts';
import type { Navigation } from '../navigation.svelte.ts';

/** All that the palette offers at this moment, beside findings. */
export function paletteEntries(work: Navigation, { commands, desk }: Shared): readonly Entry[] {
  const offered = commands.specs.filter(({ id, unlisted }) => unlisted !== true && commands.isAvailable(id));
  const asked = offered.map(({ id, title, group }): Entry => ({
    key: `command:${id}`,
    group: 'Commands',
    title,
    detail: group === 'Anywhere' || group === 'Program' ? '' : group,
    keys: commands.keysFor(id),
    run: () => void commands.run(id),
  }));
  const engagements = (desk.engagements ?? []).filter(({ project }) => project !== work.list.project);
  const entered = engagements.map(({ project, name, client }): Entry => ({
    key: engagementKey(project),
    group: 'Engagements',
    title: name ?? project,
    detail: client ?? (name === null ? '' : project),
    keys: null,
    run: () => void work.enter(project),
  }));
  const lists = work.list.project === '' ? [] : listsOf(work);
  const settings = sections.map(({ name, label }): Entry => ({
    key: `settings:${name}`,
    group: 'Settings',
    title: label,
    detail: 'Settings',
    keys: null,
    run: () => {
      work.section = name;
      work.go('settings');
    },
  }));
  return [...asked, ...lists, ...entered, ...settings];
}

function listsOf(work: Navigation): Entry[] {
  const standing = standingViews.map(({ name, query }) => ({
    key: `list:${query}`,
    name,
    query,
    sort: null,
  }));
  const saved = work.views.list.map(({ view, name, query, sort }) => ({
    key: `view:${String(view)}`,
    name,
    query,
    sort,
  }));
  return [...saved, ...standing].map(({ key, name, query, sort }) => ({
    key,
    group: 'Lists',
    title: name,
    detail: query,
    keys: null,
    run: () => {
      work.find(query, sort);
    },
  }));
}
