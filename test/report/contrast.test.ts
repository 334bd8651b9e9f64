import { decode } from 'jpeg-js';
import { describe, expect, test } from 'vitest';
import { defaultTheme, type ReportTheme } from '#contract/deliverable/theme.ts';
import { contrast } from '#domain/deliverable/theme/color.ts';
import { readThemeFile } from '#domain/deliverable/theme/file.ts';
import { quietOn } from '#domain/deliverable/theme/readable.ts';
import { document } from '#report/document/document.ts';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import { styleSheet } from '#report/html/style.ts';
import { coverPicture } from '#report/images/cover-picture.ts';
import { rgbPng } from '#report/images/png.ts';
import { wordsOf } from '#report/languages/index.ts';
import type { DisplayList, ListedRun } from '#report/pdf/display-list.ts';
import { PageSetter, setAll } from '#report/pdf/set-pages.ts';
import { engaged } from './support/engaged.ts';

/* Every letter on a page against what it stands on, in the default theme and in the palest that is taken. */

const pale = '#f5e6a0';
const company = { name: 'Testers', address: ['1 Road'], email: 'info@testers.test' };

/** A theme whose colours are corrected as those of its file are. */
function corrected(colors: Partial<ReportTheme['colors']>, cover: ReportTheme['cover']): ReportTheme {
  const read = readThemeFile(JSON.stringify({ name: 'a', colors, cover, company }));
  if (read.kind === 'broken') throw new Error(JSON.stringify(read.problems));
  return read.theme;
}

const palest = {
  cover: pale,
  ink: pale,
  text: pale,
  muted: pale,
  link: pale,
  severities: { critical: pale, high: pale, medium: pale, low: pale, info: pale, unknown: pale },
};
const themes = {
  'the default theme': corrected({}, 'band'),
  'the default theme on white': corrected({}, 'plain'),
  'the palest colours': corrected(palest, 'band'),
  'the palest colours on the darkest panel': corrected({ ...palest, panel: '#bdbdbd' }, 'plain'),
  'the palest colours on a white panel': corrected({ ...palest, panel: '#ffffff' }, 'plain'),
};

const code = ['```python', '# twice', 'def f(x):', '\treturn "y", 1, x', '```'].join('\n');

