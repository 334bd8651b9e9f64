import { expect, test } from 'vitest';
import { hasWords } from '#renderer/ui/text/pasted-words.ts';

/** What a page is given when something is pasted. */
function pasted(text: string, ...names: readonly string[]) {
  const files = names.map((name) => new File(['x'], name));
  return hasWords({ getData: () => text, files: Object.assign([...files], { item: () => null }) });
}

test('a picture that comes with words is pasted as words, one that comes with its own name as a file', () => {
  expect([
    pasted('A cell of a table', 'cell.png'),
    pasted('A title'),
    pasted('shot.png\n', 'shot.png'),
    pasted('one.png\r\ntwo.png', 'one.png', 'two.png'),
    // Finder gives the name with its accents apart.
    pasted('Gru\u0308\u00dfe.png', 'Gr\u00fc\u00dfe.png'),
    pasted('one.png and words', 'one.png'),
    pasted('', 'shot.png'),
    hasWords(null),
  ]).toEqual([true, true, false, false, false, true, false, false]);
});
