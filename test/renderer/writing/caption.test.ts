import { describe, expect, it } from 'vitest';
import { formatted } from '#renderer/ui/editor/writing/formatting.ts';
import { htmlFormatted } from '#renderer/ui/editor/writing/html-formats.ts';
import { linkCompletion, snippetCompletion } from '#renderer/ui/editor/completion/triggers.ts';

/** Asks for a caption where `^` stands; answers with `«»` around what is selected then. */
function captioned(written: string, format = formatted): string {
  const at = written.indexOf('^');
  const text = written.replace('^', '');
  const { changes, anchor, head } = format('caption', { text, from: at, to: at });
  let [made, done] = ['', 0];
  for (const change of changes) {
    made += text.slice(done, change.from) + change.insert;
    done = change.to;
  }
  made += text.slice(done);
  return `${made.slice(0, anchor)}«${made.slice(anchor, head)}»${made.slice(head)}`;
}

const rows = '| a | b |\n|---|---|\n| 1^ | 2 |';
const after = rows.replace('^', '');

describe('a caption', () => {
  it.each([
    [
      'goes behind the language of a fence',
      '```http\nGE^T /\n```',
      '```http caption="«Caption»"\nGET /\n```',
    ],
    ['gives a fence a language', '```\nGE^T /\n```', '```text caption="«Caption»"\nGET /\n```'],
    [
      'of a fence is selected',
      '```sh caption="Log in" {1}\ni^d\n```',
      '```sh caption="«Log in»" {1}\nid\n```',
    ],
    ['goes above a table', rows, `Table: «Caption»\n\n${after}`],
    ['is parted from words above a table', `Say.\n\n${rows}`, `Say.\n\nTable: «Caption»\n\n${after}`],
    ['above a table is selected', `Table: Users {name=u}\n\n${rows}`, `Table: «Users» {name=u}\n\n${after}`],
    ['below a table is selected', `${rows}\nTable: Users`, `${after}\nTable: «Users»`],
    [
      'makes a line a block of code',
      'Say.\n\nid^ -u\n\nMore',
      'Say.\n\n```text caption="«Caption»"\nid -u\n```\n\nMore',
    ],
  ])('%s', (_, written, made) => {
    expect(captioned(written)).toBe(made);
  });

  it('of a table in HTML is an element, and nothing elsewhere', () => {
    const inHtml = (text: string) => captioned(text, htmlFormatted);
    expect(inHtml('<table><tr><td>1^</td></tr></table>')).toBe(
      '<table><caption>«Caption»</caption><tr><td>1</td></tr></table>',
    );
    expect(inHtml('<table><caption>A</caption><tr><td>1^</td></tr></table>')).toBe(
      '<table><caption>«A»</caption><tr><td>1</td></tr></table>',
    );
    expect(inHtml('<p>1^</p>')).toBe('<p>1«»</p>');
  });
});

it('a slash offers blocks with a caption behind the snippets, where a line begins', async () => {
  const offer = {
    list: [{ name: 'List of users', text: 'x' }],
    fill: (text: string) => ({ text, cursor: 0 }),
  };
  const { entries } = snippetCompletion(offer);
  const titles = async (isFirst: boolean) => (await entries?.('li', isFirst))?.map(({ title }) => title);
  expect([await titles(true), await titles(false)]).toEqual([
    ['List of users', 'Listing'],
    ['List of users'],
  ]);
  const [, listing] = (await entries?.('li', true)) ?? [];
  expect(listing?.fill()).toEqual({ text: '```text caption="" showLineNumbers\n\n```', cursor: 17 });
  expect(linkCompletion(null).entries).toBeNull();
});
