import { expect, test } from 'vitest';
import { sessionOf } from '#renderer/session/account/account-session.ts';
import { textDraftsOf } from '#renderer/session/unsaved/text-drafts.ts';
import { Program } from '../support/program.ts';

test('a field counts as unsaved while it holds another text than it began with', () => {
  const { api } = new Program({});
  const drafts = textDraftsOf(api);
  const seen = () => [drafts.of('name'), drafts.isWritten, sessionOf(api).isUnsaved];
  const states = [seen()];
  drafts.keep('name', 'Mara', 'Mar');
  states.push(seen());
  // What it held at first counts, whatever the page says later.
  drafts.keep('name', 'Mar', 'Mara');
  states.push(seen());
  drafts.keep('name', '', 'x');
  states.push(seen());
  drafts.keep('name', null);
  states.push(seen());
  expect(states).toEqual([
    [null, false, false],
    ['Mara', true, true],
    ['Mar', false, false],
    ['', true, true],
    [null, false, false],
  ]);
});

test('one field that goes back leaves another unsaved, and other accounts know nothing of it', () => {
  const { api } = new Program({});
  const drafts = textDraftsOf(api);
  drafts.keep('one', 'a');
  drafts.keep('two', 'b');
  drafts.keep('one', null);
  const other = textDraftsOf(new Program({}).api);
  expect([drafts.of('two'), drafts.isWritten, other.of('two'), other.isWritten]).toEqual([
    'b',
    true,
    null,
    false,
  ]);
});
