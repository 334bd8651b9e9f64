import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

const IMPORT = /\b(?:from|import)\s*\(?\s*'((?:\.{1,2}\/|#)[^'?]+)/g;

interface Manifest {
  readonly imports: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

/** Where a specifier leads, as a path from the root; null if it is no file of the program. */
function targetOf(file: string, specifier: string): string | null {
  if (!specifier.startsWith('#')) return posix.join(dirname(file), specifier);
  const [part = '', ...rest] = specifier.split('/');
  const folder = manifest.imports[`${part}/*`];
  return folder === undefined ? null : posix.normalize(folder.replace('*', rest.join('/')));
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Which folders import which, at run time or for types. A file that lies beside folders is a node of its own.
 * @param sources text by path
 */
function foldersOf(sources: ReadonlyMap<string, string>): Graph {
  const folders = new Set([...sources.keys()].map(dirname));
  const hasFolders = (folder: string): boolean =>
    [...folders].some((other) => other.startsWith(`${folder}/`));
  const nodeOf = (file: string): string => (hasFolders(dirname(file)) ? file : dirname(file));
  const graph = new Map<string, Set<string>>();
  for (const [file, text] of sources) {
    const from = nodeOf(file);
    const targets = graph.get(from) ?? new Set<string>();
    graph.set(from, targets);
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const target = targetOf(file, specifier);
      if (target !== null && sources.has(target) && nodeOf(target) !== from) targets.add(nodeOf(target));
    }
  }
  return graph;
}

/** Nodes that reach each other, by the part of the program they belong to; parts without circles are left out. */
function circlesOf(graph: Graph): Record<string, string[]> {
  const reach = new Map([...graph.keys()].map((node) => [node, reachedFrom(graph, node)]));
  const circles: Record<string, string[]> = {};
  for (const node of [...graph.keys()].toSorted()) {
    if (reach.get(node)?.has(node) !== true) continue;
    const part = node
      .split('/')
      .slice(0, node.startsWith('db/') ? 1 : 2)
      .join('/');
    (circles[part] ??= []).push(node.slice(part.length + 1));
  }
  return circles;
}

function reachedFrom(graph: Graph, start: string): Set<string> {
  const reached = new Set<string>();
  const next = [...(graph.get(start) ?? [])];
  for (let node = next.pop(); node !== undefined; node = next.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    next.push(...(graph.get(node) ?? []));
  }
  return reached;
}

function sourcesOfProgram(): Map<string, string> {
  const names = execFileSync('git', ['ls-files', 'electron', 'db', 'renderer'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = names.split('\n').filter((name) => /\.(?:ts|js|svelte)$/.test(name));
  return new Map(
    files
      .filter((name) => existsSync(join(root, name)))
      .map((name) => [name, readFileSync(join(root, name), 'utf8')]),
  );
}

describe('the folders', () => {
  it('import each other in no circle', ({ skip }) => {
    skip(!existsSync(join(root, '.git')), 'this is no checkout: there is no list of files');
    expect(circlesOf(foldersOf(sourcesOfProgram()))).toEqual({});
  });

  it('are in a circle if two of them import each other, also for types alone', () => {
    const sources = new Map([
      ['electron/x/a/one.ts', "import { two } from '../b/two.ts';"],
      ['electron/x/b/two.ts', "import type { One } from '../a/one.ts';"],
      ['electron/x/c/three.ts', "import { two } from '../b/two.ts';"],
    ]);
    expect(circlesOf(foldersOf(sources))).toEqual({ 'electron/x': ['a', 'b'] });
  });
});
