/**
 * Imports a part of the page that may have to be asked for again. Some Chromium keep under its address for as long as the
 * page is open that it could not be fetched, so the next attempt asks for it with a query.
 *
 * @param load imports it by its name
 * @param importFrom imports it from an address
 * @returns imports it; rejects with what the browser says if it cannot be fetched
 */
export function createImporter<T>(
  load: () => Promise<T>,
  importFrom: (address: string) => Promise<T> = (address) => import(/* @vite-ignore */ address) as Promise<T>,
): () => Promise<T> {
  let failed: string | null = null;
  let again = 0;
  return async () => {
    try {
      return await (failed === null ? load() : importFrom(`${failed}?again=${String(again)}`));
    } catch (thrown) {
      failed ??= addressIn(thrown);
      again += 1;
      throw thrown;
    }
  };
}

/** The address that a browser names as it says what it could not fetch; null if it names none, and then it asks anew. */
function addressIn(thrown: unknown): string | null {
  return thrown instanceof Error ? (/\S+:\/\/\S+\.js$/.exec(thrown.message)?.[0] ?? null) : null;
}
