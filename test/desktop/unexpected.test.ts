import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { buildIfStale } from '#build/build-if-stale.js';
import { temporaryFolder } from '../support/desk.ts';
import { onDouble } from './support/desk.ts';

const root = join(import.meta.dirname, '..', '..');

it.runIf(onDouble)(
  'an error that nobody expects ends the program, and none of its words are shown',
  async () => {
    for (const product of ['renderer', 'shell'] as const) {
      expect((await buildIfStale(root, product)).kind).toMatch(/fresh|built/);
    }
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--disable-warning=ExperimentalWarning',
        ...['--import', pathToFileURL(join(root, 'test', 'support', 'electron-double', 'register.ts')).href],
        join(import.meta.dirname, 'support', 'drive-unexpected.ts'),
        root,
      ],
      { encoding: 'utf8', env: { ...process.env, DOSSIER_HOME: temporaryFolder() }, timeout: 120_000 },
    );
    expect(stdout + stderr).not.toContain('Contoso');
    expect(JSON.parse(stdout.slice(stdout.indexOf('{'))), stderr).toEqual({
      code: 1,
      asked: [
        {
          title: 'Dossier has to end',
          detail: 'Something unforeseen went wrong. What was shown as saved is saved.',
          buttons: [],
        },
      ],
    });
  },
  130_000,
);
