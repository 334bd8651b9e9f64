import { expect, test } from 'vitest';
import { z } from 'zod';
import { print, type Printed } from '../support/pdf-tools.ts';
import { snapshotOf } from '../support/snapshots.ts';

/** A bookmark as a reader follows it: the page, and the upper left corner of what is shown, in points from the page's own. */
interface Target {
  readonly title: string;
  readonly page: number;
  readonly left: number;
  readonly top: number;
}

const Outline = z.object({
  title: z.string(),
  dest: z.tuple([z.unknown(), z.literal('/XYZ'), z.number(), z.number(), z.number().nullable()]),
  destpageposfrom1: z.number(),
  get kids() {
    return z.array(Outline).optional();
  },
});

type Outline = z.infer<typeof Outline>;

const PAGE_HEIGHT = 841.89;

function targetsOf(printed: Printed): Target[] {
  const json: unknown = JSON.parse(printed.run('qpdf', ['--json=2', '--json-key=outlines', 'FILE']));
  const { outlines } = z.object({ outlines: z.array(Outline) }).parse(json);
  const flat = ({ title, dest, destpageposfrom1: page, kids }: Outline): Target[] => [
    { title, page, left: dest[2], top: PAGE_HEIGHT - dest[3] },
    ...(kids ?? []).flatMap(flat),
  ];
  return outlines.flatMap(flat);
}

/** Where each word of a page begins, in points from its upper left corner. */
function wordsOf(printed: Printed, page: number): { text: string; left: number; top: number }[] {
  const found = printed.run('pdftotext', ['-bbox', '-f', String(page), '-l', String(page), 'FILE', '-']);
  return [...found.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>([^<]*)</g)].map((match) => ({
    text: match[3] ?? '',
    left: Number(match[1]),
    top: Number(match[2]),
  }));
}

test('every bookmark leads to the left edge of its page, at the height of its heading', async () => {
  const findings = Array.from({ length: 24 }, (_, at) => ({
    title: `Weakness${String(at)} of the portal`,
    severity: at % 2 === 0 ? 'high' : 'low',
    asset: [`host-${String(at)}.acme.test`],
    description: 'It goes on for a while. '.repeat((at * 17) % 60),
  }));
  const printed = await print(snapshotOf(findings), { draft: false });
  const targets = targetsOf(printed);
  const wrong = targets.filter(({ title, page, left, top }) => {
    const first = title.split(' ')[0] ?? '';
    const heading = wordsOf(printed, page).find(
      (word) => word.text === first && word.top >= top && word.top < top + 16,
    );
    return heading === undefined || left > heading.left || heading.left - left > 90;
  });
  printed.dispose();
  const heights = new Set(targets.map(({ top }) => Math.round(top)));
  expect({ wrong, findings: targets.filter(({ title }) => /^[HL]\d/.test(title)).length }).toEqual({
    wrong: [],
    findings: findings.length,
  });
  expect(heights.size).toBeGreaterThan(8);
});
