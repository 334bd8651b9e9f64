import { expect, test } from 'vitest';
import { uprightPhoto } from '../../electron/cli/input/upright-photo.ts';
import { joined } from '#domain/images/bytes.ts';
import { readImage } from '#domain/images/index.ts';
import { exif, jpeg, png, segment } from '../domain/images/pictures.ts';

test('a photo that lies on its side is turned, and one that cannot be decoded is not', async () => {
  const plain = jpeg();
  const turn = segment(0xe1, joined([Uint8Array.from(Buffer.from('Exif\0\0')), exif(6)]));
  const lying = readImage(joined([plain.subarray(0, 2), turn, plain.subarray(2)]));
  if (lying.kind === 'invalid') throw new Error(lying.reason);
  const turned = await uprightPhoto(lying);
  expect(readImage(turned ?? new Uint8Array())).toMatchObject({
    kind: 'image',
    type: 'image/jpeg',
    width: lying.height,
    height: lying.width,
    orientation: 1,
  });
  expect(await uprightPhoto({ ...lying, content: lying.content.slice(0, 30) })).toBeNull();
  const other = readImage(png({ width: 2, height: 2 }));
  if (other.kind === 'invalid') throw new Error(other.reason);
  expect(await uprightPhoto(other)).toBeNull();
});
