import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fromWireText,
  hasReferences,
  lostReferences,
  toWireText,
} from '#domain/text/references/wire-text.ts';

test('an image and a link to a finding leave as notes that people can read, and come back', () => {
  const text = 'See ![Login page](evidence:login.png) and [Weak hash](finding:42).';
  const note = 'See [Figure: Login page (evidence/login.png)] and [Finding: Weak hash (finding/42)].';
  expect(toWireText(text, 'notes')).toBe(note);
  expect(fromWireText(note)).toBe(text);
  expect(toWireText(text, 'as-written')).toBe(text);
});

test.each([
  ['[the page](evidence:login.png)', '[Image: the page (evidence/login.png)]'],
  ['[](listing:login)', '[Listing:  (listing/login)]'],
  ['[Users](table:users)', '[Table: Users (table/users)]'],
])('a link %s leaves as a note, and comes back', (text, note) => {
  expect(toWireText(`See ${text}.`, 'notes')).toBe(`See ${note}.`);
  expect(fromWireText(`See ${note}.`)).toBe(`See ${text}.`);
  expect(fromWireText(toWireText(note, 'notes'))).toBe(note);
  expect([hasReferences(text), lostReferences(`See ${text}.`, 'See .')]).toEqual([true, true]);
});

test('an image in a text of HTML leaves as the same note, and comes back as a tag', () => {
  const text =
    '<p>See <img src="evidence:login.png" alt="Login &quot;page&quot;"> and ![a](evidence:a.png).</p>';
  const note = '<p>See [Figure: Login &quot;page&quot; (evidence/login.png)] and ![a](evidence:a.png).</p>';
  expect(toWireText(text, 'notes')).toBe(note);
  expect(fromWireText(note)).toBe(text);
  expect(toWireText(text, 'as-written')).toBe(text);
  expect(lostReferences('<p><img src="evidence:a.png" alt="A"></p>', '<p><img alt="A"></p>')).toBe(true);
});

test('what somebody changed in a note is changed in the image', () => {
  expect(fromWireText('[Figure: The login page (evidence/login.png)]')).toBe(
    '![The login page](evidence:login.png)',
  );
});

test('a note that somebody typed stays what they typed', () => {
  const typed =
    'In texts, [Figure: a (evidence/b.png)] stands for an image; [Figure\\: a (evidence/b.png)] does not.';
  expect(toWireText(typed, 'as-written')).not.toBe(typed);
  expect(fromWireText(toWireText(typed, 'as-written'))).toBe(typed);
  expect(fromWireText(toWireText(typed, 'notes'))).toBe(typed);
});

test.each([
  ['an image on the web', '![a](https://example.test/a.png)'],
  ['an image whose brackets are escaped', '\\![a](evidence:a.png)'],
  ['words in brackets', '[Figure: a] (evidence/a.png)'],
  ['an image that names a finding', '![a](finding:a)'],
])('leaves %s as it is', (_what, text) => {
  expect(toWireText(text, 'notes')).toBe(text);
  expect(fromWireText(text)).toBe(text);
});

test('tells texts that refer to something from those that do not', () => {
  expect(hasReferences('a ![b](evidence:c.png)')).toBe(true);
  expect(hasReferences('a [b](finding:c)')).toBe(true);
  expect(hasReferences('a [b](https://example.test)')).toBe(false);
});

test.each([
  ['words', 'See Login page, then Weak hash.'],
  ['an empty address', 'See ![Login page](), then [Weak hash]().'],
  ['nothing', 'See , then .\n'],
])('tells a service that leaves %s of an address it does not know', (_what, shown) => {
  const sent = 'See ![Login page](evidence:login.png), then [Weak hash](finding:42).';
  expect(lostReferences(sent, shown)).toBe(true);
});

test.each([
  ['what was sent', 'See ![Login page](evidence:login.png).', 'See ![Login page](evidence:login.png).\n'],
  ['another image', 'See ![A](evidence:a.png).', 'See ![B](evidence:b.png).'],
  ['words in its place', 'See ![A](evidence:a.png).', 'See the page.'],
  ['another text', 'See ![Login page](evidence:login.png).', 'Look at Login page.'],
  ['a text without images', 'See the page.', 'See the pages.'],
])('does not take %s for it', (_what, sent, shown) => {
  expect(lostReferences(sent, shown)).toBe(false);
});

/** Texts of the pieces that the two forms are made of, in any order. */
const pieces = fc
  .array(
    fc.constantFrom(
      ...['!', '[', ']', '(', ')', '\\', ' ', '\n', 'a', 'evidence:', 'finding:', 'evidence/', 'finding/'],
      ...[
        'Figure: ',
        'Finding: ',
        '![a](evidence:b.png)',
        '[a](finding:b)',
        ' (evidence/b)]',
        ' (finding/b)]',
        ' (table/b)]',
      ],
      ...[
        '[Figure: a (evidence/b.png)]',
        '[Finding: a (finding/b)]',
        '[Image: a (evidence/b.png)]',
        '[Table: a (finding/b)]',
        '[Listing\\: a (listing/b)]',
        '[a](table:b)',
        '[](evidence:b)',
        '[Figure:  (evidence/b)]',
        '![](evidence:b)',
      ],
      ...['<p>', '</p>', '<br>', '`', '<img src="evidence:b" alt="a">', '<img src="evidence:b" alt="">'],
    ),
    { maxLength: 14 },
  )
  .map((all) => all.join(''));

test.each(['as-written', 'notes'] as const)('any text sent %s is read as the same text', (form) => {
  fc.assert(
    fc.property(pieces, (text) => {
      expect(fromWireText(toWireText(text, form))).toBe(text);
    }),
    { numRuns: 20_000 },
  );
});

test('a text with notes, read and sent again, is as it was', () => {
  fc.assert(
    fc.property(pieces, (text) => {
      const wire = toWireText(text, 'notes');
      expect(toWireText(fromWireText(wire), 'notes')).toBe(wire);
    }),
    { numRuns: 20_000 },
  );
});
