import type { Nodes } from 'hast';
import { expect, it } from 'vitest';
import { parseText, visibleText } from '#domain/text/index.ts';
import { withMarkedPassages } from '#domain/text/words/marked-passages.ts';

/** The marks of a text: the passage that each names, its words, and whether it leads. */
function marks(text: string, ...quotes: string[]): string[] {
  const passages = quotes.map((quote, at) => ({ id: `c${String(at)}`, quote }));
  const plain = parseText(text);
  const before = JSON.stringify(plain);
  const root = withMarkedPassages(plain, passages);
  expect([visibleText(root), JSON.stringify(plain)]).toEqual([visibleText(plain), before]);
  const found: string[] = [];
  const walk = (node: Nodes): void => {
    if (node.type === 'element' && node.properties['passage'] !== undefined) {
      const words = visibleText({ type: 'root', children: node.children });
      found.push(
        `${String(node.properties['passage'])}${node.properties['leads'] === true ? '*' : ''} ${words}`,
      );
    } else if ('children' in node) node.children.forEach(walk);
  };
  walk(root);
  return found;
}

it('a passage is marked where the text has its words first, with nothing around them', () => {
  expect(marks('Not here. The token, the token.', 'the token')).toEqual(['c0* the token']);
  expect(marks('The token, a tokens.', 'token')).toEqual(['c0* token']);
  expect(marks('Weak reset.', 'strong reset')).toEqual([]);
  expect(marks('Weak … reset.', '…')).toEqual([]);
});

it('a passage goes through formatting and blocks, as it was written or as it reads', () => {
  const text = 'The **weak `reset`** of\n\n- the portal\n- the API';
  const wanted = ['c0* weak ', 'c0 reset', 'c0 of', 'c0 the portal'];
  expect(marks(text, '**weak `reset`** of\n\n- the portal')).toEqual(wanted.map((one) => one.trimEnd()));
  expect(marks(text, 'weak reset of the portal')).toEqual(wanted.map((one) => one.trimEnd()));
  expect(marks('See [the advisory](https://a.test/x) now.', '[the advisory](https://a.test/x) now')).toEqual([
    'c0 the advisory',
    'c0* now',
  ]);
});

it('where passages overlap the smaller one counts', () => {
  expect(marks('One two three four.', 'One two three', 'two', 'three four')).toEqual([
    'c0* One ',
    'c1* two',
    'c0  ',
    'c2* three',
    'c2  four',
  ]);
});
