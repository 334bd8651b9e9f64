import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#renderer/api/api.ts';
import { Evidences } from '#renderer/features/evidence/evidence.state.svelte.ts';
import { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { sessionOf } from '#renderer/session/account/account-session.ts';
import { Program, settled, withBase64 } from '../../support/program.ts';

withBase64();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const image = { name: 'login.png', content: '', originalSha256: null };

it('an image counts as not saved until the store has it, and a lock only delays it', async () => {
  let refusal: ApiError | null = null;
  const added: unknown[] = [];
  const { api } = new Program({
    'evidence.list': () => [],
    'evidence.add': (given) => {
      if (refusal !== null) throw refusal;
      added.push(given);
      return {};
    },
  });
  const evidences = new Evidences(api, new Notices(), 'f1');
  const { promise: read, resolve } = Promise.withResolvers<typeof image>();
  let isHere = true;
  const done = evidences.take(
    () => read,
    () => isHere,
  );
  const reading = sessionOf(api).isUnsaved;
  refusal = new ApiError('locked', 'This vault is locked.');
  isHere = false;
  resolve(image);
  await vi.advanceTimersByTimeAsync(60_000);
  const locked = [sessionOf(api).isUnsaved, added.length];
  // The page of the finding is another one by then.
  evidences.close();
  [refusal, isHere] = [null, true];
  await vi.advanceTimersByTimeAsync(3_000);
  await done;
  await settled();
  expect([reading, locked, sessionOf(api).isUnsaved, added]).toEqual([
    true,
    [true, 0],
    false,
    [{ id: 'f1', name: 'login.png', content: '' }],
  ]);
});

it('an image that cannot be read, or is refused, does not wait', async () => {
  const { api } = new Program({
    'evidence.list': () => [],
    'evidence.add': () => {
      throw new ApiError('invalid', 'This is no image.');
    },
  });
  const evidences = new Evidences(api, new Notices(), 'f1');
  const broken = new ApiError('invalid', 'It cannot be read.');
  const ends = await Promise.allSettled(
    [Promise.reject(broken), Promise.resolve(image)].map((read) =>
      evidences.take(
        () => read,
        () => true,
      ),
    ),
  );
  expect([ends.map(({ status }) => status), sessionOf(api).isUnsaved]).toEqual([
    ['rejected', 'rejected'],
    false,
  ]);
});

/** An image with a caption, in a store that another window writes to. */
async function atCaption() {
  const store = { images: [{ evidence: 'e1', sha256: 'a', pictureSha256: 'a', caption: 'Start' }] };
  const { api } = new Program({
    'evidence.list': () => store.images,
    'evidence.content': () => ({ type: 'image/png', content: '' }),
    'evidence.caption': ({ caption, seen = [] }) => {
      const [image] = store.images;
      if (image === undefined) throw new ApiError('not-found', 'There is no such image.');
      if (!seen.includes(image.caption)) throw new ApiError('outdated', 'Another caption was written.');
      store.images = [{ ...image, caption }];
      return store.images[0];
    },
  });
  const notices = new Notices();
  const evidences = new Evidences(api, notices, 'f1');
  await evidences.refresh();
  const write = (caption: string) => {
    store.images = store.images.map((one) => ({ ...one, caption }));
  };
  const image = () => evidences.list?.[0] ?? expect.fail();
  const wait = async () => {
    await vi.advanceTimersByTimeAsync(10_000);
    await settled();
  };
  return { api, store, notices, evidences, write, image, wait };
}

it.each([
  { choice: 'keeps their own', choose: 'keepMine', kept: 'Of this window' },
  { choice: 'takes that one', choose: 'takeTheirs', kept: 'Of another window' },
] as const)(
  'a caption that another window wrote meanwhile is not overwritten until the person $choice',
  async ({ choose, kept }) => {
    const { api, store, evidences, write, image, wait } = await atCaption();
    evidences.type('e1', 'Of this window');
    write('Of another window');
    await wait();
    const before = [store.images[0]?.caption, evidences.captionOf(image()), evidences.elsewhereOf(image())];
    const unsaved = sessionOf(api).isUnsaved;
    evidences[choose](image());
    await wait();
    expect([before, unsaved, store.images[0]?.caption, evidences.captionOf(image())]).toEqual([
      ['Of another window', 'Of this window', 'Of another window'],
      true,
      kept,
      kept,
    ]);
    expect([evidences.elsewhereOf(image()), evidences.failure, sessionOf(api).isUnsaved]).toEqual([
      null,
      null,
      false,
    ]);
  },
);

it('captions of one window that follow each other are not taken for those of another', async () => {
  const { store, evidences, image } = await atCaption();
  evidences.type('e1', 'One');
  const first = evidences.saveNow();
  evidences.type('e1', 'One, two');
  await Promise.all([first, evidences.saveNow()]);
  await settled();
  expect([store.images[0]?.caption, evidences.elsewhereOf(image())]).toEqual(['One, two', null]);
});

it.each(['while it is typed', 'when the list is read'])(
  'a caption whose image is removed elsewhere is told and can be copied, where that is found %s',
  async (when) => {
    const { api, store, notices, evidences, write, wait } = await atCaption();
    evidences.type('e1', 'Of this window');
    // One that waits for the person is sent by nobody.
    if (when === 'when the list is read') {
      write('Of another window');
      await wait();
    }
    store.images = [];
    if (when === 'when the list is read') await evidences.refresh();
    await wait();
    expect([notices.list.map(({ text, action }) => [text, action?.label]), evidences.failure]).toEqual([
      [['An image was removed elsewhere. The caption that you wrote for it was not saved.', 'Copy it']],
      null,
    ]);
    expect(sessionOf(api).isUnsaved).toBe(false);
  },
);
