import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The import rules alone: without type information a file that exists nowhere can be checked, and quickly. */
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [
    {
      languageOptions: { parserOptions: { projectService: false } },
      rules: { '@typescript-eslint/no-unused-vars': 'off' },
    },
  ],
  ruleFilter: ({ ruleId }) => ruleId.includes('no-restricted'),
});

/** The rules that refuse this source as a file of that folder, each once. */
async function refusals(folder: string, source: string, ending = 'ts'): Promise<string[]> {
  const [result] = await eslint.lintText(source, {
    filePath: `${root}${folder}/planted/violation.${ending}`,
  });
  const messages = result?.messages ?? [];
  const broken = messages.filter(({ fatal }) => fatal);
  expect(broken, source).toEqual([]);
  return [...new Set(messages.map(({ ruleId }) => ruleId ?? 'none'))];
}

const imports = (specifier: string): string => `import { x } from '${specifier}';\nexport const y = x;`;
const importsType = (specifier: string): string =>
  `import type { X } from '${specifier}';\nexport type Y = X;`;
const IMPORT_RULE = ['@typescript-eslint/no-restricted-imports'];
const SYNTAX_RULE = ['no-restricted-syntax'];

interface Row {
  readonly part: string;
  readonly folder: string;
  readonly may: readonly string[];
  readonly types: readonly string[];
  readonly packages: readonly string[];
}

/** The rows of the table of layers: what a part may import as it is, with `import type`, and not at all. */
const ROWS: readonly Row[] = [
  { part: 'contract', folder: 'electron/contract', may: [], types: [], packages: ['zod'] },
  {
    part: 'domain',
    folder: 'electron/domain',
    may: ['contract'],
    types: [],
    packages: ['unified', 'diff', 'remark-rehype'],
  },
  {
    part: 'remote',
    folder: 'electron/remote',
    may: ['contract', 'domain'],
    types: [],
    packages: ['tough-cookie', 'undici', 'zod'],
  },
  {
    part: 'report',
    folder: 'electron/report',
    may: ['contract', 'domain'],
    types: [],
    packages: ['pdfmake', 'zod'],
  },
  {
    part: 'scans',
    folder: 'electron/scans',
    may: ['contract', 'domain'],
    types: [],
    packages: ['saxes', 'zod'],
  },
  {
    part: 'engine',
    folder: 'electron/engine',
    may: ['contract', 'domain', 'db'],
    types: ['remote'],
    packages: [],
  },
  {
    part: 'features/bulk',
    folder: 'electron/features/bulk',
    may: ['contract', 'domain', 'db', 'engine'],
    types: ['remote', 'report'],
    packages: [],
  },
  {
    part: 'app',
    folder: 'electron/app',
    may: ['contract', 'domain', 'remote', 'report', 'scans', 'engine', 'features/bulk', 'db'],
    types: [],
    packages: ['zod'],
  },
  {
    part: 'sample',
    folder: 'electron/sample',
    may: ['contract'],
    types: [],
    packages: ['otpauth', 'undici', 'zod'],
  },
  { part: 'cli', folder: 'electron/cli', may: ['contract', 'domain'], types: [], packages: ['zod'] },
  { part: 'web', folder: 'electron/web', may: ['contract', 'domain'], types: [], packages: ['zod'] },
  {
    part: 'desktop',
    folder: 'electron/desktop',
    may: ['contract', 'domain'],
    types: [],
    packages: ['electron', 'zod'],
  },
  { part: 'db', folder: 'db', may: [], types: ['contract'], packages: ['better-sqlite3', 'zod'] },
];
const PARTS = [...ROWS.map(({ part }) => part), 'renderer', 'test'];
const PACKAGES = [
  'electron',
  'electron/main',
  'better-sqlite3',
  'undici',
  'pdfmake',
  'zod',
  'unified',
  'diff',
  'vitest',
];

