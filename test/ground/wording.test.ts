import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allTexts, textsInComponent, textsInModule } from '../support/run/words.ts';

/* One word for one thing, in window, terminal, report and messages. */

const root = join(import.meta.dirname, '..', '..');

/** What is said otherwise, and how it is said. */
const otherWords: readonly (readonly [RegExp, string])[] = [
  [/\b(?:[Tt]his|[Tt]he|[Aa]|[Nn]ew|[Aa]ny|[Aa]nother) home\b/u, 'vault'],
  [/(?<![Ll]ook(?:ed|ing|s)? )\bat the service\b/u, 'on the service'],
  [/\bgone from the service\b|\bmarked? (?:as )?gone\b/u, 'deleted on the service'],
  [/\bwaits? to be sent\b|\bnot sent yet\b|\bchanges? waits?\b/u, 'pending'],
  [/\b[Ss]ettle (?:it|the|a)\b|\bwas settled\b/u, 'resolve'],
  [/\b[Tt]ake (?:\w+ ){0,3}back\b|\btaken back\b|\bbring back\b/u, 'undo'],
  [/\bwhat is (?:chosen|selected)\b/u, 'selected findings'],
];

describe('a text of the product', () => {
  it('calls things as the others do', { timeout: 60_000 }, () => {
    const wrong: string[] = [];
    for (const { file, texts } of allTexts(root)) {
      for (const { line, text } of texts) {
        const other = otherWords.find(([pattern]) => pattern.test(text));
        if (other !== undefined) wrong.push(`${file}:${String(line)}: "${text}" (say: ${other[1]})`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is found in markup, attributes and scripts of a component, and names are left out', () => {
    const source = `<script lang="ts">
  import Button from './Button.svelte';
  let said = \`Saved at \${now}.\`;
  const kind: 'open' | 'closed' = 'open';
</script>
<div class="wide panel" aria-label="Facts of it">
  <p>Nothing is
    here.</p>
</div>`;
    expect(textsInComponent(source)).toEqual([
      { line: 3, text: 'Saved at {…}.' },
      { line: 6, text: 'Facts of it' },
      { line: 7, text: 'Nothing is here.' },
    ]);
  });

  it('is found in a module, with a mark for what is put in', () => {
    const source = `import { a } from 'some module here';
switch (kind) { case 'not a text': break; }
export const words = { title: 'New finding', count: \`\${n} of \${all} done\`, name: 'finding-new' };`;
    expect(textsInModule(source).map(({ text }) => text)).toEqual([
      'not a text',
      'New finding',
      '{…} of {…} done',
    ]);
  });
});
