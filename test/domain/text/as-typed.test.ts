import { describe, expect, test } from 'vitest';
import type { Nodes } from 'hast';
import { parseText, visibleText, type TextFormat } from '#domain/text/index.ts';

const seen = (source: string) => visibleText(parseText(source, 'markdown')).trim();

/** A text as its formatting, in angle brackets, and its words. */
function marked(source: string, format: TextFormat = 'markdown'): string {
  const walk = (node: Nodes): string => {
    if (node.type === 'text') return node.value;
    const inside = 'children' in node ? node.children.map(walk).join('') : '';
    return node.type === 'element' && node.tagName !== 'p'
      ? `<${node.tagName}>${inside}</${node.tagName}>`
      : inside;
  };
  return walk(parseText(source, format));
}

describe('what findings speak of is shown as it was typed', () => {
  test.each([
    'Run __init__.py, then the __proto__ trick, __main__ and __FILE__.',
    'All of *.corp.example and *.web.example, (*.api.example), *.x.*, files.* and */*.',
    'Product 2*3*4, 2**3**4, template {{9*9}}, ${9*9}, <%= 9*9 %>, #{9*9}.',
    String.raw`Share \\srv02\d$ and C:\Windows\_temp_\[old] and \\10.1.1.1\ADMIN$ and D:\_a_\*.*`,
    String.raw`Account CORP\_backup, .\_local, ..\_up, \\_srv_\share, \\?\C:\x, %TEMP%\_x, \\.\pipe\_y_`,
    'Between (~2.1) and (~3.4), 10~15 and 30~35.',
    'The payload <script>alert(document.cookie)</script> and <b>test</b>, <img src=x onerror=y>',
    'some_snake_case_name, _csrf_token_, _v2_, $_GET[x], [x]-like [text] and [a][b]',
    'Encoded as &amp; and &lt;b&gt;, &#39; or &#x27;',
    String.raw`Pattern ^\d+\.\d+$, www\.host\.example, say \"hi\", it\'s, a\/b, \x41, foo\(1\), grep 'a\|b'`,
    'f(*args, **kwargs) and g(**kw); SELECT * FROM t WHERE a=*b* OR c',
    String.raw`%TEMP%\*_old_*, C:\*_*\_x_, db.*_copy_*.sql, *_*_*, a*_b_*c, /**_glob_**/, x_*_y_*`,
    '/* comment */ and /*!50000UNION*/ and Accept: */*, cron */5 * * * *',
    'accounts *-admin and *-dev, user-* and dev-*',
    '<!-- note --> and </close> and a < b > c',
    String.raw`Filter ^\*\.corp\.example$ and \.\*\.js, class [^\]]+ and ^[^\]]+\]$, (\*|\+)x`,
    String.raw`Formula \[ a_b \] here`,
    '>= 5 attempts lock it',
    '* * * * * root /opt/backup.sh\n*/5 * * * * id',
    '* 2 * * 1-5 root /opt/backup.sh',
    'Send &#0000106;&#0000097; and &#x6A; and &#X6A;',
    '>5 attempts lock it\n>=3 of them in a row',
    'Result text\n-',
    'A\n=',
  ])('%s', (source) => {
    expect(seen(source)).toBe(source);
  });

  test('a path at the end of a line keeps its last backslash, as a command does', () => {
    expect(seen('In C:\\Users\\\nand more')).toBe('In C:\\Users\\\nand more');
    expect(seen('curl -k \\\n -d x')).toBe('curl -k \\\n-d x');
  });
});

describe('what prose marks is formatted', () => {
  test.each([
    ['**bold** and *emphasis*, _this_ too', '<strong>bold</strong> and <em>emphasis</em>, <em>this</em> too'],
    ['__two words__, __Note__, ***both***', '<strong>two words</strong>, <strong>Note</strong>, <em><strong>both</strong></em>'],
    ['("*quoted*"), *Sentence.* **Note:** x', '("<em>quoted</em>"), <em>Sentence.</em> <strong>Note:</strong> x'],
    ['**Impact –** text, **Step 1 →** x', '<strong>Impact –</strong> text, <strong>Step 1 →</strong> x'],
    ['**C**ross **S**ite', '<strong>C</strong>ross <strong>S</strong>ite'],
    ['**/etc/passwd** **.NET** **$100** **-5**', '<strong>/etc/passwd</strong> <strong>.NET</strong> <strong>$100</strong> <strong>-5</strong>'],
    ['*a*/*b*, **x**/**y**, *self*-signed', '<em>a</em>/<em>b</em>, <strong>x</strong>/<strong>y</strong>, <em>self</em>-signed'],
    ['这是**重要**的', '这是<strong>重要</strong>的'],
    ['~~gone~~ **`code`** *[l](https://h.example)*', '<del>gone</del> <strong><code>code</code></strong> <em><a>l</a></em>'],
    ['**bold**_and_ *a*_b_', '<strong>bold</strong><em>and</em> <em>a</em><em>b</em>'],
    ['**_both_** _**both**_', '<strong><em>both</em></strong> <em><strong>both</strong></em>'],
    ['**bold *inner* bold**', '<strong>bold <em>inner</em> bold</strong>'],
    [String.raw`\*no\* \_no\_ \[x\] my\_name \<b\> \`x\` \~~x~~`, '*no* _no_ [x] my_name <b> `x` ~~x~~'],
    ['1\\. not a list', '1. not a list'],
    ['\\# no heading', '# no heading'],
    ['\\- no entry', '- no entry'],
    ['a&nbsp;b', 'a\u00a0b'],
  ])('%s', (source, expected) => {
    expect(marked(source)).toBe(expected);
  }); // prettier-ignore
});

