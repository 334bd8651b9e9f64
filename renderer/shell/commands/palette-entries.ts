import { engagementKey } from '#domain/engagement/engagement-key.ts';
import type { Entry } from '../palette/entries.ts';
import { helpPages } from '#renderer/features/help/manual.ts';
import { helpStrings } from '#renderer/features/help/strings.ts';
import { sections } from '#renderer/features/settings/sections.ts';
import {
  columnsOf,
  knownColumns,
  sortAfter,
  stored,
  toggled,
} from '#renderer/features/findings/list/columns.ts';
import type { Commands } from '#renderer/session/commands/commands.svelte.ts';
import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';
import type { Shared } from '#renderer/session/context.ts';
import type { Settings } from '#renderer/session/settings.svelte.ts';
import { standingViews } from '#renderer/session/list/saved-views.svelte.ts';
import type { Navigation } from '../navigation/navigation.svelte.ts';

/** All that the palette offers at this moment, beside findings. */
export function paletteEntries(work: Navigation, { commands, desk, settings }: Shared): readonly Entry[] {
  const listed = commands.specs.filter(({ unlisted }) => unlisted !== true);
  const asked = listed.flatMap((spec): Entry[] => {
    const run = runOf(spec, work, commands);
    const { id, title, group, words = '' } = spec;
    const detail = group === 'Anywhere' || group === 'Program' ? '' : group;
    if (run === null) return [];
    const [keys, off] = [commands.keysFor(id), commands.whyOff(id)];
    const here = spec.screen === work.screen;
    return [{ key: `command:${id}`, group: 'Commands', title, detail, words, keys, off, here, run }];
  });
  const engagements = (desk.engagements ?? []).filter(({ project }) => project !== work.list.project);
  const entered = engagements.map(({ project, name, client }): Entry => ({
    key: engagementKey(project),
    group: 'Engagements',
    title: name ?? project,
    detail: client ?? (name === null ? '' : project),
    keys: null,
    run: () => void work.pick(project),
  }));
  const lists =
    work.list.project === '' ? [] : [...listsOf(work), ...orders(work), ...columnChoices(work, settings)];
  const parts = sections.map(({ name, label, words }): Entry => ({
    key: `settings:${name}`,
    group: 'Settings',
    title: label,
    detail: 'Settings',
    words,
    keys: null,
    run: () => {
      work.section = name;
      work.go('settings');
    },
  }));
  const help = helpPages().map(({ name, title }): Entry => ({
    key: `help:${name}`,
    group: 'Help',
    title: helpStrings.entry(title),
    detail: '',
    keys: null,
    run: () => {
      work.dialogs.help = { page: name, anchor: '' };
    },
  }));
  return [...asked, ...lists, ...entered, ...parts, ...help];
}

/** Carries a command out; null if nothing offers it now and its screen has to be chosen by the user first. */
function runOf(spec: CommandSpec, work: Navigation, commands: Commands): (() => void) | null {
  const { id, screen, fromAnywhere } = spec;
  if (commands.isAvailable(id)) return () => void commands.run(id);
  if (fromAnywhere !== true || screen === undefined || screen === work.screen) return null;
  if (work.list.project === '') return null;
  return () => {
    commands.want(id, performance.now());
    work.go(screen);
  };
}

/** What the list can be sorted by; of the one that it is sorted by, the other direction. */
function orders(work: Navigation): Entry[] {
  return knownColumns.flatMap(({ name, label }) => {
    const sort = sortAfter(work.list.sort, name);
    if (sort === null) return [];
    const run = (): void => {
      work.go('findings');
      void work.list.ask({ sort });
    };
    const detail = sort.endsWith(':desc') ? 'descending' : 'ascending';
    return [
      {
        key: `sort:${name}`,
        group: 'Commands',
        title: `Sort by ${label}`,
        detail,
        words: 'order',
        keys: null,
        run,
      },
    ];
  });
}

/** The columns of the list: each can be shown, and all but the last hidden. */
function columnChoices(work: Navigation, settings: Settings): Entry[] {
  const columns = columnsOf(settings.columns);
  const isShown = (name: string): boolean => columns.some((column) => column.name === name);
  const offered = knownColumns.filter(({ name }) => columns.length > 1 || !isShown(name));
  return offered.map(({ name, label }) => ({
    key: `column:${name}`,
    group: 'Commands',
    title: `${isShown(name) ? 'Hide' : 'Show'} column ${label}`,
    detail: '',
    words: 'columns table',
    keys: null,
    run: () => {
      work.go('findings');
      settings.write('columns', stored(toggled(columns, name)));
    },
  }));
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
