import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { document, run } from '../cli/support/dossier.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-demo-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the demo', () => {
  test('plays the main job to its end and leaves everything in its folder', async () => {
    const out = join(folder, 'out');
    const ended = await run(['demo', '--out', out, '--json'], { cwd: folder });
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    const summary = document(ended) as {
      steps: { step: string; said: string }[];
      report: { path: string; findings: number };
    };
    expect(summary.steps.map(({ step }) => step)).toEqual(
      expect.arrayContaining([
        'connect',
        'sync',
        'offline',
        'edit',
        'meanwhile',
        'conflict',
        'resolve',
        'review',
        'describe',
        'check',
        'correct',
        'report',
      ]),
    );
    expect(summary.steps.find(({ step }) => step === 'review')?.said).toContain('its status is "open" now');
    expect(summary.steps.find(({ step }) => step === 'check')?.said).toMatch(/^the check finds 3 errors/);
    expect(summary.steps.find(({ step }) => step === 'correct')?.said).toContain(
      'now the check finds no errors and 3 warnings',
    );
    expect(readFileSync(summary.report.path).subarray(0, 5).toString()).toBe('%PDF-');
    expect(readdirSync(folder)).toEqual(['out']);
    const home = readdirSync(out).find((name) => name.startsWith('home-')) ?? '';
    const rows = await run(['findings', 'fjm-portal-2026', '--json', '--home', join(out, home)]);
    expect(document(rows)).toHaveLength(summary.report.findings);
  });

  test('says where its folder cannot be', async () => {
    const ended = await run(['demo', '--out', process.execPath]);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('cannot be made a folder');
  });
});
