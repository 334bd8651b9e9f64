import { expect, test } from 'vitest';
import { findingLinks } from '#renderer/session/values/finding-links.ts';
import { Program, withBase64, words } from '../support/program.ts';

withBase64();

const findings = [
  { row: 1, id: '6f1e0d9c8b7a', title: 'SQL injection', severity: 'high', asset: ['portal.example'] },
  { row: 2, id: 'local-1', title: 'Open [redirect]', severity: 'Odd', asset: ['a.example', 'b.example'] },
  { row: 3, id: 'own', title: 'The text itself', severity: 'low', asset: [] },
];

function offer() {
  const asked: string[] = [];
  const program = new Program({
    'list.query': ({ query = '', sort }) => {
      asked.push(`${query} ${String(sort)}`);
      return { rows: words(...(query.startsWith('id:') ? [2] : [1, 2, 3])) };
    },
    'list.rows': ({ rows }) => findings.filter(({ row }) => rows.includes(row)),
  });
  const links = findingLinks(
    () => program.api,
    () => 'project',
    () => 'own',
  );
  return { links, asked };
}

test('without a letter the findings changed last are offered, never the one whose text it is', async () => {
  const { links, asked } = offer();
  const entries = await links.entries('');
  expect(asked).toEqual([' updated:desc']);
  expect(entries.map(({ title, level, details }) => [title, level.name, ...details])).toEqual([
    ['SQL injection', 'high', 'portal.example', '6f1e0d9c'],
    ['Open [redirect]', 'other', 'a.example +1', 'new'],
  ]);
});

test('words are looked for in identifier and title, and an entry becomes a link with its title', async () => {
  const { links, asked } = offer();
  const [first] = await links.entries('redirect');
  expect(asked).toEqual(['id:"redirect" null', 'title:"redirect" null']);
  expect(first?.fill()).toEqual({
    text: '[SQL injection](finding:6f1e0d9c8b7a)',
    cursor: '[SQL injection](finding:6f1e0d9c8b7a)'.length,
  });
});

test('no engagement, no findings', async () => {
  const { asked } = offer();
  const program = new Program({});
  const links = findingLinks(
    () => program.api,
    () => null,
  );
  expect(await links.entries('x')).toEqual([]);
  expect(asked).toEqual([]);
});
