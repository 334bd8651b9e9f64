import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { systemPackages } from '#build/system-packages.js';
import { webKitPackages } from '../support/engines/webkit.ts';

/*
 * The workflows run elsewhere: here GitHub's own parser reads them, and every command of the project that they call is
 * looked for. No names of runners are known to it.
 */

// The package imports its JSON without saying so, which bundlers allow and Node does not.
const hooks = registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    return specifier.endsWith('.json') ? { ...resolved, importAttributes: { type: 'json' } } : resolved;
  },
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } =
  await import('@actions/workflow-parser');
hooks.deregister();

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, '.github', 'workflows');
const files = readdirSync(folder).filter((name) => name.endsWith('.yml'));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Of npm itself. */
const ofNpm = new Set(['ci', 'test', 'start']);

/** What a workflow calls and is not there, one sentence each. */
function missingIn(text: string): string[] {
  const problems: string[] = [];
  for (const [, command = '', script] of text.matchAll(/\bnpm ([a-z]+)(?: ([a-z:]+))?/g)) {
    const name = command === 'run' ? (script ?? '') : command;
    if (command !== 'run' && !ofNpm.has(command)) problems.push(`npm has no ${command}`);
    if ((command === 'run' || command === 'test') && !(name in manifest.scripts))
      problems.push(`no script ${name}`);
  }
  for (const [, name = ''] of text.matchAll(/\bnpx (?:--no-install )?([a-z-]+)/g)) {
    if (!existsSync(join(root, 'node_modules', '.bin', name))) problems.push(`no command ${name}`);
  }
  for (const [path] of text.matchAll(/\b(?:test|electron)\/[\w./-]+\.(?:ts|js)\b/g)) {
    if (!existsSync(join(root, path))) problems.push(`no file ${path}`);
  }
  return problems;
}

/** What GitHub's parser refuses in a workflow: its form, its expressions, and how its jobs depend on each other. */
async function refusedIn(content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name: 'it', content }, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message.replace(/^it(?: \(.*?\))?: /, ''));
}

describe.each(files)('%s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');

  it('is a workflow that GitHub takes', async () => {
    expect(await refusedIn(text)).toEqual([]);
  });

  it('calls what is there', () => {
    expect(missingIn(text)).toEqual([]);
  });

  it('lets npx fetch nothing', () => {
    expect(text).not.toMatch(/\bnpx (?!--no-install)/);
  });

  it('bounds the time of every job', () => {
    const jobs = text.match(/^ {4}runs-on:/gm)?.length ?? 0;
    expect(text.match(/^ {4}timeout-minutes: \d+$/gm)?.length).toBe(jobs);
  });
});

it('the checks install what the tests need and their image lacks, since they do not run as root', () => {
  const [, installed = ''] =
    /apt-get install -y (.+)$/m.exec(readFileSync(join(folder, 'checks.yml'), 'utf8')) ?? [];
  // Chromium and Firefox come with the image.
  expect(['chromium', ...installed.split(' ')].toSorted()).toEqual(
    [...systemPackages, ...webKitPackages].toSorted(),
  );
});

it('what is not there is found', () => {
  expect(
    missingIn('run: npm run no:such && npm fetch && npx --no-install nosuch test/no/such.test.ts && npm ci'),
  ).toEqual(['no script no:such', 'npm has no fetch', 'no command nosuch', 'no file test/no/such.test.ts']);
});

it.each([
  ['  publish:', '  publish:\n    timeout: 3', "Unexpected value 'timeout'"],
  ['vars.', 'variables.', "Unrecognized named-value: 'variables'"],
  ['matrix.arch }}', 'upper(matrix.arch) }}', "Unrecognized function: 'upper'"],
  ['[linux, windows, macos]', '[linux, macs]', "Job 'publish' depends on unknown job 'macs'."],
  ['contents: write', 'content: write', "Unexpected value 'content'"],
])('a workflow with another %j is refused', async (right, wrong, why) => {
  const text = readFileSync(join(folder, 'release.yml'), 'utf8');
  expect(text).toContain(right);
  expect(await refusedIn(text.replace(right, wrong))).toEqual([why]);
});
