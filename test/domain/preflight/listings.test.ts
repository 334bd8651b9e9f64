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
