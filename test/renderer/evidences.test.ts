import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#renderer/api/api.ts';
import { Evidences } from '#renderer/state/evidences.svelte.ts';
import { isUnsaved } from '#renderer/state/unsaved.ts';
import { Program, settled } from './program.ts';

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
  const evidences = new Evidences(api, 'f1');
  const { promise: read, resolve } = Promise.withResolvers<typeof image>();
  let isHere = true;
  const done = evidences.take(
    () => read,
    () => isHere,
  );
  const reading = isUnsaved(api);
  refusal = new ApiError('locked', 'This home is locked.');
  isHere = false;
  resolve(image);
  await vi.advanceTimersByTimeAsync(60_000);
  const locked = [isUnsaved(api), added.length];
  // The page of the finding is another one by then.
  evidences.close();
  [refusal, isHere] = [null, true];
  await vi.advanceTimersByTimeAsync(3_000);
  await done;
  await settled();
  expect([reading, locked, isUnsaved(api), added]).toEqual([
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
  const evidences = new Evidences(api, 'f1');
  const broken = new ApiError('invalid', 'It cannot be read.');
  const ends = await Promise.allSettled(
    [Promise.reject(broken), Promise.resolve(image)].map((read) =>
      evidences.take(
        () => read,
        () => true,
      ),
    ),
  );
  expect([ends.map(({ status }) => status), isUnsaved(api)]).toEqual([['rejected', 'rejected'], false]);
});
