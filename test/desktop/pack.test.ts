import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fuseSentinel, makeStandInRuntime } from '../support/electron-double/runtime.ts';
import { carriedNodes } from '../../electron/cli/carried-node.js';
import { backupEnding } from '#contract/window/shell.ts';
import { feedOf, notesFile, writeFeed } from '#build/feed.js';
import { collectNotices, shippedPackages } from '#build/notices.js';
import { shippedParts } from '#build/sbom.js';

/*
 * Packs the program for Linux on a stand-in runtime: a folder with a file in place of the executable, in which the
 * fuses are visible. What is packed is real, and it runs on the double of Electron.
 */

const root = join(import.meta.dirname, '..', '..');
const require = createRequire(import.meta.url);
const asar = require('@electron/asar');
const { getConfig, validateConfiguration } = require('app-builder-lib/out/util/config/config');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const hasDpkg = existsSync('/usr/bin/dpkg-deb');
const hasMimeDatabase = existsSync('/usr/bin/update-mime-database');
const isWindows = process.platform === 'win32';
const isRootOnDebian = process.getuid?.() === 0 && hasDpkg;

const work = mkdtempSync(join(tmpdir(), 'dossier-pack-'));
const out = join(work, 'packed');
const packed = join(out, 'linux-unpacked');
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

  it('does not choose folders on Windows, nor leave a Mac without a signature, nor need an old library on Linux', async () => {
    const config = await getConfig(root, null, null);
    expect(config.nsis).toMatchObject({
      allowToChangeInstallationDirectory: false,
      deleteAppDataOnUninstall: false,
    });
    expect(config.electronFuses.resetAdHocDarwinSignature).toBe(true);
    expect(config.mac.extendInfo.NSLocalNetworkUsageDescription).toMatch(/network/);
    for (const path of [config.mac.entitlements, 'electron/desktop/packaging/entitlements.adhoc.plist']) {
      expect(readFileSync(join(root, path), 'utf8')).toContain('com.apple.security.cs.allow-jit');
    }
    expect(config.toolsets.appimage).toBe('1.0.3');
    expect(JSON.stringify(config)).not.toContain('no-sandbox');
  });

  it('has what packages for each system ask of the manifest', async () => {
    const { linux } = await getConfig(root, null, null);
    expect([manifest.author.email, manifest.homepage]).toEqual([
      expect.stringContaining('@'),
      expect.stringMatching(/^https:/),
    ]);
    // The window and the menu entry are told to be one by these: under Wayland and under X11.
    expect(manifest.desktopName).toBe(`${linux.executableName}.desktop`);
    expect(linux.desktop.entry.StartupWMClass).toBe(manifest.productName);
  });

  it('gives an rpm the same command, manual and completions as the Debian package', async () => {
    const { rpm } = await getConfig(root, null, null);
    const [command = '', ...others] = (rpm.fpm as string[]).map((one) => one.split('='));
    expect(command[1]).toBe('/usr/bin/dossier');
    expect(statSync(join(root, command[0] ?? '')).mode & 0o111).not.toBe(0);
    expect(others.map(([from = '']) => from).toSorted()).toEqual(
      ['_dossier', 'dossier.1.gz', 'dossier.bash', 'dossier.fish'].map((name) => `dist/manual/${name}`),
    );
  });

  it('registers backups for all three systems, and no other file', async () => {
    const { fileAssociations, linux, win, mac } = await getConfig(root, null, null);
    expect(fileAssociations).toBeUndefined();
    const all = [linux, win, mac].map((target) => target.fileAssociations);
    expect(all.map((types) => types.map(({ ext }: { ext: string }) => ext))).toEqual(
      Array(3).fill([backupEnding]),
    );
    const [[onLinux], [onWindows], [onMac]] = all;
    expect(onLinux.mimeType).toBe('application/x-dossier-backup');
    // The key of a type in the registry: words and a dot, without blanks.
    expect(onWindows.name).toMatch(/^[A-Z]\w+\.[A-Z]\w+$/);
    // It is restored, never changed.
    expect(onMac).toMatchObject({ role: 'Viewer', rank: 'Owner' });
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

describe('an uninstaller', () => {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');

  it('says on Windows where the vaults stay, and an update or a silent one stops for nobody', async () => {
    const { nsis } = await getConfig(root, null, null);
    const [question] = read(nsis.include).match(/MessageBox .+/) ?? expect.fail('It asks nothing.');
    expect(question).toMatch(/Every vault stays where it is: \$LOCALAPPDATA\\Dossier.*\/SD IDOK$/);
    expect(read(nsis.include)).toMatch(/\$\{ifNot\} \$\{isUpdated\}\n {4}MessageBox/);
  });

  it('of an rpm says so too, and leaves alone what an update has put there', async ({ skip }) => {
    skip(isWindows, 'no rpm is installed on Windows: its uninstaller is tried above');
    const { rpm, linux } = await getConfig(root, null, null);
    // As electron-builder fills it in, for a program that is on no machine.
    const script = read(rpm.afterRemove)
      .replaceAll('${executable}', `no-${linux.executableName}`)
      .replaceAll('${sanitizedProductName}', 'NoDossier');
    expect(script).not.toContain('${');
    const run = (instances: string) => spawnSync('sh', ['-c', script, 'sh', instances], { encoding: 'utf8' });
    expect(run('1')).toMatchObject({ status: 0, stdout: '' });
    expect(run('0')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Every vault stays where it is'),
    });
  });
});

describe('a feed of updates', () => {
  it('names the packages of each system and processor, with their sums, and nothing else that lies there', () => {
    const folder = mkdtempSync(join(work, 'feed-'));
    const names = [
      'Dossier-1.2.0-linux-amd64.deb',
      'Dossier-1.2.0-linux-x86_64.AppImage',
      'Dossier-1.2.0-linux-arm64.deb',
      'Dossier-1.2.0-mac-arm64.zip',
      'Dossier-1.2.0-mac-x64.zip',
      'Dossier-1.2.0-mac-x64.dmg',
      'Dossier-1.2.0-win-x64.exe',
      'Dossier-1.2.0-linux-x64.tar.gz',
      'Dossier-1.1.0-linux-amd64.deb',
      'SHA256SUMS',
    ];
    for (const name of names) writeFileSync(join(folder, name), `of ${name}`);
    const date = '2026-03-01T10:00:00.000Z';
    const written = writeFeed(folder, { version: '1.2.0', notes: 'Quicker lists.', date });
    const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const filesOf = (name: string) => read(name).files.map(({ url }: { url: string }) => url);
    expect(Object.fromEntries(written.map((name) => [name, filesOf(name)]))).toEqual({
      'latest-linux.yml': names.slice(0, 2),
      'latest-linux-arm64.yml': names.slice(2, 3),
      'latest-mac.yml': names.slice(3, 5),
      'latest.yml': names.slice(6, 7),
    });
    expect(read('latest.yml')).toMatchObject({
      version: '1.2.0',
      releaseDate: date,
      releaseNotes: 'Quicker lists.',
      files: [
        {
          sha512: createHash('sha512').update('of Dossier-1.2.0-win-x64.exe').digest('base64'),
          size: 'of Dossier-1.2.0-win-x64.exe'.length,
        },
      ],
    });
  });

  it('is made of the names that packages get, and says what is new', async () => {
    const { artifactName } = await getConfig(root, null, null);
    expect(artifactName).toBe('Dossier-${version}-${os}-${arch}.${ext}');
    expect(feedOf(`Dossier-${manifest.version}-linux-amd64.deb`, manifest.version)).toBe('latest-linux.yml');
    expect(readFileSync(notesFile, 'utf8').trim()).not.toBe('');
  });
});

describe('what is shipped', () => {
  beforeEach(({ skip }) => {
    skip(isWindows, 'what is shipped is the same on each system, and Wine has neither npm nor a builder');
  });

  it('has a notice of every package whose code a bundle has taken in', () => {
    const script = join(import.meta.dirname, 'support', 'bundled-packages.ts');
    const built = spawnSync(process.execPath, [script], { cwd: root, encoding: 'utf8', timeout: 120_000 });
    expect(built.status, built.stderr).toBe(0);
    const bundled = JSON.parse(built.stdout) as string[];
    const noticed = shippedPackages(root).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13));
    expect(bundled).toEqual(expect.arrayContaining(['svelte', 'pdfjs-dist', 'zod', 'electron-updater']));
    expect(bundled.filter((name) => !noticed.includes(name))).toEqual([]);
  }, 130_000);

  it('has in its list of parts what has a notice, and nothing else', () => {
    const { components, dependencies } = shippedParts(root);
    const named = (parts: readonly { readonly name: string; readonly version: string }[]) =>
      [...new Set(parts.map(({ name, version }) => `${name} ${version}`))].toSorted();
    expect(named(components)).toEqual(named(collectNotices(root).notices));
    const refs = new Set(components.map((part) => part['bom-ref']));
    expect(dependencies.slice(1).filter(({ ref }) => !refs.has(ref))).toEqual([]);
  });
});