describe('tables keep every word', () => {
  test('a pipe inside code ends no cell', () => {
    expect(marked('| cmd | out |\n|---|---|\n| `ps | sort` | seen |').replaceAll('\n', '')).toContain(
      '<td><code>ps | sort</code></td><td>seen</td>',
    );
  });

  test('cells beyond the head stay', () => {
    expect(seen('| a | b |\n|---|---|\n| 1 | 2 | three | four |').replace(/\s+/gu, ' ')).toBe(
      'a b 1 2 three four',
    );
  });
});

describe('tags without a sign in Markdown', () => {
  test('are shown as what they mean where they are closed', () => {
    expect(marked('H<sub>2</sub>O, x<sup>2</sup>, <kbd>Ctrl</kbd>')).toBe(
      'H<sub>2</sub>O, x<sup>2</sup>, <kbd>Ctrl</kbd>',
    );
    expect(marked('one<br>two')).toBe('one<br></br>two');
  });

  test('are shown as they were written where they are not', () => {
    for (const source of ['x <sub>y', 'x</sup> y', '<kbd class="k">x</kbd>', '<a name="top"></a>Top'])
      expect(seen(source)).toBe(source);
    expect(visibleText(parseText('<p>a <sub>b</p>', 'html')).trim()).toBe('a <sub>b');
  });

  test('fold open: what they hid stands below their summary', () => {
    const source = '<details>\n<summary>More *here*</summary>\n\nA **word**.\n\n</details>\n\nEnd';
    expect(marked(source).replaceAll('\n', '')).toBe(
      '<strong>More <em>here</em></strong>A <strong>word</strong>.End',
    );
    expect(seen('<details>\nnever closed')).toBe('<details>\nnever closed');
  });

  test('fold open in HTML too', () => {
    const html = (source: string) => marked(source, 'html').replaceAll('\n', '');
    expect(html('<p>a</p><details open><summary>More</summary><p>A <b>word</b>.</p></details>')).toBe(
      'a<div><strong>More</strong>A <b>word</b>.</div>',
    );
    expect(html('<details><summary><h3>More</h3></summary>x</details>')).toBe(
      '<div><div><h3>More</h3></div>x</div>',
    );
    expect(html('<p>a</p><details><summary>never closed')).toBe('a<details><summary>never closed');
  });
});

test.each([
  ['1. a\n2. b\n5. c', [1, 5]],
  ['3. a\n3. b\n4. c', [3, 3]],
  ['1. a\n1. b\n1. c', [1]],
  ['> 2) a\n> 7) b', [2, 7]],
  ['<ol start="5"><li>a<li value=9>b<li>c</ol>', [5, 9]],
])('the numbers of the list %j are printed as typed', (source, starts) => {
  const walk = (node: Nodes): number[] => {
    const inside = 'children' in node ? node.children.flatMap(walk) : [];
    if (node.type !== 'element' || node.tagName !== 'ol') return inside;
    return [Number(node.properties['start'] ?? 1), ...inside];
  };
  expect(walk(parseText(source))).toEqual(starts);
});

test('footnotes are numbered in the text and stand at its end', () => {
  expect(seen('One[^b] and two[^a].\n\n[^a]: Note A.\n[^b]: Note B.')).toBe(
    'One[1] and two[2].\n[1] Note B.\n\n[2] Note A.',
  );
  expect(seen('No note[^x].')).toBe('No note[^x].');
});

