import js from '@eslint/js';
import { readdirSync } from 'node:fs';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

// TypeScript reads each component as the parser does. Otherwise it drops all types it knows at every component.
process.env['SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK'] ??= '1';
// The parser reads the variable while it loads.
const { default: svelte } = await import('eslint-plugin-svelte');

/**
 * One part of the program and what it may import: other parts, or one module of them (`imports`), other parts
 * with `import type` only (`types`), and packages. With `only`, no other package from npm is allowed.
 * @typedef {{ files: string, imports: string[], types: string[], packages: string[], only?: boolean }} Layer
 */

/** Packages of core, as patterns: text or bytes in, tree, hunks, scores or pixels out, no effects. */
const PURE = [
  '@humanwhocodes/momoa',
  '@noble/hashes',
  ...[
    'ae-cvss-calculator',
    'image-in-browser',
    'unified',
    'diff',
    'hast',
    'mdast',
    'unist',
    'vfile',
    'micromark',
    'micromark-core-commonmark',
    'property-information',
    'parse5',
  ],
  '(?:remark|rehype|hast-util|mdast-util|unist-util|micromark-extension|micromark-util)-[a-z0-9-]+',
];
/** Features of the program: folders that never import each other; what joins them is a handler of app. */
const FEATURES = readdirSync(new URL('electron/features/', import.meta.url));
const FACE = { imports: ['contract', 'domain', 'app/client'], types: [] };

/** The table of the layers. What is not named here is refused. @type {Record<string, Layer>} */
const LAYERS = {
  contract: { files: 'electron/contract', imports: [], types: [], packages: ['zod'], only: true },
  domain: { files: 'electron/domain', imports: ['contract'], types: [], packages: PURE, only: true },
  remote: {
    files: 'electron/remote',
    imports: ['contract', 'domain'],
    types: [],
    packages: ['tough-cookie', 'undici', 'zod'],
  },
  report: {
    files: 'electron/report',
    imports: ['contract', 'domain'],
    types: [],
    packages: ['pdfmake', 'zod'],
  },
  scans: {
    files: 'electron/scans',
    imports: ['contract', 'domain'],
    types: [],
    packages: ['saxes', 'zod'],
  },
  // Engine and features get the network as a parameter.
  engine: {
    files: 'electron/engine',
    imports: ['contract', 'domain', 'db'],
    types: ['remote'],
    packages: [],
  },
  ...Object.fromEntries(
    FEATURES.map((feature) => [
      `features/${feature}`,
      {
        files: `electron/features/${feature}`,
        imports: ['contract', 'domain', 'db', 'engine'],
        types: ['remote', 'report'],
        packages: [],
      },
    ]),
  ),
  app: {
    files: 'electron/app',
    imports: ['contract', 'domain', 'remote', 'report', 'scans', 'engine', 'features', 'db'],
    types: [],
    packages: ['zod'],
  },
  sample: {
    files: 'electron/sample',
    imports: ['contract'],
    types: [],
    packages: ['otpauth', 'undici', 'zod'],
  },
  // The terminal's command `serve` starts the other face; its entry asks whether what was built is current.
  cli: {
    files: 'electron/cli',
    ...FACE,
    imports: [...FACE.imports, 'web/serve', 'build/build-if-stale'],
    packages: ['zod'],
  },
  web: {
    files: 'electron/web',
    ...FACE,
    imports: [...FACE.imports, 'build/build-if-stale'],
    packages: ['zod'],
  },
  desktop: { files: 'electron/desktop', ...FACE, packages: ['electron', 'zod'] },
  db: {
    files: 'db',
    imports: ['contract/error'],
    types: ['contract'],
    packages: ['better-sqlite3', 'zod'],
    only: true,
  },
};

/**
 * What a feature of the window alone uses.
 * @type {Readonly<Record<string, string[]>>}
 */
const FEATURE_PACKAGES = { preview: ['pdfjs-dist.*'], vault: ['@zxcvbn-ts/.*'] };

/** The features of the window: folders that never import each other. */
const WINDOW_FEATURES = readdirSync(new URL('renderer/features/', import.meta.url));
const CODEMIRROR = '@codemirror/[a-z-]+|@lezer/[a-z-]+';

