import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { canLink, noLinks } from '../support/system/links.ts';
import { temporaryFolder } from '../support/desk.ts';
import { buildIfStale } from '#build/build-if-stale.js';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const config = `export default { root: import.meta.dirname + '/renderer', build: { emptyOutDir: true } };`;

let root: string;
beforeEach(({ skip }) => {
  skip(!canLink, noLinks);
  root = temporaryFolder();
  write('renderer/index.html', '<p>first</p>');
  write('vite.config.ts', config);
  write('package-lock.json', '{}');
  write('package.json', '{"type":"module"}');
  symlinkSync(modules, join(root, 'node_modules'), 'junction');
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const page = (): string => readFileSync(join(root, 'dist/renderer/index.html'), 'utf8');
const build = async (): Promise<string> => (await buildIfStale(root, 'renderer')).kind;

describe('the pages of a checkout', () => {
  test('are built where they are older than what they are made of, and only then', async () => {
    expect([await build(), await build()]).toEqual(['built', 'fresh']);
    write('renderer/index.html', '<p>second</p>');
    expect([await build(), await build()]).toEqual(['built', 'fresh']);
    expect(page()).toContain('second');
    write('electron/contract/new.ts', 'export {}');
    write('README.md', 'of no matter to them');
    expect([await build(), await build()]).toEqual(['built', 'fresh']);
    expect(readdirSync(join(root, 'dist')).sort()).toEqual(['renderer', 'renderer.stamp']);
  });

  test('stay as they were where the build fails, and the next one tries again', async () => {
    await build();
    write('renderer/index.html', '<script type="module" src="./gone.js"></script>');
    const failed = await buildIfStale(root, 'renderer');
    expect(failed).toEqual({ kind: 'failed', message: expect.stringContaining('gone.js') });
    expect(page()).toContain('first');
    write('renderer/index.html', '<p>third</p>');
    expect(await build()).toBe('built');
    expect(page()).toContain('third');
  });

  test('are left alone in an installed program, which has no builder', async () => {
    write('elsewhere/renderer/index.html', '<p>x</p>');
    expect((await buildIfStale(join(root, 'elsewhere'), 'renderer')).kind).toBe('no-builder');
  });
});
