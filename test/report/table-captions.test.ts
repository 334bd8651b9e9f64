import { expect, test } from 'vitest';
import { document } from '#report/document/document.ts';
import { writeDocx } from '#report/docx/write.ts';
import { writeHtml } from '#report/html/write.ts';
import { writeMarkdown } from '#report/markdown/write.ts';
import { writeTickets } from '#report/tickets/write.ts';
import { wordFaults } from './docx/word-faults.ts';
import { wordText } from './docx/word-text.ts';
import { heard } from './support/heard.ts';
import { readOffice } from './support/office-file.ts';
import { linksByPage } from './support/pdf-links.ts';
import { print } from './support/pdf-tools.ts';
import { snapshotOf } from './support/snapshots.ts';

/* Tables of texts with captions, in each format. */

const rows = '| a | b |\n| --- | --- |\n| 1 | 2 |';
const first = { title: 'First', severity: 'high', asset: ['a'], description: `Table: Before\n\n${rows}` };
const second = {
  title: 'Second',
  severity: 'low',
  asset: ['a'],
  description: 'By [the users](table:users), [](table:users), [Table 9](table:users); [lost](table:gone).',
  remediation: `${rows}\nTable: Users of \`db\` {name=users}`,
};
const snapshot = snapshotOf([first, second]);
const made = document(snapshot, { draft: false });
const led = (words: string) => `<a href="#table-2">${words}</a>`;

test('a web page counts them through the document, and links call them by their numbers', () => {
  const html = Buffer.from(writeHtml(made, new Map()).bytes).toString();
  expect(html).toContain('<caption id="table-1"><b>Table 1</b>: Before</caption>');
  expect(html).toContain('<caption id="table-2"><b>Table 2</b>: Users of <code>db</code></caption>');
  expect(html).toContain(
    `By ${led('the users')} (Table 2), ${led('Table 2')}, ${led('Table 2')}; [lost](table:gone).`,
  );
});

test('Markdown has caption and place as words', () => {
  const markdown = Buffer.from(writeMarkdown(made, new Map()).bytes).toString();
  expect(markdown).toContain('**Table 1**: Before\n\n| a | b |');
  expect(markdown).toContain('<a id="table-2"></a>\n\n**Table 2**: Users of db\n\n| a | b |');
  expect(markdown).toContain('By [the users](#table-2) (Table 2), [Table 2](#table-2)');
});

test('Word counts them by a field of their own, and references are fields; own words are none', () => {
  const file = readOffice(writeDocx(made, new Map()).bytes);
  expect(wordFaults(file)).toEqual([]);
  expect(wordText(file)).toContain('Table 2: Users of db');
  const xml = JSON.stringify(file.parts.get('word/document.xml'));
  expect(xml.split('SEQ Table').length - 1).toBe(2);
  expect(xml.match(/REF _?[\w-]*table[\w-]*/giu)?.length).toBe(2);
});

test('a PDF says them above the table, and leads to them', async () => {
  const { elements } = await heard(snapshot, { draft: false });
  expect([...elements.values()]).toContain('Table 2: Users of db');
  const printed = await print(snapshot, { draft: false });
  const links = [...linksByPage(printed).values()].flat();
  printed.dispose();
  expect(links.filter((link) => link === 'table-2')).toHaveLength(3);
});

test('a German report calls them by its own word; a ticket counts its own', () => {
  const german = document(snapshot, { draft: false, language: 'de' });
  expect(Buffer.from(writeHtml(german, new Map()).bytes).toString()).toContain('<b>Tabelle 2</b>: Users');
  const tickets = Buffer.from(writeTickets('github', snapshot, { draft: false }).bytes).toString();
  expect(tickets).toContain('By the users (Table 1), Table 1, Table 1;');
  expect(tickets).toContain('**Table 1**: Users of db');
});
