import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#renderer/api/api.ts';
import { TextImages } from '#renderer/session/text-images.svelte.ts';
import { Program, settled, withBase64 } from '../support/program.ts';

withBase64();

const urls = { made: 0, revoked: [] as string[] };
beforeEach(() => {
  Object.assign(urls, { made: 0, revoked: [] });
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${String((urls.made += 1))}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void urls.revoked.push(url));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const imageOf = (originalName: string, pictureSha256 = originalName, width = 800) => ({
  evidence: `e-${originalName}`,
  originalName,
  pictureSha256,
  caption: `About ${originalName}`,
  width,
  height: 600,
});

/** A finding with these images; `asked` names what the program was asked for. */
function finding(images: ReturnType<typeof imageOf>[]) {
  const asked: string[] = [];
  const refusals = new Map<string, ApiError>();
  const program = new Program({
    'evidence.list': () => {
      asked.push('list');
      return images;
    },
    'evidence.content': ({ evidence }) => {
      asked.push(evidence);
      const refusal = refusals.get(evidence);
      if (refusal !== undefined) throw refusal;
      return { type: 'image/png', content: 'AAAA' };
    },
  });
  return { program, asked, refusals, images, shown: new TextImages(program.api, 'f1') };
}

test('a text asks for the images once one is named, and for the pixels of that one alone', async () => {
  const { asked, shown } = finding([imageOf('login.png'), imageOf('menu.png')]);
  await shown.refresh();
  expect(asked).toEqual([]);
  expect(shown.picture('login.png')).toBeUndefined();
  await settled();
  expect(shown.picture('login.png')).toEqual({
    url: undefined,
    caption: 'About login.png',
    width: 800,
    height: 600,
    phone: false,
  });
  await settled();
  expect([shown.picture('login.png')?.url, shown.picture('nothing.png')]).toEqual(['blob:1', null]);
  await settled();
  expect(asked).toEqual(['list', 'e-login.png']);
});

test('all images, and the number of a figure, are known once they were asked for', async () => {
  const { asked, shown } = finding([imageOf('login.png'), imageOf('menu.png')]);
  const textOf = (field: string): string =>
    field === 'description' ? '![](evidence:login.png)\n\n![](evidence:menu.png)' : '';
  expect([shown.all, shown.numberOf('menu.png', textOf)]).toEqual([[], undefined]);
  await settled();
  expect(shown.all.map(({ evidence }) => evidence)).toEqual(['e-login.png', 'e-menu.png']);
  expect([shown.numberOf('menu.png', textOf), shown.numberOf('nothing.png', textOf)]).toEqual([2, null]);
  expect([shown.starts(textOf).remediation, asked]).toEqual([3, ['list']]);
});

test('pixels are fetched once, however many images a text shows, and anew if they were changed', async () => {
  const { asked, shown, images } = finding([imageOf('login.png'), imageOf('menu.png')]);
  const show = async (): Promise<unknown[]> => {
    for (let turn = 0; turn < 2; turn += 1) {
      for (const { originalName } of images) shown.picture(originalName);
      await settled();
    }
    return images.map(({ originalName }) => shown.picture(originalName)?.url);
  };
  expect(await show()).toEqual(['blob:1', 'blob:2']);
  images.splice(0, 1, imageOf('login.png', 'other'));
  await shown.refresh();
  expect(await show()).toEqual(['blob:3', 'blob:2']);
  expect(asked).toEqual(['list', 'e-login.png', 'e-menu.png', 'list', 'e-login.png']);
});

test('lost pixels are told as lost; those that only could not be read now are asked for again', async () => {
  const { shown, refusals } = finding([imageOf('lost.png'), imageOf('late.png')]);
  refusals.set('e-lost.png', new ApiError('not-found', 'There is no such image.'));
  refusals.set('e-late.png', new ApiError('busy', 'Try again.'));
  const urlsOf = (): unknown[] => ['lost.png', 'late.png'].map((name) => shown.picture(name)?.url);
  urlsOf();
  await settled();
  urlsOf();
  await settled();
  expect(urlsOf()).toEqual([null, undefined]);
  refusals.clear();
  await shown.refresh();
  expect(urlsOf()).toEqual([null, 'blob:1']);
});

test('what is not shown any more lets go of its pixels, also of those that come late', async () => {
  const { program, shown } = finding([imageOf('login.png'), imageOf('menu.png')]);
  shown.picture('login.png');
  await settled();
  shown.picture('login.png');
  await settled();
  const release = program.hold('evidence.content');
  shown.picture('menu.png');
  await settled();
  shown.close();
  expect(urls.revoked).toEqual(['blob:1']);
  await release();
  expect(urls.revoked).toEqual(['blob:1', 'blob:2']);
});

test('the newest list wins', async () => {
  const { program, shown, images } = finding([imageOf('old.png')]);
  const release = program.hold('evidence.list');
  expect(shown.all).toEqual([]);
  await settled();
  images.splice(0, 1, imageOf('new.png'));
  await shown.refresh();
  await release();
  expect(shown.all.map(({ originalName }) => originalName)).toEqual(['new.png']);
});