describe('links', () => {
  const links = (source: string): string[] => {
    const walk = (node: Nodes): string[] => {
      const inside = 'children' in node ? node.children.flatMap(walk) : [];
      return node.type === 'element' && node.tagName === 'a'
        ? [String(node.properties['href']), ...inside]
        : inside;
    };
    return walk(parseText(source, 'markdown'));
  };

  test.each([
    ['[f](file:///c:/tmp/b.txt)', 'f (file:///c:/tmp/b.txt)'],
    [String.raw`[u](\\srv02\share\b.txt)`, String.raw`u (\\srv02\share\b.txt)`],
    [String.raw`[u](\\srv02\my share\b.txt)`, String.raw`u (\\srv02\my share\b.txt)`],
    ['[t](tel:+49123)', 't (tel:+49123)'],
    ['[j](javascript:alert(2))', 'j (javascript:alert(2))'],
    ['[w](../wiki/page)', 'w (../wiki/page)'],
    ['<javascript:alert(1)>', '<javascript:alert(1)>'],
  ])('%s leads nowhere and shows its address', (source, expected) => {
    expect(seen(source)).toBe(expected);
    expect(links(source)).toEqual([]);
  });

  test.each([
    ['[s](https://h.example/a b)', 's', 'https://h.example/a%20b'],
    ['[w](https://h.example/A_(b)_c)', 'w', 'https://h.example/A_(b)_c'],
    ['[w](https://h.example/A_(b) then', 'w then', 'https://h.example/A_(b)'],
    ['www.h.example/_y_', 'www.h.example/_y_', 'http://www.h.example/_y_'],
    ['https://h.example/a_b_c/*x*/(1)?q=a_b', 'https://h.example/a_b_c/*x*/(1)?q=a_b', 'https://h.example/a_b_c/*x*/(1)?q=a_b'],
    ['[](https://h.example/c)', 'https://h.example/c', 'https://h.example/c'],
    ['[q](https://h.example "said so")', 'q (said so)', 'https://h.example'],
  ])('%s leads to its page', (source, expected, href) => {
    expect(seen(source)).toBe(expected);
    expect(links(source)).toEqual([href]);
  }); // prettier-ignore
});

describe('what stands behind or below a text is no sign of it', () => {
  test.each([
    [
      'a line of dashes below several lines is a rule',
      'Host: a\nPort: 3\n---\nrest',
      'Host: a<br></br>Port: 3\n<hr></hr>\nrest',
    ],
    [
      'front matter keeps its lines',
      '---\ntitle: x\nauthor: y\n---',
      '<hr></hr>\ntitle: x<br></br>author: y\n<hr></hr>',
    ],
    [
      'a line of dashes below one line makes a heading',
      'Title\n-----\n\n# A\nB\n===',
      '<h2>Title</h2>\n<h1>A</h1>\n<h1>B</h1>',
    ],
    ['a row of a table is no heading', '| a |\n---', '| a |\n<hr></hr>'],
    ['a command behind a fence is printed', '```whoami\nroot\n```', '<pre><code>whoami\nroot</code></pre>'],
    ['a language behind a fence is not', '```PowerShell\nls\n```', '<pre><code>ls</code></pre>'],
    [
      'back-ticks behind the last line of code end it',
      '```\nid\nuid=0```\n\n**After**',
      '<pre><code>id\nuid=0</code></pre>\n<strong>After</strong>',
    ],
    [
      'words behind the back-ticks that end code are words',
      '```\nid\n``` This shows **root**.\n\n- a',
      '<pre><code>id</code></pre>\nThis shows <strong>root</strong>.\n<ul>\n<li>a</li>\n</ul>',
    ],
    [
      'code on the lines of its fence is code',
      'Run\n```line1\nline2``` and go on',
      'Run\n<pre><code>line1\nline2</code></pre>\nand go on',
    ],
    [
      'a fence in a quote ends there',
      '> ```sh\n> id\n> ```\n\nAfter',
      '<blockquote>\n<pre><code>id</code></pre>\n</blockquote>\nAfter',
    ],
    [
      'a label in bold ends before a word',
      '**Note:**text and **bold**',
      '<strong>Note:</strong>text and <strong>bold</strong>',
    ],
    [
      'a label in bold ends before a word of any script',
      '**\u6ce8\u610f\uff1a**\u6587\u672c',
      '<strong>\u6ce8\u610f\uff1a</strong>\u6587\u672c',
    ],
    [
      'a tag in an entry of a list stands in its line',
      '- Enter <script>x</script> there',
      '<ul>\n<li>Enter <script>x</script> there</li>\n</ul>',
    ],
  ])('%s', (_name, source, shown) => {
    expect(marked(source)).toBe(shown);
  });
});
