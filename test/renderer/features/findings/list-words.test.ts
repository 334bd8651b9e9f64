import { expect, test } from 'vitest';
import type { Evidence } from '#contract/finding/evidence.ts';
import {
  imageLabel,
  notPlaced,
  referencesTo,
} from '#renderer/features/findings/editor/fields/image-references.ts';
import { chosenTools } from '#renderer/features/findings/list/chosen-tools.ts';
import { groupLabel } from '#renderer/features/findings/list/groups.ts';
import { isImageFile } from '#renderer/ui/text/image-file.ts';

test('a group is called by its value, or by what its findings lack', () => {
  expect([
    groupLabel(null, 'high'),
    groupLabel('severity', 'high'),
    groupLabel('status', 'pending_retest'),
    groupLabel('asset', 'a_b'),
    groupLabel('title', 'a_b'),
    groupLabel('severity', ' '),
    groupLabel('status', ''),
    groupLabel('asset', ''),
    groupLabel('title', ''),
    groupLabel('cwe', ''),
    groupLabel('cwe', 'https://cwe.mitre.org/data/definitions/89.html'),
    groupLabel('cwe', 'cwe-89'),
    groupLabel('rule', 'burp/1: sql injection'),
  ]).toEqual([
    '',
    'High',
    'Pending retest',
    'a_b',
    'a_b',
    'No severity',
    'No status',
    'No asset',
    'Untitled',
    'No CWE',
    "CWE-89: Improper Neutralization of Special Elements used in an SQL Command ('SQL Injection')",
    'cwe-89',
    'burp/1: sql injection',
  ]);
});

test('several findings can be merged, one cannot', () => {
  const labels = (chosen: number) => chosenTools(chosen).map(({ label }) => label);
  expect(labels(2).filter((label) => !labels(1).includes(label))).toEqual(['Merge']);
  expect(chosenTools(1)[0]).toEqual({
    label: 'Status',
    name: 'Set the status',
    icon: 'check',
    command: 'findings.status',
  });
});

test('a file counts as an image by its type, or by its name if it has none', () => {
  const file = (type: string, name: string) => isImageFile({ type, name });
  expect([
    file('image/png', 'x'),
    file('text/plain', 'x.heic'),
    file('', 'x.HEIC'),
    file('', 'x.tif'),
    file('', 'x.tiff'),
    file('', 'x.txt'),
    file('', 'heic'),
  ]).toEqual([true, false, true, true, true, false, false]);
});

test('references to images stand one below the other, and the cursor where a caption is typed', () => {
  const image = (name: string, caption = '') =>
    ({ name, originalName: name, caption }) as unknown as Evidence;
  expect([
    referencesTo([image('a.png')], 'markdown'),
    referencesTo([image('a.png')], 'markdown', 'Login'),
    referencesTo([image('a.png'), image('b.png')], 'markdown'),
    referencesTo([], 'markdown'),
  ]).toEqual([
    { text: '![](evidence:a.png)', cursor: 2 },
    { text: '![Login](evidence:a.png)', cursor: 2 },
    { text: '![](evidence:a.png)\n\n![](evidence:b.png)', cursor: 40 },
    { text: '', cursor: 0 },
  ]);
  const one = referencesTo([image('a.png')], 'html');
  const two = referencesTo([image('a.png'), image('b.png')], 'html');
  expect([one.text.slice(one.cursor), two.cursor - two.text.length]).toEqual(['">', 0]);
  expect([imageLabel(image('a.png', ' The  page ')), imageLabel(image('a.png', ' ')), notPlaced(1)]).toEqual([
    'The page',
    'a.png',
    '1 image added to the evidence only: you opened another finding meanwhile.',
  ]);
});
