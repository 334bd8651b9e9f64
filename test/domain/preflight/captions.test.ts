import { expect, it } from 'vitest';
import { checked } from './support.ts';

const code = '```sh caption="Log in" name=login\nid\n```\n\n```sh name=plain\nid\n```';

it('names links to listings that the finding does not have or that have no number', () => {
  const dead = checked({
    description: 'See [](listing:login), [it](listing:gone) and [](listing:plain), not `[](listing:code)`.',
    remediation: code,
  }).filter(({ code: said }) => said === 'dead-link');
  expect(dead.map(({ field, message }) => [field, message])).toEqual([
    [
      'description',
      'The description refers to "gone", "plain", listings that are not there. Give a block of code that name and a caption, or correct the reference.',
    ],
  ]);
});

it('lets a number of a listing that was typed become a link to its name', () => {
  const text = 'As in Listing 1, [Listing 1](listing:login) and `Listing 1`.';
  const messages = checked({ description: text, remediation: code });
  expect(messages).toEqual([expect.objectContaining({ code: 'figure-number', field: 'description' })]);
  expect(messages.flatMap((message) => (message.finding === null ? [] : (message.spots ?? [])))).toEqual([
    expect.objectContaining({ from: 6, becomes: '[Listing 1](listing:login)' }),
  ]);
  expect(checked({ description: text })).not.toContainEqual(expect.objectContaining({ code: 'figure-number' })); // prettier-ignore
});

const table = 'Table: Users {name=users}\n\n| a |\n|---|\n| 1 |';

it('names links to tables alike, and lets a typed number of a table follow', () => {
  const dead = checked({
    description: 'See [](table:users), [](table:gone), [](listing:gone).',
    remediation: table,
  });
  expect(dead.flatMap(({ code: said, message }) => (said === 'dead-link' ? [message] : []))).toEqual([
    'The description refers to "gone", a listing that is not there, and to "gone", a table that is not there. Give a block of code or a table that name and a caption, or correct the reference.',
  ]);
  const typed = checked({ description: 'As in Table 1 and Tabelle 1.', remediation: table });
  expect(typed.flatMap((message) => (message.finding === null ? [] : (message.spots ?? [])))).toEqual([
    expect.objectContaining({ from: 6, becomes: '[Table 1](table:users)' }),
    expect.objectContaining({ becomes: '[Tabelle 1](table:users)' }),
  ]);
});
