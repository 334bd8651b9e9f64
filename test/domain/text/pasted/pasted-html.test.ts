import { describe, expect, test } from 'vitest';
import { parseText, visibleText } from '#domain/text/index.ts';
import { pastedText, pastedWords, type PasteForm } from '#domain/text/pasted/pasted-html.ts';

const excel = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td {mso-x:1}</style></head><body>
<table border=0><!--StartFragment--><col width=64><tr height=20><td class=xl65>host</td><td>port</td></tr>
<tr><td>a|b</td><td align=right>443</td></tr><tr><td>c&nbsp;</td><td>C:\\Temp\\_x</td></tr><!--EndFragment--></table></body></html>`;

function pasted(html: string, form: Partial<PasteForm> = {}) {
  return pastedText(html, { format: 'markdown', images: true, ...form });
}

/** The Markdown that is pasted; null if the plain text is. */
function pastedMarkdown(html: string): string | null {
  const read = pasted(html);
  return read.kind === 'text' ? read.text : null;
}

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
      '<a href="https://h.example/#head"><svg></svg></a><h2>Head</h2><p>See <a href="https://h.example/a_b">the page</a>, <a href="javascript:x">no</a>, <code>a|b</code>, <s>old</s>, x<sup>2</sup></p><pre><code>line\n  two</code></pre>';
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

const word = 'xmlns:w="urn:schemas-microsoft-com:office:word"';

describe('what a client must not read', () => {
  test('comments of Word, their marks and deleted words are left out and named', () => {
    const html = `<html ${word}><body><p class=MsoNormal>Keep <del cite="mailto:Pat" datetime="2026-01-01">removed words</del><ins cite="mailto:Pat">added words</ins> end<span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[A1]</a></span>.</p><div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><div id="_com_1"><p class=MsoCommentText>Internal remark</p></div></div></div></body></html>`;
    expect(pasted(html)).toMatchObject({
      kind: 'text',
      text: 'Keep added words end.',
      leftOut: ['deleted', 'comments'],
    });
    expect(pastedWords(html)).toEqual({ words: 'Keep added words end.', leftOut: ['deleted', 'comments'] });
  });

  test('words that a comment of Word speaks of stay', () => {
    const html = `<html ${word}><p class=MsoNormal>The <a style='mso-comment-reference:P_1;mso-comment-date:20260101T0900'>login page</a><span class=MsoCommentReference><span style='font-size:8.0pt'><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1">[P1]</a><![endif]><span style='mso-special-character:comment'>&nbsp;</span></span></span> is <b>open</b></p></html>`;
    expect(pastedMarkdown(html)).toBe('The login page is **open**');
  });

  test.each([
    ['a style', '<p>Seen<span style="display:none;mso-hide:all"> secret</span> <b>x</b></p>'],
    ['the class of a deletion', '<p>Seen<span class=msoDel> secret</span> <b>x</b></p>'],
    ['an attribute', '<p>Seen<span hidden> secret</span> <b>x</b></p>'],
    [
      'a style sheet',
      `<html ${word}><style><!-- span.Intern {mso-style-name:Intern; display:none;} @media print {.Out {display:none}} --></style><p>Seen<span class=Intern> secret</span> <b class=Out>x</b></p></html>`,
    ],
    [
      'LibreOffice',
      '<meta name="generator" content="LibreOffice 24.8"><p>Seen<del> secret</del> <b>x</b></p>',
    ],
    ['Word for the web', '<p>Seen<span class="TextRun TrackChangeTextDeletion"> secret</span> <b>x</b></p>'],
    [
      'a page of Google Docs',
      '<p>Seen<sup><a href="https://docs.example/x#cmnt1" id="cmnt_ref1">[a]</a></sup> <b>x</b></p><div style="border:1px solid"><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span> secret</span></p></div>',
    ],
  ])('text hidden or deleted by %s is left out', (_by, html) => {
    expect(pastedMarkdown(html)).toBe('Seen **x**');
    expect(pasted(html, { format: 'html' })).toMatchObject({ text: '<p>Seen <strong>x</strong></p>' });
  });

  test('struck words of a page are a look, and stay', () => {
    expect(pastedMarkdown('<p>was <del>old</del> <s>older</s></p>')).toBe('was ~~old~~ ~~older~~');
  });

  test('hidden columns of a spreadsheet are left out', () => {
    const html =
      "<table><!--StartFragment--><col width=64><col width=0 style='display:none;mso-width-alt:0'><col width=64><tr><td>a</td><td>secret</td><td>b</td></tr><tr><td>c</td><td>secret</td><td>d</td></tr><!--EndFragment--></table>";
    expect(pastedMarkdown(html)).toBe('| a | b |\n| - | - |\n| c | d |');
  });

  test('a comment alone leaves nothing to paste, and plain words without one are left to the plain text', () => {
    const html = `<html ${word}><p style='mso-element:comment'>only this</p></html>`;
    expect(pasted(html)).toMatchObject({ kind: 'text', text: '', leftOut: ['comments'] });
    expect(pastedWords('<p>plain <b>words</b></p>')).toBeNull();
  });

  test('a text too large to be read is pasted plain only if it holds no comment', () => {
    const large = `<p>${'x'.repeat(2_000_001)}</p>`;
    expect(pasted(large)).toEqual({ kind: 'plain' });
    expect(pasted(`<p class=MsoCommentText>y</p>${large}`)).toEqual({ kind: 'too-large' });
    expect(pasted(`${'<div>'.repeat(100_000)}<del>x</del>`)).toMatchObject({
      kind: expect.stringMatching(/./u),
    });
  });
});

