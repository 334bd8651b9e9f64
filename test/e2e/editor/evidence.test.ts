import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evidence } from '#contract/finding/evidence.ts';
import { joined } from '#domain/images/bytes.ts';
import { onPaper, pngParts, unpack } from '#report/images/png.ts';
import { chunk, exif, jpeg, png, secret, segment } from '../../domain/images/pictures.ts';
import { barriers } from '../support/axe.ts';
import { eventually, inPlace, launchBrowser, type Opened, openWindow } from '../support/browser.ts';
import { remembered } from '../support/day.ts';
import { ask, give, painted } from '../support/pictures.ts';

/** A red picture, 60 × 20, with something blue in it that nobody may see: 10 × 6 pixels at 20, 8. */
const shot = painted(60, 20, (x, y) =>
  x >= 20 && x < 30 && y >= 8 && y < 14 ? [30, 60, 200] : [200, 30, 30],
);

/** The images as they are shown: what is said about each, and the colours of its corners and its middle. */
async function shown(page: Page): Promise<{ kind: string; caption: string; colours: string[] }[]> {
  return page
    .getByRole('region', { name: 'Evidence' })
    .getByRole('listitem')
    .evaluateAll(async (items) =>
      Promise.all(
        items.map(async (item) => {
          const image = item.querySelector('img');
          await image?.decode();
          const [width, height] = [image?.naturalWidth ?? 1, image?.naturalHeight ?? 1];
          const canvas = new OffscreenCanvas(width, height);
          const context = canvas.getContext('2d', { willReadFrequently: true });
          if (context === null || image === null) throw new Error('nothing is shown');
          context.drawImage(image, 0, 0);
          const at = (x: number, y: number) =>
            [...context.getImageData(x, y, 1, 1).data.subarray(0, 3)].join(' ');
          return {
            kind: /(PNG|JPEG) · \d+ × \d+/.exec(item.textContent ?? '')?.[0] ?? '',
            caption: item.querySelector('textarea')?.value ?? '',
            colours: [at(0, 0), at(width >> 1, height >> 1), at(width - 1, height - 1)],
          };
        }),
      ),
    );
}

/** Keeps all that waits for the next frame of the page. @returns lets it go */
async function holdFrames(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const waiting: FrameRequestCallback[] = [];
    const frame = window.requestAnimationFrame;
    window.requestAnimationFrame = (run) => waiting.push(run);
    return { waiting, frame };
  });
  return () =>
    held.evaluate(({ waiting, frame }) => {
      window.requestAnimationFrame = frame;
      for (const run of waiting) frame(run);
    });
}

/** How many pixels of each colour a picture without transparency has. */
function countColours(content: Uint8Array): Record<string, number> {
  const parts = pngParts(content);
  const rgb = onPaper(parts, unpack(parts));
  const counts: Record<string, number> = {};
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = [...rgb.subarray(at, at + 3)].join(' ');
    counts[colour] = (counts[colour] ?? 0) + 1;
  }
  return counts;
}

/** Waits until so many images are there with their pixels. */
async function settled(page: Page, count: number): Promise<void> {
  const items = page.getByRole('region', { name: 'Evidence' }).getByRole('listitem');
  const pictures = () => items.evaluateAll((all) => all.map((item) => item.querySelector('img') !== null));
  await expect.poll(pictures).toEqual(Array.from({ length: count }, () => true));
}

const [red, green, blue, black] = ['200 30 30', '30 200 60', '30 60 200', '0 0 0'];

