import { describe, expect, it } from 'vitest';
import { parseText } from '#domain/text/index.ts';
import { firstSentence } from '#domain/text/words/first-sentence.ts';

const first = (text: string): string => firstSentence(parseText(text));

describe('the first sentence of a text', () => {
  it.each([
    ['ends at a full stop', 'The form is open. Anyone may use it.', 'The form is open.'],
    ['ends at a question and at quotes', 'Who asked "why?" Nobody did.', 'Who asked "why?"'],
    [
      'goes on behind abbreviations',
      'Use TLS, e.g. 1.3, etc. It is safe.',
      'Use TLS, e.g. 1.3, etc. It is safe.',
    ],
    [
      'goes on behind German ones',
      'Siehe z. B. Abb. 3 und Nr. 4. Danach Ruhe.',
      'Siehe z. B. Abb. 3 und Nr. 4.',
    ],
    ['goes on behind a day', 'Am 3. Juni und am 4. lief es. Dann nicht.', 'Am 3. Juni und am 4. lief es.'],
    ['ends in a number', 'Use TLS 1.3. It is safe.', 'Use TLS 1.3.'],
    ['goes on behind a small letter', 'Version no. one is old. Update it.', 'Version no. one is old.'],
    [
      'does not end in a version or a host',
      'Version 1.2.3 of www.acme.test is old. So.',
      'Version 1.2.3 of www.acme.test is old.',
    ],
    [
      'has its formatting as words',
      'The *parameter* `q` goes [into](https://acme.test) SQL. Yes.',
      'The parameter q goes into SQL.',
    ],
    [
      'passes headings, code, tables and pictures by',
      '# What\n\n```\ncode. Here.\n```\n\n![x](evidence:b.png)\n\nIt *is* open. Yes.',
      'It is open.',
    ],
    [
      'has the items of a list that it announces',
      'These hosts answer:\n\n- a.test;\n- b.test.\n\nThey should not.',
      'These hosts answer: a.test, b.test.',
    ],
    [
      'ends with a full stop where it announced code',
      'Send this:\n\n```\nGET /\n```\n\n- then\n- that',
      'Send this.',
    ],
    ['is the first item of a list that nothing announces', '- Update it. Soon.\n- Test it.', 'Update it.'],
    ['is the line without any stop', 'Update the server\n\nSoon.', 'Update the server'],
    ['is read from HTML too', '<p>It is <b>open</b>.<br>Close it.</p>', 'It is open.'],
    ['is nothing of code alone', '```\nx. Y.\n```', ''],
    ['is nothing of nothing', ' ', ''],
  ])('%s', (_what, text, sentence) => {
    expect(first(text)).toBe(sentence);
  });

  it('is cut between words if it is longer than 200 characters', () => {
    const cut = first(`${'word '.repeat(60)}end.`);
    expect([cut.length <= 200, cut.endsWith('word\u2026')]).toEqual([true, true]);
    expect(Array.from(first('\u{1F600}'.repeat(300)))).toHaveLength(200);
  });
});
