import { expect, it } from 'vitest';
import { Notices } from '#renderer/session/notices/notices.svelte.ts';

const texts = (notices: Notices, front: symbol | null) => notices.toldIn(front).map(({ text }) => text);

it('a notice is told in the dialog that stands in front, and behind it once that is gone', () => {
  const notices = new Notices();
  const [under, over] = [Symbol('under'), Symbol('over')];
  notices.told('before');
  notices.opened(under);
  notices.done('under');
  notices.opened(over);
  notices.attention('over');
  const seen = [texts(notices, null), texts(notices, under), texts(notices, over)];
  notices.closed(over);
  const closed = [texts(notices, null), texts(notices, under)];
  notices.closed(under);
  expect([seen, closed, texts(notices, null)]).toEqual([
    [['before'], ['under'], ['over']],
    [['before'], ['under', 'over']],
    ['before', 'under', 'over'],
  ]);
});

it('a notice goes into the dialog that takes the place of the one it was told in', () => {
  const notices = new Notices();
  const [first, second] = [Symbol('first'), Symbol('second')];
  notices.opened(first);
  notices.done('said');
  // The next one is there before the last one is taken out.
  notices.opened(second);
  notices.closed(first);
  expect([texts(notices, null), texts(notices, second)]).toEqual([[], ['said']]);
});
