import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readImage } from '#domain/images/index.ts';
import { joined } from '#domain/images/bytes.ts';
import { orientationOf } from '#domain/images/orientation.ts';
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

describe('the parts of a PNG', () => {
  const cut = 'This PNG is damaged or cut short.';
  const odd = 'This PNG is of a kind that no browser shows.';
  const sized = (name: string, length: number) =>
    told(png({ width: 6, height: 4, before: [chunk(name, new Uint8Array(length))] }));

  it.each([
    ['PLTE', [3, 768], [0, 4, 771]],
    ['tRNS', [1, 256], [0, 257]],
    ['sRGB', [1], [0, 2]],
    ['gAMA', [4], [3, 5]],
    ['cHRM', [32], [31, 33]],
  ])('%s may be of %j bytes, not of %j', (name, sound, damaged) => {
    expect(sound.map((length) => sized(name, length))).toEqual(sound.map(() => ['image/png', 6, 4, 1]));
    expect(damaged.map((length) => sized(name, length))).toEqual(damaged.map(() => cut));
  });

  it('begin with the header, stand once but for the pixels, and have names of letters', () => {
    const twice = [chunk('gAMA', new Uint8Array(4)), chunk('gAMA', new Uint8Array(4))];
    const plain = png({ width: 6, height: 4 });
    const header = plain.subarray(8, 33);
    const more = chunk('IDAT', new Uint8Array(3));
    expect([
      told(png({ width: 6, height: 4, before: twice })),
      told(png({ width: 6, height: 4, before: [header] })),
      told(png({ width: 6, height: 4, before: [chunk('te1t', new Uint8Array(1))] })),
      told(joined([signature, chunk('tEXt', secretBytes), plain.subarray(8)])),
      told(joined([plain.subarray(0, -12), chunk('IEND', new Uint8Array(1))])),
      told(joined([signature, header, chunk('IEND', new Uint8Array())])),
    ]).toEqual([cut, cut, cut, cut, cut, cut]);
    expect(told(png({ width: 6, height: 4, after: [more] }))).toEqual(['image/png', 6, 4, 1]);
  });

  it('say a depth that goes with the colours, and no packing, filter or interlacing that nobody knows', () => {
    const header = (at: number, value: number): unknown => {
      const bytes = Uint8Array.from(png({ width: 6, height: 4 }).subarray(8, 33));
      bytes[8 + at] = value;
      const rest = png({ width: 6, height: 4 }).subarray(33);
      return told(joined([signature, chunk('IHDR', bytes.slice(8, 21)), rest]));
    };
    expect([header(10, 1), header(11, 1), header(12, 2), header(9, 5), header(9, 1)]).toEqual(
      Array.from({ length: 5 }, () => odd),
    );
    expect([header(12, 1), header(8, 16), header(9, 6)]).toEqual(
      Array.from({ length: 3 }, () => ['image/png', 6, 4, 1]),
    );
  });
});

