import { join } from 'node:path';
import { createDeflate } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { ReportSnapshot } from '#contract/deliverable/report.ts';
import { chunk, signature } from '../domain/images/pictures.ts';
import { packedOf } from '../report/support/snapshots.ts';
import { reportProcess } from './report-pages.ts';
import { median } from './support/pairs.ts';
import { tell } from './support/report.ts';

/** Pixels of a side: together 99.8 million. */
const side = 9_990;
const rounds = 3;

/** A report with two images of 99.8 megapixels, as screens are captured: with opacity, and nothing that shows through. */
export async function reportOfLargeImages(scratch: string): Promise<void> {
  const images = new Map([
    ['large-1', await capture(1)],
    ['large-2', await capture(2)],
  ]);
  const snapshot = ReportSnapshot.parse({
    project: 'bench',
    name: 'Bench',
    client: 'Fjellmark',
    generatedAt: '2026-01-05T08:00:00.000Z',
    findings: [
      {
        id: '0',
        record: { title: 'Two captures', severity: 'high', asset: ['a'] },
        evidence: Array.from(images.keys(), (sha256) => ({
          evidence: sha256,
          sha256,
          caption: '',
          type: 'image/png',
          width: side,
          height: side,
          addedAt: '2026-01-05T08:00:00.000Z',
        })),
      },
    ],
  });
  const report = { ...packedOf(snapshot), images };
  const taken = [];
  for (let round = 0; round < rounds; round += 1) {
    taken.push(await reportProcess(report, { draft: false }, join(scratch, `large-${String(round)}.pdf`)));
  }
  tell('report with two images of 99.8 megapixels', median(taken.map(({ ms }) => ms)), 4_000, ' ms');
  tell('the same, processor time', median(taken.map(({ cpuMs }) => cpuMs)), null, ' ms');
  tell('the same, peak memory', Math.max(...taken.map(({ peakMb }) => peakMb)), 400, ' MB');
}

/** A PNG of lines of small text on a light ground, each row packed as what differs from the row above. */
async function capture(seed: number): Promise<Uint8Array> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, side);
  view.setUint32(4, side);
  header.set([8, 6, 0, 0, 0], 8);
  const packer = createDeflate();
  const packed = buffer(packer);
  let random = seed;
  let above = new Uint32Array(side);
  for (let row = 0; row < side; row += 1) {
    const here = new Uint32Array(side).fill(0xff_ff_f8_f6);
    const letters = row % 28 < 20 ? side / 8 + ((Math.floor(row / 28) * 977 * seed) % (side / 2)) : 0;
    for (let column = 0; column < letters; column += 1) {
      random = (random * 1_103_515_245 + 12_345) & 0x7fffffff;
      if (random >> 16 < 11_000 && column % 12 < 11) here[column] = 0xff_3c_28_1e;
    }
    const line = new Uint8Array(1 + side * 4);
    line[0] = 2;
    const [ours, theirs] = [new Uint8Array(here.buffer), new Uint8Array(above.buffer)];
    for (let at = 0; at < ours.length; at += 1) line[at + 1] = (ours[at] ?? 0) - (theirs[at] ?? 0);
    above = here;
    await new Promise((resolve) => packer.write(line, resolve));
  }
  packer.end();
  const end = chunk('IEND', new Uint8Array());
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', await packed), end]);
}
