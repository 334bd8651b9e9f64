import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { png } from '../domain/images/pictures.ts';
import { tarGzOf } from '../scans/support/tar.ts';
import { temporaryFolder } from '../support/desk.ts';
import { openDesk } from './support/desk.ts';

/* Exports of other reporting tools at the terminal, from outside. */

const project = 'harbour-2026';
const id = '0c2e1f0e-2f5d-4d4b-9a35-1f6f3d5b7c11';

/** An archive as SysReptor exports a project. */
function sysreptorFile(): string {
  const findings = [
    {
      id: 'f-1',
      data: {
        title: 'Stored script',
        cvss: 'CVSS:3.1/AV:N/AC:L/PR:L/UI:R/S:C/C:L/I:L/A:N',
        summary: 'Runs **scripts**.',
        description: '![The alert](/images/name/alert%20box.png)',
        recommendation: 'Encode.',
        affected_components: ['https://shop.test', 'https://api.shop.test'],
      },
    },
    { id: 'f-2', data: { title: 'Banner', severity: 'info', affected_components: ['https://shop.test'] } },
  ];
  const report = {
    id,
    name: 'Shop',
    override_finding_order: false,
    report_data: {},
    findings,
    notes: [{ id: 'n', text: 'Do not tell' }],
    format: 'projects/v2',
  };
  const path = join(temporaryFolder(), 'shop.tar.gz');
  writeFileSync(
    path,
    tarGzOf({
      [`${id}.json`]: JSON.stringify(report),
      [`${id}-images/alert box.png`]: png({ width: 20, height: 10 }),
    }),
  );
  return path;
}

test('a project of SysReptor becomes findings with their images, once, and what is not taken is told', async () => {
  const desk = await openDesk({ seeds: [{ project, findings: [] }] });
  await desk.json(['engagement', 'add', project]);
  const path = sysreptorFile();
  const shown = await desk.dossier(['import', project, path, '--dry-run']);
  expect(shown.stderr).toContain('Not taken: notes (1).');
  expect(shown.stdout + shown.stderr).not.toContain('Do not tell');

  const queued = await desk.json(['import', project, path, '--yes']);
  expect(queued).toMatchObject({
    files: [{ path, format: 'sysreptor', items: 3, problems: [{ message: 'Not taken: notes (1).' }] }],
    groups: [
      { key: 'sysreptor/f-1', outcome: 'new', severity: 'medium', asset: { length: 2 } },
      { key: 'sysreptor/f-2', outcome: 'new', severity: 'info' },
    ],
    operations: [{ kind: 'create' }, { kind: 'create' }],
    left_out: [],
  });
  const [{ id: local } = { id: '' }] = (await desk.json([
    'findings',
    project,
    '--query',
    'tag:rule:sysreptor/f-1',
  ])) as { id: string }[];
  expect(await desk.json(['finding', local])).toMatchObject({
    effective: {
      title: 'Stored script',
      description: 'Runs **scripts**.\n\n![The alert](evidence:alert%20box.png)',
      remediation: 'Encode.',
      CVSS: 'CVSS:3.1/AV:N/AC:L/PR:L/UI:R/S:C/C:L/I:L/A:N',
    },
  });
  expect(await desk.json(['history', local])).toContainEqual(
    expect.objectContaining({
      what: 'evidence-added',
      detail: expect.objectContaining({ name: 'alert box.png' }) as object,
    }),
  );
  const again = await desk.json(['import', project, path, '--yes']);
  expect(again).toMatchObject({ operations: [], groups: [{ outcome: 'known' }, { outcome: 'known' }] });
  await desk.clear();
});
