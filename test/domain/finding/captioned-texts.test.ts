import { expect, it } from 'vitest';
import { captionedNames, countCaptions, mentionedCaptions } from '#domain/finding/captioned-texts.ts';
import { richFields } from '#domain/finding/placed-images.ts';

const block = (info: string) => `\`\`\`${info}\nid\n\`\`\``;
const rows = '| a | b |\n|---|---|\n| 1 | 2 |';

it('listings and tables with a caption are counted through the texts of a finding, the first of a name counts', () => {
  const texts = {
    description: `${block('sh caption="A" name=a')}\n\n- ${block('sh name=plain').replaceAll('\n', '\n  ')}`,
    observation: `${block('sh caption="B"')}\n\nTable: One {name=a}\n\n${rows}\n\n${rows}`,
    demonstration: '',
    remediation: `${block('sh caption="C" name=a')}\n\n${block('sh title="D" name=d')}\n\n${rows}\nTable: Two {name="b c"}`,
  };
  const counted = countCaptions(richFields, (field) => texts[field]);
  expect(richFields.map((field) => counted[field].starts)).toEqual([
    { listing: 1, table: 1 },
    { listing: 2, table: 1 },
    { listing: 3, table: 2 },
    { listing: 3, table: 2 },
  ]);
  const { numberOf } = counted.description;
  expect(['a', 'd', 'plain', ''].map((name) => numberOf({ kind: 'listing', name }))).toEqual([
    1,
    4,
    null,
    null,
  ]);
  expect(['a', 'b c', 'd'].map((name) => numberOf({ kind: 'table', name }))).toEqual([1, 2, null]);
  expect(captionedNames(texts.observation)).toEqual([
    { kind: 'listing', name: '' },
    { kind: 'table', name: 'a' },
  ]);
});

it('links to listings and tables are read outside of code', () => {
  expect(mentionedCaptions('[](listing:a), [b](table:b%20c), `[](listing:d)`, <table:e>')).toEqual([
    { kind: 'listing', name: 'a' },
    { kind: 'table', name: 'b c' },
  ]);
});
