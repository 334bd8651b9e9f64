import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Annotation } from '#contract/finding/annotation.ts';
import type { Evidence } from '#contract/finding/evidence.ts';
import { listBackups } from '#db/recovery/backup.ts';
import { connect } from '#db/store/open.ts';
import { storeKey } from '#db/store/vault.ts';
import { onPaper, pngParts, rgbPng, unpack } from '#report/images/png.ts';
import { bench, project, sync } from '../../engine/support.ts';
import { jpeg } from '../../domain/images/pictures.ts';
import { temporaryFolder, type TestDesk } from '../../support/desk.ts';
import { readPdf, type PdfPicture } from '../../support/pdf.ts';
import { wholeFacts } from '../../support/facts.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const size = { width: 200, height: 100 };
const red = [214, 32, 42];
const box: Annotation = { kind: 'box', colour: 'red', size: 4, x: 20, y: 20, width: 60, height: 40 };
const number: Annotation = { kind: 'number', colour: 'red', size: 10, x: 150, y: 50 };

/** Stripes of black and white in which a secret would stand, on grey; 100 pixels from the left, 60 from above. */
function shot(stripe = 3): Uint8Array {
  const rgb = Uint8Array.from({ length: size.width * size.height * 3 }, (_, at) => {
    const [x, y] = [Math.floor(at / 3) % size.width, Math.floor(at / 3 / size.width)];
    if (x < 100 || x >= 180 || y < 60 || y >= 84) return 128;
    return Math.floor(x / stripe) % 2 === 0 ? 0 : 255;
  });
  return rgbPng(size.width, size.height, rgb);
}

function pixelsOf(content: Uint8Array) {
  const parts = pngParts(content);
  const rgb = onPaper(parts, unpack(parts));
  return (x: number, y: number): number[] => [
    ...rgb.subarray((y * parts.width + x) * 3, (y * parts.width + x) * 3 + 3),
  ];
}

async function withShot() {
  const { desk, clock } = await bench();
  await desk.call('engagement.describe', { project, facts: wholeFacts });
  const image = await desk.call('evidence.add', { id: 'f1', name: 'a.png', content: base64(shot()) });
  return { desk, clock, image };
}

async function annotate(desk: TestDesk, image: Evidence, annotations: Annotation[]): Promise<Evidence> {
  const { evidence, sha256: madeOf, pictureSha256: seen } = image;
  return desk.call('evidence.annotate', { evidence, madeOf, seen, annotations });
}

async function bytesOf(desk: TestDesk, evidence: string, original = false): Promise<Uint8Array> {
  const { content } = await desk.call('evidence.content', { evidence, original });
  return Buffer.from(content, 'base64');
}

