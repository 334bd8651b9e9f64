import { expect, it } from 'vitest';
import { fillSnippet } from '#domain/text/snippet.ts';

it('fills what it knows of the finding, leaves other placeholders, and says where the cursor goes', () => {
  const values = { title: 'Open {{redirect}}', asset: 'a.test', cvss: '' };
  const texts = ['{{title}} on {{asset}}', '**{{cursor}}** {{cvss}}.', '{{client}} {{severity}}', ''];
  expect(texts.map((text) => fillSnippet(text, values))).toEqual([
    { text: 'Open {{redirect}} on a.test', cursor: 27 },
    { text: '**** .', cursor: 2 },
    { text: '{{client}} {{severity}}', cursor: 23 },
    { text: '', cursor: 0 },
  ]);
});
