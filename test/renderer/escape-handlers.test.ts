import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..', 'renderer');

/** Where Escape means something of its own. */
const allowed = [
  // A capture takes every key.
  'shell/palette/KeyCapture.svelte',
  // What is left of a press that nothing took: out of a field, the command of the screen.
  'shell/Desk.svelte',
  // Leaves the heads of a table as the arrow does.
  'ui/table/TableHeadCell.svelte',
  // Offers inside a text, in the key map of its editor.
  'ui/editor/completion/completion.ts',
  'ui/focus/step-back.ts',
  // The browser closes a menu.
  'ui/overlay/MenuList.svelte',
];

test('a component goes back by `stepBack`, and listens for Escape nowhere by itself', () => {
  const files = globSync('**/*.{svelte,ts}', { cwd: root }).map((file) => file.replaceAll(sep, '/'));
  const listening = files.filter((file) =>
    /=== 'Escape'|!== 'Escape'/u.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(listening.sort()).toEqual(allowed.toSorted());
});
