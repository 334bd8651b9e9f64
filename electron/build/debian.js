/**
 * Makes a Debian package of a program that electron-builder has unpacked, by `dpkg-deb` alone: its own way would fetch a
 * tool. Plain JavaScript, as all that `npm run pack` runs.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './install.js';

const name = 'dossier-desktop';
const installed = '/opt/Dossier';
const architectures = new Map([
  ['x64', 'amd64'],
  ['arm64', 'arm64'],
]);
/** What Electron loads of the system; the second names are those of Debian 13 and Ubuntu 24.04. */
const depends = [
  'libgtk-3-0 | libgtk-3-0t64',
  'libnss3',
  'libasound2 | libasound2t64',
  'libgbm1',
  'libsecret-1-0',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'xdg-utils',
];

/** Where Debian looks for the files of `npm run manual`. @type {readonly (readonly [file: string, path: string])[]} */
const manualPlaces = [
  ['dossier.1.gz', 'usr/share/man/man1/dossier.1.gz'],
  ['dossier.bash', 'usr/share/bash-completion/completions/dossier'],
  ['_dossier', 'usr/share/zsh/vendor-completions/_dossier'],
  ['dossier.fish', 'usr/share/fish/vendor_completions.d/dossier.fish'],
];

const desktopFile = `[Desktop Entry]
Type=Application
Name=Dossier
Comment=An offline desk for security findings
Exec=${name} %f
MimeType=application/x-dossier-backup;
Icon=${name}
Categories=Office;
StartupWMClass=Dossier
Terminal=false
`;

/** Tells a backup of a vault by its name; what cannot restore it may open it as the archive that it is. */
const mimeTypes = `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="application/x-dossier-backup">
    <comment>Backup of a Dossier vault</comment>
    <sub-class-of type="application/x-tar"/>
    <icon name="${name}"/>
    <glob pattern="*.dossier"/>
  </mime-type>
</mime-info>
`;

/** Ubuntu 23.10 and newer keep programs without a profile from the namespaces that Chromium's sandbox needs. */
const profile = `abi <abi/4.0>,
include <tunables/global>

profile ${name} ${installed}/${name} flags=(unconfined) {
  userns,

  include if exists <local/${name}>
}
`;

const refreshCaches = `if command -v update-mime-database >/dev/null; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null; then update-desktop-database -q /usr/share/applications || true; fi
if command -v gtk-update-icon-cache >/dev/null; then gtk-update-icon-cache -q -t -f /usr/share/icons/hicolor || true; fi
`;

const postinst = `#!/bin/sh
set -e
profile=${installed}/resources/apparmor-profile
# An older AppArmor does not know such profiles, and does not need one.
if command -v apparmor_parser >/dev/null && apparmor_parser --skip-kernel-load --skip-cache "$profile" >/dev/null 2>&1; then
  cp "$profile" /etc/apparmor.d/${name}
  if [ -d /sys/kernel/security/apparmor ]; then apparmor_parser --replace /etc/apparmor.d/${name} || true; fi
fi
${refreshCaches}`;

const postrm = `#!/bin/sh
set -e
if [ "$1" = remove ] || [ "$1" = purge ]; then
  if [ -f /etc/apparmor.d/${name} ]; then
    if [ -d /sys/kernel/security/apparmor ] && command -v apparmor_parser >/dev/null; then
      apparmor_parser --remove /etc/apparmor.d/${name} || true
    fi
    rm -f /etc/apparmor.d/${name}
  fi
  ${refreshCaches.trimEnd().replaceAll('\n', '\n  ')}
fi
if [ "$1" = remove ]; then
  echo "Dossier is removed. Every vault stays where it is: .local/share/dossier in the folder of each user,"
  echo "or where DOSSIER_HOME or --home pointed. Delete that folder if it is not needed any more."
fi
`;

/**
 * @param {{ unpacked: string, out: string, arch: string, compression?: 'xz' | 'none' }} parts the folder that electron-builder unpacked; the folder for
 *   the package; the processor as Node names it
 * @returns {{ kind: 'made', path: string } | { kind: 'failed', why: string }}
 */
