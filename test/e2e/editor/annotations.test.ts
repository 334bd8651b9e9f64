import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Annotation } from '#contract/finding/annotation.ts';
import type { Evidence } from '#contract/finding/evidence.ts';
import { onPaper, pngParts, unpack } from '#report/images/png.ts';
import { run } from '../../cli/support/dossier.ts';
import { barriers } from '../support/axe.ts';
import { eventually, inPlace, launchBrowser, type Opened, openWindow } from '../support/browser.ts';
import { ask, give, painted } from '../support/pictures.ts';

const size = { width: 400, height: 200 };
const grey = [128, 128, 128];
const red = [214, 32, 42];
type Point = readonly [number, number];

/** A grey picture of this size; each width is another picture. */
const shot = (width = size.width): Uint8Array => painted(width, size.height, () => [128, 128, 128] as const);

function pixelsOf(png: Uint8Array) {
  const parts = pngParts(png);
  const rgb = onPaper(parts, unpack(parts));
  const { width } = parts;
  const at = ([x, y]: Point): number[] => [...rgb.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
  return { width, at };
}

describe('annotations in the window', () => {
  let browser: Browser;
  let opened: Opened;
  let page: Page;
  let finding = '';

  beforeAll(async () => {
    browser = await launchBrowser();
    opened = await openWindow(browser, { theme: 'dark' });
    ({ page } = opened);
    page.on('request', (request) => {
      if (request.url().endsWith('/call/evidence.list')) finding = JSON.parse(request.postData() ?? '').id;
    });
    await ask(page, 'home.create', { passphrase: null });
    await ask(page, 'sample.open', {});
    await page.reload();
    await page.getByRole('row').nth(3).dblclick();
    await page.getByRole('region', { name: 'Evidence' }).waitFor();
    await give(page, 'paste', [{ name: 'first.png', type: 'image/png', bytes: shot() }]);
    await item(0).locator('img').waitFor();
    await give(page, 'paste', [{ name: 'second.png', type: 'image/png', bytes: shot(500) }]);
    await item(1).locator('img').waitFor();
  });

  afterAll(async () => {
    await opened.close();
    await browser.close();
  });

  const item = (at: number): Locator =>
    page.getByRole('region', { name: 'Evidence' }).getByRole('listitem').nth(at);
  const dialog = (): Locator => page.getByRole('dialog', { name: 'Annotate' });
  const layers = (): Locator =>
    dialog().getByRole('group', { name: 'Annotations of the image' }).getByRole('button');
  const names = () => layers().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

  async function stored(at: number): Promise<Evidence> {
    const image = (await ask<readonly Evidence[]>(page, 'evidence.list', { id: finding }))[at];
    return image ?? expect.fail('there is no such image');
  }

  /** The colour of a pixel of an image as the store has it. */
  async function pixel(at: number, point: Point, original = false): Promise<number[]> {
    const { evidence } = await stored(at);
    const { content } = await ask<{ content: string }>(page, 'evidence.content', { evidence, original });
    return pixelsOf(Buffer.from(content, 'base64')).at(point);
  }

  /** The colour of a pixel of an image that the page shows. */
  const shownPixel = (image: Locator, [x, y]: Point) =>
    image.evaluate(
      async (element: HTMLImageElement, [left, top]) => {
        await element.decode().catch(() => undefined);
        const canvas = new OffscreenCanvas(element.naturalWidth || 1, element.naturalHeight || 1);
        const context = canvas.getContext('2d');
        context?.drawImage(element, 0, 0);
        return [...(context?.getImageData(left, top, 1, 1).data.subarray(0, 3) ?? [])];
      },
      [x, y] as const,
    );
  const thumbPixel = (at: number, point: Point) => shownPixel(item(at).locator('img'), point);

  async function open(at: number): Promise<void> {
    await item(at)
      .getByRole('button', { name: `Annotate image ${String(at + 1)}` })
      .click();
    await dialog().locator('img').waitFor();
    await inPlace(dialog());
  }

  async function drag(from: Point, to: Point, width = size.width): Promise<void> {
    const box =
      (await dialog().getByRole('group', { name: 'Annotations of the image' }).boundingBox()) ??
      expect.fail();
    const at = ([x, y]: Point): Point => [
      box.x + (x / width) * box.width,
      box.y + (y / size.height) * box.height,
    ];
    await page.mouse.move(...at(from));
    await page.mouse.down();
    await page.mouse.move(...at(to), { steps: 4 });
    await page.mouse.up();
  }

  const choose = async (tool: string): Promise<void> => {
    await dialog().getByRole('radio', { name: tool, exact: true }).check();
  };

  it('are drawn, moved, resized and deleted with the pointer, and shown with the image once they are saved', async () => {
    await open(0);
    await drag([50, 50], [150, 100]);
    await eventually(names).toEqual(['Box 1 of 1']);
    // The whole image can be drawn on, also in a low window.
    await page.setViewportSize({ width: 1280, height: 480 });
    const cut = await dialog()
      .locator('img')
      .evaluate((image) => {
        const room = image.parentElement?.parentElement?.getBoundingClientRect();
        return (room?.height ?? 0) + 1 < image.getBoundingClientRect().height;
      });
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(cut).toBe(false);
    await choose('Arrow');
    await drag([300, 30], [200, 60]);
    await choose('Number');
    await drag([350, 150], [350, 150]);
    await choose('Text');
    await drag([30, 150], [30, 150]);
    const text = dialog().getByLabel('Text of the annotation');
    await eventually(() => text.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('Here it is');
    await page.keyboard.press('Tab');
    await choose('Blur');
    await dialog()
      .getByText('Blur hides detail but keeps the original in the vault.')
      .waitFor({ state: 'visible' });
    await drag([300, 100], [380, 130]);
    await choose('Line');
    await drag([10, 10], [40, 10]);
    await eventually(names).toEqual([
      'Box 1 of 6',
      'Arrow 2 of 6',
      'Number 1, 3 of 6',
      'Text 4 of 6: Here it is',
      'Blur 5 of 6',
      'Line 6 of 6',
    ]);
    const wrong = await barriers(page);
    await dialog().getByRole('button', { name: 'Delete annotation' }).click();
    await eventually(names).toHaveLength(5);
    // By the frame of the box 20 to the right, then its lower right corner 30 down.
    await drag([50, 75], [70, 75]);
    await drag([170, 100], [170, 130]);
    await dialog().getByRole('button', { name: 'Save annotations' }).click();
    await dialog().waitFor({ state: 'detached' });
    await item(0).getByText('5 annotations').waitFor();
    const { annotations, changedAt } = await stored(0);
    expect(annotations.map(({ kind }) => kind)).toEqual(['box', 'arrow', 'number', 'text', 'blur']);
    const [box] = annotations as [Extract<Annotation, { kind: 'box' }>];
    const off = [box.x - 70, box.y - 50, box.width - 100, box.height - 80].map(Math.abs);
    expect([Math.max(...off) <= 2, changedAt]).toEqual([true, null]);
    const edge: Point = [box.x, box.y + 20];
    await eventually(() => thumbPixel(0, edge)).toEqual(red);
    expect([await pixel(0, edge), await pixel(0, edge, true), wrong]).toEqual([red, grey, []]);
  });

  it('are shown where a text places the image, and leave with a report of the terminal', async () => {
    const [box] = (await stored(0)).annotations as [Extract<Annotation, { kind: 'box' }>];
    const edge: Point = [box.x, box.y + 20];
    const id = finding;
    await ask(page, 'finding.edit', { id, changes: { description: 'Here: ![](evidence:first.png)' } });
    const preview = page.getByRole('group', { name: 'Description, as it reads' });
    await eventually(() => shownPixel(preview.getByRole('figure').locator('img'), edge)).toEqual(red);
    const folder = mkdtempSync(join(tmpdir(), 'dossier-annotated-'));
    const out = join(folder, 'report.pdf');
    const args = ['report', 'fjm-portal-2026', '--out', out, '--force', '--home', opened.home];
    const { code, stderr } = await run(args);
    expect([code, stderr.includes('Error')]).toEqual([0, false]);
    execFileSync('pdfimages', ['-png', out, join(folder, 'image')]);
    const wide = readdirSync(folder)
      .filter((name) => name.endsWith('.png'))
      .map((name) => pixelsOf(readFileSync(join(folder, name))))
      .find(({ width }) => width === size.width);
    rmSync(folder, { recursive: true });
    expect(wide?.at(edge)).toEqual(red);
  });

  it('are added, moved, resized, deleted, undone and redone by keys alone', async () => {
    await item(1).getByRole('button', { name: 'Annotate image 2' }).focus();
    await page.keyboard.press('Enter');
    await dialog().locator('img').waitFor();
    await eventually(() =>
      page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value ?? ''),
    ).toBe('box');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually(focused).toBe('Arrow 1 of 1');
    for (const key of ['ArrowRight', 'Control+ArrowDown', 'Shift+ArrowRight']) await page.keyboard.press(key);
    await dialog().getByRole('button', { name: 'Add arrow' }).press('Enter');
    await eventually(focused).toBe('Arrow 2 of 2');
    await page.keyboard.press('Shift+Tab');
    await eventually(focused).toBe('Arrow 1 of 2');
    await page.keyboard.press('Tab');
    await eventually(focused).toBe('Arrow 2 of 2');
    await page.keyboard.press('Delete');
    await eventually(focused).toBe('Arrow 1 of 1');
    await page.keyboard.press('Control+z');
    await eventually(names).toHaveLength(2);
    await page.keyboard.press('Control+Shift+Z');
    await eventually(names).toHaveLength(1);
    const wrong = await barriers(page);
    await dialog().getByRole('button', { name: 'Save annotations' }).press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await item(1).getByText('1 annotation').waitFor();
    // In the middle of 500 × 200 pixels, 10 to the right and 1 down; its point 10 further.
    expect([(await stored(1)).annotations, wrong]).toEqual([
      [{ kind: 'arrow', colour: 'red', size: 2, x1: 198, y1: 84, x2: 333, y2: 118 }],
      [],
    ]);
  });

  it('close one step at a time with Escape, and ask before what is not saved goes', async () => {
    await open(1);
    await dialog().getByRole('button', { name: 'Add box' }).press('Enter');
    await eventually(focused).toBe('Box 2 of 2');
    const pressed = () => layers().evaluateAll((all) => all.map((one) => one.getAttribute('aria-pressed')));
    await eventually(pressed).toEqual(['false', 'true']);
    await page.keyboard.press('Escape');
    await eventually(pressed).toEqual(['false', 'false']);
    await page.keyboard.press('Escape');
    await dialog().getByText('You have unsaved changes.').waitFor();
    const wrong = await barriers(page);
    await dialog().getByRole('button', { name: 'Keep editing' }).click();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().getByRole('button', { name: 'Discard' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect([(await stored(1)).annotations.length, wrong]).toEqual([1, []]);
  });

  it('are not burned into the image when it is covered, and stay above it', async () => {
    await open(1);
    await dialog().getByRole('button', { name: 'Cover or crop…' }).click();
    const redact = page.getByRole('dialog', { name: 'Crop or redact' });
    await redact.getByText('This image has 1 annotation, not shown here.').waitFor();
    await redact.getByRole('button', { name: 'Cover an area' }).press('Enter');
    await redact.getByRole('button', { name: 'Apply…' }).click();
    await redact.getByRole('button', { name: 'Redact permanently' }).click();
    await redact.waitFor({ state: 'detached' });
    const middle: Point = [265, 101];
    const isRed = ([r = 0, g = 0, b = 0]: readonly number[]): boolean => r > 190 && g < 60 && b < 70;
    await eventually(async () => isRed(await thumbPixel(1, middle))).toBe(true);
    const { annotations, changedAt } = await stored(1);
    expect([annotations.length, changedAt === null]).toEqual([1, false]);
    // The head of the arrow lies beside the covered area.
    const head: Point = [322, 115];
    expect([isRed(await pixel(1, middle)), isRed(await pixel(1, head))]).toEqual([true, true]);
    expect([await pixel(1, middle, true), await pixel(1, head, true)]).toEqual([[0, 0, 0], grey]);
  });

  it('of an image that is removed come back with it', async () => {
    await item(0).getByRole('button', { name: 'Remove image 1' }).click();
    await page.getByRole('button', { name: 'Remove image', exact: true }).click();
    await eventually(
      async () => (await ask<readonly Evidence[]>(page, 'evidence.list', { id: finding })).length,
    ).toBe(1);
    await eventually(() => item(1).count()).toBe(0);
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
    await item(0).getByText('5 annotations').waitFor();
    expect((await stored(0)).annotations.map(({ kind }) => kind)).toEqual([
      ...['box', 'arrow', 'number', 'text', 'blur'],
    ]);
  });

  it('that another window saved meanwhile are said to be replaced, and the page complains of nothing', async () => {
    await open(0);
    await dialog().getByRole('button', { name: 'Add box' }).press('Enter');
    await eventually(names).toHaveLength(6);
    const { evidence, sha256: madeOf, pictureSha256: seen } = await stored(0);
    await ask(page, 'evidence.annotate', { evidence, madeOf, seen, annotations: [] });
    await dialog().getByRole('alert').getByText('changed in another window').waitFor();
    await dialog().getByRole('button', { name: 'Save annotations' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect([(await stored(0)).annotations.length, opened.complaints]).toEqual([6, []]);
  });
});
