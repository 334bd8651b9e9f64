import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { othersMay } from '../support/system/modes.ts';
import { run } from './support/dossier.ts';
import { holdOpen } from './support/holder.ts';
import { openDesk, project, type Desk } from './support/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
}, 60_000);

afterAll(() => desk.clear());

test('a vault is backed up while another command has it open, and moved once nobody has', async () => {
  const giveBack = await holdOpen(desk.home);
  const path = join(desk.folder, 'vault.tar');
  expect(await desk.json(['home', 'backup', 'vault.tar'])).toMatchObject({ path, stores: 1, pending: 0 });
  expect(othersMay(path)).toBe(0);
  const again = await desk.dossier(['home', 'backup', 'vault.tar', '--json']);
  expect([again.code, JSON.parse(again.stdout)]).toMatchObject([1, { error: { code: 'file' } }]);

  const restored = join(desk.folder, 'restored');
  expect(await desk.json(['home', 'restore', 'vault.tar', 'restored'])).toEqual({
    path: restored,
    stores: 1,
    checked: true,
    credentials: 1,
  });
  const there = await run(['findings', project, '--json', '--home', restored]);
  expect([there.code, (JSON.parse(there.stdout) as unknown[]).length > 0]).toEqual([0, true]);

  const busy = await desk.dossier(['home', 'move', 'moved', '--json']);
  expect([busy.code, JSON.parse(busy.stdout)]).toMatchObject([1, { error: { code: 'busy' } }]);
  await giveBack();
  const moved = join(desk.folder, 'moved');
  expect(await desk.json(['home', 'move', 'moved'])).toMatchObject({ from: desk.home, path: moved });
  expect(existsSync(desk.home)).toBe(false);
  const findings = await run(['findings', project, '--json', '--home', moved]);
  expect(findings.code).toBe(0);
  expect((JSON.parse(findings.stdout) as unknown[]).length).toBeGreaterThan(0);
}, 60_000);
