import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/*
 * Draws the icons of the three platforms from the window's own (`renderer/ui/display/icon.svg`): `node electron/desktop/packaging/icons/make.ts`. What it writes is
 * committed; it runs again when the drawing changes.
 */

const here = import.meta.dirname;
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512];
const windowsSizes = [16, 24, 32, 48, 64, 128, 256];
/** Apple's four-letter name of each size that it knows. */
const macTypes = new Map([
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
]);

const pictures = await draw([...new Set([...linuxSizes, ...windowsSizes, ...macTypes.values()])]);
for (const size of linuxSizes) {
  writeFileSync(join(here, `${String(size)}x${String(size)}.png`), picture(size));
}
writeFileSync(join(here, 'icon.ico'), windowsIcon());
writeFileSync(join(here, 'icon.icns'), macIcon());

async function draw(sizes: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
  const svg = readFileSync(
    join(here, '..', '..', '..', '..', 'renderer', 'ui', 'display', 'icon.svg'),
    'utf8',
  );
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const drawn = new Map<number, Buffer>();
  try {
    const page = await browser.newPage();
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(`<style>* { margin: 0; display: block }</style>${svg}`);
      drawn.set(size, await page.screenshot({ omitBackground: true }));
    }
  } finally {
    await browser.close();
  }
  return drawn;
}

function picture(size: number): Buffer {
  const found = pictures.get(size);
  if (found === undefined) throw new Error(`Size ${String(size)} was not drawn.`);
  return found;
}

/** A directory of entries, then the pictures as they are. */
function windowsIcon(): Buffer {
  const head = Buffer.alloc(6 + 16 * windowsSizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(windowsSizes.length, 4);
  let offset = head.length;
  for (const [index, size] of windowsSizes.entries()) {
    const at = 6 + 16 * index;
    // 0 stands for 256.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture(size).length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture(size).length;
  }
  return Buffer.concat([head, ...windowsSizes.map(picture)]);
}

/** Blocks of name, length and picture, with the length of all before them. */
function macIcon(): Buffer {
  const blocks = [...macTypes].map(([type, size]) => block(type, picture(size)));
  return block('icns', Buffer.concat(blocks));
}

function block(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
}
