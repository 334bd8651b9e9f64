import { describe, expect, test } from 'vitest';
import { htmlToMarkdown } from '#domain/text/pasted/convert-html.ts';

describe('a text of HTML as Markdown', () => {
  test.each([
    [
      '<p>One <strong>two</strong> <em>three</em> <code>a|b</code></p><p>Four<br>five</p>',
      'One **two** *three* `a|b`\n\nFour\\\nfive',
    ],
    ['<ul><li>a<ul><li>b</li></ul></li></ul><ol start="3"><li>c</li></ol>', '- a\n  - b\n\n3. c'],
    ['<p><a href="https://h.example/a_b">link</a></p>', '[link](https://h.example/a_b)'],
    ['<pre>a\n  b</pre>', '```\na\n  b\n```'],
    [
      '<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>',
      '| a | b |\n| - | - |\n| 1 | 2 |',
    ],
    ['<p>x<sup>2</sup> &lt;b&gt; * [a](b)</p>', 'x<sup>2</sup> \\<b> \\* \\[a]\\(b)'],
    ['<p>reflects <script>alert(1)</script> here</p>', 'reflects <script>alert(1)</script> here'],
    [
      '<p>a</p><img src="data:image/png;base64,iVBORw0KGgo=" alt="Shot"><p>b</p>',
      'a\n\n![Shot](data:image/png;base64,iVBORw0KGgo=)\n\nb',
    ],
    [
      '<p>a <img src="evidence:shot.png" alt="Shot" width="50%"></p>',
      'a ![Shot](evidence:shot.png){width=50%}',
    ],
  ])('%s', (html, markdown) => {
    expect(htmlToMarkdown(html)).toEqual({ markdown, losses: [] });
  });

  test('names what Markdown has no sign for', () => {
    const html =
      '<p style="color: red; text-align: center"><u>a</u> <mark>b</mark></p><table><tr><td colspan="2">c</td></tr><tr><td><ul><li>d</li></ul></td><td>e</td></tr></table>';
    expect(htmlToMarkdown(html)?.losses).toEqual([
      'colours',
      'alignment',
      'underline',
      'highlight',
      'cells',
      'lines',
    ]);
  });
});
