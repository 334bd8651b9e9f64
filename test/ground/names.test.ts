import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Names of our own that have given way to the words of the field (`docs/develop/glossary.md`). */
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
  ...['Cable', 'cable', 'courtesy', 'doors', 'keeper', 'layCable', 'taker'],
];
/** The same of files: a name of one of these words alone, with any ending. */
const OLD_FILES =
  /^(?:asked|begun|cable|canary|courtesy|door|guest|keeper|said|settling|taker|tallies|told|trying|typed-over)(?:\.test|\.state|\.svelte)*\.(?:ts|js|svelte)$/;
/** Words of our own that no title of a test says. */
const OLD_WORDS =
  /\b(?:cable|canary|courtesy|guests?(?! network)|keeper|taker|tak(?:e|es|en|ing) back|whoever)\b/i;
/** The same of comments of the program, but for a flag of the terminal. */
const OLD_COMMENT =
  /\b(?:breath|breathe|doors?|guests?(?! networks?)|patience|patiently|seldom|somebody|strangers?|whoever)\b/i;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*|<!--[\s\S]*?-->/gm;
/** Strings of the window are in `strings.ts`; the words of the tokenizer are words. */
const isOldStrings = (file: string): boolean =>
  /^(?:electron|db|renderer)\/.*\/words\.ts$/.test(file) && file !== 'electron/domain/text/words/words.ts';

const DECLARED =
  /\b(?:function\*?|class|interface|type|const|let|enum)\s+([A-Za-z_$][\w$]*)|^\s*(?:readonly\s+)?#?([A-Za-z_$][\w$]*)\??\s*(?:\(|:|=)/gm;
const TITLE = /^\s*(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])(.*)\1/gm;
/** A limit is `maxRows` or `MAX_ROWS`, not `mostRows`. */
const LIMIT = /^most(?:[A-Z]|$)|^MOST(?:_|$)/;
/** Metaphors of our own, which no name may hold as one of its words. The others are stored, or words of type and terminal. */
const OLD_PART =
  /^(?:breathe|canary|courtesy|door|guest|heed|heeded|laid|lay|mend|mended|patience|seldom|stamp|stamps|stranger|strangers|vain)$/i;
const PART_ALLOWED = /^(?:LaidOut|canary|heed|laidOut|listStamp|patienceMs|stamp|stampsUpdates)$/;
const holdsOldPart = (name: string): boolean =>
  !PART_ALLOWED.test(name) &&
  (name.match(/[A-Z]?[a-z\d]+|[A-Z]+(?![a-z])/g) ?? []).some((part) => OLD_PART.test(part));
const CONTEXT = /\b(\w+)\??: (?:StoreContext|ServiceContext|ReadContext|OnlineContext)\b/g;

const EXPORTED_TYPE =
  /^\s*export\s+(?:declare\s+)?(?:abstract\s+)?(?:interface|type|class|enum)\s+([A-Z]\w*)/gm;

/** Names under which more than one of the sources exports a type. */
function sharedTypesIn(sources: readonly string[]): string[] {
  const count = new Map<string, number>();
  for (const source of sources)
    for (const [, name = ''] of source.matchAll(EXPORTED_TYPE)) count.set(name, (count.get(name) ?? 0) + 1);
  return [...count].filter(([, times]) => times > 1).map(([name]) => name);
}

/** Titles of tests that say a word that is no longer used. */
function oldTitlesIn(source: string): string[] {
  return [...source.matchAll(TITLE)]
    .map(([, , title = '']) => title)
    .filter((title) => OLD_WORDS.test(title));
}

/** Comments that say a word that is no longer used. */
function oldCommentsIn(source: string): string[] {
  return [...source.matchAll(COMMENT)]
    .map(([comment]) => comment)
    .filter((comment) => OLD_COMMENT.test(comment));
}

/** What a source declares under a name that is no longer used. */
function oldNamesIn(source: string): string[] {
  const declared = [...source.matchAll(DECLARED)].map(([, one, other]) => one ?? other ?? '');
  const contexts = [...source.matchAll(CONTEXT)].map(([, name = '']) => name);
  return [
    ...declared.filter((name) => OLD_NAMES.includes(name) || LIMIT.test(name) || holdsOldPart(name)),
    ...contexts.filter((name) => name === 'place' || name === 'desk' || name === 'online'),
  ];
}

