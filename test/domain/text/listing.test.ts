import { describe, expect, it } from 'vitest';
import { parseText, visibleText } from '#domain/text/index.ts';
import { listingLines, listingOptions, readListing } from '#domain/text/listing.ts';

/** What is asked for, with the marked ones of the first ten lines. */
function read(info: string) {
  const listing = readListing(info);
  if (listing === null) return null;
  const { isMarked, ...said } = listing;
  return { ...said, marked: Array.from({ length: 10 }, (_, at) => at + 1).filter(isMarked) };
}

const nothing = { language: '', caption: '', name: '', firstNumber: null, marked: [] };

describe('the words behind a fence', () => {
  it.each([
    ['http {2,5-7}', { ...nothing, language: 'http', marked: [2, 5, 6, 7] }],
    ['js showLineNumbers', { ...nothing, language: 'js', firstNumber: 1 }],
    ['showLineNumbers=98 {1}', { ...nothing, firstNumber: 98, marked: [1] }],
    [`sh caption="Log in" name=login`, { ...nothing, language: 'sh', caption: 'Log in', name: 'login' }],
    [`c# title='Say "no"'`, { ...nothing, language: 'c#', caption: 'Say "no"' }],
  ])('ask for numbers, marked lines, a caption and a name: %s', (info, expected) => {
    expect(read(info)).toEqual(expected);
  });

  it.each([
    'http', '', 'whoami', 'js foo', 'whoami {2}', 'js {2} {3}', 'js {5-2}', 'js {0}', 'js {a}', 'js {7*7}',
    'js showlinenumbers', 'js caption=', 'js caption="x" title="y"', 'js caption="x"y', 'js {2}caption="x"',
  ])('ask for nothing if one of them is unknown or said twice: %s', (info) => {
    expect(read(info)).toBeNull();
  }); // prettier-ignore

  it('are kept for other readers without caption and name', () => {
    expect(listingOptions('js {2, 4} showLineNumbers=3 caption="x" name=y')).toBe('{2, 4} showLineNumbers=3');
  });
});

it('a block whose words are unknown is shown as it was typed, one that asks for nothing has no listing', () => {
  const shown = (text: string) => visibleText(parseText(text)).trim();
  expect(shown('```js linenums\nx\n```')).toBe('```js linenums\nx\n```');
  expect(shown('```js {1} caption="y"\nx\n```')).toBe('x');
  expect(shown('```{1} x\n```')).toBe('```{1} x\n```');
  const info = (text: string) => {
    const [block] = parseText(text).children;
    return block?.type === 'element' ? block.properties : null;
  };
  expect([info('```js\nx\n```'), info('```js {1}\nx\n```')]).toEqual([{}, { info: 'js {1}' }]);
});

it('its lines have their numbers and marks, and a line end at its end begins none', () => {
  const listing = readListing('sh {2} showLineNumbers=9');
  expect(listing === null ? [] : listingLines(listing, 'a\n\nb\n')).toEqual([
    { text: 'a', number: 9, isMarked: false },
    { text: '', number: 10, isMarked: true },
    { text: 'b', number: 11, isMarked: false },
  ]);
});

it('a long block is a listing like a short one', () => {
  const [block] = parseText(`\`\`\`js {2} showLineNumbers\n${'x\n'.repeat(3_000)}\`\`\``).children;
  expect(block?.type === 'element' && block.properties).toEqual({ info: 'js {2} showLineNumbers' });
});