/** Packages without effects that a part may use although the table names none of them. */
const FREE_ELSEWHERE = ['unified', 'diff', 'remark-rehype'];
const CLOSED_PARTS = ['contract', 'domain', 'db'];

describe.each(ROWS)('$part', ({ part, folder, may, types, packages }) => {
  const others = PARTS.filter((other) => other !== part);

  it('may import what its row names', async () => {
    for (const other of may) expect(await refusals(folder, imports(`#${other}/x.ts`)), other).toEqual([]);
    for (const other of types)
      expect(await refusals(folder, importsType(`#${other}/x.ts`)), other).toEqual([]);
    for (const name of packages) expect(await refusals(folder, imports(name)), name).toEqual([]);
    expect(await refusals(folder, imports(`#${part}/x.ts`))).toEqual([]);
    expect(await refusals(folder, imports('../sibling/x.ts'))).toEqual([]);
  });

  it('may import nothing else of the program', async () => {
    for (const other of others.filter((name) => !may.includes(name))) {
      expect(await refusals(folder, imports(`#${other}/x.ts`)), other).toEqual(IMPORT_RULE);
      if (types.includes(other)) continue;
      expect(await refusals(folder, importsType(`#${other}/x.ts`)), other).toEqual(IMPORT_RULE);
      expect(await refusals(folder, `export type Y = import('#${other}/x.ts').X;`), other).toEqual(
        SYNTAX_RULE,
      );
    }
  });

  it('may not get around that with an export, a path or an import at run time', async () => {
    for (const other of others.filter((name) => !may.includes(name))) {
      expect(await refusals(folder, `export * from '#${other}/x.ts';`), other).toEqual(IMPORT_RULE);
      expect(await refusals(folder, `export const y = import('#${other}/x.ts');`), other).toEqual(
        SYNTAX_RULE,
      );
    }
    for (const other of others) {
      for (const path of [
        `../../${other}/x.ts`,
        `../../../electron/${other}/x.ts`,
        `./../../${other}/x.ts`,
      ]) {
        expect(await refusals(folder, imports(path)), path).toEqual(IMPORT_RULE);
        expect(await refusals(folder, `export const y = import('${path}');`), path).toEqual(SYNTAX_RULE);
      }
    }
  });

  it('may use no package that belongs to another part', async () => {
    const free = CLOSED_PARTS.includes(part) ? packages : [...packages, ...FREE_ELSEWHERE];
    for (const name of PACKAGES.filter((other) => !free.includes(other.split('/', 1)[0] ?? other))) {
      expect(await refusals(folder, imports(name)), name).toEqual(IMPORT_RULE);
      expect(await refusals(folder, `export const y = import('${name}');`), name).toEqual(SYNTAX_RULE);
    }
  });
});

interface Tier {
  readonly tier: string;
  readonly may: readonly string[];
  readonly mayNot: readonly string[];
}

const NEVER_IN_A_PAGE = [
  ...[
    '#db/x.ts',
    '#app/client.ts',
    '#engine/x.ts',
    '#features/bulk/x.ts',
    '#remote/x.ts',
    '#report/x.ts',
    '#scans/x.ts',
    '#sample/x.ts',
  ],
  ...['#test/x.ts', 'node:fs', 'electron', 'zod', 'undici', 'better-sqlite3', '/somewhere/x.ts'],
  ...['../../electron/domain/x.ts', '../../db/x.ts'],
];