describe.each(Object.entries(themes))('in %s', (_name, theme) => {
  test('every letter of a PDF can be read on what it stands on', async () => {
    const snapshot = engaged();
    const [first, ...rest] = snapshot.findings;
    if (first === undefined) throw new Error('there is no finding');
    const findings = [
      { ...first, record: { ...first.record, description: `==marked [link](https://a.test)==\n\n${code}` } },
      ...rest,
    ];
    const made = document({ ...snapshot, findings, theme }, { draft: false });
    const set = await setAll(new PageSetter(installedFonts), made, new Map(), () => undefined);
    const runs = set.pages.flatMap((sheets, at) =>
      [...sheets, set.around(at + 1, set.pages.length)].flatMap(lettersOn),
    );
    expect(runs.length).toBeGreaterThan(300);
    const hard = runs.filter(({ run, ground }) => contrast(run.color, ground) < neededFor(run));
    expect(hard.map(({ run, ground }) => `${run.text}: ${run.color} on ${ground}`)).toEqual([]);
  });

  test('every colour of letters in HTML can be read on its ground, in light and dark', () => {
    const sheet = styleSheet(theme, { rules: '', sans: '', mono: '' }, wordsOf('en'), null);
    const [light, dark] = [...sheet.matchAll(/:root\{([^}]*)\}/gu)].map(
      ([, rule = '']) =>
        new Map([...rule.matchAll(/--([\w-]+):(#[0-9a-f]{3,6})/giu)].map(([, n = '', c = '']) => [n, c])),
    );
    if (light === undefined || dark === undefined) throw new Error('there are no colours');
    const grounds: Readonly<Record<string, readonly string[]>> = {
      ink: ['paper', 'panel'],
      text: ['paper', 'panel', 'mark'],
      muted: ['paper', 'panel'],
      link: ['paper', 'panel', 'mark'],
      warn: ['warn-panel'],
    };
    const ratios = [light, new Map([...light, ...dark])].flatMap((colors) =>
      Object.entries(grounds).flatMap(([letters, all]) =>
        all.map((ground) => ({
          pair: `${letters} on ${ground}`,
          ratio: contrast(whole(colors.get(letters)), whole(colors.get(ground))),
        })),
      ),
    );
    expect(ratios.length).toBe(22);
    expect(ratios.filter(({ ratio }) => ratio < 4.5)).toEqual([]);
    for (const severity of Object.values(theme.colors.severities)) {
      expect(contrast(severity, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test.each(['#17233a', '#7a0019', '#0b6e4f'])(
  'letters on a picture of any lightness can be read under the colour %s',
  (color) => {
    const letters = quietOn(color);
    const pixels = (x: number, y: number): readonly [number, number, number] =>
      (x >> 4) % 3 === 0 ? [255, 255, 255] : [(x * 7) % 256, (y * 5) % 256, ((x + y) * 3) % 256];
    const rgb = new Uint8Array(240 * 160 * 3);
    for (let at = 0; at < 240 * 160; at += 1) rgb.set(pixels(at % 240, Math.floor(at / 240)), at * 3);
    const address = coverPicture(rgbPng(240, 160, rgb), {
      width: 595,
      height: 438,
      scrim: { color, letters },
    });
    const bytes = Buffer.from((address ?? '').split(',')[1] ?? '', 'base64');
    const { data, width, height } = decode(bytes, { useTArray: true });
    let least = 21;
    for (let at = 0; at < data.length; at += 4) {
      const hex = [0, 1, 2].map((channel) => (data[at + channel] ?? 0).toString(16).padStart(2, '0'));
      least = Math.min(least, contrast(letters, `#${hex.join('')}`));
    }
    expect(least).toBeGreaterThanOrEqual(4.5);
    // It is still a picture, cut to the shape of its place.
    expect(least).toBeLessThan(6);
    expect(width / height).toBeCloseTo(595 / 438, 1);
  },
);

/** Large letters need less: from 18 points on, or 14 if they are bold. */
function neededFor({ size, face }: ListedRun): number {
  return size >= 18 || (size >= 14 && /bold/iu.test(face)) ? 3 : 4.5;
}

/** The letters of a sheet, each with the colour that was drawn there last before it. */
function lettersOn(sheet: DisplayList): { readonly run: ListedRun; readonly ground: string }[] {
  const filled: { x: number; y: number; w: number; h: number; color: string }[] = [];
  return sheet.flatMap((mark) => {
    if (mark.kind === 'shape') {
      const { type, x, y, w, h, color, fillOpacity = 1 } = mark.shape;
      if (type === 'rect' && typeof color === 'string' && fillOpacity === 1) {
        filled.push({ x: Number(x), y: Number(y), w: Number(w), h: Number(h), color });
      }
      return [];
    }
    if (mark.kind !== 'line') return [];
    const middle = mark.y + mark.height / 2;
    return mark.runs
      .filter(({ text }) => text.trim() !== '')
      .map((run) => {
        const x = mark.x + run.x + run.width / 2;
        const under = filled.findLast(
          (box) => x >= box.x && x <= box.x + box.w && middle >= box.y && middle <= box.y + box.h,
        );
        return { run, ground: run.background ?? under?.color ?? '#ffffff' };
      });
  });
}

function whole(color = ''): string {
  return color.length === 4 ? `#${[...color.slice(1)].map((digit) => digit + digit).join('')}` : color;
}

test('the default theme is taken as it stands', () => {
  expect(corrected({}, 'band').colors).toEqual(defaultTheme.colors);
});
