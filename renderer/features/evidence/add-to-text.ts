import type { Evidence } from '#contract/finding/evidence.ts';
import type { Api } from '#renderer/api/api.ts';
import type { Desk } from '#renderer/session/desk/desk.svelte.ts';
import type { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { keepImage } from './evidence.state.svelte.ts';
import { readyToKeep, sha256Of } from './pictures.ts';

/**
 * Keeps pictures given to a text as evidence of its finding, one after the other; one that the finding already has is
 * reused. What cannot be kept is told.
 */
export async function addToText(
  { desk, notices }: { readonly desk: Desk; readonly notices: Notices },
  id: string,
  files: readonly File[],
): Promise<Evidence[]> {
  const { api } = desk;
  const isHere = (): boolean => desk.isOpen && desk.api === api;
  const kept: Evidence[] = [];
  for (const file of files) {
    try {
      kept.push((await knownImage(api, id, file)) ?? (await addedImage(api, id, file, isHere)));
    } catch (error) {
      notices.failed(error);
    }
  }
  return kept;
}

/** The image that was made of this very file, unless its pixels were changed since. */
async function knownImage(api: Api, id: string, file: File): Promise<Evidence | undefined> {
  const sha256 = await sha256Of(file);
  const images = await api.call('evidence.list', { id });
  return images.find(
    (image) => image.sha256 === sha256 || (image.originalSha256 === sha256 && image.changedAt === null),
  );
}

function addedImage(api: Api, id: string, file: File, isHere: () => boolean): Promise<Evidence> {
  return keepImage(
    api,
    () => readyToKeep(file),
    ({ name, content, originalSha256 }) => {
      const original = originalSha256 === null ? {} : { originalSha256 };
      return api.call('evidence.add', { id, name, content, ...original });
    },
    isHere,
  );
}
