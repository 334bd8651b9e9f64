import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDesk, type Desk } from './support/desk.ts';

/* Texts that name findings, hold notes or merged tables, from outside: service, sync, check and every format. */

const project = 'texts-2026';
const sound = { asset: ['a.example'], severity: 'high', status: 'open', remediation: 'Fix it.' };

let desk: Desk;
beforeAll(async () => {
  const target = { id: 'k2', body: { ...sound, title: 'Ends with | ]', description: 'Text.' } };
  const description =
    String.raw`This is [not the weakness](finding:k2). As [Ends with \| \]](finding:k2), [[k2]], [[nowhere]].` +
    '\n\n| step | see |\n|---|---:|\n| one | [Ends with | \\]](finding:k2) |\n\n> [!WARNING]\n> Mind it.';
  const table =
    '<table><tr><th>host</th><th>port</th></tr><tr><td rowspan="2">a</td><td>1</td></tr><tr><td>2</td></tr></table>';
  const writer = { id: 'k1', body: { ...sound, title: 'Writer', description, observation: table } };
  desk = await openDesk({ seeds: [{ project, findings: [writer, target] }] });
  await desk.json(['engagement', 'add', project]);
  await desk.json(['sync', project]);
});
afterAll(() => desk.clear());

async function written(name: string): Promise<string> {
  await desk.json(['report', project, '--out', name, '--force']);
  return readFileSync(join(desk.folder, name), 'utf8');
}

test('links, notes and merged tables come out of every format, and the check names what leads nowhere', async () => {
  const { stdout } = await desk.dossier(['check', project, '--json']);
  const said = (JSON.parse(stdout) as { code: string; message: string }[]).filter(({ code }) =>
    /^(?:dead-link|dead-image|dropped-backslash)$/u.test(code),
  );
  expect(said.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    'dead-link: The description links to "[[nowhere]]", a finding that is not in this report. Only the words are printed.',
  ]);

  const html = await written('r.html');
  expect(html).toMatch(
    /This is <a href="#finding-\d">not the weakness<\/a> \(H\d\)\. As <a href="#finding-\d">H\d, Ends with \| \]<\/a>, <a href="#finding-\d">H\d, Ends with \| \]<\/a>, \[\[nowhere\]\]\./u,
  );
  expect(html).toMatch(/<td class="right"><a href="#finding-\d">H\d, Ends with \| \]<\/a><\/td>/u);
  expect(html).toContain('<strong>Warning</strong>');
  expect(html).toContain('<td rowspan="2">a</td><td>1</td></tr><tr><td>2</td></tr>');

  const markdown = await written('r.md');
  expect(markdown).toContain('| host | port |\n| - | - |\n| a | 1 |\n| | 2 |');
  const [anchor = ''] = /\(#[^)]+\)/u.exec(markdown) ?? [];
  expect(markdown).toContain(`<a id="${anchor.slice(2, -1)}"></a>`);

  const csv = await written('r.csv');
  expect(csv).toMatch(
    /This is not the weakness \(H\d\)\. As H\d, Ends with \| \], H\d, Ends with \| \], \[\[nowhere\]\]\./u,
  );
  expect(csv).toContain('| a | 1 |\n| | 2 |');
  expect(csv).not.toContain('finding:');
  expect(await desk.json(['report', project, '--out', 'r.pdf', '--force'])).toMatchObject({ findings: 2 });
});
