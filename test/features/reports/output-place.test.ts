import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { placeOf, whyNoOutput } from '#features/reports/output/output-place.ts';
import { temporaryFolder } from '../../support/desk.ts';

it('a name that Windows refuses is no place for an export there, and one elsewhere', () => {
  const path = join(temporaryFolder(), 'aux.pdf');
  expect([whyNoOutput(path, true), whyNoOutput(path, false)]).toEqual([
    'has a name that Windows keeps for a device',
    null,
  ]);
});

it('a path that no system takes is told with its beginning alone', () => {
  const path = join(temporaryFolder(), `${'x'.repeat(5_000)}.pdf`);
  expect(() => placeOf(path)).toThrow(path.slice(0, 200));
  expect(() => placeOf(path)).toThrow(/^.{250,400}$/u);
});

it('a folder is no place for a report, and a file that is there already is one', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'folder.pdf'));
  writeFileSync(join(folder, 'there.pdf'), '');
  expect(() => placeOf(join(folder, 'folder.pdf'))).toThrow(
    'is there already and no file; name another path.',
  );
  for (const name of ['there.pdf', 'new.pdf']) expect(placeOf(join(folder, name))).toBe(join(folder, name));
});
