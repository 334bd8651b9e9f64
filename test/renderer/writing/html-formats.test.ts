import { describe, expect, test } from 'vitest';
import { htmlFormatted } from '#renderer/ui/editor/writing/html-formats.ts';
import type { FormatName } from '#renderer/ui/editor/writing/formatting.ts';

/** Formats a text in which `[` and `]` stand around what is selected, or `|` for the cursor. @returns the same way */
function after(name: FormatName, marked: string): string {
  const cursor = marked.indexOf('|');
  const from = cursor >= 0 ? cursor : marked.indexOf('[');
  const to = cursor >= 0 ? cursor : marked.indexOf(']') - 1;
  const text = marked.replace(/[|[\]]/gu, '');
  const { changes, anchor, head } = htmlFormatted(name, { text, from, to });
  let [made, at] = ['', 0];
  for (const change of changes) {
    made += text.slice(at, change.from) + change.insert;
    at = change.to;
  }
  made += text.slice(at);
  if (anchor === head) return `${made.slice(0, anchor)}|${made.slice(anchor)}`;
  return `${made.slice(0, anchor)}[${made.slice(anchor, head)}]${made.slice(head)}`;
}

describe('what is selected in HTML', () => {
  test.each<[FormatName, string, string]>([
    ['bold', '<p>a [word] b</p>', '<p>a <strong>[word]</strong> b</p>'],
    ['bold', '<p>a <strong>[word]</strong> b</p>', '<p>a [word] b</p>'],
    ['bold', '<p>a <b>wo|rd</b> b</p>', '<p>a wo|rd b</p>'],
    ['bold', '<p>a wo|rd b</p>', '<p>a <strong>wo|rd</strong> b</p>'],
    ['bold', '<p>a | b</p>', '<p>a <strong>|</strong> b</p>'],
    ['bold', '<p>a <strong>|</strong> b</p>', '<p>a | b</p>'],
    ['bold', '<p>a <strong>b|</strong> c</p>', '<p>a <strong>b</strong>| c</p>'],
    ['code', '<p><code>b |</code></p>', '<p><code>b </code>|</p>'],
    ['bold', '<p>[one</p><p>two]</p>', '<p><strong>[one</strong></p><p><strong>two]</strong></p>'],
    ['bold', '<p>[a <em>b] c</em></p>', '<p><strong>[a</strong> <em><strong>b]</strong> c</em></p>'],
    ['bold', '<p>[a <b>b</b> c]</p>', '<p><strong>[a b c]</strong></p>'],
    ['bold', '<p cl[ass="x">one] two</p>', '<p class="x"><strong>[one]</strong> two</p>'],
    ['italic', '<p>[a]</p>', '<p><em>[a]</em></p>'],
    ['code', '<p>[a]</p>', '<p><code>[a]</code></p>'],
    ['code', '[a\nb]', '<pre><code>[a\nb]</code></pre>'],
    ['link', '<p>[here]</p>', '<p><a href="[https://]">here</a></p>'],
    ['link', '<p>[https://h.example]</p>', '<p><a href="https://h.example">|</a></p>'],
    ['link', '<p><a href="https://h.example">he|re</a></p>', '<p><a href="[https://h.example]">here</a></p>'],
    ['list', '<p>[one</p>\n<p class="x">two]</p>', '<ul><li>[one</li>\n<li>two]</li></ul>'],
    ['list', '<ul><li>o|ne</li><li>two</li></ul>', '<p>o|ne</p><p>two</p>'],
    ['numbers', '<ul class="x"><li>o|ne</li></ul>', '<ol class="x"><li>o|ne</li></ol>'],
    ['list', 'one<br>t|wo<br>three', 'one<br><ul><li>t|wo</li></ul><br>three'],
    ['quote', '<p>[one</p><p>two]</p>', '<blockquote><p>[one</p><p>two]</p></blockquote>'],
    ['quote', '<blockquote><p>o|ne</p></blockquote>', '<p>o|ne</p>'],
    [
      'table',
      '<p>o|ne</p>x',
      '<p>one</p><table><tr><th>[Column 1]</th><th>Column 2</th><th>Column 3</th></tr><tr><td></td><td></td><td></td></tr><tr><td></td><td></td><td></td></tr></table>x',
    ],
  ])('%s: %s', (name, before, expected) => {
    expect(after(name, before)).toBe(expected);
  });
});