/** The tiers of the window. Nothing of them touches Node; the way to the program is `api` alone. */
/** @type {Record<string, Layer>} */
const TIERS = {
  'renderer/api': {
    files: 'renderer/api',
    imports: ['contract', 'domain/base/json', 'domain/base/serial'],
    types: [],
    packages: [],
    only: true,
  },
  'renderer/session': {
    files: 'renderer/session',
    // Of ui what is no component: the guard, and how words and numbers are written.
    imports: [
      'renderer/api',
      'renderer/ui/sequence-guard',
      'renderer/ui/text/bidi-isolation',
      'renderer/ui/text/format',
      'domain',
      'contract',
    ],
    types: [],
    // Of pdf.js the address of its worker alone: all workers of a page are started in one place.
    packages: ['svelte', 'dictionary-en.*', 'pdfjs-dist/legacy/build/pdf\\.worker.*'],
    only: true,
  },
  // Knows no domain word: what a component shows comes in as text. The tree of a rich text is no domain.
  'renderer/ui': {
    files: 'renderer/ui',
    imports: ['domain/text'],
    types: [],
    packages: ['svelte', CODEMIRROR, 'hast', 'uqr'],
    only: true,
  },
  ...Object.fromEntries(
    WINDOW_FEATURES.map((feature) => [
      `renderer/features/${feature}`,
      {
        files: `renderer/features/${feature}`,
        imports: ['renderer/api', 'renderer/session', 'renderer/ui', 'domain', 'contract'],
        types: [],
        packages: ['svelte', CODEMIRROR, ...(FEATURE_PACKAGES[feature] ?? [])],
        only: true,
      },
    ]),
  ),
  'renderer/shell': {
    files: 'renderer/shell',
    imports: ['renderer/api', 'renderer/session', 'renderer/ui', 'renderer/features', 'domain', 'contract'],
    types: [],
    packages: ['svelte'],
    only: true,
  },
};

/** Layers that get the time, ids and randomness as parameters. */
const isEngine = (/** @type {string} */ name) => name === 'engine' || name.startsWith('features/');
const withoutAmbient = (/** @type {string} */ name) =>
  isEngine(name) || ['contract', 'domain', 'db', 'report', 'scans'].includes(name);

/** Names that only the table above hands out; every other package is free where `only` is not set. */
const GUARDED_PACKAGES = ['electron', 'better-sqlite3', 'undici', 'pdfmake', 'zod', 'vitest', 'fast-check'];

const INTERNAL = [...Object.keys(LAYERS), 'build', 'renderer', 'test'];

/** What a part may be refused to import: another tier for those of the window, the whole window for all others. */
const TIER_NAMES = ['api', 'session', 'ui', 'features', 'shell'].map((tier) => `renderer/${tier}`);

/** @param {string} name */
function othersOf(name) {
  if (!name.startsWith('renderer/')) return INTERNAL;
  const features = WINDOW_FEATURES.map((feature) => `renderer/features/${feature}`);
  // A feature may import itself, so the others are refused one by one.
  const tiers = features.includes(name)
    ? TIER_NAMES.filter((tier) => tier !== 'renderer/features')
    : TIER_NAMES;
  return [
    ...INTERNAL.filter((part) => part !== 'renderer'),
    ...tiers,
    ...(features.includes(name) ? features : []),
  ];
}

/** Folders of the window that a path must not lead into from outside; only for its own parts. @param {string} name */
function pathsOf(name) {
  if (name.startsWith('features/'))
    return [...INTERNAL, ...FEATURES.filter((feature) => name !== `features/${feature}`)];
  if (!name.startsWith('renderer/')) return INTERNAL;
  const features = WINDOW_FEATURES.filter((feature) => name !== `renderer/features/${feature}`);
  return [
    ...INTERNAL,
    ...TIER_NAMES.map((tier) => tier.slice('renderer/'.length)),
    ...(name.startsWith('renderer/features/') ? features : []),
  ];
}

/**
 * The patterns of one layer. Flat config replaces a rule's options instead of adding to them, so every layer
 * gets its whole list at once.
 * @typedef {{ regex: string, message: string, allowTypeImports?: boolean, importNamePattern?: string }} Pattern
 * @param {string} name
 * @param {Layer} layer
 * @returns {Pattern[]}
 */
