import { defineConfig } from 'vitest/config';
import config from '../../../vitest.config.ts';
import { testsVariable } from './drawn.ts';

/* The tests of some folders alone, in one project: Stryker counts what each of them reaches. */
const folders = (process.env[testsVariable] ?? '').split(',');
const { projects: _projects, sequence: _sequence, ...test } = config.test ?? {};

export default defineConfig({
  ...config,
  test: { ...test, name: 'mutants', include: folders.map((folder) => `test/${folder}/**/*.test.ts`) },
});