export function makeDebianPackage({ unpacked, out, arch, compression = 'xz' }) {
  const architecture = architectures.get(arch);
  if (architecture === undefined) return { kind: 'failed', why: `There is no Debian package for ${arch}.` };
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const tree = mkdtempSync(join(tmpdir(), 'dossier-deb-'));
  try {
    chmodSync(tree, 0o755);
    /** @param {string} path @param {string} text @param {number} [mode] */
    const put = (path, text, mode = 0o644) => {
      mkdirSync(dirname(join(tree, path)), { recursive: true });
      writeFileSync(join(tree, path), text, { mode });
    };
    cpSync(unpacked, join(tree, installed), { recursive: true, verbatimSymlinks: true });
    const sandbox = join(tree, installed, 'chrome-sandbox');
    if (existsSync(sandbox)) chmodSync(sandbox, 0o4755);
    put(`${installed}/resources/apparmor-profile`, profile);
    // Tells the updater how this copy was installed.
    put(`${installed}/resources/package-type`, 'deb\n');
    put(`usr/share/applications/${name}.desktop`, desktopFile);
    put(`usr/share/mime/packages/${name}.xml`, mimeTypes);
    mkdirSync(join(tree, 'usr/bin'), { recursive: true });
    symlinkSync(`${installed}/${name}`, join(tree, 'usr/bin', name));
    putTerminal(tree);
    const icons = join(root, 'electron/desktop/packaging/icons');
    for (const file of readdirSync(icons)) {
      const size = /^(\d+x\d+)\.png$/.exec(file)?.[1];
      if (size === undefined) continue;
      const folder = join(tree, 'usr/share/icons/hicolor', size, 'apps');
      mkdirSync(folder, { recursive: true });
      copyFileSync(join(icons, file), join(folder, `${name}.png`));
    }
    put(
      `usr/share/doc/${name}/copyright`,
      `Dossier is not licensed to the public.\n\n${readFileSync(join(root, 'dist', 'THIRD-PARTY-NOTICES.txt'), 'utf8')}`,
    );
    put(
      'DEBIAN/control',
      `${[
        `Package: ${name}`,
        `Version: ${manifest.version}`,
        `Architecture: ${architecture}`,
        `Maintainer: ${manifest.author.name} <${manifest.author.email}>`,
        `Homepage: ${manifest.homepage}`,
        `Installed-Size: ${Math.ceil(sizeOf(tree) / 1024)}`,
        'Section: misc',
        'Priority: optional',
        `Depends: ${depends.join(', ')}`,
        `Description: ${manifest.description}`,
      ].join('\n')}\n`,
    );
    put('DEBIAN/postinst', postinst, 0o755);
    put('DEBIAN/postrm', postrm, 0o755);
    const path = join(out, `Dossier-${manifest.version}-linux-${architecture}.deb`);
    mkdirSync(out, { recursive: true });
    const made = spawnSync('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', tree, path], {
      encoding: 'utf8',
    });
    if (made.error !== undefined) return { kind: 'failed', why: 'No .deb: dpkg-deb is not on this machine.' };
    if (made.status !== 0) return { kind: 'failed', why: `dpkg-deb failed: ${made.stderr.trim()}` };
    return { kind: 'made', path };
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/**
 * Makes the terminal of the package a command of the system, with its manual and what shells complete.
 * @param {string} tree of the package
 */
function putTerminal(tree) {
  const folder = `${installed}/resources/terminal`;
  if (!existsSync(join(tree, folder))) return;
  symlinkSync(`${folder}/dossier`, join(tree, 'usr/bin/dossier'));
  for (const [file, path] of manualPlaces) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    copyFileSync(join(tree, folder, 'manual', file), join(tree, path));
  }
}

/** @param {string} folder @returns {number} bytes of all files below it */
function sizeOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + sizeOf(path);
    return entry.isFile() ? sum + statSync(path).size : sum;
  }, 0);
}