describe('evidence in the window', () => {
  let browser: Browser;
  let opened: Opened;
  /** The finding that is open: the one of which the page asks for images. */
  let finding = '';
  const folder = mkdtempSync(join(tmpdir(), 'dossier-evidence-'));
  const home = join(folder, 'home');

  beforeAll(async () => {
    browser = await launchBrowser();
    opened = await openWindow(browser, { home });
    opened.page.on('request', (request) => {
      if (request.url().endsWith('/call/evidence.list')) finding = JSON.parse(request.postData() ?? '').id;
    });
    await ask(opened.page, 'home.create', { passphrase: null });
    await ask(opened.page, 'sample.open', {});
    await opened.page.reload();
    await openFirst(opened.page);
  });

  afterAll(async () => {
    await opened.close();
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function openFirst(page: Page): Promise<void> {
    await page.getByRole('row').nth(3).dblclick();
    await page.getByRole('region', { name: 'Evidence' }).waitFor();
  }

  /** The panel's controls for the image at a place, from 0. */
  const item = (at: number) =>
    opened.page.getByRole('region', { name: 'Evidence' }).getByRole('listitem').nth(at);

  const kinds = async () =>
    (await shown(opened.page)).map(({ kind, colours }) => `${kind}: ${colours.join(', ')}`);

  /** The images of the finding that is open, as the program lists them. */
  async function listed(): Promise<readonly Evidence[]> {
    return ask<readonly Evidence[]>(opened.page, 'evidence.list', { id: finding });
  }

  /** What the store holds of the image at a place. */
  async function stored(at: number): Promise<Uint8Array> {
    const evidence = (await listed())[at]?.evidence;
    const { content } = await ask<{ content: string }>(opened.page, 'evidence.content', { evidence });
    return Uint8Array.from(Buffer.from(content, 'base64'));
  }

  it('is pasted, dropped and chosen, and keeps neither texts nor places', async () => {
    const { page } = opened;
    const told = png({ width: 80, height: 40, before: [chunk('tEXt', Buffer.from(secret))] });
    await give(page, 'paste', [{ name: 'told.png', type: 'image/png', bytes: told }]);
    await settled(page, 1);
    await give(page, 'drop', [{ name: 'red.png', type: 'image/png', bytes: shot }]);
    await settled(page, 2);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add images…' }).click();
    const buffer = Buffer.from(painted(30, 30, () => [30, 200, 60]));
    await (await chooser).setFiles([{ name: 'green.png', mimeType: 'image/png', buffer }]);
    await settled(page, 3);
    expect(await barriers(page)).toEqual([]);
    expect((await kinds()).slice(1)).toEqual([
      `PNG · 60 × 20: ${red}, ${red}, ${red}`,
      `PNG · 30 × 30: ${green}, ${green}, ${green}`,
    ]);
    expect(Buffer.from(await stored(0)).equals(Buffer.from(png({ width: 80, height: 40 })))).toBe(true);
  });

  it('of another format becomes a PNG, a photo that lies on its side stands up', async () => {
    const { page } = opened;
    const webp = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(16, 10);
      const context = canvas.getContext('2d');
      context?.fillRect(0, 0, 16, 10);
      const blob = await canvas.convertToBlob({ type: 'image/webp' });
      return [...new Uint8Array(await blob.arrayBuffer())];
    });
    const source = jpeg();
    const turned = joined([
      source.subarray(0, 2),
      segment(0xe1, joined([Buffer.from('Exif\0\0'), exif(6)])),
      source.subarray(2),
    ]);
    await give(page, 'paste', [
      { name: 'black.webp', type: 'image/webp', bytes: Uint8Array.from(webp) },
      { name: 'photo.jpg', type: 'image/jpeg', bytes: turned },
    ]);
    await settled(page, 5);
    const [, , , webpShown, photo] = await shown(page);
    expect([webpShown?.kind, webpShown?.colours[0], photo?.kind]).toEqual([
      'PNG · 16 × 10',
      '0 0 0',
      'JPEG · 16 × 24',
    ]);
    // Turned to the right: what was below on the left, green, is now above on the left.
    const [r = 0, g = 0, b = 0] = (photo?.colours[0] ?? '').split(' ').map(Number);
    expect(g).toBeGreaterThan(Math.max(r, b) + 60);
  });

  it('says why where a file is no image, or is there already', async () => {
    const { page } = opened;
    await give(page, 'drop', [{ name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('x') }]);
    await page.getByText('Only images can be added as evidence.').waitFor();
    await give(page, 'paste', [
      {
        name: 'bad.svg',
        type: 'image/svg+xml',
        bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      },
      {
        name: 'photo.heic',
        type: 'image/heic',
        bytes: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      },
      { name: 'red.png', type: 'image/png', bytes: shot },
    ]);
    await page.getByRole('button', { name: /^\d more$/ }).click();
    await page.getByText('photo.heic: This is a HEIC photo. Save it as JPEG first.').waitFor();
    await page
      .getByText('bad.svg: This is an SVG. Export it as a PNG, some 1,200 pixels wide, and take that.')
      .waitFor();
    await page.getByText('This image is there already: it is number 2 of this finding.').waitFor();
    await settled(page, 5);
    // Those that are there: a notice may go by itself before a hand comes to it.
    const close = page.getByRole('button', { name: 'Dismiss' });
    await close.evaluateAll((all) => all.forEach((one) => one instanceof HTMLElement && one.click()));
    await eventually(() => close.count()).toBe(0);
  });

  it('is not made of a text that carries its picture along into a field', async () => {
    const { page } = opened;
    const taken = await page.getByRole('textbox', { name: 'Title' }).evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'A cell of a table');
      clipboardData.items.add(new File(['x'], 'cell.png', { type: 'image/png' }));
      return !field.dispatchEvent(
        new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }),
      );
    });
    expect([taken, (await listed()).length]).toEqual([false, 5]);
  });

  it('is made of a file that was copied in a file manager, which gives its name as a text too', async () => {
    const { page } = opened;
    const taken = await page.getByRole('textbox', { name: 'Title' }).evaluate(
      (field, bytes) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', 'red.png');
        clipboardData.items.add(new File([Uint8Array.from(bytes)], 'red.png', { type: 'image/png' }));
        return !field.dispatchEvent(
          new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }),
        );
      },
      [...shot],
    );
    await page.getByText('This image is there already: it is number 2 of this finding.').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    expect(taken).toBe(true);
  });

  it('is put in order by keys and by the pointer, removed, and put back', async () => {
    const { page } = opened;
    const release = await holdFrames(page);
    await item(3).getByRole('button', { name: 'Remove image 4' }).click();
    const question = await barriers(page);
    await page.getByRole('button', { name: 'Remove image', exact: true }).click();
    await settled(page, 4);
    const undo = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' });
    // Under the pointer it does not leave by itself.
    await undo.hover();
    // On a slow machine the next frame comes after what the store tells: the engagements are listed anew.
    const told = page.waitForResponse('**/call/desk.status');
    await ask(page, 'view.save', { view: null, name: 'Another', query: '', sort: null });
    await (await told).finished();
    await release();
    // What asked for it is gone with the image.
    await eventually(() =>
      page.evaluate(() => document.activeElement?.closest('section')?.getAttribute('aria-label') ?? ''),
    ).toBe('Evidence');
    await undo.click();
    await settled(page, 5);
    // At the top this arrow can no more; the keys stay beside it.
    await item(1).getByRole('button', { name: 'Move image 2 up' }).press('Enter');
    await page.getByText('Moved to place 1 of 5.').waitFor({ state: 'attached' });
    await eventually(() =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''),
    ).toBe('Move image 1 down');
    await item(2).getByRole('button', { name: 'Open image 3' }).dragTo(item(1));
    await page.getByText('Moved to place 2 of 5.').waitFor({ state: 'attached' });
    await item(1).getByRole('button', { name: 'Open image 2' }).press('Alt+ArrowUp');
    await page.getByText('Moved to place 1 of 5.').waitFor({ state: 'attached' });
    const wanted = ['30 × 30', '60 × 20', '80 × 40', '16 × 10', '16 × 24'];
    await expect.poll(async () => (await shown(page)).map(({ kind }) => kind.slice(-7))).toEqual(wanted);
    expect(question).toEqual([]);
  });

  it('opens large, and keys in front of it are not for the finding behind', async () => {
    const { page } = opened;
    await item(0).getByRole('button', { name: 'Open image 1' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('PNG · 30 × 30').waitFor();
    await page.keyboard.press('ArrowRight');
    await dialog.getByText('PNG · 60 × 20').waitFor();
    const wrong = await barriers(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect([await item(0).isVisible(), wrong]).toEqual([true, []]);
  });

  it('keeps captions as they are typed, also where the program cannot take one at first', async () => {
    const busy = JSON.stringify({ ok: false, error: { code: 'busy', message: 'The store is in use.' } });
    await opened.page.route(
      '**/call/evidence.caption',
      (route) => route.fulfill({ body: busy, contentType: 'application/json' }),
      { times: 1 },
    );
    await item(1).getByRole('textbox').fill('The password in the address');
    await opened.page.getByText('A caption is not saved yet. The store is in use.').waitFor();
    await expect
      .poll(async () => (await listed()).map(({ caption }) => caption))
      .toEqual(['', 'The password in the address', '', '', '']);
  });

  it('keeps a caption that another window wrote meanwhile until the person chooses', async () => {
    const box = item(2).getByRole('textbox');
    await box.fill('The form');
    const stored = async () => (await listed())[2];
    await expect.poll(async () => (await stored())?.caption).toBe('The form');
    // The other window's comes while this one's is on its way.
    await opened.page.route(
      '**/call/evidence.caption',
      async (route) => {
        const evidence = (await stored())?.evidence ?? '';
        await ask(opened.page, 'evidence.caption', { evidence, caption: 'Of the other window' });
        await route.continue();
      },
      { times: 1 },
    );
    await box.fill('Of this window');
    await item(2).getByText('Another window wrote: Of the other window').waitFor();
    const wrong = await barriers(opened.page);
    const kept = (await stored())?.caption;
    await item(2).getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(async () => (await stored())?.caption).toBe('Of this window');
    await box.fill('');
    await expect.poll(async () => (await stored())?.caption).toBe('');
    expect([kept, wrong]).toEqual(['Of the other window', []]);
  });

  it('is cropped and redacted for good: the covered pixels are solid, and nowhere in what is stored', async () => {
    const { page } = opened;
    expect(countColours(await stored(1))).toEqual({ [red]: 60 * 20 - 60, [blue]: 60 });
    await item(1).getByRole('button', { name: 'Crop or redact The password in the address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Crop or redact “The password in the address”' });
    const sheet = dialog.getByRole('application');
    await inPlace(dialog);
    const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
      const box = await sheet.boundingBox();
      if (box === null) throw new Error('the image is not shown');
      const at = ([x, y]: readonly [number, number]) =>
        [box.x + (x / 60) * box.width, box.y + (y / 20) * box.height] as const;
      await page.mouse.move(...at(from));
      await page.mouse.down();
      await page.mouse.move(...at(to), { steps: 4 });
      await page.mouse.up();
    };
    // Drawn on before the image is there, areas without a height came about, and the dialog jumped under the pointer.
    const heights = await sheet.evaluate((it) => {
      const image = it.parentElement?.querySelector('img');
      const loaded = it.clientHeight;
      const src = image?.getAttribute('src') ?? '';
      image?.removeAttribute('src');
      const before = it.clientHeight;
      image?.setAttribute('src', src);
      return { loaded, before };
    });
    expect(heights.before).toBe(heights.loaded);
    await drag([18.5, 6.5], [31.5, 15.5]);
    await dialog.getByRole('button', { name: 'Area 1' }).waitFor();
    await drag([40.5, 2.5], [49.5, 5.5]);
    await dialog.getByRole('button', { name: 'Area 2' }).waitFor();
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByRole('button', { name: 'Area 2' }).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Crop', exact: true }).press('Enter');
    await dialog.getByRole('button', { name: 'Crop to the middle' }).press('Enter');
    // The keys are on the image now: one pixel to the right, and one wider.
    await page.keyboard.press('Control+ArrowRight');
    await page.keyboard.press('Control+Shift+ArrowRight');
    const numbers = dialog.getByRole('spinbutton');
    await eventually(() =>
      numbers.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(['8', '2', '46', '15']);
    for (const [label, value] of [
      ['X', '10'],
      ['Y', '2'],
      ['Width', '40'],
      ['Height', '16'],
    ] as const) {
      await dialog.getByLabel(label, { exact: true }).fill(value);
      await dialog.getByLabel(label, { exact: true }).press('Enter');
    }
    const wrong = await barriers(page);
    await dialog.getByRole('button', { name: 'Apply…' }).click();
    await dialog.getByText("This can't be undone").waitFor();
    wrong.push(...(await barriers(page)));
    await dialog.getByRole('button', { name: 'Redact permanently' }).click();
    await dialog.waitFor({ state: 'detached' });
    // The five images were there before too: what tells that the new pixels are is the size.
    await eventually(async () => (await shown(page))[1]?.kind).toBe('PNG · 40 × 16');
    const covered = 14 * 10;
    expect(countColours(await stored(1))).toEqual({ [red]: 40 * 16 - covered, [black]: covered });
    expect((await listed())[1]?.changedAt).not.toBeNull();
    expect(wrong).toEqual([]);
  });

  it('is not redacted by areas that were drawn before another window changed it', async () => {
    const { page } = opened;
    const { evidence, sha256: madeOf = '' } = (await listed())[0] ?? {};
    const before = await stored(0);
    const replaced = async (from: string, width: number): Promise<string> => {
      const content = Buffer.from(painted(width, 30, () => [30, 200, 60])).toString('base64');
      return (await ask<Evidence>(page, 'evidence.replace', { evidence, madeOf: from, content })).sha256;
    };
    await item(0).getByRole('button', { name: 'Crop or redact image 1' }).click();
    const dialog = page.getByRole('dialog');
    const cover = async (): Promise<void> => {
      await dialog.getByRole('button', { name: 'Cover an area' }).press('Enter');
      await dialog.getByRole('button', { name: 'Area 1' }).waitFor();
    };
    const changed = dialog.getByRole('alert').getByText('The image changed since you marked it.');
    await cover();
    const narrow = await replaced(madeOf, 20);
    // As soon as this window knows of it, the areas are gone, and it shows the finding as it is now.
    await changed.waitFor();
    const areas = await dialog.getByRole('button', { name: 'Area 1' }).count();
    await cover();
    await dialog.getByRole('button', { name: 'Apply…' }).click();
    // Before it knows of it, the program refuses.
    const told = Promise.withResolvers<void>();
    await page.route('**/call/evidence.list', async (route) => {
      await told.promise;
      await route.continue();
    });
    const narrower = await replaced(narrow, 10);
    const refused = page.waitForResponse('**/call/evidence.replace');
    await dialog.getByRole('button', { name: 'Redact permanently' }).click();
    const { error } = await (await refused).json();
    told.resolve();
    await changed.waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    const kept = await stored(0);
    await replaced(narrower, 30);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect([areas, error.code, countColours(kept), countColours(before)]).toEqual([
      0,
      'outdated',
      { [green]: 10 * 30 },
      { [green]: 30 * 30 },
    ]);
  });

  it('is still there after a restart, and nothing was complained about', async () => {
    const { page } = opened;
    // Left at once: what was typed a moment ago is saved on the way out.
    await item(4).getByRole('textbox').fill('Typed and left');
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Evidence' }).waitFor({ state: 'detached' });
    await openFirst(page);
    await settled(page, 5);
    const before = await shown(page);
    const kept = await listed();
    expect(kept.map(({ caption }) => caption)).toEqual([
      '',
      'The password in the address',
      '',
      '',
      'Typed and left',
    ]);
    expect(opened.complaints).toEqual([]);
    await remembered(page);
    await opened.close();
    opened = await openWindow(browser, { home });
    await settled(opened.page, 5);
    expect(await shown(opened.page)).toEqual(before);
    expect(await listed()).toEqual(kept);
    expect(opened.complaints).toEqual([]);
  });

  it('is shown where it was added out of sight, unless another finding is open by then', async () => {
    const { page } = opened;
    const title = page.getByRole('textbox', { name: 'Title' });
    const told = page.getByRole('region', { name: 'Notifications' });
    const show = told.getByRole('button', { name: 'Show' });
    const add = (...shades: readonly number[]) =>
      give(
        page,
        'paste',
        shades.map((shade) => ({
          name: `new-${String(shade)}.png`,
          type: 'image/png',
          bytes: painted(9, 9, () => [shade, 0, 0]),
        })),
      );
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await title.focus();
    await add(1);
    await show.click();
    await eventually(focused).toBe('Caption of image 6');

    const held = Promise.withResolvers<void>();
    await page.route(
      '**/call/evidence.add',
      async (route) => {
        await held.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await title.focus();
    await add(2);
    await page.getByText('Adding 1 of 1…').waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    // The panel of the next finding itself: that of the one before is hidden for some frames, and counts as none.
    await page.getByText('Paste a screenshot with Ctrl+V').waitFor();
    held.resolve();
    await told.getByText('1 image added to the evidence.').waitFor();
    const offered = await show.count();

    await title.focus();
    await add(3, 4);
    await settled(page, 2);
    // Under the pointer it does not leave by itself.
    await show.hover();
    await page.keyboard.press('Alt+ArrowUp');
    await settled(page, 7);
    await show.click();
    await show.waitFor({ state: 'detached' });
    expect([offered, await focused(), opened.complaints]).toEqual([
      0,
      expect.not.stringMatching(/^Caption/),
      [],
    ]);
  });

  it('is taken too where it is pasted while the one before is on its way', async () => {
    const { page } = opened;
    const before = await page.getByRole('region', { name: 'Evidence' }).getByRole('listitem').count();
    const held = Promise.withResolvers<void>();
    await page.route(
      '**/call/evidence.add',
      async (route) => {
        await held.promise;
        await route.continue();
      },
      { times: 1 },
    );
    for (const shade of [101, 102]) {
      const bytes = painted(9, 9, () => [shade, 0, 0]);
      await give(page, 'paste', [{ name: `quick-${String(shade)}.png`, type: 'image/png', bytes }]);
      await page.getByText('Adding 1 of 1…').waitFor();
    }
    held.resolve();
    await settled(page, before + 2);
    expect(opened.complaints).toEqual([]);
  });
});