/** The tiers of the window: api, then ui, then session, features that do not know each other, shell. */
const TIERS: readonly Tier[] = [
  {
    tier: 'renderer/api',
    may: ['#contract/procedures/vault.ts', '#domain/base/json.ts', './http.ts'],
    mayNot: [
      '#domain/finding/rules.ts',
      '#renderer/session/x.ts',
      '#renderer/ui/x.ts',
      '../session/x.ts',
      'svelte',
    ],
  },
  {
    tier: 'renderer/session',
    may: ['#contract/procedures/vault.ts', '#domain/finding/rules.ts', '#renderer/api/api.ts', 'svelte'],
    mayNot: [
      '#renderer/ui/controls/Button.svelte',
      '#renderer/features/findings/x.ts',
      '#renderer/shell/x.ts',
    ],
  },
  {
    tier: 'renderer/ui',
    may: ['#domain/text/index.ts', '@codemirror/view', 'svelte', './Button.svelte'],
    mayNot: [
      '#contract/finding/finding.ts',
      '#domain/finding/rules.ts',
      '#renderer/api/api.ts',
      '#renderer/session/x.ts',
    ],
  },
  {
    tier: 'renderer/features/findings',
    may: [
      ...[
        '#contract/finding/finding.ts',
        '#domain/finding/rules.ts',
        '#renderer/api/api.ts',
        '#renderer/session/x.ts',
      ],
      ...['#renderer/ui/controls/Button.svelte', '#renderer/features/findings/x.ts', './x.ts'],
    ],
    mayNot: [
      ...['#renderer/features/vault/x.ts', '../vault/x.ts', '../../features/vault/x.ts'],
      ...['#renderer/shell/Desk.svelte', '../../shell/Desk.svelte'],
    ],
  },
  {
    tier: 'renderer/shell',
    may: [
      '#renderer/features/findings/x.ts',
      '#renderer/ui/x.ts',
      '#renderer/session/x.ts',
      '#contract/x.ts',
    ],
    mayNot: [],
  },
];

describe.each(TIERS)('$tier', ({ tier, may, mayNot }) => {
  it.each(['ts', 'svelte'])('imports what its row names and nothing else, in a .%s file', async (ending) => {
    const wrap = (source: string): string =>
      ending === 'ts' ? source : `<script lang="ts">${source.replaceAll('export ', '')}</script>`;
    for (const name of may) expect(await refusals(tier, wrap(imports(name)), ending), name).toEqual([]);
    for (const name of [...mayNot, ...NEVER_IN_A_PAGE]) {
      expect(await refusals(tier, wrap(imports(name)), ending), name).toEqual(IMPORT_RULE);
      const late = wrap(`export const y = import('${name}');`);
      expect(await refusals(tier, late, ending), name).toEqual(SYNTAX_RULE);
    }
  });

  it('makes no element of a text, keeps nothing outside of the store, and takes no way around the tiers', async () => {
    const MARKUP = ['{@html x}', '<p style="color: red">x</p>', '<p style:background-image={x}>x</p>'];
    for (const markup of MARKUP) {
      expect(await refusals(tier, markup, 'svelte'), markup).toEqual(SYNTAX_RULE);
    }
    expect(await refusals(tier, '<p style:height={x}>{x}</p>', 'svelte')).toEqual([]);
    const SOURCES = {
      "x.innerHTML = ''": 'no-restricted-properties',
      'localStorage.setItem(x, x)': 'no-restricted-globals',
      'new WebSocket(x)': 'no-restricted-globals',
      "x.setAttribute('onclick', x)": 'no-restricted-syntax',
    };
    for (const [source, rule] of Object.entries(SOURCES)) {
      expect(await refusals(tier, `export const y = (x) => ${source};`), source).toEqual([rule]);
    }
    const fetching = await refusals(tier, "export const y = () => fetch('/call/x');");
    expect(fetching).toEqual(tier === 'renderer/api' ? [] : ['no-restricted-globals']);
  });
});

describe('the client of app', () => {
  it.each(['cli', 'web', 'desktop'])('is all that %s may import of it', async (part) => {
    expect(await refusals(`electron/${part}`, imports('#app/client.ts'))).toEqual([]);
    expect(await refusals(`electron/${part}`, imports('#app/client/spawn.ts'))).toEqual([]);
    expect(await refusals(`electron/${part}`, imports('#app/clientele.ts'))).toEqual(IMPORT_RULE);
    expect(await refusals(`electron/${part}`, imports('#app/main.ts'))).toEqual(IMPORT_RULE);
    expect(await refusals(`electron/${part}`, imports('#app/client/../main.ts'))).toEqual(IMPORT_RULE);
  });
});

