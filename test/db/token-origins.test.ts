import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  readTokenOrigins,
  restoredTokenOrigins,
  writeMadeAt,
  writeTokenOrigins,
} from '#db/tables/accounts/token-origins.ts';
import { freshFolder, key } from './support.ts';

const one = 'https://one.test';
const two = 'https://two.test';

describe('the origins of a token', () => {
  it('are none for a token that was never used, and each token has its own', () => {
    const home = freshFolder();
    const before = readTokenOrigins(home, key, 'a');
    writeTokenOrigins(home, key, 'a', [one, two]);
    writeTokenOrigins(home, key, 'b', [two]);
    expect([before, ...['a', 'b', 'c'].map((token) => readTokenOrigins(home, key, token))]).toEqual(
      [[], [one, two], [two], []].map((origins) => ({ kind: 'origins', origins, madeAt: null })),
    );
  });

  it('are replaced by what is written last, and forgotten with none', () => {
    const home = freshFolder();
    writeTokenOrigins(home, key, 'a', [one]);
    writeTokenOrigins(home, key, 'b', [one]);
    writeTokenOrigins(home, key, 'a', [two]);
    const replaced = readTokenOrigins(home, key, 'a');
    writeTokenOrigins(home, key, 'a', []);
    expect([replaced, readTokenOrigins(home, key, 'a'), readTokenOrigins(home, key, 'b')]).toEqual([
      expect.objectContaining({ origins: [two] }),
      expect.objectContaining({ origins: [] }),
      expect.objectContaining({ origins: [one] }),
    ]);
  });

  it('are kept for the 200 tokens that were used last, beside where the vault was made', () => {
    const home = freshFolder();
    writeMadeAt(home, key, 'where it was made');
    for (let at = 0; at < 200; at += 1) writeTokenOrigins(home, key, `token ${String(at)}`, [one]);
    writeTokenOrigins(home, key, 'token 0', [two]);
    writeTokenOrigins(home, key, 'new', [one]);
    const kept = ['token 0', 'token 1', 'token 2', 'new'].map((token) => readTokenOrigins(home, key, token));
    expect(kept).toEqual(
      [[two], [], [one], [one]].map((origins) => ({ kind: 'origins', origins, madeAt: 'where it was made' })),
    );
  });

  it('are damaged if the file was changed or is of another vault, and written anew over that', () => {
    const home = freshFolder();
    const file = join(home, restoredTokenOrigins().name);
    writeTokenOrigins(home, key, 'a', [one]);
    const other = readTokenOrigins(home, new Uint8Array(32).fill(8), 'a');
    writeFileSync(file, `${readFileSync(file, 'utf8')} `.replace('"', ''));
    const changed = readTokenOrigins(home, key, 'a');
    writeTokenOrigins(home, key, 'b', [two]);
    expect([other.kind, changed.kind, readTokenOrigins(home, key, 'b')]).toEqual([
      'damaged',
      'damaged',
      { kind: 'origins', origins: [two], madeAt: null },
    ]);
  });

  it('are unknown in a vault that was made of a backup, until one is written', () => {
    const home = freshFolder();
    const { name, text } = restoredTokenOrigins();
    writeFileSync(join(home, name), text);
    const restored = readTokenOrigins(home, key, 'a');
    writeTokenOrigins(home, key, 'a', [one]);
    expect([restored, readTokenOrigins(home, key, 'a').kind]).toEqual([{ kind: 'restored' }, 'origins']);
  });

  it('name no token in the file', () => {
    const home = freshFolder();
    writeTokenOrigins(home, key, 'secret-token', [one]);
    const text = readFileSync(join(home, 'token-origins.json'), 'utf8');
    expect([text.includes('secret-token'), text.includes('one.test')]).toEqual([false, false]);
  });
});
