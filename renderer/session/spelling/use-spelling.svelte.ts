import { keepFresh } from '../desk/keep-fresh.svelte.ts';
import { getShared } from '../context.ts';
import { projectSpelling, type SpellingSession, type TellUnusable } from './project-spelling.svelte.ts';
import { startWorker } from '../workers/start-worker.ts';
import { SpellingClient } from './spelling-client.ts';

/** That of this page: dictionaries are the same for every text. */
const client = new SpellingClient(() => startWorker('spelling'));

/**
 * How the texts of an engagement are checked, read again whenever the store has changed. To be called while a component is
 * set up. @returns null while there is no engagement
 */
export function useSpelling(project: () => string | null): () => SpellingSession | null {
  const { desk, notices, settings } = getShared();
  const unusable: TellUnusable = (name, thrown) => notices.failed(thrown, `dictionary ${name}`);
  const spelling = $derived.by(() => {
    const named = project();
    return named === null ? null : projectSpelling(desk.api, named, settings, client, unusable);
  });
  keepFresh(desk, () => spelling);
  return () => spelling;
}