describe('the segments of a JPEG', () => {
  const cut = 'This JPEG is damaged or cut short.';
  const odd = 'This JPEG is of a kind that no browser shows.';
  const fine = ['image/jpeg', 24, 16, 1];
  const source = jpeg();
  const at = (marker: number): number => Buffer.from(source).indexOf(Buffer.from([0xff, marker]));
  /** The picture with a byte changed, counted from a marker. */
  const changed = (marker: number, offset: number, value: number): unknown => {
    const bytes = Uint8Array.from(source);
    bytes[at(marker) + offset] = value;
    return told(bytes);
  };
  const filled = (length: number, first: number): Uint8Array => {
    const bytes = new Uint8Array(length);
    bytes[0] = first;
    return bytes;
  };

  it('that quantise are whole tables of one or two bytes, of four names', () => {
    const table = (...parts: Uint8Array[]) => told(withSegment(0xdb, joined(parts)));
    expect([table(filled(65, 3)), table(filled(129, 0x10)), table(filled(65, 0), filled(65, 1))]).toEqual([
      fine,
      fine,
      fine,
    ]);
    expect([
      table(),
      table(filled(64, 0)),
      table(filled(66, 0)),
      table(filled(65, 4)),
      table(filled(193, 0x20)),
      table(filled(65, 0x10)),
    ]).toEqual([cut, cut, cut, cut, cut, cut]);
  });

  it('of codes are whole tables of at most 256 codes, of two kinds and four names', () => {
    const table = (name: number, codes: number, length = 17 + codes): unknown => {
      const bytes = filled(length, name);
      if (length > 2) bytes.set([Math.min(codes, 255), Math.max(0, codes - 255)], 1);
      return told(withSegment(0xc4, bytes));
    };
    expect([table(0, 0), table(0x13, 3), table(0, 256)]).toEqual([fine, fine, fine]);
    expect([
      table(0, 0, 0),
      table(0x20, 0),
      table(4, 0),
      table(0, 257),
      table(0, 3, 19),
      table(0, 3, 21),
    ]).toEqual([cut, cut, cut, cut, cut, cut]);
  });

  it('that say where to restart have two bytes', () => {
    expect([2, 1, 3].map((length) => told(withSegment(0xdd, new Uint8Array(length))))).toEqual([
      fine,
      cut,
      cut,
    ]);
  });

  it('of Adobe say a transformation that there is, if they are long enough to say one', () => {
    const adobe = (transform: number, length = 12): unknown => {
      const bytes = joined([bytesOf('Adobe'), Uint8Array.of(0, 100, 0, 0, 0, 0, transform)]);
      return told(withSegment(0xee, bytes.subarray(0, length)));
    };
    expect([adobe(0), adobe(2), adobe(3), adobe(3, 11)]).toEqual([fine, fine, cut, fine]);
  });

  it('of the frame say eight bits and as many components as it has, once', () => {
    const frameAt = at(0xc0);
    const whole = source.subarray(frameAt, frameAt + 19);
    expect([
      changed(0xc0, 4, 12),
      changed(0xc0, 9, 4),
      changed(0xc0, 9, 2),
      told(joined([source.subarray(0, frameAt), whole, source.subarray(frameAt)])),
    ]).toEqual([odd, cut, cut, cut]);
    expect([0xc1, 0xc2].map((marker) => changed(0xc0, 1, marker))).toEqual([fine, fine]);
  });

  it('of codings that no browser has are refused; others are left out', () => {
    expect([0xc3, 0xc8, 0xcf, 0xde, 0xdf].map((marker) => told(withSegment(marker, secretBytes)))).toEqual(
      Array.from({ length: 5 }, () => odd),
    );
    expect([0x02, 0xdc, 0xe5, 0xfe].map((marker) => told(withSegment(marker, secretBytes)))).toEqual(
      Array.from({ length: 4 }, () => fine),
    );
  });

  it('of a scan come behind the frame, and say one to four components', () => {
    const scanAt = at(0xda);
    const scan = (count: number): unknown => {
      const header = segment(0xda, filled(4 + 2 * count, count));
      return told(
        joined([source.subarray(0, scanAt), header, Uint8Array.of(1, 2), Uint8Array.of(0xff, 0xd9)]),
      );
    };
    expect([1, 3, 4].map(scan)).toEqual([fine, fine, fine]);
    expect([0, 5].map(scan)).toEqual([cut, cut]);
    expect(changed(0xda, 4, 2)).toEqual(cut);
    const before = joined([source.subarray(0, 2), source.subarray(scanAt)]);
    expect([told(before), told(joined([source.subarray(0, scanAt), Uint8Array.of(0xff, 0xd9)]))]).toEqual([
      cut,
      cut,
    ]);
  });

  it('may have any number of 0xff before their marker, and lie about no length', () => {
    const fill = Uint8Array.of(0xff, 0xff, 0xff);
    expect(told(joined([source.subarray(0, 2), fill, source.subarray(2)]))).toEqual(fine);
    expect(told(joined([source.subarray(0, -2), fill, source.subarray(-2)]))).toEqual(fine);
    expect([
      told(joined([source.subarray(0, 2), Uint8Array.of(0xff, 0xe5, 0, 1), source.subarray(2)])),
      told(joined([source.subarray(0, at(0xc0)), Uint8Array.of(0, 0xe5, 0, 2), source.subarray(at(0xc0))])),
      told(joined([source.subarray(0, 2), Uint8Array.of(0xff, 0xe5, 0xff, 0xff), source.subarray(2)])),
      told(source.subarray(0, 3)),
      told(source.subarray(0, 5)),
    ]).toEqual([cut, cut, cut, cut, cut]);
    expect(
      told(joined([source.subarray(0, 2), Uint8Array.of(0xff, 0xe5, 0, 2), source.subarray(2)])),
    ).toEqual(fine);
  });
});

describe('the orientation in EXIF', () => {
  const turned = (bytes: Uint8Array) => orientationOf(bytes);
  const with6 = (at: number, ...values: number[]): Uint8Array => {
    const bytes = Uint8Array.from(exif(6));
    bytes.set(values, at);
    return bytes;
  };

  it('is one of eight, in either order of bytes', () => {
    const all = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    const wanted = [1, 1, 2, 3, 4, 5, 6, 7, 8, 1];
    expect([all.map((way) => turned(exif(way))), all.map((way) => turned(exif(way, false)))]).toEqual([
      wanted,
      wanted,
    ]);
  });

  it('is upright where it cannot be read', () => {
    expect(
      [
        new Uint8Array(),
        exif(6).subarray(0, 7),
        exif(6).subarray(0, 9),
        exif(6).subarray(0, 21),
        with6(0, 0x4d),
        with6(0, 0x48, 0x48),
        with6(2, 43),
        with6(4, 255),
        with6(8, 0),
        with6(10, 0x13),
        with6(12, 4),
        with6(14, 2),
      ].map(turned),
    ).toEqual(Array.from({ length: 12 }, () => 1));
    expect(turned(exif(6).subarray(0, 22))).toBe(6);
  });

  it('may stand behind other entries', () => {
    const first = exif(6);
    const entry = first.subarray(10, 22);
    const other = Uint8Array.from(entry);
    other[0] = 0x0f;
    const two = joined([first.subarray(0, 8), Uint8Array.of(2, 0), other, entry]);
    expect(turned(two)).toBe(6);
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
