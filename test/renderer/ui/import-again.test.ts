import { expect, it, vi } from 'vitest';
import { createImporter } from '#renderer/ui/import-again.ts';

const address = 'http://127.0.0.1:4750/assets/part-1a.js';

it('asks with a query for a part that could not be fetched under the address that the browser names, until it is there', async () => {
  const load = vi.fn(() =>
    Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${address}`)),
  );
  const importFrom = vi
    .fn<(address: string) => Promise<string>>()
    .mockRejectedValueOnce(new TypeError(`Failed to fetch dynamically imported module: ${address}?again=1`))
    .mockResolvedValueOnce('part');
  const importPart = createImporter<string>(load, importFrom);
  await expect(importPart()).rejects.toThrow('Failed to fetch');
  await expect(importPart()).rejects.toThrow('Failed to fetch');
  expect([await importPart(), load.mock.calls.length, importFrom.mock.calls]).toEqual([
    'part',
    1,
    [[`${address}?again=1`], [`${address}?again=2`]],
  ]);
});

it('asks for it as before in a browser that names no address', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Importing a module script failed.'))
    .mockResolvedValueOnce('part');
  const importPart = createImporter(load);
  await expect(importPart()).rejects.toThrow('Importing');
  expect(await importPart()).toBe('part');
});
