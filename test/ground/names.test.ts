import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Names of our own that have given way to the words of the field (`docs/glossary.md`). */
const OLD_NAMES = [
  ...['Begun', 'Courtesy', 'Door', 'Furniture', 'Holding', 'Keeper', 'Newest', 'PageTaker', 'Press'],
  ...['RowSet', 'SingleWrite', 'Stamps', 'Stoppable', 'Tallies', 'ToldDecision', 'Trying', 'TypedOver'],
  ...['WantedPlace', 'WholeOrder', 'WorkNote', 'Workplace', 'WriteGate', 'behindLocks', 'dressed', 'giveWay'],
  ...['handBackBases', 'hasSomewhereToGo', 'holdState', 'inLanes', 'keepHome', 'layEdit', 'letIn', 'lookOut'],
  ...[
    'noticeLateWrite',
    'offerBack',
    'openDoor',
    'park',
    'putInConflict',
    'readPatiently',
    'recogniseCreations',
  ],
  ...[
    'settleMissing',
    'steady',
    'takeBack',
    'typedOver',
    'watchCanary',
    'welcomeBack',
    'withhold',
    'workedAfter',
  ],
];
const OLD_FILES = ['words.ts', 'asked.ts', 'said.ts', 'told.ts'];
/** The tokenizer of the query language: its words are words. */
const NO_STRINGS = ['electron/domain/text/words/words.ts'];

const DECLARED =
  /\b(?:function\*?|class|interface|type|const|let|enum)\s+([A-Za-z_$][\w$]*)|^\s*(?:readonly\s+)?([A-Za-z_$][\w$]*)\??\s*(?:\(|:)/gm;
const CONTEXT = /\b(\w+)\??: (?:StoreContext|ServiceContext|ReadContext|OnlineContext)\b/g;

/** What a source declares under a name that is no longer used. */
function oldNamesIn(source: string): string[] {
  const declared = [...source.matchAll(DECLARED)].map(([, one, other]) => one ?? other ?? '');
  const contexts = [...source.matchAll(CONTEXT)].map(([, name = '']) => name);
  return [
    ...declared.filter((name) => OLD_NAMES.includes(name)),
    ...contexts.filter((name) => name === 'place' || name === 'desk' || name === 'online'),
  ];
}

describe('names', () => {
  beforeEach((context) => {
    if (!existsSync(join(root, '.git'))) context.skip('This is no checkout: there is no list of files.');
  });

  it('are those of the glossary, in declarations of the program', () => {
    const names = execFileSync('git', ['ls-files', 'electron', 'db', 'renderer'], {
      cwd: root,
      encoding: 'utf8',
    });
    const files = names
      .split('\n')
      .filter((name) => /\.(?:ts|svelte)$/.test(name) && existsSync(join(root, name)));
    const old = files.flatMap((file) => [
      ...oldNamesIn(readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
      ...(OLD_FILES.includes(basename(file)) && !NO_STRINGS.includes(file) ? [file] : []),
    ]);
    expect(old).toEqual([]);
  });

  it('are found if they are declared, and left alone if they are words of a text', () => {
    expect(oldNamesIn('export function layEdit(place: ServiceContext): void {}')).toEqual([
      'layEdit',
      'place',
    ]);
    expect(oldNamesIn("const text = 'a steady hand, a Door';\n// park here")).toEqual([]);
  });

  it('stand in the glossary in alphabetical order, one line each', () => {
    const glossary = readFileSync(join(root, 'docs', 'glossary.md'), 'utf8');
    const terms = [...glossary.matchAll(/^\| \*\*([^*]+)\*\* +\|/gm)].map(([, term = '']) => term);
    expect(terms.length).toBeGreaterThan(40);
    expect(terms).toEqual(
      terms.toSorted((one, other) => one.toLowerCase().localeCompare(other.toLowerCase())),
    );
  });
});
