import { expect, test } from 'vitest';
import { print } from './support/pdf-tools.ts';
import { snapshotOf } from './support/snapshots.ts';

test('raised and lowered words stand above and below the others in the PDF', async () => {
  const description = 'Base <sup>upper</sup> and <sub>lower</sub> here.';
  const record = { title: 'a', severity: 'low', asset: ['x'], description };
  const printed = await print(snapshotOf([record]), { draft: false });
  try {
    const boxes = printed.run('pdftotext', ['-bbox', 'FILE', '-']);
    const bottom = (word: string): number =>
      Number(new RegExp(`yMax="([\\d.]+)">[^<]*${word}<`, 'u').exec(boxes)?.[1]);
    expect(bottom('upper')).toBeLessThan(bottom('Base'));
    expect(bottom('lower')).toBeGreaterThan(bottom('upper'));
  } finally {
    printed.dispose();
  }
});
