import { untrack } from 'svelte';
import type { Shared } from '#renderer/session/context.ts';
import { screenOf } from './screens.ts';
import type { Navigation } from './navigation.svelte.ts';

/** Bounds of what is kept (`place` of the settings). */
const maxNameLength = 1_000;
const maxFolded = 500;

/**
 * Leads the person to where they were last, and keeps where they are. Inside a component's initialisation.
 */
export function keepPlace(work: Navigation, { desk, settings }: Shared): void {
  const { list } = work;

  // Once settings and engagements are known: before the desk is built, so that the list is on its way meanwhile.
  $effect.pre(() => {
    if (work.restored || settings.stored === null || desk.engagements === null) return;
    const place = settings.stored.place;
    const known = desk.engagements.find(({ project }) => project === place?.project) ?? desk.engagements[0];
    if (known === undefined) return;
    const nowhere = { query: '', sort: null, group: null, finding: null };
    const there = place?.project === known.project ? place : nowhere;
    const maximised = there.finding !== null && place?.maximised === true;
    const shown = { split: place?.split ?? null, maximised, screen: screenOf(place?.screen).name };
    untrack(() => {
      work.restore(known.project, {
        ...there,
        group: there.group ?? null,
        folded: place?.project === known.project ? (place.folded ?? []) : [],
        ...shown,
      });
    });
  });

  $effect(() => {
    if (!work.restored) return;
    const { project, query, sort, group, folded } = list;
    const place = {
      project,
      query,
      sort,
      group,
      folded: [...folded].filter((name) => name.length <= maxNameLength).slice(0, maxFolded),
      finding: work.opened,
      split: work.split,
      maximised: work.maximised,
      screen: work.screen,
    };
    untrack(() => {
      settings.write('place', place);
    });
  });
}
