import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { procedures } from '#contract/procedures/index.ts';
import { vaultProcedures } from '#contract/procedures/vault.ts';
import { shellProcedures } from '#contract/window/shell.ts';

/** What passes calls on: it knows them by their rows. */
const transport = [
  'electron/app/rpc/*.ts',
  'electron/app/instance/*.ts',
  'electron/app/compose/*-worker.ts',
  'electron/web/*.ts',
  'electron/desktop/preload.ts',
  'renderer/api/*.ts',
];

test('no file that passes calls on names a procedure', () => {
  const names = Object.keys({ ...procedures, ...vaultProcedures, ...shellProcedures });
  const files = globSync(transport);
  const named = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return names.filter((name) => text.includes(`'${name}'`)).map((name) => `${file}: ${name}`);
  });
  expect([named, files.length > 30, names.length > 200]).toEqual([[], true, true]);
});
