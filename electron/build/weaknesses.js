/**
 * `npm run weaknesses -- FILE`: writes the weaknesses that a finding may name anew, from `cwec_vN.xml` of the Common
 * Weakness Enumeration (cwe.mitre.org, Downloads, unpacked). The file is in the repository: look at the difference.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseFragment } from 'parse5';
import { Obstacle, orExit, root } from './install.js';

const file = join(root, 'electron', 'domain', 'finding', 'weaknesses', 'weakness-names.json');

/** The attributes of an opening tag, their names in lower case. @param {string} tag @returns {Map<string, string>} */
function attributesOf(tag) {
  const [element] = parseFragment(tag).childNodes;
  return new Map(
    element !== undefined && 'attrs' in element ? element.attrs.map((a) => [a.name, a.value]) : [],
  );
}

/**
 * Version and names of all weaknesses that are not deprecated, by number.
 * @param {string} xml the whole file
 * @returns {{ version: string, names: Record<string, string> }}
 * @throws {Obstacle} if it is another file
 */
export function weaknessesIn(xml) {
  const catalogue = attributesOf(/<Weakness_Catalog\s[^>]*>/u.exec(xml)?.[0] ?? '');
  const version = catalogue.get('version');
  const named = [...xml.matchAll(/<Weakness\s[^>]*>/gu)]
    .map(([tag]) => attributesOf(tag))
    .filter((weakness) => weakness.get('status') !== 'Deprecated')
    .map((weakness) => /** @type {const} */ ([weakness.get('id') ?? '', weakness.get('name') ?? '']));
  if (version === undefined || named.length === 0)
    throw new Obstacle('This is not the XML file of the Common Weakness Enumeration (cwec_vN.xml).');
  return { version, names: Object.fromEntries(named) };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await orExit(() => {
    const [given] = process.argv.slice(2);
    if (given === undefined) throw new Obstacle('Say which file: npm run weaknesses -- cwec_vN.xml');
    const { about } = JSON.parse(readFileSync(file, 'utf8'));
    const read = weaknessesIn(readFileSync(given, 'utf8'));
    writeFileSync(file, `${JSON.stringify({ about, ...read }, null, 2)}\n`);
    console.log(`${Object.keys(read.names).length} weaknesses of version ${read.version}: ${file}`);
  });
}
