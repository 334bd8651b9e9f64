import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  engineFiles,
  EngineRenderer,
  EngineTextInlines,
  SvgMeasure,
  tableLayouts,
} from '#report/pdf/pdfmake/stages.ts';
import { png } from '../../domain/images/pictures.ts';
import { fontOf, newPage, stagesOf } from './support.ts';

const root = join(import.meta.dirname, '../../..');
const folder = 'electron/report/pdf/pdfmake/';
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const Manifest = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()).optional() });
const Lock = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) });
const installed = (name: string): string =>
  Manifest.parse(JSON.parse(read(`node_modules/${name}/package.json`))).version;

describe('the packages whose private members are used', () => {
  test.each(['pdfmake', 'linebreak'])('%s is installed as package.json names it', (name) => {
    expect(installed(name)).toBe(Manifest.parse(JSON.parse(read('package.json'))).dependencies?.[name]);
  });

  test('pdfkit is installed as the lock file names it', () => {
    expect(installed('pdfkit')).toBe(
      Lock.parse(JSON.parse(read('package-lock.json'))).packages['node_modules/pdfkit']?.version,
    );
  });

  test('no other folder of the program reaches into them', () => {
    const sources = execFileSync('git', ['ls-files', 'electron', 'db', 'renderer'], {
      cwd: root,
      encoding: 'utf8',
    });
    const others = sources.split('\n').filter((path) => path.endsWith('.ts') && !path.startsWith(folder));
    const reaching = others.filter((path) =>
      /['"](?:pdfmake\/(?!interfaces\.js)|pdfmake['"]|pdfkit|[^'"]*pdfmake\/(?:stages|measuring|page-items)\.ts)/u.test(
        read(path),
      ),
    );
    expect(others.length).toBeGreaterThan(500);
    expect(reaching).toEqual([]);
  });
});

/** What the declarations call by these names, as it comes out of the packages. */
function live(): ReadonlyMap<string, unknown> {
  const paper = newPage();
  const font = fontOf(paper);
  const stages = stagesOf(paper);
  const built = stages.preprocessor.preprocessDocument({ text: 'words' });
  const node = stages.measure.measureDocument(built) as { _inlines: unknown[] };
  const inlines = new EngineTextInlines(paper);
  engineFiles.writeFileSync('contract-picture.png', Buffer.from(png({ width: 2, height: 2 })));
  paper.images['picture'] = 'contract-picture.png';
  paper.provideImage('picture');
  const styles = (stages.measure as unknown as { styleStack: unknown }).styleStack;
  return new Map<string, unknown>([
    ['EngineFont', font],
    ['EngineOutline', paper.outline],
    ['EngineImage', paper._imageRegistry['picture']],
    ['EngineReference', paper.ref({})],
    ['EngineSecurity', newPage({ userPassword: 'x' })._security],
    ['EngineNames', paper._root.data.Names.data['Dests']],
    ['EngineDocument', paper],
    ['EngineInline', node._inlines[0]],
    ['EngineInlines', inlines.buildInlines('words', styles)],
    ['EngineTextInlines', inlines],
    ['EngineMeasure', stages.measure],
    ['EnginePreprocessor', stages.preprocessor],
    ['EnginePage', stages.context.pages[0]],
    ['EngineContext', stages.context],
    ['EngineWriter', stages.layout.writer],
    ['EngineLayout', stages.layout],
    ['EngineRenderer', new EngineRenderer(paper)],
    ['EngineFiles', engineFiles],
  ]);
}

/** What is given to the stages, and what they give back otherwise than as a member. */
const given = new Set(['EngineSize', 'EngineMargins']);

interface Declared {
  readonly owner: string;
  readonly path: readonly string[];
  /** What `typeof` says; undefined: something. */
  readonly kind: 'function' | 'number' | 'string' | undefined;
}

/** The members that are declared and not optional. */
function declared(): Declared[] {
  const found: Declared[] = [];
  const source = ts.createSourceFile(
    'stages.d.ts',
    read(`${folder}pdfmake-stages.d.ts`),
    ts.ScriptTarget.Latest,
  );
  const members = (
    owner: string,
    path: readonly string[],
    list: Iterable<ts.TypeElement | ts.ClassElement>,
  ): void => {
    for (const member of list) {
      if (member.name === undefined || !ts.isIdentifier(member.name)) continue;
      if ('questionToken' in member && member.questionToken !== undefined) continue;
      const at = [...path, member.name.text];
      const type = 'type' in member ? (member.type as ts.TypeNode | undefined) : undefined;
      const method = ts.isMethodSignature(member) || ts.isMethodDeclaration(member);
      found.push({ owner, path: at, kind: method ? 'function' : kindOf(type) });
      if (method || type === undefined) continue;
      for (const part of ts.isIntersectionTypeNode(type) ? type.types : [type])
        if (ts.isTypeLiteralNode(part)) members(owner, at, part.members);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node)) members(node.name.text, [], node.members);
    else if (ts.isClassDeclaration(node)) members(node.name?.text ?? '', [], node.members);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function kindOf(type: ts.TypeNode | undefined): Declared['kind'] {
  if (type === undefined) return undefined;
  if (ts.isFunctionTypeNode(type)) return 'function';
  if (type.kind === ts.SyntaxKind.NumberKeyword) return 'number';
  if (type.kind === ts.SyntaxKind.StringKeyword) return 'string';
  return undefined;
}

describe('the members that pdfmake-stages.d.ts declares', () => {
  const all = declared().filter(({ owner }) => !given.has(owner));
  const things = live();

  test('are of things that this test has in hand', () => {
    expect(new Set(all.map(({ owner }) => owner))).toEqual(new Set(things.keys()));
    expect(all.length).toBeGreaterThan(80);
    expect(new SvgMeasure()).toBeTypeOf('object');
    expect(tableLayouts).toBeTypeOf('object');
  });

  test.each(all.map((one) => ({ ...one, name: [one.owner, ...one.path].join('.') })))(
    '$name is there',
    ({ owner, path, kind }) => {
      let value = things.get(owner);
      for (const name of path) {
        expect(value).toBeTypeOf('object');
        expect(name in (value as object)).toBe(true);
        value = (value as Readonly<Record<string, unknown>>)[name];
      }
      if (kind !== undefined) expect(value).toBeTypeOf(kind);
    },
  );
});
