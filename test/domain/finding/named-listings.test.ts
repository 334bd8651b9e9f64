import { expect, it } from 'vitest';
import { countListings, mentionedListings, namedListings } from '#domain/finding/named-listings.ts';

const block = (info: string) => `\`\`\`${info}\nid\n\`\`\``;

it('listings with a caption are counted through the texts of a finding, the first of a name counts', () => {
  const texts = {
    description: `${block('sh caption="A" name=a')}\n\n- ${block('sh name=plain').replaceAll('\n', '\n  ')}`,
    observation: block('sh caption="B"'),
    demonstration: '',
    remediation: `${block('sh caption="C" name=a')}\n\n${block('sh title="D" name=d')}`,
  };
  const { starts, numberOf } = countListings((field) => texts[field]);
  expect(starts).toEqual({ description: 1, observation: 2, demonstration: 3, remediation: 3 });
  expect(['a', 'd', 'plain', ''].map(numberOf)).toEqual([1, 4, null, null]);
  expect(namedListings(texts.observation)).toEqual(['']);
});

it('links to listings are read outside of code', () => {
  expect(mentionedListings('[](listing:a), [b](listing:b%20c), `[](listing:d)`, <listing:e>')).toEqual([
    'a',
    'b c',
  ]);
});
