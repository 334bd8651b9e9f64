import { posix } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { readXml, within, type XmlElement } from './xml.ts';

/** A file of Word or Excel, unpacked: every part of XML is well-formed. */
export interface OfficeFile {
  readonly parts: ReadonlyMap<string, XmlElement>;
  /** Paths of all entries. */
  readonly entries: ReadonlySet<string>;
}

/** @throws if it is no ZIP archive, or a part is not well-formed */
export function readOffice(bytes: Uint8Array): OfficeFile {
  const files = unzipSync(bytes);
  const parts = new Map<string, XmlElement>();
  for (const [path, content] of Object.entries(files)) {
    if (/\.(?:xml|rels)$/u.test(path)) parts.set(path, readXml(strFromU8(content)));
  }
  return { parts, entries: new Set(Object.keys(files)) };
}

/** Faults that any file of Office can have: a part without a type, a relationship that leads nowhere or is not there. */
export function packageFaults({ parts, entries }: OfficeFile): string[] {
  const types = parts.get('[Content_Types].xml');
  if (types === undefined) return ['no content types'];
  const defaults = new Set<string>();
  const overrides = new Set<string>();
  for (const { name, attributes } of within(types)) {
    if (name === 'Default') defaults.add(attributes['Extension'] ?? '');
    if (name === 'Override') overrides.add((attributes['PartName'] ?? '').slice(1));
  }
  const endingOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
  const untyped = [...entries].filter(
    (path) =>
      path !== '[Content_Types].xml' &&
      !overrides.has(path) &&
      (path.endsWith('.xml') || !defaults.has(endingOf(path))),
  );
  return [
    ...untyped.map((path) => `${path} has no type of its own`),
    ...[...overrides].filter((path) => !entries.has(path)).map((path) => `${path} is typed but not there`),
    ...[...parts].flatMap(([path, part]) =>
      path.endsWith('.rels') ? relationshipFaults(path, part, entries) : usedFaults(path, part, parts),
    ),
  ];
}

function ownerOf(path: string): string {
  return path.replace(/_rels\/([^/]*)\.rels$/u, '$1');
}

function relationshipFaults(path: string, part: XmlElement, entries: ReadonlySet<string>): string[] {
  const all = [...within(part)].filter(({ name }) => name === 'Relationship');
  const ids = all.map(({ attributes }) => attributes['Id'] ?? '');
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${path}: ${id} twice`);
  const lost = all.flatMap(({ attributes }) => {
    const target = attributes['Target'] ?? '';
    if (attributes['TargetMode'] === 'External') {
      return /^[A-Za-z][A-Za-z0-9+.-]*:[^\s"<>\\^`{|}]*$/u.test(target) &&
        target.length < 2_080 &&
        !/%(?![0-9A-Fa-f]{2})/u.test(target)
        ? []
        : [`${path}: no address: ${target}`];
    }
    const found = posix.join(posix.dirname(ownerOf(path)), target);
    return entries.has(found) ? [] : [`${path}: ${target} is not there`];
  });
  return [...twice, ...lost];
}

/** Relationships that a part names have to be its own. */
function usedFaults(path: string, part: XmlElement, parts: OfficeFile['parts']): string[] {
  const own = parts.get(path.replace(/([^/]*)$/u, '_rels/$1.rels'));
  const known = new Set(own === undefined ? [] : [...within(own)].map(({ attributes }) => attributes['Id']));
  return [...within(part)].flatMap(({ name, attributes }) =>
    Object.entries(attributes).flatMap(([attribute, value]) =>
      /^r:(?:id|embed|link)$/u.test(attribute) && !known.has(value)
        ? [`${path}: <${name}> leads to ${value}`]
        : [],
    ),
  );
}