function importPatterns(name, layer) {
  const own = [name, ...layer.imports];
  const mayImport = (/** @type {string} */ other) =>
    own.some((part) => part === other || other.startsWith(`${part}/`));
  const refused = othersOf(name).filter((other) => !mayImport(other) && !layer.types.includes(other));
  const packages = layer.packages.join('|');
  const guarded = GUARDED_PACKAGES.filter((other) => !layer.packages.includes(other)).join('|');
  /** @param {string} other @returns {string} all of that part but the modules that are open to this one */
  const reach = (other) => {
    const open = own.filter((module) => module.startsWith(`${other}/`));
    const names = open.map((module) => module.slice(other.length + 1)).join('|');
    return open.length === 0 ? `^#${other}/` : `^#${other}/(?!(?:${names})[./])`;
  };
  const withoutEffects = name === 'contract' || name === 'domain' || name.startsWith('renderer/');
  return [
    ...refused.map((other) => ({ regex: reach(other), message: `${name} does not import ${other}.` })),
    ...layer.types.map((other) => ({
      regex: reach(other),
      allowTypeImports: true,
      message: `${name} imports only types of ${other}.`,
    })),
    {
      regex: `^(?:\\.{1,2}/)+(?:electron/|renderer/)?(?:${pathsOf(name).join('|')})(?:/|$)`,
      message: 'Another part of the program is imported by its # name, so that the layers can be checked.',
    },
    { regex: '^#.*/\\.{1,2}/', message: 'A # name leads straight to its module.' },
    { regex: '^(?:/|file:)', message: 'A path of one machine.' },
    ...(layer.only
      ? [
          {
            regex: `^(?![.#/]|node:|(?:${packages})(?:/|$))`,
            message: `${name} uses none but the packages of its row in eslint.config.js.`,
          },
        ]
      : [{ regex: `^(?:${guarded})(?:/|$)`, message: `This package is used in another part than ${name}.` }]),
    ...(withoutEffects ? [{ regex: '^node:', message: `${name} also runs where there is no Node.` }] : []),
    ...(isEngine(name)
      ? [
          {
            regex: '^node:(?:timers|child_process|worker_threads|net|http|https|http2|tls|dgram|dns)(?:/|$)',
            message: 'Time, network and processes come in as parameters.',
          },
          {
            regex: '^node:crypto$',
            importNamePattern: '^(?:random|getRandom|webcrypto|default)',
            message: 'Randomness and ids come in as parameters.',
          },
        ]
      : []),
  ];
}

/**
 * The same patterns for `import('…')` and `typeof import('…')`, which no-restricted-imports does not look at.
 * @param {Pattern[]} patterns
 */
function dynamicImports(patterns) {
  return patterns.flatMap(({ regex, message, allowTypeImports, importNamePattern }) => {
    if (importNamePattern !== undefined) return [];
    const literal = `/${regex.replaceAll('/', '\\/')}/`;
    const found = [{ selector: `ImportExpression[source.value=${literal}]`, message }];
    if (!allowTypeImports) found.push({ selector: `TSImportType[source.value=${literal}]`, message });
    return found;
  });
}

/** Reading a clock, randomness or a timer: these come in as parameters, or one seed would not be one run. */
const AMBIENT = [
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'The time comes in as a parameter.',
  },
  {
    selector: 'CallExpression[callee.name="Date"]',
    message: 'The time comes in as a parameter.',
  },
];
const AMBIENT_PROPERTIES = [
  ['Date', 'now'],
  ['performance', 'now'],
  ['Math', 'random'],
  ['crypto', 'randomUUID'],
  ['crypto', 'getRandomValues'],
  ['AbortSignal', 'timeout'],
].map(([object, property]) => ({ object, property, message: 'Comes in as a parameter.' }));
const AMBIENT_GLOBALS = [
  ['setTimeout', 'setInterval', 'setImmediate', 'performance', 'crypto', 'fetch', 'console', 'process'],
  ['globalThis', 'global', 'Buffer', 'require', '__dirname', '__filename', 'window', 'document', 'navigator'],
].flat();

/** Members are written plainly: an object literal is not spread into another. */
const PLAIN_MEMBERS = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write the members themselves.',
};

/** @param {string} name */
function globalsRefusedIn(name) {
  if (isEngine(name)) return AMBIENT_GLOBALS.filter((global) => global !== 'Buffer');
  return name === 'domain' || name === 'contract' ? AMBIENT_GLOBALS : [];
}

