import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, type TestDesk } from '../../support/desk.ts';
import { bench, findings, project, sync } from '../../engine/support.ts';

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'taken',
    (error: unknown) => (error instanceof Error && 'code' in error ? [error.code, error.message] : error),
  );
}

function exported(desk: TestDesk, name: string, more: Record<string, unknown> = {}): Promise<unknown> {
  return refusal(desk.call('report.export', { project, out: join(temporaryFolder(), name), ...more }));
}

describe('a report is not written', () => {
  it('in a format that its ending does not name', async () => {
    const { desk } = await bench({ count: 1 });
    expect(await exported(desk, 'report.odt')).toEqual([
      'invalid',
      expect.stringContaining('Known formats: pdf'),
    ]);
  });

  it('with a password in a format that has none, or with one that no PDF can have', async () => {
    const { desk } = await bench({ count: 1 });
    expect([
      await exported(desk, 'report.json', { password: 'swordfish' }),
      await exported(desk, 'report.pdf', { password: '\u0000' }),
    ]).toEqual([
      ['invalid', expect.stringContaining('Only a PDF can be locked by a password, not json.')],
      ['invalid', expect.any(String)],
    ]);
  });

  it('again in another format, with other choices, or if it was never made', async () => {
    const { desk } = await bench({ count: 1 });
    await desk.call('report.keep', { project, format: 'json', force: true });
    expect([
      await exported(desk, 'report.html', { edition: 1 }),
      await exported(desk, 'report.json', { edition: 1, options: { draft: true } }),
      await exported(desk, 'report.json', { edition: 1, password: 'x' }),
      await exported(desk, 'report.json', { edition: 2 }),
      await refusal(desk.call('report.file', { project, edition: 2 })),
    ]).toEqual([
      ['invalid', expect.stringContaining('Edition 1 is kept as it was written: as json, not html.')],
      ['invalid', expect.stringContaining('nothing of it can be chosen now')],
      ['invalid', expect.stringContaining('nothing of it can be chosen now')],
      ['not-found', `${project} has no edition 2.`],
      ['not-found', `${project} has no edition 2.`],
    ]);
  });
});

it('an edition is written again byte for byte, and told as when it was made', async () => {
  const { desk } = await bench({ count: 2 });
  const made = await desk.call('report.keep', { project, format: 'json', force: true });
  const out = join(temporaryFolder(), 'again.json');
  const again = await desk.call('report.export', { project, out, edition: 1 });
  const { content, format } = await desk.call('report.file', { project, edition: 1 });
  expect([again.sha256, again.bytes, again.findings, again.left_out, format]).toEqual([
    made.sha256,
    made.bytes,
    made.findings,
    made.left_out,
    'json',
  ]);
  expect(readFileSync(out).toString('base64')).toBe(content);
});

describe('themes', () => {
  it('that are not there are not found, and the default one is always there', async () => {
    const { desk } = await bench({ count: 0 });
    expect([
      await refusal(desk.call('theme.remove', { name: 'Ours' })),
      await refusal(desk.call('theme.remove', { name: (await desk.call('theme.list'))[0]?.name ?? '' })),
      (await desk.call('theme.list')).map(({ keptAt }) => keptAt),
    ]).toEqual([
      ['not-found', 'There is no theme "Ours" in this vault.'],
      ['invalid', 'The default theme is always there.'],
      [null],
    ]);
  });
});

it('findings of another engagement, or named both ways, are no choice for a report', async () => {
  const { desk } = await bench({
    seeds: [
      { project, findings: findings(2) },
      { project: 'other', findings: [{ id: 'o1', body: { title: 'Other', asset: ['x.test'] } }] },
    ],
  });
  await desk.call('engagement.add', { project: 'other' });
  await sync(desk);
  const keep = (options: Record<string, unknown>): Promise<unknown> =>
    refusal(desk.call('report.keep', { project, format: 'json', force: true, options }));
  expect([
    await keep({ include: ['o1'] }),
    await keep({ exclude: ['o1'] }),
    await keep({ include: ['f1'], exclude: ['f2', 'f1'] }),
    await keep({ query: 'severity:' }),
    await keep({ exclude: ['nowhere'] }),
  ]).toEqual([
    ['invalid', `o1 belongs to another engagement than ${project}.`],
    ['invalid', `o1 belongs to another engagement than ${project}.`],
    ['invalid', 'f1 is both included and excluded. Name it once.'],
    ['query', expect.stringContaining('A value is missing')],
    ['not-found', 'There is no finding nowhere here.'],
  ]);
});
