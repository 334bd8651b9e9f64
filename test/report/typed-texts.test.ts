import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { expect, test } from 'vitest';
import { writeFormat } from '#report/process/write-format.ts';
import { readMarkdown } from './support/format-texts.ts';
import { print } from './support/pdf-tools.ts';
import { snapshotOf } from './support/snapshots.ts';

/* Texts as testers type them, read back from the PDF, from the HTML as a browser shows it, and from the Markdown file. */

const closed = (text: string): string => text.normalize('NFC').replace(/[\s\u2022\u200b]+/gu, '');

function htmlText(source: string): string {
  const walk = (node: DefaultTreeAdapterTypes.Node): string => {
    if ('value' in node) return node.value;
    if (/^(?:style|script|title)$/u.test(node.nodeName) || !('childNodes' in node)) return '';
    return node.childNodes.map(walk).join('');
  };
  return walk(parse(source));
}

/** One text in the three formats, without blanks. */
async function printed(description: string): Promise<Readonly<Record<string, string>>> {
  const snapshot = snapshotOf([{ title: 'A finding', severity: 'medium', description }]);
  const written = async (format: 'html' | 'markdown'): Promise<string> => {
    const options = { draft: false, format };
    const { bytes } = await writeFormat({ snapshot, options, bytes: new Map() }, () => undefined);
    return Buffer.from(bytes).toString();
  };
  const pdf = await print(snapshot, { draft: false });
  try {
    return {
      pdf: closed(pdf.text(1, pdf.pages)),
      html: closed(htmlText(await written('html'))),
      markdown: closed(readMarkdown(await written('markdown'))),
    };
  } finally {
    pdf.dispose();
  }
}

const raw = String.raw;
const alike: readonly (readonly [string, string])[] = [
  ['wildcards between marks', raw`Copy %TEMP%\*_old_*, C:\*_*\_x_, db.*_copy_*.sql, a*_b_*c and *_*_*.`],
  ['device paths', raw`Open \\?\D:\Users\*\*.log, \\.\pipe\_svc_, HKLM\SOFTWARE\_x_\*, C:\[a]\(b)\#1\!c.`],
  ['templates', raw`Send ${'$'}{{<%[%'"}}%\, {{cfg.__class__.__init__['os']}}, {% x() %}, *{8*8}, @(1+2), ~{x}.`],
  ['patterns', raw`Match ^(a|b)*?\d{1,3}\.[^\]]+$ or /[*_~]+/g or (?<name>\w+) or \$\{jndi:ldap://x\} or [^1].`],
  ['types and tags', 'A Map<K,V> of List<String>, "><svg/onload=alert(1)>, <?php echo 1 ?>, a<b, b>c, x <- y, <=>.'],
  ['tildes', 'In ~/.ssh after ~5 ms, 5~10, ~a~, H~2~O, ~~~x~~~ and user~~ with ~~ alone.'],
  ['signs at the start of lines', '--list all\n-p port\n#tag\n+1 555 1234\n= 2\n*** three\n** two'],
  ['numbers of entries', '1. one\n3. three\n7. seven\n\nBetween.\n\n1986. a year'],
  ['data that is no image', 'Send data:text/html,<b>x</b> and data:image/png and data:, then.'],
  ['names with marks', 'The **kwargs of __main__, $_POST[__x__], a__b__c, _csrf_token_, *args and 2**8**2.'],
]; // prettier-ignore

test.each(alike)('%s read as they were typed, in every format', async (_name, source) => {
  const texts = await printed(source);
  for (const [format, text] of Object.entries(texts)) {
    // A list says its numbers by itself in HTML and Markdown.
    const typed = format === 'pdf' ? source : source.replace(/^\d+\. (?=[a-z])/gmu, '');
    expect(text, format).toContain(closed(typed));
  }
});

test.each([
  ['a link without words', 'See [](https://h.example/lost) here.', 'See https://h.example/lost here.'],
  ['a table with cells to spare', '| a | b |\n|---|---|\n| 1 | 2 | three | four |\n| `x | y` | z |', 'a b 1 2 three four x | y z'],
  ['what folds', '<p>a</p><details><summary>More</summary>Hidden</details>', 'a More Hidden'],
  ['data beyond all measure', `The answer is data:font/woff2;base64,${'QUJD'.repeat(600)} and more.`, 'The answer is data:font/woff2;base64,QUJDQUJDQUJDQUJDQUJDQUJD… (2,423 characters) and more.'],
] as const)('%s is printed in every format', async (_name, source, expected) => {
  for (const [format, text] of Object.entries(await printed(source)))
    expect(text, format).toContain(closed(expected));
}); // prettier-ignore
