import { join } from 'node:path';
import { expect, it } from 'vitest';
import { whyNoOutput } from '#features/reports/output/output-place.ts';
import { temporaryFolder } from '../../support/desk.ts';

it('a name that Windows refuses is no place for an export there, and one elsewhere', () => {
  const path = join(temporaryFolder(), 'aux.pdf');
  expect([whyNoOutput(path, true), whyNoOutput(path, false)]).toEqual([
    'has a name that Windows keeps for a device',
    null,
  ]);
});
