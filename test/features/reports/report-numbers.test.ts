import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, type TestDesk } from '../../support/desk.ts';
import { bench, body, create, findings, project, sync } from '../../engine/support.ts';

/** The numbers of a new edition, by finding. */
async function edition(desk: TestDesk): Promise<Record<string, string>> {
  const out = join(temporaryFolder(), 'report.json');
  await desk.call('report.export', { project, out, force: true });
  const file = JSON.parse(readFileSync(out, 'utf8')) as {
    findings: { id: string; number: string }[];
  };
  return Object.fromEntries(file.findings.map(({ id, number }) => [id, number]));
}

/** Ids with numbers, in the order of the report. */
async function order(desk: TestDesk): Promise<string[]> {
  const { findings: listed } = await desk.call('report.findings', { project });
  return listed.map(({ id, number }) => `${number ?? '-'} ${id}`);
}

const edit = (desk: TestDesk, id: string, changes: Record<string, string>) =>
  desk.call('finding.edit', { id, changes });

describe('a number that went out', () => {
  it('stays with its finding; new ones follow, and another severity gives another number', async () => {
    const { desk, service } = await bench({ count: 3 });
    const first = await edition(desk);
    await edit(desk, 'f3', { title: 'A third' });
    await edit(desk, 'f1', { severity: 'high' });
    service.create(project, { id: 'f0', body: body({ title: 'A new one' }) });
    await sync(desk);
    const second = await edition(desk);
    await edit(desk, 'f1', { severity: 'medium' });
    const third = await edition(desk);
    const compared = await desk.call('edition.compare', { project, from: 1, to: 2 });
    expect({
      first,
      second,
      third,
      renumbered: compared.renumbered.map(({ id, was, number }) => [id, was, number]),
      changed: compared.changed.map(({ id, number }) => [id, number]),
    }).toEqual({
      first: { f1: 'M1', f2: 'M2', f3: 'M3' },
      second: { f1: 'H1', f2: 'M2', f3: 'M3', f0: 'M4' },
      third: { f1: 'M1', f2: 'M2', f3: 'M3', f0: 'M4' },
      renumbered: [['f1', 'M1', 'H1']],
      changed: [
        ['f1', 'H1'],
        ['f3', 'M3'],
      ],
    });
  });

  it('is not given to another one when its finding is left out or gone, until the user renumbers', async () => {
    const { desk, service } = await bench({ count: 3 });
    await edition(desk);
    service.remove('f1');
    await sync(desk, { acceptMissing: true });
    await create(desk, body({ title: 'Finding 0' }));
    await desk.call('report.configure', { project, settings: { exclude: ['f2'] } });
    const numbers = async () => Object.values(await edition(desk)).sort();
    const kept = await numbers();
    const { findings: listed } = await desk.call('report.renumber', { project });
    const again = await numbers();
    expect([kept, listed.some(({ numberKept }) => numberKept), again]).toEqual([
      ['M3', 'M4'],
      false,
      ['M1', 'M2'],
    ]);
  });

  it('does not change an edition that is written again', async () => {
    const { desk } = await bench({ count: 2 });
    const out = join(temporaryFolder(), 'first.html');
    const { edition: number } = await desk.call('report.export', { project, out, force: true });
    const first = readFileSync(out);
    await desk.call('report.move', { project, finding: 'f2', place: 1 });
    await desk.call('report.renumber', { project });
    await desk.call('report.export', { project, out, edition: number });
    expect(readFileSync(out).equals(first)).toBe(true);
  });
});

describe('the order of a report', () => {
  it('is by score within a severity, highest first', async () => {
    const vector = (complexity: string) => `CVSS:3.1/AV:N/AC:${complexity}/PR:N/UI:N/S:U/C:H/I:H/A:H`;
    const { desk } = await bench({
      seeds: [
        {
          project,
          findings: [
            { id: 'lesser', body: body({ title: 'A', severity: 'high', CVSS: vector('H') }) },
            { id: 'worse', body: body({ title: 'Z', severity: 'high', CVSS: vector('L') }) },
          ],
        },
      ],
    });
    expect([await order(desk), await edition(desk)]).toEqual([
      ['H1 worse', 'H2 lesser'],
      { worse: 'H1', lesser: 'H2' },
    ]);
  });

  it('by hand is kept within its severity, holds for every report, and is given up again', async () => {
    const { desk } = await bench({ seeds: [{ project, findings: findings(4) }] });
    await edit(desk, 'f4', { severity: 'high' });
    await desk.call('report.move', { project, finding: 'f3', place: 1 });
    const moved = await order(desk);
    await desk.call('report.move', { project, finding: 'f3', place: 99 });
    const last = await order(desk);
    const { findings: listed } = await desk.call('report.resetOrder', { project });
    expect([moved, last, listed.map(({ id }) => id)]).toEqual([
      ['H1 f4', 'M1 f3', 'M2 f1', 'M3 f2'],
      ['H1 f4', 'M1 f1', 'M2 f2', 'M3 f3'],
      ['f4', 'f1', 'f2', 'f3'],
    ]);
  });

  it('by hand keeps the numbers that went out', async () => {
    const { desk } = await bench({ count: 3 });
    await edition(desk);
    await desk.call('report.move', { project, finding: 'f3', place: 1 });
    expect([await order(desk), await edition(desk)]).toEqual([
      ['M3 f3', 'M1 f1', 'M2 f2'],
      { f3: 'M3', f1: 'M1', f2: 'M2' },
    ]);
  });
});