describe('lists keep numbers and levels', () => {
  test('a list of Word goes on where it was, also behind its inner lists', () => {
    const html = `<html ${word}>${item('5.', 1, 'fifth')}${item('a.', 2, 'sub')}${item('6.', 1, 'sixth')}<p class=MsoNormal>Between</p>${item('7)', 1, 'seventh')}${item('iii.', 2, 'third')}${item('iv.', 2, 'fourth')}</html>`;
    expect(pastedMarkdown(html)).toBe(
      '5. fifth\n   1. sub\n6. sixth\n\nBetween\n\n7. seventh\n\n   3. third\n   4. fourth',
    );
  });

  test('a list that begins anew stays apart, and letters are counted on', () => {
    expect(pastedMarkdown(item('1.', 1, 'a') + item('2.', 1, 'b') + item('1.', 1, 'c'))).toBe(
      '1. a\n2. b\n\n1) c',
    );
    expect(pastedMarkdown(item('h.', 1, 'a') + item('i.', 1, 'b') + item('j.', 1, 'c'))).toBe(
      '8. a\n9. b\n10. c',
    );
  });

  test('an entry that a tracked change deleted is none, and those behind it move up', () => {
    const html = `<html ${word}>${item('1.', 1, 'one')}${item('2.', 1, '<del cite="x">gone</del>')}${item('3.', 1, 'three')}</html>`;
    expect(pastedMarkdown(html)).toBe('1. one\n2. three');
  });

  test('entries in a cell keep their numbers', () => {
    const html = `<table><tr><td>a</td><td>b</td></tr><tr><td>${item('4.', 1, 'one')}${item('5.', 1, 'two')}</td><td><ul><li><p>x</p></li></ul></td></tr></table>`;
    expect(pastedMarkdown(html)).toBe('| a | b |\n| - | - |\n| 4. one<br>5. two | \u2022 x |');
  });

  test('a marker with words keeps its words', () => {
    expect(pastedMarkdown(item('Step 5:', 1, 'open it'))).toBe('- Step 5: open it');
  });

  test.each([
    [
      'Google Docs',
      '<b style="font-weight:normal" id="docs-internal-guid-1"><ol start="3"><li aria-level="1"><p>one</p></li><ol><li aria-level="2"><p>inner</p></li></ol><li aria-level="1"><p>two</p></li></ol></b>',
    ],
    [
      'a page of Google Docs',
      '<ol class="lst-kix_ab-0" start="3"><li>one</li></ol><ol class="lst-kix_ab-1"><li>inner</li></ol><ol class="lst-kix_ab-0" start="4"><li>two</li></ol>',
    ],
    [
      'Word for the web',
      '<div class="ListContainerWrapper"><ol start="3"><li data-aria-level="1"><p>one</p></li></ol></div><div class="ListContainerWrapper"><ol><li data-aria-level="2"><p>inner</p></li></ol></div><div class="ListContainerWrapper"><ol start="4"><li data-aria-level="1"><p>two</p></li></ol></div>',
    ],
    [
      'LibreOffice',
      '<ol start="3"><li><p>one</p><ol><li><p>inner</p></li></ol></li><li><p>two</p></li></ol>',
    ],
  ])('lists of %s are nested by their levels', (_of, html) => {
    expect(pastedMarkdown(html)?.replace(/\n+/gu, '\n')).toBe('3. one\n   1. inner\n4. two');
  });

  test('an entry with a number of its own keeps it', () => {
    expect(pastedMarkdown('<ol><li>a</li><li value="7">b</li></ol>')).toBe('1. a\n\n7) b');
  });

  test('boxes of a check list are ticked or not', () => {
    const html =
      '<ul><li role="checkbox" aria-checked="true" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" alt="checked"><p><span>done</span></p></li><li role="checkbox" aria-checked="false" aria-level="1"><p>open</p></li></ul>';
    expect(pasted(html)).toMatchObject({ text: '- [x] done\n- [ ] open', images: [], missing: 0 });
  });
});

