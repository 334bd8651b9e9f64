import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ReportSnapshot } from '#contract/deliverable/report.ts';
import { readImage } from '#domain/images/index.ts';
import { joined } from '#domain/images/bytes.ts';
import { document } from '#report/document/document.ts';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import { PageSetter, setAll } from '#report/pdf/set-pages.ts';
import { onPaper, pngParts, unpack } from '#report/images/png.ts';
import { chunk, jpeg, png } from '../../domain/images/pictures.ts';
import { comparable, lostTexts, print, type Printed } from '../support/pdf-tools.ts';

/** A picture for a report, and the caption under it. */
interface Shot {
  readonly content: Uint8Array | null;
  readonly caption?: string;
}

function sizeOf(content: Uint8Array | null): { width: number; height: number } {
  const image = content === null ? null : readImage(content);
  return image?.kind === 'image' ? image : { width: 10, height: 10 };
}

/** An engagement with these pictures behind the texts of its findings. */
function engagement(findings: readonly { record: Record<string, unknown>; shots: readonly Shot[] }[]) {
  const images = new Map<string, Uint8Array>();
  const snapshot = ReportSnapshot.parse({
    project: 'portal',
    name: 'Customer portal',
    client: 'Acme Industries',
    generatedAt: '2026-03-04T10:00:00.000Z',
    findings: findings.map(({ record, shots }, at) => ({
      id: `f${at}`,
      record: { severity: 'high', asset: ['a'], ...record },
      evidence: shots.map(({ content, caption = '' }, index) => {
        const sha256 = `${at}-${index}`;
        if (content !== null) images.set(sha256, content);
        return {
          evidence: sha256,
          caption,
          type: 'image/png',
          ...sizeOf(content),
          sha256,
          addedAt: '2026-03-04T10:00:00.000Z',
        };
      }),
    })),
  });
  return { snapshot, images };
}

/** Pictures in the file: page, size in pixels, points per inch. */
function pictures(printed: Printed): { page: number; size: string; ppi: number }[] {
  return printed
    .run('pdfimages', ['-list', 'FILE'])
    .split('\n')
    .slice(2)
    .map((line) => line.trim().split(/\s+/))
    .filter((cells) => cells.length > 12)
    .map((cells) => ({
      page: Number(cells[0]),
      size: `${cells[3]}x${cells[4]} ${cells[2]}`,
      ppi: Number(cells[12]),
    }));
}

/** On which page a caption stands. */
function pageOf(printed: Printed, words: string): number {
  for (let page = 1; page <= printed.pages; page += 1) {
    if (comparable(printed.text(page, page)).includes(comparable(words))) return page;
  }
  return 0;
}

const rgba = (width: number, height: number, pixel: readonly number[]): Uint8Array =>
  png({
    width,
    height,
    colour: 6,
    raw: Uint8Array.from({ length: height * (1 + 4 * width) }, (_, at) =>
      at % (1 + 4 * width) === 0 ? 0 : (pixel[((at % (1 + 4 * width)) - 1) % 4] ?? 0),
    ),
  });

const text = Array.from({ length: 30 }, (_, at) => `Line ${at} of a text that fills the page.`).join('\n\n');
const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');

const full = engagement([
  {
    record: { title: 'Texts first', description: text, remediation: 'Mend it.' },
    shots: [
      { content: png({ width: 1200, height: 600 }), caption: 'The login page as anybody sees it' },
      { content: png({ width: 40, height: 30 }), caption: 'A small one' },
      { content: jpeg() },
      { content: png({ width: 600, height: 6_000 }), caption: `Higher than a page: ${words(900)} END` },
    ],
  },
  {
    record: { title: 'Nothing but pictures', severity: 'low' },
    shots: [
      { content: rgba(64, 64, [255, 0, 0, 128]), caption: 'Half transparent' },
      { content: null, caption: 'Lost with a damaged page' },
      { content: joined([png({ width: 9, height: 9 }).subarray(0, -20)]), caption: 'Cut short' },
      { content: png({ width: 400, height: 400, raw: new Uint8Array(50) }), caption: 'Too few pixels' },
      { content: png({ width: 3, height: 3, raw: new Uint8Array(30_000_000) }), caption: 'Far too many' },
    ],
  },
]);

