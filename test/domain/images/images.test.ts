import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readImage } from '#domain/images/index.ts';
import { joined } from '#domain/images/bytes.ts';
import { chunk, exif, jpeg, png, secret, segment, signature } from './pictures.ts';

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));
const secretBytes = bytesOf(secret);
const holdsSecret = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes(secret);

/** What was answered, without the bytes. */
function told(bytes: Uint8Array): unknown {
  const outcome = readImage(bytes);
  if (outcome.kind === 'invalid') return outcome.reason;
  const { type, width, height, orientation } = outcome;
  return [type, width, height, orientation];
}

/** A picture's bytes without metadata; fails if it is refused. */
function cleaned(bytes: Uint8Array): Uint8Array {
  const outcome = readImage(bytes);
  if (outcome.kind === 'invalid') throw new Error(outcome.reason);
  return outcome.content;
}

/** A JPEG with a segment right behind its start. */
function withSegment(marker: number, data: Uint8Array, source = jpeg()): Uint8Array {
  return joined([source.subarray(0, 2), segment(marker, data), source.subarray(2)]);
}

describe('a PNG', () => {
  const plain = png({ width: 6, height: 4 });

  it('without metadata comes out as it went in', () => {
    expect(told(plain)).toEqual(['image/png', 6, 4, 1]);
    expect(cleaned(plain)).toEqual(plain);
  });

  it('loses every chunk but those of its pixels, and all that stands behind its end', () => {
    const names = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'iCCP', 'pHYs', 'acTL', 'fcTL', 'prVt'];
    const before = names.map((name) => chunk(name, secretBytes));
    const after = [chunk('fdAT', secretBytes), chunk('tEXt', secretBytes)];
    const loaded = joined([png({ width: 6, height: 4, before, after }), secretBytes]);
    expect(cleaned(loaded)).toEqual(plain);
  });

  it('keeps what its colours are made of', () => {
    const before = [
      chunk('sRGB', Uint8Array.of(0)),
      chunk('gAMA', Uint8Array.of(0, 0, 0xb1, 0x8f)),
      chunk('cHRM', new Uint8Array(32)),
      chunk('PLTE', Uint8Array.of(1, 2, 3, 4, 5, 6)),
      chunk('tRNS', Uint8Array.of(0, 255)),
    ];
    const raw = Uint8Array.of(0, 0b01000000);
    const indexed = png({ width: 2, height: 1, depth: 1, colour: 3, before, raw });
    expect(cleaned(indexed)).toEqual(indexed);
  });

  it('says how its metadata would have turned it', () => {
    const turned = png({ width: 6, height: 4, before: [chunk('eXIf', exif(6))] });
    expect(told(turned)).toEqual(['image/png', 6, 4, 6]);
  });

  it('is refused where it is damaged, lies about its lengths or is of no known kind', () => {
    const damaged = Uint8Array.from(plain);
    const inPixels = plain.length - 20;
    damaged[inPixels] = (damaged[inPixels] ?? 0) ^ 1;
    const long = Uint8Array.from(plain);
    long[8] = 0xff;
    const cut = 'This PNG is damaged or cut short.';
    const odd = 'This PNG is of a kind that no browser shows.';
    expect([
      told(damaged),
      told(long),
      told(plain.subarray(0, -1)),
      told(joined([signature, chunk('IEND', new Uint8Array())])),
      told(png({ width: 6, height: 4, before: [chunk('PLTE', Uint8Array.of(1, 2))] })),
      told(png({ width: 6, height: 4, before: [chunk('CgBI', Uint8Array.of(1))] })),
      told(png({ width: 6, height: 4, depth: 5 })),
      told(png({ width: 6, height: 4, colour: 3 })),
    ]).toEqual([cut, cut, cut, cut, cut, odd, odd, odd]);
  });

  it('is refused where it claims more pixels than memory holds, or none', () => {
    const large = 'The image is larger than 100 megapixels, or longer than 65,535 pixels on one side.';
    const raw = new Uint8Array(1);
    expect([
      told(png({ width: 20_000, height: 20_000, raw })),
      told(png({ width: 65_536, height: 1, raw })),
      told(png({ width: 0xffffffff, height: 0xffffffff, raw })),
      told(png({ width: 0, height: 4, raw })),
    ]).toEqual([large, large, large, 'The image says that it has no pixels.']);
  });
});

