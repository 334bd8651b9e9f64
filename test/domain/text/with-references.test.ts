import { describe, expect, it } from 'vitest';
import { withReferences } from '#domain/text/with-references.ts';

/** A text with each reference by its kind, its name and its words. */
const told = (text: string): string =>
  withReferences(text, ({ kind, name, words }) => `<${kind} ${name} "${words}">`);

describe('the references of a text', () => {
  it.each([
    ['See [**Reset** it](finding:f-1) first.', 'See <finding f-1 "Reset it"> first.'],
    ['See [[f-1]], and [[f-2]].', 'See <finding f-1 "[[f-1]]">, and <finding f-2 "[[f-2]]">.'],
    ['![the page](evidence:a.png)', '<image a.png "the page">'],
    ['![](evidence:a.png) x', '<image a.png ""> x'],
    ['as [shot](evidence:a.png) shows', 'as <figure a.png "shot"> shows'],
    ['[a][r] ![b][s]\n\n[r]: finding:f-1\n[s]: evidence:a.png', '<finding f-1 "a"> <image a.png "b">\n\n\n'],
    ['- [a](finding:1)\n- > [b](finding:2)', '- <finding 1 "a">\n- > <finding 2 "b">'],
    ['**[a](finding:1)** _[[2]]_', '**<finding 1 "a">** _<finding 2 "[[2]]">_'],
    ['[`x`](finding:1)', '<finding 1 "x">'],
  ])('in %j become %j', (text, wanted) => {
    expect(told(text)).toBe(wanted);
  });

  it.each([
    'No reference.',
    'Write `[a](finding:1)` and `[[1]]`.',
    '```\n[a](finding:1)\n```',
    '<p><a href="finding:1">a</a> [[1]]</p>',
    '[a](https://a.test/finding:1) ![b](https://a.test/x.png)',
    '[a][r]\n\n[r]: https://a.test/evidence:',
    'Typed \\[[1]] and finding: alone',
    '[no [[1]] inside](https://a.test)',
  ])('are none in %j', (text) => {
    expect(told(text)).toBe(text);
  });

  it('leave everything else as it was typed, also in a long text', () => {
    const line = 'A line *of* prose \\* with `code`,  two blanks.\n\n';
    const text = `${line.repeat(400)}[a](finding:1)\n\n${line.repeat(400)}[b](finding:2)`;
    expect(told(text)).toBe(`${line.repeat(400)}<finding 1 "a">\n\n${line.repeat(400)}<finding 2 "b">`);
  });
});
