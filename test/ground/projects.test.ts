import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { planOf } from '../support/run/plan.js';
import { extentVariable, projects } from '../support/run/projects.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('every file of tests', () => {
  it('is in one project, and in one alone', () => {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const { stdout } = spawnSync(process.execPath, [vitest, 'list', '--filesOnly', '--json'], {
      cwd: root,
      encoding: 'utf8',
    });
    const listed = JSON.parse(stdout) as { readonly file: string }[];
    const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' });
    expect(listed.map(({ file }) => relative(join(root, 'test'), file)).toSorted()).toEqual(
      files.filter((file) => /\.(?:test|spec)\.[cm]?[jt]sx?$/u.test(file)).toSorted(),
    );
  });
});

describe('npm test', () => {
  const everyRun = ['--project=day', '--project=report', '--project=engine', '--project=unit'];

  it('runs the projects of every run, by title too', async () => {
    expect(await planOf(false, [])).toEqual({ args: everyRun, env: {} });
    expect((await planOf(false, ['-t', 'promise 6'])).args).toEqual([...everyRun, '-t', 'promise 6']);
  });

  it('looks for files that are named in every project, and runs a project that is named', async () => {
    for (const words of [['test/e2e/settings'], ['-t', 'promise 6', 'test/cli'], ['--project', 'app']])
      expect(await planOf(false, words)).toEqual({ args: words, env: {} });
  });
});

describe('npm run test:all', () => {
  it('leaves no project out, and draws as much as it can afford', async () => {
    expect(await planOf(true, [])).toEqual({ args: [], env: { [extentVariable]: 'all' } });
    expect(projects.map(({ name }) => name).toSorted()).toEqual([
      'app',
      'day',
      'e2e',
      'engine',
      'proof',
      'report',
      'unit',
    ]);
  });

  it('is what a build server runs', () => {
    expect(readFileSync(join(root, '.ci', 'run'), 'utf8')).toMatch(
      /npm run --silent test:all <\/dev\/null$/mu,
    );
  });
});