describe('names', () => {
  beforeEach((context) => {
    if (!existsSync(join(root, '.git'))) context.skip('This is no checkout: there is no list of files.');
  });

  it('are those of the glossary, in declarations, files and titles of program and tests', () => {
    const names = execFileSync('git', ['ls-files', 'electron', 'db', 'renderer', 'test'], {
      cwd: root,
      encoding: 'utf8',
    });
    const files = names
      .split('\n')
      .filter((name) => /\.(?:ts|svelte)$/.test(name) && existsSync(join(root, name)))
      // It plants some itself.
      .filter((name) => name !== 'test/ground/names.test.ts');
    const old = files.flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      const isShipped = !file.startsWith('test/') && !file.includes('/migrations/');
      const words = isShipped ? oldCommentsIn(source) : file.endsWith('.test.ts') ? oldTitlesIn(source) : [];
      return [
        ...[...oldNamesIn(source), ...words].map((name) => `${file}: ${name}`),
        ...(OLD_FILES.test(basename(file)) || isOldStrings(file) ? [file] : []),
      ];
    });
    expect(old).toEqual([]);
  });

  it('of exported types have one meaning each, no matter in which folder', () => {
    const names = execFileSync('git', ['ls-files', 'electron', 'db', 'renderer'], {
      cwd: root,
      encoding: 'utf8',
    });
    const sources = names
      .split('\n')
      .filter((name) => /\.(?:ts|svelte)$/.test(name) && existsSync(join(root, name)))
      .map((name) => readFileSync(join(root, name), 'utf8'));
    expect(sources.length).toBeGreaterThan(1_000);
    expect(sharedTypesIn(sources).sort()).toEqual([]);
    const [one, other] = ['export interface Seat {}', 'export abstract class Seat {}\nexport type Row = 1;'];
    expect(sharedTypesIn([one, other])).toEqual(['Seat']);
  });

  it('are found if they are declared, and left alone if they are words of a text', () => {
    expect(oldNamesIn('export function layEdit(place: ServiceContext): void {}')).toEqual([
      'layEdit',
      'place',
    ]);
    expect(oldNamesIn("const text = 'a steady hand, a Door';\n// park here")).toEqual([]);
    expect(oldNamesIn('const mostRows = 4, almost = 1;')).toEqual(['mostRows']);
    expect(oldNamesIn('const MOST_ROWS = 4;\nconst most = 2;\nconst utmost = 1;')).toEqual([
      'MOST_ROWS',
      'most',
    ]);
    expect(oldNamesIn('function layNext() {}\nconst delay = 1;\nconst layer = 2;')).toEqual(['layNext']);
    expect(oldNamesIn('const LOCK_PATIENCE_MS = 1;\nfunction laidOut() {}')).toEqual(['LOCK_PATIENCE_MS']);
    expect(oldNamesIn('  readonly #courtesy = createScheduler();')).toEqual(['courtesy']);
  });

  it('are found in comments, and left alone in texts', () => {
    const source =
      "/** Opens the door. */\nconst text = 'a door'; // for a guest\n// a guest network, an indoor one";
    expect(oldCommentsIn(source)).toEqual(['/** Opens the door. */', '// for a guest']);
  });

  it('are found in titles of tests and in names of files', () => {
    const [old, fine] = [`${'who'}ever asks is told`, 'the caller is told, on a guest network'];
    expect(oldTitlesIn(`  test('${old}', () => {});\nit('${fine}', () => {});`)).toEqual([old]);
    const files = [
      'taker.test.ts',
      'told.ts',
      'destructions-told.test.ts',
      'next-door.ts',
      'page-importer.test.ts',
    ];
    expect(files.filter((file) => OLD_FILES.test(file))).toEqual(['taker.test.ts', 'told.ts']);
  });

  it('stand in the glossary in alphabetical order, one line each', () => {
    const glossary = readFileSync(join(root, 'docs', 'develop', 'glossary.md'), 'utf8');
    const terms = [...glossary.matchAll(/^\| \*\*([^*]+)\*\* +\|/gm)].map(([, term = '']) => term);
    expect(terms.length).toBeGreaterThan(40);
    expect(terms).toEqual(
      terms.toSorted((one, other) => one.toLowerCase().localeCompare(other.toLowerCase())),
    );
  });
});
