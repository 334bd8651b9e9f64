import { gzipSync } from 'node:zlib';

/** Files as an archive of tar; a name that is too long stands in a record before its file, as Python writes it. */
export function tarOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const parts = Object.entries(files).flatMap(([name, given]) => {
    const content = Buffer.from(given);
    const isLong = Buffer.byteLength(name) > 100;
    const record = ` path=${name}\n`;
    const long = `${String(Buffer.byteLength(record) + 3)}${record}`;
    return [
      ...(isLong ? entry('pax', 'x', Buffer.from(long)) : []),
      ...entry(isLong ? 'cut' : name, '0', content),
    ];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

/** The same inside gzip. */
export function tarGzOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  return gzipSync(tarOf(files));
}

function entry(name: string, type: string, content: Buffer): Buffer[] {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
}