describe('the local browser', () => {
  it('is started by the terminal, which imports its entrance and nothing else of it', async () => {
    expect(await refusals('electron/cli', imports('#web/serve.ts'))).toEqual([]);
    expect(await refusals('electron/cli', imports('#web/server.ts'))).toEqual(IMPORT_RULE);
    expect(await refusals('electron/desktop', imports('#web/serve.ts'))).toEqual(IMPORT_RULE);
    expect(await refusals('electron/app', imports('#web/serve.ts'))).toEqual(IMPORT_RULE);
  });
});

describe('the network', () => {
  it('reaches engine and features as a parameter: of remote they import types alone', async () => {
    expect(await refusals('electron/engine', imports('#remote/http/wire.ts'))).toEqual(IMPORT_RULE);
    expect(await refusals('electron/engine', importsType('#remote/endpoints/service-client.ts'))).toEqual([]);
    expect(await refusals('electron/engine', imports('#remote/endpoints/service-client.ts'))).toEqual(
      IMPORT_RULE,
    );
  });
});

describe('rules that give the same answer at any time and place', () => {
  const AMBIENT = {
    'Date.now()': 'no-restricted-properties',
    'new Date()': 'no-restricted-syntax',
    'Date()': 'no-restricted-syntax',
    'Math.random()': 'no-restricted-properties',
    'crypto.randomUUID()': 'no-restricted-properties',
    'AbortSignal.timeout(1)': 'no-restricted-properties',
  };
  const parts = ['electron/contract', 'electron/domain', 'electron/engine', 'electron/report', 'db'];

  it.each(parts)('%s reads no clock and no randomness', async (folder) => {
    for (const [source, rule] of Object.entries(AMBIENT)) {
      expect(await refusals(folder, `export const y = ${source};`), source).toContain(rule);
    }
    expect(await refusals(folder, 'export const y = new Date(0);')).toEqual([]);
  });

  it.each(['electron/domain', 'electron/engine'])('%s starts no timer and writes no log', async (folder) => {
    for (const source of [
      'setTimeout(f, 1)',
      'setInterval(f, 1)',
      'console.log(1)',
      'globalThis.setTimeout(f)',
    ]) {
      expect(await refusals(folder, `export const y = (f) => ${source};`), source).toEqual([
        'no-restricted-globals',
      ]);
    }
  });

  it('the engine takes randomness, time and network as parameters, and may hash', async () => {
    for (const source of [
      "import { randomUUID } from 'node:crypto';\nexport const y = randomUUID;",
      imports('node:timers/promises'),
      imports('node:http'),
    ]) {
      expect(await refusals('electron/engine', source), source).toEqual(IMPORT_RULE);
    }
    expect(
      await refusals(
        'electron/engine',
        "import { createHash } from 'node:crypto';\nexport const y = createHash;",
      ),
    ).toEqual([]);
  });

  it.each(['electron/contract', 'electron/domain'])('%s knows no Node', async (folder) => {
    for (const name of ['node:fs', 'fs', 'node:path']) {
      expect(await refusals(folder, imports(name)), name).toEqual(IMPORT_RULE);
    }
    for (const source of ['process', 'Buffer', 'window']) {
      expect(await refusals(folder, `export const y = ${source};`), source).toEqual([
        'no-restricted-globals',
      ]);
    }
  });
});

describe('the tests', () => {
  it('may import every part, but no path of one machine', async () => {
    expect(await refusals('test/engine', imports('#engine/x.ts'))).toEqual([]);
    expect(await refusals('test/engine', imports('../../electron/cli/x.ts'))).toEqual([]);
    expect(await refusals('test/engine', imports('/somewhere/x.ts'))).toEqual(IMPORT_RULE);
  });
});
