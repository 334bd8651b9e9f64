import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSampleService } from '#sample/http/server.ts';
import { document, run, type Ended } from './support/dossier.ts';

const project = 'fjm-portal-2026';

test('a sync that gets the same page for ever ends with 3, and says which engagement was not seen whole', async () => {
  const service = await startSampleService({ engagement: false });
  const home = mkdtempSync(join(tmpdir(), 'dossier-unseen-'));
  onTestFinished(async () => {
    await service.close();
    rmSync(home, { recursive: true, force: true });
  });
  service.create(project, { body: { title: 'One', asset: ['a'] } });
  const page = JSON.stringify(service.findings(project));
  service.setFaults(({ path }) =>
    path.includes('/scans/?') || path.endsWith('/scans/') ? { kind: 'body', body: page } : undefined,
  );
  const env = { DOSSIER_TOKEN: service.tokens['mara'] };
  const dossier = (...args: string[]): Promise<Ended> => run([...args, '--json', '--home', home], { env });
  await dossier('connect', '--base-url', service.baseUrl);
  await dossier('engagement', 'add', project);
  const ended = await dossier('sync');
  expect(ended.code).toBe(3);
  expect(document(ended)).toMatchObject({
    engagements: [{ project, complete: false, held: null, incomplete: expect.any(String) as string }],
  });
});