describe('a JPEG', () => {
  it('keeps its size and loses every segment but those of its pixels, and all behind its end', () => {
    const clean = cleaned(jpeg());
    let loaded: Uint8Array = joined([jpeg(), secretBytes]);
    for (const marker of [0xe1, 0xe2, 0xe3, 0xed, 0xee, 0xef, 0xfe])
      loaded = withSegment(marker, secretBytes, loaded);
    expect(told(loaded)).toEqual(['image/jpeg', 24, 16, 1]);
    expect(cleaned(loaded)).toEqual(clean);
    expect(cleaned(clean)).toEqual(clean);
  });

  it('has its segments of JFIF and Adobe written anew, because colours hang on them', () => {
    const jfif = joined([
      bytesOf('JFIF\0'),
      Uint8Array.of(1, 2, 1, 0, 72, 0, 72, 1, 1, 9, 9, 9),
      secretBytes,
    ]);
    const adobe = joined([bytesOf('Adobe'), Uint8Array.of(0, 101, 64, 0, 0, 0, 1), secretBytes]);
    const markers = cleaned(withSegment(0xee, adobe, withSegment(0xe0, jfif)));
    expect(Buffer.from(markers.subarray(2, 36)).toString('hex')).toBe(
      'ffee000e41646f62650064000000000' + '1ffe000104a46494600010100000100010000',
    );
    expect(holdsSecret(markers)).toBe(false);
  });

  it('keeps restarts and coded 0xff among its pixels, and is refused if 0xff stands where a marker should', () => {
    const plain = jpeg();
    const within = joined([
      plain.subarray(0, -2),
      Uint8Array.of(0xff, 0, 0xff, 0xd0, 0xff, 0xd7, 7),
      plain.subarray(-2),
    ]);
    expect(told(within)).toEqual(['image/jpeg', 24, 16, 1]);
    expect(cleaned(within).subarray(-9)).toEqual(within.subarray(-9));
    const notAMarker = joined([plain.subarray(0, 2), Uint8Array.of(0xff, 0, 0, 2), plain.subarray(2)]);
    expect(readImage(notAMarker).kind).toBe('invalid');
  });

  it.each([true, false])('says how its EXIF would have turned it (little endian: %s)', (little) => {
    const turned = (orientation: number) =>
      told(withSegment(0xe1, joined([bytesOf('Exif\0\0'), exif(orientation, little)])));
    expect([1, 6, 8, 9].map(turned)).toEqual([1, 6, 8, 1].map((way) => ['image/jpeg', 24, 16, way]));
  });

  it('is refused where it is damaged, cut short or of a kind that browsers do not show', () => {
    const source = jpeg();
    const frameAt = Buffer.from(source).indexOf(Buffer.from([0xff, 0xc0]));
    const lossless = Uint8Array.from(source);
    lossless[frameAt + 1] = 0xc3;
    const flat = Uint8Array.from(source);
    flat.set([0, 0], frameAt + 5);
    const cut = 'This JPEG is damaged or cut short.';
    expect([
      told(source.subarray(0, -2)),
      told(source.subarray(0, frameAt + 6)),
      told(withSegment(0xdb, secretBytes)),
      told(withSegment(0xc4, secretBytes)),
      told(joined([source.subarray(0, 2), source.subarray(-2)])),
      told(lossless),
      told(flat),
    ]).toEqual([
      ...Array.from({ length: 5 }, () => cut),
      'This JPEG is of a kind that no browser shows.',
      'The image says that it has no pixels.',
    ]);
  });
});

describe('any bytes at all', () => {
  const pictures = fc.constantFrom(
    jpeg(),
    png({ width: 6, height: 4, before: [chunk('eXIf', exif(3))] }),
    withSegment(0xe1, joined([bytesOf('Exif\0\0'), exif(3)])),
  );

  it('are answered, and what is answered is a picture that is answered the same again', () => {
    const changed = fc
      .tuple(pictures, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 6 }), fc.nat(40))
      .map(([source, changes, dropped]) => {
        const bytes = Uint8Array.from(source.subarray(0, source.length - dropped));
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        return bytes;
      });
    fc.assert(
      fc.property(fc.oneof(changed, fc.uint8Array({ maxLength: 400 })), (bytes) => {
        const first = readImage(bytes);
        if (first.kind === 'invalid') {
          expect(first.reason).toMatch(/^[A-Z][^\n]+\.$/);
          return;
        }
        expect(readImage(first.content)).toEqual({ ...first, orientation: 1 });
      }),
      { numRuns: 3_000 },
    );
  });

  it('never let a text out that stands in metadata', () => {
    const hidden = fc
      .tuple(fc.constantFrom('tEXt', 'iTXt', 'zTXt', 'eXIf', 'iCCP', 'tIME', 'teSt', 'acTL'), fc.boolean())
      .map(([name, first]) => {
        const chunks = [chunk(name, secretBytes)];
        return png({ width: 3, height: 3, ...(first ? { before: chunks } : { after: chunks }) });
      });
    const inJpeg = fc.integer({ min: 0xe0, max: 0xfe }).map((marker) => withSegment(marker, secretBytes));
    fc.assert(
      fc.property(fc.oneof(hidden, inJpeg), (bytes) => {
        expect(holdsSecret(bytes)).toBe(true);
        expect(holdsSecret(cleaned(bytes))).toBe(false);
      }),
    );
  });

  it('of many megabytes that never end are answered at once', () => {
    const endless = joined([signature, ...Array.from({ length: 200_000 }, () => chunk('tEXt', secretBytes))]);
    const fills = new Uint8Array(8_000_000).fill(0xff);
    fills.set([0xff, 0xd8, 0xff]);
    expect([told(endless), told(fills)]).toEqual([
      'This PNG is damaged or cut short.',
      'This JPEG is damaged or cut short.',
    ]);
  });
});
