import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heldDesk, openDesk, project, type Desk } from './support/desk.ts';

let template: Desk;
let desk: Desk;
beforeAll(async () => {
  template = await openDesk();
  desk = await heldDesk(template);
});
afterAll(async () => {
  await desk.clear();
  await template.clear();
});

test('create tells which record has which bad member, and takes the good ones if asked', async () => {
  const records = [
    { title: 'Good', asset: ['a.example'] },
    { title: 'Without asset' },
    { title: 'Slip', asset: ['a.example'], severty: 'high' },
  ];
  writeFileSync(join(desk.folder, 'new.json'), JSON.stringify(records));
  const refused = await desk.dossier(['create', project, '--from', 'new.json']);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('Finding 2 ("Without asset"): asset');
  expect(refused.stderr).toContain('Finding 3 ("Slip"): Unknown field "severty". Did you mean severity?');
  expect(await desk.json(['queue'])).toEqual([]);
  const taken = await desk.dossier(['create', project, '--from', 'new.json', '--partial', '--json']);
  expect(taken.code).toBe(0);
  expect(JSON.parse(taken.stdout)).toHaveLength(1);
  expect(taken.stderr).toContain('Left out: Finding 2');
});

test('check ignores a warning by its rule, says so, and lists it again', async () => {
  const codes = async (...more: string[]): Promise<string[]> => {
    const shown = await desk.dossier(['check', project, '--json', ...more]);
    return (JSON.parse(shown.stdout) as { code: string }[]).map(({ code }) => code);
  };
  expect(await codes()).toContain('missing-fact');
  expect(await codes('--ignore', 'missing-fact')).not.toContain('missing-fact');
  const shown = await desk.dossier(['check', project]);
  expect(shown.stderr).toContain('ignored: missing-fact (everywhere)');
  expect(await codes('--heed', 'missing-fact')).toContain('missing-fact');
  expect(await desk.dossier(['check', project, '--ignore', 'secret'])).toMatchObject({ code: 2 });
});
