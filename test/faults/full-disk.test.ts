import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSampleService, type SampleService } from '#sample/http/server.ts';
import { run, type Ended } from '../cli/support/dossier.ts';
import { canMount, mountDisk, unmountDisk } from '../support/system/disk.ts';

const project = 'harbour-2026';
const kilobyte = 1_024;

/** A disk of its own for one test. */
function mounted(folder: string, kilobytes: number, more = ''): boolean {
  return mountDisk(folder, `size=${String(kilobytes)}k${more}`);
}

let service: SampleService;
let disk: string;
beforeAll(async () => {
  const findings = Array.from({ length: 600 }, (_, at) => ({
    id: `f${String(at + 1)}`,
    body: {
      title: `Finding ${String(at + 1)}`,
      asset: ['a.test'],
      description: `${String(at)} `.repeat(900),
    },
  }));
  service = await startSampleService({ engagement: false, pageCap: 20, seeds: [{ project, findings }] });
});
afterAll(() => service.close());
beforeEach(() => {
  disk = mkdtempSync(join(tmpdir(), 'dossier-disk-'));
});
afterEach(() => {
  unmountDisk(disk);
  rmSync(disk, { recursive: true, force: true });
});

function dossier(...args: string[]): Promise<Ended> {
  return run([...args, '--home', join(disk, 'home')], { env: { DOSSIER_TOKEN: service.tokens['mara'] } });
}

async function connected(): Promise<void> {
  expect(await dossier('connect', '--base-url', service.baseUrl)).toMatchObject({ code: 0 });
  expect(await dossier('engagement', 'add', project)).toMatchObject({ code: 0 });
}

/** Fills the disk but for some kilobytes. */
function fill(free: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'fill'), Buffer.alloc(Math.max(0, bavail * bsize - free * kilobyte)));
}

const told = 'dossier: The disk is full. Nothing was lost: free some space and try again.\n';

describe.skipIf(!canMount)('a disk that is full', () => {
  test('in the middle of a sync is told in a line; with space again the same command goes on', async () => {
    expect(mounted(disk, 2_000)).toBe(true);
    await connected();
    expect(await dossier('create', project, '--from', newFinding())).toMatchObject({ code: 0 });
    const ended = await dossier('sync', '--quiet');
    expect(ended).toMatchObject({ code: 1, stderr: told });
    expect(mounted(disk, 20_000, ',remount')).toBe(true);
    expect(await dossier('sync', '--json', '--quiet')).toMatchObject({ code: 0 });
    expect(service.findings(project).filter(({ title }) => title === 'Made on a full disk')).toHaveLength(1);
    const listed = await dossier('findings', project, '--json');
    expect((JSON.parse(listed.stdout) as unknown[]).length).toBe(601);
  });

  test.each([0, 60])(
    'with %i kB left: an edit is refused or kept, never half, and later sent; a report leaves what stands in its place',
    async (free) => {
      expect(mounted(disk, 20_000)).toBe(true);
      await connected();
      expect(await dossier('sync', '--quiet')).toMatchObject({ code: 0 });
      const before = `Before the disk was full, ${String(free)}`;
      expect(await dossier('edit', 'f1', '--set', `title=${before}`)).toMatchObject({ code: 0 });
      fill(free);
      let title = before;
      for (let edit = 0; edit < 4; edit += 1) {
        const longer = `${String(free)} ${String(edit)} ${'long '.repeat(2_000)}`;
        const ended = await dossier('edit', 'f1', '--set', `title=${longer}`);
        if (ended.code === 0) title = longer;
        else expect(ended).toMatchObject({ code: 1, stdout: '', stderr: told });
      }
      if (free === 0) expect(title).toBe(before);
      const elsewhere = mkdtempSync(join(tmpdir(), 'dossier-out-'));
      writeFileSync(join(elsewhere, 'report.csv'), before);
      const report = await dossier(
        'report',
        project,
        '--out',
        join(elsewhere, 'report.csv'),
        '--force',
        '--quiet',
      );
      expect([report.code, report.stderr, read(elsewhere)]).toEqual([...[1, told], [['report.csv', before]]]);
      rmSync(elsewhere, { recursive: true });
      rmSync(join(disk, 'fill'));
      const queue = JSON.parse((await dossier('queue', '--json')).stdout) as unknown[];
      expect(queue).toHaveLength(1);
      expect(await dossier('sync', '--push-only', '--quiet')).toMatchObject({ code: 0 });
      expect(service.finding('f1')).toMatchObject({ title });
      expect(parts(disk)).toEqual([]);
    },
  );
});

describe.skipIf(!canMount)('a home on a disk that is read-only', () => {
  test('is shown, and what would change it is refused in a line', async () => {
    expect(mounted(disk, 5_000)).toBe(true);
    await connected();
    const before = files(disk);
    expect(spawnSync('mount', ['-o', 'remount,ro', disk]).status).toBe(0);
    const shown = await dossier('queue');
    expect(shown).toMatchObject({ code: 0, stdout: 'No pending changes.\n' });
    for (const args of [['sync'], ['edit', 'f1', '--set', 'title=X']]) {
      const ended = await dossier(...args);
      expect(ended).toMatchObject({ code: 1, stdout: '' });
      expect(ended.stderr).toMatch(
        /^The vault \S+ is read-only\. .+\ndossier: .+ nothing was changed\. .+\n$/u,
      );
    }
    expect(files(disk)).toEqual(before);
  });
});

function newFinding(): string {
  const path = join(disk, 'new.json');
  writeFileSync(path, '{"title":"Made on a full disk","asset":["b.test"]}');
  return path;
}

/** The files of a folder and what is in them. */
function read(folder: string): [string, string][] {
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

/** Files that an interrupted write leaves behind. */
function parts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(part|new)$/u.test(name),
  );
}

function files(folder: string): [string, number][] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name)).length]);
}
