import { describe, expect, test } from 'vitest';
import { parseText, visibleText } from '#domain/text/index.ts';
import { pastedMarkdown } from '#domain/text/pasted-html.ts';

const excel = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td {mso-x:1}</style></head><body>
<table border=0><!--StartFragment--><col width=64><tr height=20><td class=xl65>host</td><td>port</td></tr>
<tr><td>a|b</td><td align=right>443</td></tr><tr><td>c&nbsp;</td><td>C:\\Temp\\_x</td></tr><!--EndFragment--></table></body></html>`;

function item(marker: string, level: number, words: string): string {
  return `<p class=MsoListParagraph style='margin-left:.5in;mso-list:l0 level${String(level)} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;
}

describe('what is copied with formatting is pasted as Markdown', () => {
  test('rows of a spreadsheet are a table with the first row as its head', () => {
    expect(pastedMarkdown(excel)).toBe(
      ['| host | port |', '| - | -: |', '| a\\|b | 443 |', '| c | C:\\Temp\\_x |'].join('\n'),
    );
  });

  test('paragraphs that Word shows as entries are lists, nested by their level', () => {
    const html = `<html><body><!--StartFragment-->${item('·', 1, 'one <b>bold</b>')}\n${item('o', 2, 'inner')}\n${item('·', 1, 'two')}<p class=MsoNormal>After</p>${item('1.', 1, 'first')}${item('2.', 1, 'second')}<!--EndFragment--></body></html>`;
    expect(pastedMarkdown(html)).toBe('- one **bold**\n  - inner\n- two\n\nAfter\n\n1. first\n2. second');
  });

  test('the bold wrapper of Google Docs is none, and its styled spans are', () => {
    const html = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400">Plain </span><span style="font-weight:700">bold</span><span style="font-style:italic"> slanted</span></p><ul><li dir="ltr"><p><span>entry</span></p></li></ul></b>`;
    expect(pastedMarkdown(html)).toBe('Plain **bold** *slanted*\n\n- entry');
  });

  test('links, headings, code, struck and raised words of a page', () => {
    const html =
      '<h2>Head</h2><p>See <a href="https://h.example/a_b">the page</a>, <a href="javascript:x">no</a>, <code>a|b</code>, <s>old</s>, x<sup>2</sup></p><pre><code>line\n  two</code></pre>';
    expect(pastedMarkdown(html)).toBe(
      '## Head\n\nSee [the page](https://h.example/a_b), no, `a|b`, ~~old~~, x<sup>2</sup>\n\n```\nline\n  two\n```',
    );
  });

  test('cells keep their lines, and a table inside a cell becomes lines of it', () => {
    const html =
      '<table><tr><th>a</th><th>b</th></tr><tr><td><p>one</p><p>two</p></td><td><table><tr><td>x</td><td>y</td></tr><tr><td>z</td></tr></table></td></tr></table>';
    expect(pastedMarkdown(html)).toBe('| a | b |\n| - | - |\n| one<br>two | x y<br>z |');
  });

  test('a table that only places what is in it goes', () => {
    const html = '<table><tr><td><p>Intro</p><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>';
    expect(pastedMarkdown(html)).toContain('Intro');
  });

  test('names of programs stay as they are, and what would be markup is escaped', () => {
    const html =
      '<p>Run <b>it</b>: __init__.py, *.host.example, {{7*7}}, \\\\srv\\c$, 2*3*4</p><p>1. no list, *no* emphasis</p>';
    const pasted = pastedMarkdown(html) ?? '';
    expect(pasted).toContain('__init__.py, *.host.example, {{7*7}}, \\\\srv\\c$, 2*3*4');
    expect(visibleText(parseText(pasted))).toContain('1. no list, *no* emphasis');
  });

  test.each([
    ['', 'nothing'],
    ['<p>Only <span>words</span></p>', 'plain words'],
    [
      '<div style="font-family: Consolas, monospace; white-space: pre;"><div><b>x</b></div></div>',
      'a source editor',
    ],
    ['<style>b{}</style><!-- x -->', 'what is not shown'],
  ])('%s is left to the plain text: %s', (html) => {
    expect(pastedMarkdown(html)).toBeNull();
  });
});