describe('images in what is copied', () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const html = `<p>Before</p><img alt="one" src="data:image/png;base64,${png}"><p>Mid</p><img width=10 src="file:///C:/Temp/clip_image001.png"><p>After <img src="https://a.example/i.png" alt="remote"><img src="cid:x"></p>`;

  test('embedded ones are given with their places, all others are counted', () => {
    const read = pasted(html);
    expect(read).toMatchObject({ text: 'Before\n\n[one]\n\nMid\n\nAfter [remote]', missing: 3 });
    if (read.kind !== 'text') throw new Error('not pasted');
    expect(read.images).toEqual([{ type: 'image/png', content: png, caption: 'one', from: 8, to: 13 }]);
  });

  test('where no images are taken, all count', () => {
    expect(pasted(html, { images: false })).toMatchObject({ images: [], missing: 4 });
  });

  test('large ones do not make a text too large, and names of files are no captions', () => {
    const large = 'A'.repeat(3_000_000);
    const read = pasted(`<p>x</p><img alt="image001.png" src="data:image/jpeg;base64,${large}"><p>y</p>`);
    expect(read).toMatchObject({ text: 'x\n\n[image]\n\ny', missing: 0 });
    expect(read).toHaveProperty('images.0.content.length', large.length);
    expect(read).toHaveProperty('images.0.caption', '');
  });

  test('an image that a page has not loaded yet is missing, and its spacer is no image', () => {
    const spacer = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    expect(pasted(`<p><b>x</b><img src="${spacer}" data-src="https://a.example/i.png"></p>`)).toMatchObject({
      text: '**x**',
      images: [],
      missing: 1,
    });
    expect(pasted(`<p><b>x</b><img src="${spacer}"></p>`)).toMatchObject({ images: [], missing: 0 });
  });

  test('signs of chats are words, and what counts readers is nothing', () => {
    expect(
      pasted(
        '<p>Ok <img alt="👍🏽" src="https://a.example/e.png"><img width=1 height=1 src="https://a.example/p"></p>',
      ),
    ).toEqual({ kind: 'plain' });
  });
});

test('in a text of HTML, tables, links and lists are pasted as tags, and what was typed stays words', () => {
  const html =
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><div onclick="x()"><p class=a>A &lt;b&gt; <a href="https://h.example/?a=1&amp;b=2">link</a></p><ol start=4><li><p>x</p></li></ol><script>alert(1)</script></div></html>';
  expect(pasted(html, { format: 'html' })).toMatchObject({
    text: '<p>A &lt;b&gt; <a href="https://h.example/?a=1&amp;b=2">link</a></p><ol start="4"><li>x</li></ol>',
  });
});