describe('figures', () => {
  let printed: Printed;
  beforeAll(async () => {
    printed = await print(full.snapshot, { draft: false }, full.images);
  });
  afterAll(() => {
    printed.dispose();
  });

  test('leave a sound file in which no text is lost', () => {
    expect(printed.run('qpdf', ['--check', 'FILE'])).toContain('No syntax or stream encoding errors found');
    expect(lostTexts(printed)).toEqual([]);
  });

  test('are numbered through the document, each on the page of its caption, none larger than the page', () => {
    const captions = [
      'Figure 2: The login page',
      'Figure 3: A small one',
      'Figure 4',
      'Figure 5: Higher',
      'Figure 6: Half',
    ];
    const all = pictures(printed);
    const isTall = ({ size }: { size: string }): boolean => size === '600x6000 image';
    // The one that is cut is there once for each stretch of it; its caption stands below the last.
    const found = [...all.filter((one) => !isTall(one)), ...all.filter(isTall).slice(-1)].sort(
      (one, other) => one.page - other.page,
    );
    expect(found.map(({ page }) => page)).toEqual(captions.map((caption) => pageOf(printed, caption)));
    expect(found.map(({ size }) => size)).toEqual([
      '1200x600 image',
      '40x30 image',
      '24x16 image',
      '600x6000 image',
      '64x64 image',
    ]);
    // At most the width of the column, at most the height of a page, and never blown up.
    expect(found.map(({ ppi }) => Math.round(ppi))).toEqual([183, 96, 96, 194, 96]);
  });

  test('whose image is damaged or lost leave a line that says so, and are counted', () => {
    const said = comparable('This image could not be shown: its file is damaged.');
    const all = comparable(printed.text(1, printed.pages));
    expect([all.split(said).length - 1, printed.damagedImages]).toEqual([4, 4]);
    expect(all).toContain(comparable('Figure 10: Far too many'));
  });

  test('come out with the same bytes again', async () => {
    const again = await print(full.snapshot, { draft: false }, full.images);
    again.dispose();
    expect(Buffer.from(again.bytes).equals(Buffer.from(printed.bytes))).toBe(true);
  });

  test('stay with their heading and caption wherever on the page they begin', async () => {
    const shot = png({ width: 500, height: 400 });
    const { snapshot, images } = engagement(
      Array.from({ length: 8 }, (_, at) => ({
        record: { title: 'T', description: Array.from({ length: at * 7 }, () => 'x').join('\n\n') },
        shots: [{ content: shot, caption: `Here ${at}` }],
      })),
    );
    const one = await print(snapshot, { draft: false, pageSize: 'Letter' }, images);
    const captions = Array.from({ length: 8 }, (_, at) =>
      pageOf(one, `Evidence Figure ${at + 2}: Here ${at}`),
    );
    const found = pictures(one).map(({ page }) => page);
    one.dispose();
    expect(captions).toEqual(found);
    expect(new Set(found).size).toBeGreaterThan(4);
  });

  test('have the width that their text says, in parts of the column or pixels, and say nothing of it', async () => {
    const shots = [{ content: png({ width: 1_200, height: 600 }) }];
    const places = ['{width=50%}', '{ width=300px }', '', '{.odd}'].map(
      (size) => `![A](evidence:0-0)${size}`,
    );
    const { snapshot, images } = engagement([
      { record: { title: 'T', description: places.join('\n\n') }, shots },
    ]);
    const one = await print(snapshot, { draft: false }, images);
    const found = pictures(one).map(({ ppi }) => Math.round(1_200 / (ppi / 72)));
    const text = one.text(1, one.pages);
    one.dispose();
    // Nobody chose the width of the third: it is made smaller for the room that is left on its page.
    expect(found).toEqual([237, 225, 415, 472]);
    expect(text).not.toMatch(/[{}]/u);
  });

  test('of phones stand two to a page', async () => {
    const shot = { content: png({ width: 1_170, height: 2_532 }), caption: 'Phone' };
    const { snapshot, images } = engagement([{ record: { title: 'T' }, shots: [shot, shot, shot, shot] }]);
    const one = await print(snapshot, { draft: false, sections: ['cover', 'findings'] }, images);
    const found = pictures(one).map(({ page }) => page);
    one.dispose();
    expect(found.map((page) => page - (found[0] ?? 0))).toEqual([0, 1, 1, 2]);
  });

  test('have a line on all four sides, drawn over the edge of the picture', async () => {
    const { snapshot, images } = engagement([
      {
        record: { title: 'T' },
        shots: [
          { content: png({ width: 1_200, height: 500 }) },
          { content: png({ width: 600, height: 6_000 }) },
        ],
      },
    ]);
    const made = document(snapshot, { draft: false });
    const set = await setAll(new PageSetter(installedFonts), made, images, () => undefined);
    const bare = set.pages.flat().flatMap((marks) =>
      marks.flatMap((mark, at) => {
        if (mark.kind !== 'image') return [];
        const [x, y, width, height] = mark.box;
        const frames = marks
          .slice(at + 1)
          .filter(
            ({ kind, ...drawn }) => kind === 'shape' && 'shape' in drawn && drawn.shape['type'] === 'rect',
          );
        const around = frames.some((frame) => {
          const { x: left, y: top, w, h } = frame.kind === 'shape' ? frame.shape : {};
          return [Number(left) - x, Number(top) - y, Number(w) - width, Number(h) - height].every(
            (off) => Math.abs(off) < 0.6,
          );
        });
        return around ? [] : [mark.name];
      }),
    );
    expect(bare).toEqual([]);
  });

  test('that are a little higher than half a page stand two to a page', async () => {
    const shot = { content: png({ width: 800, height: 560 }), caption: 'Half' };
    const { snapshot, images } = engagement([
      { record: { title: 'T', description: text }, shots: [shot, shot, shot] },
    ]);
    const one = await print(snapshot, { draft: false }, images);
    const found = pictures(one).map(({ page }) => page);
    one.dispose();
    expect(found.map((page) => page - (found[0] ?? 0))).toEqual([0, 0, 1]);
  });

  test('are made smaller by a third at most where that saves them from the next page', async () => {
    const shot = { content: png({ width: 800, height: 800 }), caption: 'First' };
    const higher = { content: png({ width: 800, height: 1_200 }), caption: 'Second' };
    const { snapshot, images } = engagement(
      [0, 2, 8, 10, 12].map((lines) => ({
        record: {
          title: `${lines} lines`,
          description: Array.from({ length: lines }, () => 'x').join('\n\n'),
        },
        shots: [shot, higher],
      })),
    );
    const one = await print(snapshot, { draft: false }, images);
    const found = pictures(one);
    one.dispose();
    // Each second picture fills a page, so that the next finding begins on a new one.
    const placed = [2, 4, 6, 8].map((at) => {
      const [before, here] = [found[at - 1], found[at]];
      return `${(here?.page ?? 0) - (before?.page ?? 0)}: ${here?.ppi}`;
    });
    expect(placed).toEqual(['1: 122', '1: 147', '1: 163', '2: 122']);
  });
});

