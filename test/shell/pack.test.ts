import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIfStale } from '../../electron/serve/build.js';

/*
 * Packs the program for Linux on a runtime that is none: a folder with a file in the place of the executable, in
 * which the fuses can be seen. What is packed is real, and it runs on the double of Electron.
 */

const root = join(import.meta.dirname, '..', '..');
const require = createRequire(import.meta.url);
const asar = require('@electron/asar');
const { getConfig, validateConfiguration } = require('app-builder-lib/out/util/config/config');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** What Electron's executable has before its fuses: the tool that sets them looks for it. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

const work = mkdtempSync(join(tmpdir(), 'dossier-pack-'));
const packed = join(work, 'packed', 'linux-unpacked');
const archive = join(packed, 'resources', 'app.asar');

afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

/** electron-builder's own check of a configuration: null, or why it refuses. */
async function refusal(change: object): Promise<string | null> {
  const config = { ...(await getConfig(root, null, null)), ...change };
  return validateConfiguration(config, { isEnabled: false, add: () => undefined }).then(
    () => null,
    (error: Error) => error.message,
  );
}

describe('electron-builder.yml', () => {
  it('is what electron-builder takes, for all three systems', async () => {
    const { linux, win, mac } = await getConfig(root, null, null);
    expect([linux, win, mac].every((target) => target !== undefined)).toBe(true);
    expect(await refusal({})).toBeNull();
    expect(await refusal({ electronFuses: { runAsNood: false } })).toContain('configuration.electronFuses');
  });

  it('names icons that are there, in the sizes and the forms of each system', async () => {
    const { linux, win, mac } = await getConfig(root, null, null);
    const head = (path: string) => readFileSync(join(root, path)).subarray(0, 4).toString('latin1');
    const sizes = readdirSync(join(root, linux.icon)).filter((name) => /^\d+x\d+\.png$/.test(name));
    expect([head(win.icon), head(mac.icon), sizes.toSorted()]).toEqual([
      '\0\0\x01\0',
      'icns',
      [
        '128x128.png',
        '16x16.png',
        '24x24.png',
        '256x256.png',
        '32x32.png',
        '48x48.png',
        '512x512.png',
        '64x64.png',
      ],
    ]);
    for (const name of sizes) {
      // A PNG says its width at byte 16.
      expect(readFileSync(join(root, linux.icon, name)).readUInt32BE(16)).toBe(Number.parseInt(name, 10));
    }
  });
});

describe('the packed program', () => {
  beforeAll(async () => {
    for (const product of ['renderer', 'shell'] as const) {
      expect((await buildIfStale(root, product)).kind).toMatch(/fresh|built/);
    }
    const runtime = join(work, 'runtime');
    mkdirSync(join(runtime, 'resources'), { recursive: true });
    const fuses = [Buffer.from(sentinel), Buffer.from([1, 9]), Buffer.from('101100111')];
    writeFileSync(join(runtime, 'electron'), Buffer.concat(fuses), { mode: 0o755 });
    writeFileSync(join(runtime, 'LICENSE'), 'none');
    const builder = require.resolve('electron-builder/cli.js');
    const options = [`-c.electronDist=${runtime}`, `-c.directories.output=${join(work, 'packed')}`];
    const made = spawnSync(process.execPath, [builder, '--linux', 'dir', '--x64', ...options], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(made.status, made.stdout + made.stderr).toBe(0);
  }, 240_000);

  it('has its fuses set', () => {
    const binary = readFileSync(join(packed, 'dossier-desktop'));
    const wire = binary.subarray(sentinel.length + 2).toString('latin1');
    // In Electron's order: runAsNode, cookieEncryption, nodeOptions, inspect, integrity, onlyAsar, snapshot, file:, wasm.
    expect(wire).toBe('000011001');
  });

  it('holds what was built and the packages that it runs on, and nothing else', () => {
    const files: string[] = asar.listPackage(archive, { isPack: false });
    const top = new Set(files.map((path) => path.split('/').slice(1, 3).join('/')));
    const folders = [...top].filter((path) => !path.startsWith('node_modules'));
    expect(folders.toSorted()).toEqual(['dist', 'dist/renderer', 'dist/shell', 'package.json']);
    const { main } = JSON.parse(String(asar.extractFile(archive, 'package.json')));
    expect(files).toContain(`/${main}`);

    const packages = new Set(
      files
        .map((path) => /^\/node_modules\/((?:@[^/]+\/)?[^/@]+)\/package\.json$/.exec(path)?.[1])
        .filter((name) => name !== undefined),
    );
    const direct = Object.keys(manifest.dependencies);
    expect(direct.filter((name) => !packages.has(name))).toEqual([]);
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    const notNeeded = [...packages].filter((name) => {
      const entry = lock[`node_modules/${name}`];
      return entry === undefined || entry.dev === true || entry.optional === true;
    });
    expect(notNeeded).toEqual([]);
    expect(files.filter((path) => /\.(?:ts|map|md)$/.test(path) && !path.startsWith('/dist/'))).toEqual([]);
  });

  it('has the SQLite binary of its system alone, beside the archive', () => {
    const files: string[] = asar.listPackage(archive, { isPack: false });
    const binary = 'node_modules/better-sqlite3/prebuilds/linux-x64.node';
    expect(files.filter((path) => path.endsWith('.node'))).toEqual([`/${binary}`]);
    expect(statSync(join(`${archive}.unpacked`, binary)).size).toBeGreaterThan(1_000_000);
  });

  it('starts with its own page, opens the sample engagement and writes its report', () => {
    const folder = join(work, 'extracted');
    asar.extractAll(archive, folder);
    const home = join(work, 'home');
    mkdirSync(home);
    const ran = spawnSync(
      process.execPath,
      [
        '--import',
        join(root, 'test', 'support', 'electron-double', 'register.ts'),
        join(import.meta.dirname, 'support', 'drive-packed.ts'),
        folder,
        join(work, 'report.pdf'),
      ],
      {
        encoding: 'utf8',
        // Compiled code is kept by the place of its file, and this folder will not be there again.
        env: { ...process.env, DOSSIER_HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' },
        timeout: 120_000,
      },
    );
    expect(ran.stdout, ran.stderr).toMatch(/^\{/);
    expect(JSON.parse(ran.stdout)).toEqual({
      title: 'Dossier',
      created: { ok: true, value: { recoveryCode: null } },
      projects: expect.arrayContaining([expect.any(String)]),
      report: { pages: expect.any(Number) },
      asked: [],
      // The report was made by a process of Electron's, not by a Node.
      forked: ['report-child.js'],
    });
    expect(readFileSync(join(work, 'report.pdf')).subarray(0, 5).toString('latin1')).toBe('%PDF-');
  }, 130_000);
});