describe('the packed program', () => {
  beforeAll(async () => {
    if (isWindows) return;
    const runtime = join(work, 'runtime');
    makeStandInRuntime(runtime);
    // As `npm run pack`, but around the stand-in, elsewhere and uncompressed.
    const made = spawnSync(
      process.execPath,
      [
        join(root, 'electron', 'build', 'pack.js'),
        ...[`-c.electronDist=${runtime}`, `-c.directories.output=${out}`, '-c.compression=store'],
      ],
      { cwd: root, encoding: 'utf8' },
    );
    expect(made.status, made.stdout + made.stderr).toBe(0);
  }, 400_000);
  beforeEach(({ skip }) => {
    skip(
      isWindows,
      'a program is packed for its own system, and the stand-in for its runtime is a script of Unix',
    );
  });

  it('is there as an archive and as a Debian package, with a feed that names what can update itself', () => {
    const { version } = manifest;
    const names = readdirSync(out).filter((name) => /^Dossier-|^latest/.test(name));
    expect(names).toEqual([
      ...(hasDpkg ? [`Dossier-${version}-linux-amd64.deb`] : []),
      `Dossier-${version}-linux-x64.tar.gz`,
      ...(hasDpkg ? ['latest-linux.yml'] : []),
    ]);
    const archived = spawnSync('tar', ['-tzf', join(out, `Dossier-${version}-linux-x64.tar.gz`)], {
      encoding: 'utf8',
    });
    expect(archived.stdout.split('\n')).toEqual(
      expect.arrayContaining(
        ['dossier-desktop', 'resources/app.asar', 'resources/THIRD-PARTY-NOTICES.txt'].map(
          (name) => `Dossier-${version}-linux-x64/${name}`,
        ),
      ),
    );
  });

  it('has its fuses set', () => {
    const binary = readFileSync(join(packed, 'dossier-desktop'));
    const at = binary.indexOf(fuseSentinel) + fuseSentinel.length + 2;
    const wire = binary.subarray(at, at + 9).toString('latin1');
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
    // Bundled, they are needed no more; what is found by its path is.
    expect(packages).toContain('better-sqlite3');
    expect(packages).toContain('pdfmake');
    expect(packages).not.toContain('zod');
    expect(packages.size).toBeLessThan(41);
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    const notNeeded = [...packages].filter((name) => {
      const entry = lock[`node_modules/${name}`];
      return entry === undefined || entry.dev === true || entry.optional === true;
    });
    expect(notNeeded).toEqual([]);
    expect(files.filter((path) => /\.(?:ts|map|md)$/.test(path) && !path.startsWith('/dist/'))).toEqual([]);
  });

  it('is small: no package that is bundled, no font that is not used', () => {
    // 91 MB and 3,809 files when packages were shipped as they are.
    const files: string[] = asar.listPackage(archive, { isPack: false });
    process.stdout.write(
      `The archive: ${String(Math.round(statSync(archive).size / 1e6))} MB, ${String(files.length)} entries.\n`,
    );
    expect(statSync(archive).size).toBeLessThan(70_000_000);
    expect(files.length).toBeLessThan(2_500);
  });

  it('brings the notices of all that is shipped', () => {
    const text = readFileSync(join(packed, 'resources', 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    const { notices, problems } = collectNotices(root);
    expect(problems).toEqual([]);
    expect(notices.filter(({ name, version }) => !text.includes(`${name} ${version} (`))).toEqual([]);
    // Where a package lies in the archive is electron-builder's choice: its name and version count.
    const files: string[] = asar.listPackage(archive, { isPack: false });
    const packages = files
      .filter((path) => /node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
      .map((path) => JSON.parse(String(asar.extractFile(archive, path.slice(1)))))
      .map(({ name, version }) => `${name} ${version} (`);
    expect(packages.length).toBeGreaterThan(20);
    expect(packages.filter((one) => !text.includes(one))).toEqual([]);
    // Of the window's bundle, too.
    for (const name of [
      'electron-updater',
      'js-yaml',
      'svelte',
      '@codemirror/view',
      '@lezer/common',
      'style-mod',
      'uqr',
    ]) {
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
    }
  });

  it('has the SQLite binary of its system alone, beside the archive', () => {
    const files: string[] = asar.listPackage(archive, { isPack: false });
    const binary = 'node_modules/better-sqlite3/prebuilds/linux-x64.node';
    expect(files.filter((path) => path.endsWith('.node'))).toEqual([`/${binary}`]);
    expect(statSync(join(`${archive}.unpacked`, binary)).size).toBeGreaterThan(1_000_000);
  });

  it('has the terminal beside it, which needs no Node of the system and makes a report', ({ skip }) => {
    const carried = carriedNodes.get(`${process.platform}-${process.arch}`);
    skip(
      carried === undefined || !existsSync(join(root, 'node_modules', carried.name)),
      'npm has installed no Node for this system',
    );
    const terminal = join(packed, 'resources', 'terminal');
    // Another folder, reached by a link as in /usr/bin, with no Node to be found.
    const link = join(work, 'dossier');
    symlinkSync(join(terminal, 'dossier'), link);
    const tools = join(work, 'tools');
    mkdirSync(tools);
    for (const tool of ['sh', 'dirname', 'readlink']) symlinkSync(`/usr/bin/${tool}`, join(tools, tool));
    const run = (...words: string[]) =>
      spawnSync(link, words, {
        cwd: work,
        encoding: 'utf8',
        env: { PATH: tools, HOME: work, NODE_DISABLE_COMPILE_CACHE: '1' },
      });
    expect(run('--version')).toMatchObject({
      status: 0,
      stdout: `dossier ${manifest.version}\n`,
      stderr: '',
    });
    const script = run('completion', 'bash').stdout;
    expect(readFileSync(join(terminal, 'manual', 'dossier.bash'), 'utf8')).toBe(script);
    const page = gunzipSync(readFileSync(join(terminal, 'manual', 'dossier.1.gz'))).toString();
    expect(page).toBe(readFileSync(join(terminal, 'manual', 'dossier.1'), 'utf8'));
    expect(page).toContain(`"Dossier ${manifest.version}"`);
    const played = run('demo', '--out', join(work, 'demo'));
    expect(played.status, played.stderr).toBe(0);
    expect(
      readFileSync(join(work, 'demo', 'report.pdf'))
        .subarray(0, 5)
        .toString('latin1'),
    ).toBe('%PDF-');
    // Fonts lie in a package once, and links that lead out of it would break elsewhere.
    for (const name of ['@expo-google-fonts', '@fontsource', 'dejavu-fonts-ttf'])
      expect(readlinkSync(join(terminal, 'node_modules', name))).toBe(
        `../../app.asar.unpacked/node_modules/${name}`,
      );
  }, 130_000);

  it('starts with its own page, opens the sample engagement and writes its report', () => {
    const folder = join(work, 'extracted');
    asar.extractAll(archive, folder);
    const home = join(work, 'home');
    mkdirSync(home);
    const ran = spawnSync(
      process.execPath,
      [
        '--import',
        pathToFileURL(join(root, 'test', 'support', 'electron-double', 'register.ts')).href,
        join(import.meta.dirname, 'support', 'drive-packed.ts'),
        folder,
        join(work, 'report.pdf'),
        '/none/acme.dossier',
      ],
      {
        encoding: 'utf8',
        // Compiled code is kept by the place of its file, and this folder will not be there again.
        env: { ...process.env, DOSSIER_HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' },
        timeout: 120_000,
      },
    );
    const [shown, said = ''] = ran.stdout.split('\n');
    expect([shown, said.slice(0, 1)], ran.stderr).toEqual(['Dossier: the window is open.', '{']);
    expect(JSON.parse(said)).toEqual({
      title: 'Dossier',
      opened: { kind: 'refused', name: 'acme.dossier', why: expect.stringContaining('Is it there?') },
      created: { ok: true, value: { recoveryCode: null } },
      projects: expect.arrayContaining([expect.any(String)]),
      report: { pages: expect.any(Number) },
      asked: [],
      // The report was made by a process of Electron's, not by a Node.
      forked: ['process-child.js'],
    });
    expect(readFileSync(join(work, 'report.pdf')).subarray(0, 5).toString('latin1')).toBe('%PDF-');
  }, 130_000);

  it('as a Debian package is installed, starts, and leaves the vault alone when it is removed', async (context) => {
    if (!isRootOnDebian) context.skip('dpkg installs for root on Debian only');
    const run = (command: string, ...words: string[]) => spawnSync(command, words, { encoding: 'utf8' });
    const home = join(work, 'vault');
    let vault: Record<string, string> | undefined;
    try {
      // What it depends on need not be here: the stand-in is no Electron.
      const installed = run(
        'dpkg',
        '--force-depends',
        '--install',
        join(out, `Dossier-${manifest.version}-linux-amd64.deb`),
      );
      expect(installed.status, installed.stderr).toBe(0);
      expect(run('dpkg-query', '--listfiles', 'dossier-desktop').stdout.split('\n')).toEqual(
        expect.arrayContaining([
          '/opt/Dossier/dossier-desktop',
          '/opt/Dossier/resources/apparmor-profile',
          '/opt/Dossier/resources/app-update.yml',
          '/opt/Dossier/resources/package-type',
          '/usr/bin/dossier-desktop',
          '/usr/bin/dossier',
          '/usr/share/man/man1/dossier.1.gz',
          '/usr/share/bash-completion/completions/dossier',
          '/usr/share/zsh/vendor-completions/_dossier',
          '/usr/share/fish/vendor_completions.d/dossier.fish',
          '/usr/share/applications/dossier-desktop.desktop',
          '/usr/share/icons/hicolor/512x512/apps/dossier-desktop.png',
          '/usr/share/mime/packages/dossier-desktop.xml',
          '/usr/share/doc/dossier-desktop/copyright',
        ]),
      );
      expect(run('/usr/bin/dossier', '--version').stdout).toBe(`dossier ${manifest.version}\n`);
      const desktop = readFileSync('/usr/share/applications/dossier-desktop.desktop', 'utf8');
      // One file for each start, as a path.
      expect(desktop).toMatch(/^Exec=dossier-desktop %f$/m);
      expect(desktop).toMatch(/^MimeType=application\/x-dossier-backup;$/m);
      if (hasMimeDatabase) expect(backupTypes()).toEqual(['application/x-dossier-backup:*.dossier']);
      expect(desktop).not.toContain('no-sandbox');
      // It is made by a command that connects, though that one wants a token too.
      spawnSync(
        process.execPath,
        [
          join(root, 'electron', 'cli', 'dossier.js'),
          'connect',
          '--base-url',
          'http://127.0.0.1:9',
          '--home',
          home,
        ],
        { env: { ...process.env, DOSSIER_PASSPHRASE: 'correct horse battery' } },
      );
      const program = spawn('/usr/bin/dossier-desktop', ['--home', home], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
      });
      const [first] = (await once(program.stdout, 'data')) as [Buffer];
      program.kill('SIGTERM');
      await once(program, 'exit');
      expect(first.toString()).toBe('Dossier: the window is open.\n');
      expect(existsSync(join(home, 'browser'))).toBe(true);
      vault = contentsOf(home);
    } finally {
      const removed = run('dpkg', '--remove', 'dossier-desktop');
      expect(removed.stdout).toContain('Every vault stays where it is');
      run('dpkg', '--purge', 'dossier-desktop');
    }
    expect(existsSync('/usr/bin/dossier')).toBe(false);
    expect([existsSync('/opt/Dossier'), existsSync('/etc/apparmor.d/dossier-desktop')]).toEqual([
      false,
      false,
    ]);
    expect([existsSync('/usr/share/mime/packages/dossier-desktop.xml'), backupTypes()]).toEqual([false, []]);
    expect(Object.keys(vault ?? {})).toEqual(expect.arrayContaining(['key.json']));
    expect(contentsOf(home)).toEqual(vault);
  }, 400_000);
});

/** What the system takes a backup for by its name. */
function backupTypes(): string[] {
  const globs = '/usr/share/mime/globs2';
  if (!existsSync(globs)) return [];
  const lines = readFileSync(globs, 'utf8').split('\n');
  return lines.filter((line) => line.endsWith('.dossier')).map((line) => line.replace(/^\d+:/, ''));
}

/** The files below a folder, each with a sum of its bytes. */
function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  return Object.fromEntries(
    files.map((path) => [
      path,
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex'),
    ]),
  );
}