describe('a capture that is higher than a page', () => {
  test.each([
    ['wide', 1_280, 4_500],
    ['narrow', 200, 12_000],
  ])('is cut over pages, large enough to be read: a %s one', async (_name, width, height) => {
    const { snapshot, images } = engagement([
      {
        record: { title: 'T', description: text },
        shots: [{ content: png({ width, height }), caption: 'Tall' }],
      },
    ]);
    const one = await print(snapshot, { draft: false, sections: ['findings'] }, images);
    const found = pictures(one);
    const last = pageOf(one, 'Figure 1: Tall');
    const check = one.run('qpdf', ['--check', 'FILE']);
    one.dispose();
    expect(found.every(({ ppi }) => ppi <= 200)).toBe(true);
    expect(found.length).toBeGreaterThan(1);
    expect([...new Set(found.map(({ page }) => page))].length).toBeLessThanOrEqual(4);
    expect(found.at(-1)?.page).toBe(last);
    expect(check).toContain('No syntax or stream encoding errors found');
  });

  test('that can still be read on one page is not cut', async () => {
    const { snapshot, images } = engagement([
      { record: { title: 'T' }, shots: [{ content: png({ width: 1_280, height: 2_000 }) }] },
    ]);
    const one = await print(snapshot, { draft: false, sections: ['findings'] }, images);
    const found = pictures(one);
    one.dispose();
    expect(found).toHaveLength(1);
  });
});

test('plain pictures of every kind are in the file as they came', async () => {
  const palette = chunk('PLTE', Uint8Array.of(10, 20, 30, 40, 50, 60, 70, 80, 90));
  const shots = [
    png({ width: 9, height: 1, colour: 0, depth: 1, raw: Uint8Array.of(0, 99, 0) }),
    png({ width: 2, height: 1, colour: 0, depth: 16, raw: Uint8Array.of(0, 1, 2, 3, 4) }),
    png({ width: 3, height: 1, colour: 2, depth: 16, raw: new Uint8Array(19).fill(7) }),
    png({ width: 4, height: 1, colour: 3, depth: 2, before: [palette], raw: Uint8Array.of(0, 0b00011000) }),
    png({ width: 5, height: 1, colour: 2, before: [palette] }),
  ].map((content) => ({ content }));
  const { snapshot, images } = engagement([{ record: { title: 'T' }, shots }]);
  const one = await print(snapshot, { draft: false, sections: ['findings'] }, images);
  const listed = one.run('pdfimages', ['-list', 'FILE']).split('\n').slice(2, -1);
  const check = one.run('qpdf', ['--check', 'FILE']);
  one.dispose();
  // Width, height, colour, components, bits.
  expect(listed.map((line) => line.trim().split(/\s+/u).slice(3, 8).join(' '))).toEqual([
    '9 1 gray 1 1',
    '2 1 gray 1 16',
    '3 1 rgb 3 16',
    '4 1 index 1 2',
    '5 1 rgb 3 8',
  ]);
  expect(check).toContain('No syntax or stream encoding errors found');
});

