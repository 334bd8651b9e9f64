/**
 * `npm run sbom -- FILE` writes the list of parts (CycloneDX) of what is shipped. Those are all packages of npm's list
 * that have a notice. npm itself would omit the window's, which are installed for developers.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Obstacle, root as ownRoot } from './install.js';
import { shippedPackages } from './notices.js';

/**
 * @typedef {{ 'bom-ref': string, name: string, version: string, purl?: string }} Component
 * @typedef {{ components: Component[], dependencies: { ref: string, dependsOn?: string[] }[] }} Parts
 */

/**
 * @param {string} root of the project, with its packages installed
 * @returns {Parts} as npm writes it, of what is shipped alone
 * @throws {Obstacle} if npm refuses
 */
export function shippedParts(root) {
  const npm = process.env['npm_execpath'];
  const words = ['sbom', '--sbom-format', 'cyclonedx'];
  const options = /** @type {const} */ ({ cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 });
  const listed =
    npm === undefined
      ? spawnSync('npm', words, { ...options, shell: process.platform === 'win32' })
      : spawnSync(process.execPath, [npm, ...words], options);
  if (listed.status !== 0) throw new Obstacle(`npm lists no parts: ${listed.stderr}`);
  /** @type {Parts} */
  const parts = JSON.parse(listed.stdout);
  // The name that a package is installed under, and its own.
  const shipped = new Map(
    [...shippedPackages(root), 'node_modules/electron'].map((path) => {
      /** @type {{ name: string, version: string }} */
      const { name, version } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
      return [`${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`, name];
    }),
  );
  const components = parts.components.flatMap((part) => {
    const name = shipped.get(`${part.name}@${part.version}`);
    if (name === undefined) return [];
    return name === part.name ? [part] : [{ ...part, name, purl: `pkg:npm/${name}@${part.version}` }];
  });
  const own = parts.dependencies[0]?.ref;
  const kept = new Set([own, ...components.map((part) => part['bom-ref'])]);
  const dependencies = parts.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map((one) => ({ ...one, dependsOn: (one.dependsOn ?? []).filter((ref) => kept.has(ref)) }));
  return { ...parts, components, dependencies };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [file] = process.argv.slice(2);
  try {
    if (file === undefined) throw new Obstacle('Name the file of the list: npm run sbom -- FILE');
    writeFileSync(file, `${JSON.stringify(shippedParts(ownRoot), null, 2)}\n`);
    console.log(file);
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
