import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { History } from './history.ts';
import { play } from './play/play.ts';
import { storyOf } from './simulate.ts';

const folder = join(import.meta.dirname, 'kept');

/** Histories that broke the engine once, each cut to its shortest and named after what it broke. */
const kept = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({ name: file.slice(0, -'.json'.length).replaceAll('-', ' '), file }));

test.each(kept)('never again: $name', async ({ file }) => {
  const history = JSON.parse(readFileSync(join(folder, file), 'utf8')) as History;
  const { failure, trace } = await play(history);
  expect(failure, storyOf(trace).join('\n')).toBeNull();
});
