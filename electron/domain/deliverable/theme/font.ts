/** What a font needs for its letters to be found, measured and drawn. */
const needed = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];
const directoryStart = 12;
const entryLength = 16;
/** Where a font says what may be done with it (`fsType` of its table `OS/2`), and the bit that forbids to embed it, alone. */
const rightsAt = 8;
const embedding = 0x0e;
const forbidden = 0x02;

/** Why bytes are no font that a deliverable could be set in; null if they are one. Never throws. */
export function fontProblem(bytes: Uint8Array): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < directoryStart) return 'is no font';
  switch (view.getUint32(0)) {
    case 0x00010000:
    case 0x74727565:
    case 0x4f54544f:
      break;
    case 0x774f4646:
    case 0x774f4632:
      return 'is a web font (WOFF); give the TTF or OTF that it was made from';
    case 0x74746366:
      return 'is a collection of fonts; give the one that is meant as a file of its own';
    default:
      return 'is no font: expected a TTF or OTF file';
  }
  const names = new Set<string>();
  let rights = 0;
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const at = directoryStart + index * entryLength;
    if (at + entryLength > view.byteLength) return 'is a damaged font: it ends within its list of tables';
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    if (view.getUint32(at + 8) + view.getUint32(at + 12) > view.byteLength) {
      return `is a damaged font: its table "${name.replace(/[^\x20-\x7e]/g, '?')}" lies behind its end`;
    }
    names.add(name);
    if (name === 'OS/2' && view.getUint32(at + 12) >= rightsAt + 2) {
      rights = view.getUint16(view.getUint32(at + 8) + rightsAt);
    }
  }
  if ((rights & embedding) === forbidden) {
    return 'may not be put into documents, as it says itself; take one whose licence allows that';
  }
  const missing = needed.find((name) => !names.has(name));
  if (missing !== undefined) return `is a damaged font: it has no table "${missing}"`;
  return names.has('glyf') || names.has('CFF ') ? null : 'is a damaged font: it has no outlines';
}
