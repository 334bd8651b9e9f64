import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { longestHome, makeHome } from '#app/instance/instance-lookup.ts';
import { openStore } from '#db/store/open.ts';
import { temporaryFolder } from '../../support/desk.ts';

/** A path below a folder, of so many bytes. */
function pathOf(folder: string, bytes: number): string {
  let path = folder;
  while (bytes - path.length > 202) path = join(path, 'a'.repeat(200));
  return join(path, 'b'.repeat(bytes - path.length - 1));
}

it('a vault whose path is as long as the store allows is opened, and a longer one is refused with its length', () => {
  const folder = temporaryFolder();
  const longest = pathOf(folder, longestHome);
  makeHome(longest);
  const store = join(longest, 'stores', '0'.repeat(32));
  mkdirSync(store, { recursive: true });
  openStore({ path: join(store, 'store.db'), key: new Uint8Array(32).fill(1) }).close();

  const tooLong = pathOf(folder, longestHome + 1);
  const [one, max] = [String(longestHome + 1), String(longestHome)];
  expect(() => makeHome(tooLong)).toThrow(
    new RegExp(`too long: it has ${one} (?:bytes|characters), and at most ${max} can be opened`, 'u'),
  );
  expect(existsSync(tooLong)).toBe(false);
});

it.each([join('/', 'c'.repeat(300)), pathOf('/', 5_000)])(
  'a path that no system takes is told as too long (%#)',
  (path) => {
    expect(() => makeHome(path)).toThrow('too long');
  },
);
