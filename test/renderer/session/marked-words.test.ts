import { expect, it } from 'vitest';
import { markedWords } from '#renderer/session/values/marked-words.ts';

const marked = (other: string, text: string) =>
  markedWords(other, text).map(({ kind, text: words }) => (kind === 'new' ? `[${words}]` : words));

it('marks the words that the other text lacks, and none if the two share none', () => {
  expect([
    marked('Stored XSS in notes', 'Stored XSS in delivery notes').join(''),
    marked('same', 'same').join(''),
    marked('Medium', 'Critical').join(''),
    marked('', 'all of it').join(''),
    marked('one two three four', 'five six seven eight').join(''),
  ]).toEqual(['Stored XSS in [delivery ]notes', 'same', 'Critical', 'all of it', 'five six seven eight']);
});