/** What a page must not do with texts, styles and storage, whoever wrote them. */
const PAGE_SYNTAX = [
  { selector: 'SvelteMustacheTag[kind="raw"]', message: 'A text becomes elements only in RichText.svelte.' },
  {
    selector: 'SvelteAttribute[key.name="style"]',
    message: 'The policy of the page refuses style attributes; use a class or a style: directive.',
  },
  {
    selector: 'SvelteStyleDirective[key.name.name=/background|image|content|cursor|mask|filter|src/]',
    message: 'A value that may load something does not come from data.',
  },
  {
    selector:
      'CallExpression[callee.property.name="setAttribute"][arguments.0.value=/^(?:style|on|src|href)/i]',
    message: 'Attributes that load, run or lead somewhere are written in markup.',
  },
];
const PAGE_PROPERTIES = [
  'innerHTML',
  'outerHTML',
  'insertAdjacentHTML',
  'setHTMLUnsafe',
  'createContextualFragment',
  'srcdoc',
].map((property) => ({ property, message: 'A text becomes elements only in RichText.svelte.' }));
/** Text of a client stays in the encrypted store; the way to the program is one. */
const PAGE_GLOBALS = [
  ...['localStorage', 'sessionStorage', 'indexedDB', 'caches'],
  ...['eval', 'Function', 'XMLHttpRequest', 'WebSocket', 'process', 'Buffer', 'require'],
];
const TRANSPORT_GLOBALS = ['fetch', 'EventSource'];

/** @type {import('eslint').Linter.Config[]} */
const tierRules = Object.entries(TIERS).map(([name, tier]) => {
  const patterns = importPatterns(name, tier);
  const globals = name === 'renderer/api' ? PAGE_GLOBALS : [...PAGE_GLOBALS, ...TRANSPORT_GLOBALS];
  return {
    name: `tier ${name}`,
    files: [`${tier.files}/**/*.{ts,js,svelte}`],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
      'no-restricted-syntax': ['error', PLAIN_MEMBERS, ...dynamicImports(patterns), ...PAGE_SYNTAX],
      'no-restricted-properties': ['error', ...PAGE_PROPERTIES],
      'no-restricted-globals': [
        'error',
        ...globals.map((global) => ({
          name: global,
          message: 'Not in a page; see the tiers of the window.',
        })),
      ],
    },
  };
});

/** @type {import('eslint').Linter.Config[]} */
const layerRules = Object.entries(LAYERS).map(([name, layer]) => {
  const patterns = importPatterns(name, layer);
  const ambient = withoutAmbient(name);
  return {
    name: `layer ${name}`,
    files: [`${layer.files}/**/*.{ts,js}`],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
      'no-restricted-syntax': [
        'error',
        PLAIN_MEMBERS,
        ...dynamicImports(patterns),
        ...(ambient ? AMBIENT : []),
      ],
      'no-restricted-properties': ['error', ...(ambient ? AMBIENT_PROPERTIES : [])],
      'no-restricted-globals': [
        'error',
        ...globalsRefusedIn(name).map((global) => ({ name: global, message: 'Comes in as a parameter.' })),
      ],
    },
  };
});

export default defineConfig(
  globalIgnores(['coverage/', 'dist/']),
  js.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    name: 'components',
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
  },
  {
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', PLAIN_MEMBERS],
      // Hostile text is this program's daily bread: control characters are looked for on purpose.
      'no-control-regex': 'off',
      // The only enums here are those of packages.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // Most maps and sets of the window are not shown by themselves; what is shown is in a rune.
      'svelte/prefer-svelte-reactivity': 'off',
      // The compiler knows the names that exist.
      'no-undef': 'off',
      // A method of an asynchronous interface may have nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-exports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, allowDefaultCaseForExhaustiveSwitch: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true, allowNever: true },
      ],
    },
  },
  {
    name: 'tests',
    files: ['test/**/*.{ts,js}'],
    rules: {
      // What a program printed is read as it is and compared whole; a wrong guess fails the test.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^(?:/|file:)', message: 'A path of one machine.' }] },
      ],
      'no-restricted-properties': [
        'error',
        {
          property: 'unroute',
          message: "A handler that is under way fails after it. Use unrouteAll({ behavior: 'wait' }).",
        },
      ],
    },
  },
  {
    // To the lint a component in another file is `any`; svelte-check knows the types and holds them.
    name: 'types of components',
    files: ['**/*.svelte'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    name: 'commands of the project itself',
    files: ['electron/build/*.js', 'test/support/run/*.js', 'test/bench/**', 'test/e2e/*-run.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    // Plain JavaScript that reads manifests of packages: what a wrong guess breaks, its tests see.
    name: 'building',
    files: ['electron/build/*.js'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  ...layerRules,
  ...tierRules,
  { files: ['*.config.js'], extends: [tseslint.configs.disableTypeChecked] },
);