describe('a transparent or interlaced picture', () => {
  /** The colours of a picture on white, pixel by pixel. */
  function colours(content: Uint8Array): number[][] {
    const parts = pngParts(content);
    const rgb = onPaper(parts, unpack(parts));
    return Array.from({ length: parts.width * parts.height }, (_, at) => [
      ...rgb.subarray(at * 3, at * 3 + 3),
    ]);
  }

  test('looks as it does on white paper, in every kind that there is', () => {
    const palette = chunk('PLTE', Uint8Array.of(10, 20, 30, 40, 50, 60));
    const trns = (...values: number[]) => chunk('tRNS', Uint8Array.of(...values));
    expect([
      colours(png({ width: 1, height: 1, colour: 6, raw: Uint8Array.of(0, 0, 100, 200, 51) })),
      colours(png({ width: 1, height: 1, colour: 4, raw: Uint8Array.of(0, 100, 0) })),
      colours(
        png({ width: 1, height: 1, colour: 6, depth: 16, raw: Uint8Array.of(0, 9, 1, 8, 1, 7, 1, 255, 255) }),
      ),
      colours(
        png({
          width: 2,
          height: 1,
          colour: 3,
          depth: 1,
          before: [palette, trns(255, 0)],
          raw: Uint8Array.of(0, 64),
        }),
      ),
      colours(
        png({
          width: 4,
          height: 1,
          colour: 0,
          depth: 2,
          before: [trns(0, 2)],
          raw: Uint8Array.of(0, 0b00011011),
        }),
      ),
      colours(
        png({
          width: 2,
          height: 1,
          before: [trns(0, 1, 0, 2, 0, 3)],
          raw: Uint8Array.of(0, 1, 2, 3, 1, 2, 4),
        }),
      ),
    ]).toEqual([
      [[204, 224, 244]],
      [[255, 255, 255]],
      [[9, 8, 7]],
      [
        [10, 20, 30],
        [255, 255, 255],
      ],
      [
        [0, 0, 0],
        [85, 85, 85],
        [255, 255, 255],
        [255, 255, 255],
      ],
      [
        [255, 255, 255],
        [1, 2, 4],
      ],
    ]);
  });

  test('has a dark ground where what is drawn on it is light, and a white one otherwise', () => {
    const grey = (shade: number, alpha: number): Uint8Array =>
      png({ width: 2, height: 1, colour: 4, raw: Uint8Array.of(0, shade, alpha, shade, 0) });
    expect([colours(grey(230, 255)), colours(grey(40, 255)), colours(grey(90, 255))]).toEqual([
      [
        [230, 230, 230],
        [18, 22, 28],
      ],
      [
        [40, 40, 40],
        [255, 255, 255],
      ],
      [
        [90, 90, 90],
        [255, 255, 255],
      ],
    ]);
  });

  test('with a corner left out of it stays on white, however light it is', () => {
    const raw = Uint8Array.of(0, 240, 255, 240, 255, 240, 255, 240, 0);
    expect(colours(png({ width: 4, height: 1, colour: 4, raw })).at(-1)).toEqual([255, 255, 255]);
  });

  test('has the filters of its rows undone', () => {
    const rows = [
      [0, 10, 20, 30],
      [1, 10, 10, 10],
      [2, 1, 1, 1],
      [3, 5, 5, 5],
      [4, 1, 1, 1],
    ];
    const shades = colours(png({ width: 3, height: 5, colour: 0, raw: Uint8Array.from(rows.flat()) }));
    expect(shades.map(([shade]) => shade)).toEqual([
      ...[10, 20, 30],
      ...[10, 20, 30],
      ...[11, 21, 31],
      ...[10, 20, 30],
      ...[11, 21, 31],
    ]);
  });

  test('is put together from its seven walks', () => {
    // Every pixel says where it stands; each walk takes its own pixels, row by row.
    const size = 9;
    const walks = [
      [0, 0, 8, 8],
      [4, 0, 8, 8],
      [0, 4, 4, 8],
      [2, 0, 4, 4],
      [0, 2, 2, 4],
      [1, 0, 2, 2],
      [0, 1, 1, 2],
    ] as const;
    const raw = walks.flatMap(([x0, y0, dx, dy]) => {
      const rows: number[] = [];
      for (let y = y0; y < size; y += dy) {
        // Above the first row of a walk there is nothing, whatever the walk before ended with.
        rows.push(y === y0 ? 2 : 0);
        for (let x = x0; x < size; x += dx) rows.push(y * size + x);
      }
      return rows;
    });
    const shades = colours(
      png({ width: size, height: size, colour: 0, interlace: 1, raw: Uint8Array.from(raw) }),
    );
    expect(shades.map(([shade]) => shade)).toEqual(Array.from({ length: size * size }, (_, at) => at));
  });
});
