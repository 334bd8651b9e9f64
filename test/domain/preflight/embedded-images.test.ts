import { expect, test } from 'vitest';
import { exif, jpeg, png, segment } from '../images/pictures.ts';
import { checked } from './support.ts';

const shot = Buffer.from(png({ width: 6, height: 4 }));

function embedding(type: string, ...images: readonly Uint8Array[]): string[] {
  const remediation = images
    .map((image) => `![](data:image/${type};base64,${Buffer.from(image).toString('base64')})`)
    .join('\n\n');
  return checked({ remediation: `Fix it.\n\n${remediation}` }).flatMap(({ code, field, message }) =>
    code === 'dead-image' ? [`${field ?? '-'}: ${message}`] : [],
  );
}

test('an image that a text embeds is told if it is damaged or lies on its side, and is fine otherwise', () => {
  const turned = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(6)]));
  const upright = jpeg();
  const lying = Buffer.concat([upright.subarray(0, 2), turned, upright.subarray(2)]);
  const damaged = shot.subarray(0, shot.length - 20);
  expect(embedding('png', shot)).toEqual([]);
  expect(embedding('jpeg', upright)).toEqual([]);
  expect(embedding('jpeg', lying)).toEqual([
    'remediation: The remediation embeds an image that is stored lying on its side, and is printed so. Save it upright.',
  ]);
  expect(embedding('png', damaged)[0]).toMatch(
    /^remediation: The remediation embeds an image that cannot be printed\. .*Add the image to the evidence\.$/u,
  );
  expect(embedding('png', damaged, damaged)[0]).toMatch(/embeds 2 images that cannot be printed/u);
});
