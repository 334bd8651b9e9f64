import { expect, test } from 'vitest';
import type { ReportOptions } from '#contract/deliverable/report.ts';
import { templates } from '#contract/deliverable/template.ts';
import { defaultTheme, type ReportTheme } from '#contract/deliverable/theme.ts';
import { document } from '#report/document/document.ts';
import { writeDocx } from '#report/docx/write.ts';
import { writeHtml } from '#report/html/write.ts';
import { writeMarkdown } from '#report/markdown/write.ts';
import { wordFaults } from './docx/word-faults.ts';
import { wordText } from './docx/word-text.ts';
import { engaged } from './support/engaged.ts';
import { heard, misplaced } from './support/heard.ts';
import { readOffice } from './support/office-file.ts';
import { print } from './support/pdf-tools.ts';
import { within, type XmlElement } from './support/xml.ts';

/* The last page: the company of the theme, with its address and how to reach it. */

const company = {
  name: 'Testers GmbH',
  address: ['Example Street 12', '10115 Berlin'],
  phone: '+49 (0)30 1234-56',
  email: 'info@testers.test',
  web: 'www.testers.test/pentest',
};
const lines = [company.name, ...company.address];
const reach = ['Phone', company.phone, 'Email', company.email, 'Web', company.web];
const addresses = ['tel:+4930123456', 'mailto:info@testers.test', 'https://www.testers.test/pentest'];

const snapshotWith = (theme: Partial<ReportTheme>) => ({
  ...engaged(),
  theme: { ...defaultTheme, ...theme },
});
const made = (options: Partial<ReportOptions> = {}, theme: Partial<ReportTheme> = { company }) =>
  document(snapshotWith(theme), { draft: false, ...options });

test('the back page ends what a client gets as a whole, unless it is left out or the theme names nobody', () => {
  const kinds = (options: Partial<ReportOptions>, theme?: Partial<ReportTheme>) =>
    made(options, theme).blocks.map(({ kind }) => kind);
  expect([
    templates.map((template) => kinds({ template, finding: 'f0' }).at(-1)),
    kinds({ sections: ['cover', 'limits'] }).includes('back'),
    kinds({}, {}).includes('back'),
    kinds({}, { company: {} }).includes('back'),
    kinds({}, { company: { web: 'testers.test' } }).at(-1),
  ]).toEqual([
    ['back', 'back', 'back', 'finding', 'back', 'signatures', 'signatures', 'signatures'],
    false,
    false,
    false,
    'back',
  ]);
});

test.each(['band', 'plain'] as const)(
  'a PDF with cover %s has it alone on its last page, without header, footer and number',
  async (cover) => {
    const printed = await print(snapshotWith({ company, cover }), { draft: false });
    try {
      const last = String(printed.pages);
      const words = (page: string) =>
        printed
          .run('pdftotext', ['-raw', '-f', page, '-l', page, 'FILE', '-'])
          .trim()
          .split(/\s*\n\s*/u);
      expect(words(last).join(' ')).toBe([...lines, ...reach].join(' '));
      expect(words(String(printed.pages - 1)).join(' ')).toContain(
        `Page ${String(printed.pages - 1)} of ${last}`,
      );
      const links = printed.run('pdfinfo', ['-url', '-f', last, '-l', last, 'FILE']);
      expect(addresses.filter((address) => links.includes(address))).toEqual(addresses);
    } finally {
      printed.dispose();
    }
  },
);

test('each line of it is a paragraph of its own to a reader who cannot see it', async () => {
  const said = await heard(snapshotWith({ company }), { draft: false, sections: ['cover', 'back'] });
  const elements = [...said.elements].map(([{ type }, text]) => `${type} ${text}`);
  expect(elements.slice(-9)).toEqual([...lines, ...reach].map((line) => `P ${line}`));
  expect([said.unsaid, misplaced(said)]).toEqual([[], []]);
});

test('it makes no empty page, wherever it stands', async () => {
  const pages = async (sections: NonNullable<ReportOptions['sections']>) => {
    const printed = await print(snapshotWith({ company }), { draft: true, sections });
    printed.dispose();
    return printed.pages;
  };
  expect([
    await pages(['back']),
    await pages(['cover', 'back']),
    await pages(['cover', 'limits', 'back']),
    await pages(['cover', 'back', 'limits']),
  ]).toEqual([1, 2, 3, 3]);
});

test('Word has it in a section of its own, with the header and footer of the first page', () => {
  const read = (sections?: ReportOptions['sections']) =>
    readOffice(writeDocx(made(sections === undefined ? {} : { sections }), new Map()).bytes);
  const file = read();
  expect(wordFaults(file)).toEqual([]);
  expect(wordFaults(read(['cover', 'back', 'limits']))).toEqual([]);
  const text = file.parts.get('word/document.xml');
  if (text === undefined) throw new Error('there is no document');
  const named = (element: XmlElement, name: string) =>
    [...within(element)].filter((one) => one.name === name);
  const sections = named(text, 'w:sectPr').map((section) =>
    named(section, 'w:headerReference').map(
      ({ attributes }) => `${attributes['w:type'] ?? ''} ${attributes['r:id'] ?? ''}`,
    ),
  );
  const [[usual = '', first = ''] = [], bare] = sections;
  expect([sections.length, usual.startsWith('default'), bare]).toEqual([
    2,
    true,
    [first.replace('first', 'default')],
  ]);
  expect(lines.filter((line) => !wordText(file).includes(line))).toEqual([]);
  const links = JSON.stringify(
    [...(file.parts.get('word/_rels/document.xml.rels')?.children ?? [])].map((one) =>
      typeof one === 'string' ? one : one.attributes,
    ),
  );
  expect(addresses.filter((address) => links.includes(address))).toEqual(addresses);
});

test('HTML has it at its foot, and Markdown behind a line', () => {
  const html = Buffer.from(writeHtml(made(), new Map()).bytes).toString();
  const foot = html.slice(html.indexOf('<footer>'));
  expect(foot).toMatch(
    /^<footer><address><p class="company"><bdi>Testers GmbH<\/bdi><\/p><p>Example Street 12<br>10115 Berlin<\/p>/u,
  );
  expect(addresses.filter((address) => foot.includes(`href="${address}"`))).toEqual(addresses);
  const markdown = Buffer.from(writeMarkdown(made(), new Map()).bytes).toString();
  expect(markdown.slice(markdown.lastIndexOf('\n---\n'))).toMatch(
    /^\n---\n\n\*\*Testers GmbH\*\*\n\nExample Street 12\\\n10115 Berlin\n\n- \*\*Phone:\*\* \[/u,
  );
});

test('a German report names it in German', () => {
  const block = made({ language: 'de' }).blocks.at(-1);
  expect(block?.kind === 'back' && block.reach.map(({ label }) => label)).toEqual([
    'Telefon',
    'E-Mail',
    'Web',
  ]);
});