describe('annotations of an image', () => {
  it('are kept as layers over pixels that stay as they are, and are drawn in wherever it is shown', async () => {
    const { desk, image } = await withShot();
    const { evidence } = image;
    const annotated = await annotate(desk, image, [box, number]);
    expect(annotated).toMatchObject({ sha256: image.sha256, annotations: [box, number], changedAt: null });
    expect(annotated.pictureSha256).not.toBe(image.pictureSha256);
    expect(Buffer.from(await bytesOf(desk, evidence, true)).equals(shot())).toBe(true);
    const at = pixelsOf(await bytesOf(desk, evidence));
    expect([at(21, 21), at(40, 40), at(142, 50)]).toEqual([red, [128, 128, 128], red]);
    desk.restart();
    expect(await desk.call('evidence.list', { id: 'f1' })).toEqual([annotated]);
    const plain = await annotate(desk, annotated, []);
    expect([plain.pictureSha256, plain.annotations]).toEqual([image.sha256, []]);
    const told = await desk.call('finding.history', { id: 'f1' });
    expect(told.filter(({ what }) => what === 'evidence-annotated').map(({ detail }) => detail)).toEqual([
      { evidence, annotations: 2, before: image.sha256 },
      { evidence, annotations: 0, before: annotated.pictureSha256 },
    ]);
  });

  it('are left as they are if another window changed them, or the image, meanwhile', async () => {
    const { desk, image } = await withShot();
    const annotated = await annotate(desk, image, [box]);
    await expect(annotate(desk, image, [number])).rejects.toMatchObject({ code: 'outdated' });
    expect((await desk.call('evidence.list', { id: 'f1' }))[0]?.annotations).toEqual([box]);
    await desk.call('evidence.replace', {
      evidence: image.evidence,
      madeOf: image.sha256,
      content: base64(shot(5)),
    });
    await expect(annotate(desk, annotated, [number])).rejects.toMatchObject({ code: 'outdated' });
  });

  it('stay above what is covered, and move with what is cropped', async () => {
    const { desk, image } = await withShot();
    const { evidence } = image;
    await annotate(desk, image, [box, number]);
    const covered = await desk.call('evidence.replace', {
      evidence,
      madeOf: image.sha256,
      content: base64(shot(5)),
    });
    expect(covered.annotations).toEqual([box, number]);
    const cropped = await desk.call('evidence.replace', {
      evidence,
      madeOf: covered.sha256,
      cropAt: { x: 10, y: 15 },
      content: base64(rgbPng(100, 60, new Uint8Array(100 * 60 * 3).fill(90))),
    });
    expect(cropped.annotations).toEqual([{ ...box, x: 10, y: 5 }]);
    const at = pixelsOf(await bytesOf(desk, evidence));
    expect([at(11, 6), at(40, 30)]).toEqual([red, [90, 90, 90]]);
  });

  it('stay if they reach into what is left of the image by a crop, and go if they are beside it', async () => {
    const { desk, image } = await withShot();
    const { evidence } = image;
    const right: Annotation = { kind: 'number', colour: 'red', size: 10, x: 180, y: 20 };
    await annotate(desk, image, [right, { ...right, x: 20, y: 80 }]);
    const cropped = await desk.call('evidence.replace', {
      evidence,
      madeOf: image.sha256,
      cropAt: { x: 0, y: 0 },
      content: base64(rgbPng(200, 50, new Uint8Array(200 * 50 * 3).fill(90))),
    });
    expect(cropped.annotations).toEqual([right]);
  });

  it('of a JPEG leave it a JPEG', async () => {
    const { desk } = await bench();
    const image = await desk.call('evidence.add', { id: 'f1', name: 'a.jpg', content: base64(jpeg()) });
    const annotated = await annotate(desk, image, [{ ...box, x: 2, y: 2, width: 20, height: 12 }]);
    expect([...(await bytesOf(desk, annotated.evidence)).subarray(0, 2)]).toEqual([0xff, 0xd8]);
  });

  it('go from the backups with the pixels, if those are destroyed', async () => {
    const { desk, clock, image } = await withShot();
    const { evidence } = image;
    await annotate(desk, image, [box]);
    clock.pass(5 * 3_600_000);
    await sync(desk);
    const stores = join(desk.home, 'stores');
    const [id = ''] = readdirSync(stores);
    const drawn = (): unknown[] =>
      listBackups(join(stores, id, 'backups')).map(({ path }) => {
        const db = connect({ path, key: storeKey(new Uint8Array(32).fill(7), id) }, { readonly: true });
        const count = db.prepare('SELECT count(*) FROM evidence_drawn').pluck().get();
        db.close();
        return count;
      });
    const before = drawn();
    await desk.call('evidence.replace', { evidence, madeOf: image.sha256, content: base64(shot(5)) });
    expect(before).toContain(1);
    expect(drawn()).toEqual(before.map(() => 0));
  });
});

describe('what leaves with annotations', () => {
  /** The one picture of a PDF, as another program takes it out. */
  async function pictureOf(desk: TestDesk, edition?: number) {
    const out = join(temporaryFolder(), 'report.pdf');
    await desk.call('report.export', { project, out, ...(edition === undefined ? {} : { edition }) });
    const { pictures } = await readPdf(readFileSync(out));
    expect(pictures).toHaveLength(1);
    const [{ width, height, data }] = pictures as [PdfPicture];
    const size = data.length / (width * height);
    return (x: number, y: number): number[] => [...data.subarray((y * width + x) * size).subarray(0, 3)];
  }

  it('is the annotated picture in a PDF, and its edition stays what it was', async () => {
    const { desk, image } = await withShot();
    const annotated = await annotate(desk, image, [box]);
    const first = await pictureOf(desk);
    await annotate(desk, annotated, []);
    const [second, again] = [await pictureOf(desk), await pictureOf(desk, 1)];
    const grey = [128, 128, 128];
    expect([first(21, 21), second(21, 21), again(21, 21)]).toEqual([red, grey, red]);
  });

  it('is the blurred area and nothing of what lay under it, in every format that holds pictures', async () => {
    const { desk, image } = await withShot();
    const blur: Annotation = { kind: 'blur', x: 100, y: 60, width: 80, height: 24 };
    const { evidence, pictureSha256 } = await annotate(desk, image, [blur]);
    const at = await pictureOf(desk);
    const shades = new Set(
      Array.from({ length: 80 * 24 }, (_, i) => at(100 + (i % 80), 60 + Math.floor(i / 80)).join()),
    );
    expect(shades.size).toBeLessThan(8);
    const picture = base64(await bytesOf(desk, evidence));
    for (const format of ['html', 'json'] as const) {
      const out = join(temporaryFolder(), `report.${format}`);
      await desk.call('report.export', { project, out, format });
      const text = readFileSync(out, 'utf8');
      expect([format, text.includes(picture), text.includes(base64(shot()))]).toEqual([format, true, false]);
    }
    expect(pictureSha256).not.toBe(image.sha256);
  });
});
