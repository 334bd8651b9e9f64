import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DossierError } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import type { ProcedureName } from '#contract/procedures/index.ts';
import { readArguments } from '../../electron/cli/command/arguments.ts';
import { limitsOf } from '../../electron/cli/command/usage.ts';
import { commands } from '../../electron/cli/definitions/commands.ts';
import { openDesk, sampleService, temporaryFolder, type TestDesk } from '../support/desk.ts';
import { runIn, type Ran } from './support/in-process.ts';

const [project, other] = ['acme-web', 'umbrella-api'];

interface Place {
  readonly dossier: (...argv: string[]) => Promise<Ran>;
  readonly desk: TestDesk;
  readonly folder: string;
  /** A finding that was never sent, and the change that made it. */
  readonly id: string;
  readonly op: string;
}

/** A vault with two engagements, one finding, a round, two editions and a theme, in this process. */
async function openPlace(env: NodeJS.ProcessEnv = {}): Promise<Place> {
  const service = await sampleService({ engagement: false, seeds: [] });
  const desk = openDesk();
  await desk.call(
    'connection.connect',
    { baseUrl: service.baseUrl },
    { token: service.tokens['mara'] ?? '' },
  );
  const folder = temporaryFolder();
  const call = async <T>(name: ProcedureName, input: unknown): Promise<T> => {
    const outcome = await desk.dispatch(name, input as Json);
    if (!outcome.ok) throw DossierError.of(outcome.error);
    return outcome.value as T;
  };
  const dossier = (...argv: string[]): Promise<Ran> => runIn({ call }, folder, argv, undefined, env);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await desk.call('engagement.add', { project });
  await desk.call('engagement.add', { project: other });
  const [made] = await desk.call('finding.create', {
    project,
    records: [{ title: 'Stored XSS', asset: ['shop.acme.test'], severity: 'high', status: 'open' }],
  });
  await desk.call('round.add', { project, name: 'First' });
  await dossier('report', project, '--out', 'one.json', '--force');
  await dossier('report', project, '--out', 'two.json', '--force');
  await dossier('theme', 'add', 'acme.json');
  return { dossier, desk, folder, id: made?.findings[0] ?? '', op: made?.op ?? '' };
}

const files: Readonly<Record<string, string>> = {
  'early.json': '{"a": [1\n',
  'comma.json': '{"title": "One",}',
  'acme.json': '{"name": "Acme"}',
  'colours.json': '{"name": "Acme", "colours": {}}',
  'new.json': '[{"title": "Two", "asset": ["a.test"], "severity": "hihg"}]',
  'fields.json': '[{"title": "Two", "asset": ["a.test"], "severty": "high"}]',
  'facts.json': '{"ends": "soon"}',
  'secret.txt': 'a long password\n',
};

/** What is typed (ID and OP stand for the finding and its change), how it ends, and what is said. */
type Row = readonly [line: string, code: number, says: string];

const rows: readonly Row[] = [
  // Nothing, or the wrong command.
  ['findngs acme-web', 2, 'Did you mean "dossier findings"?'],
  ['engagement lst', 2, 'Did you mean "engagement list"?'],
  ['engagement', 2, 'There is "engagement add"'],
  ['engagements', 2, 'Did you mean "dossier engagement list"?'],
  ['projects', 2, 'Did you mean "dossier engagement list"?'],
  ['project', 2, 'Did you mean "dossier engagement list"?'],
  ['login', 2, 'Did you mean "dossier sign-in"?'],
  ['logout', 2, 'Did you mean "dossier sign-out"?'],
  ['push', 2, 'Did you mean "dossier sync --push-only"?'],
  ['pull', 2, 'Did you mean "dossier sync --pull-only"?'],
  ['list acme-web', 2, 'Did you mean "dossier findings"?'],
  ['undo', 2, 'Did you mean "dossier discard"?'],
  ['status', 2, 'Did you mean "dossier queue"?'],
  ['version', 2, 'Did you mean "dossier --version"?'],
  ['export acme-web', 2, 'Did you mean "dossier report"?'],
  ['search xss', 2, 'Did you mean "dossier find"?'],
  ['theme ls', 2, '"theme" has no "ls"'],
  ['auth login', 2, 'Did you mean "dossier connect"?'],
  ['reject ID', 2, 'Did you mean "dossier review ID reject"?'],
  ['revert', 2, 'Did you mean "dossier discard"?'],
  ['candidates', 2, 'Did you mean "dossier findings PROJECT --query is:candidate"?'],
  ['constructor', 2, 'There is no command "constructor".\n'],
  ['reset --hard', 2, 'Did you mean "dossier discard"?'],
  ['help findngs', 2, 'Did you mean "dossier findings"?'],
  ['help engagement lst', 2, 'Did you mean "engagement list"?'],
  ['help finding edit', 2, 'There is no command "finding edit".\n'],
  // Something is missing.
  ['create --from new.json', 2, 'PROJECT is missing: dossier create PROJECT --from FILE'],
  ['import acme-web', 2, 'FILE is missing: dossier import PROJECT FILE…'],
  ['findings', 2, 'PROJECT is missing: dossier findings PROJECT'],
  ['report --out a.pdf', 2, 'PROJECT is missing: dossier report PROJECT --out FILE'],
  ['comment list', 2, 'PROJECT is missing: dossier comment list PROJECT'],
  ['check', 2, 'There are 2 engagements, and DOSSIER_PROJECT names none: dossier engagement list'],
  ['check --ignore secret', 2, 'PROJECT is missing: dossier check [PROJECT]'],
  ['retest set acme-web fixed ID', 2, 'ROUND is missing: dossier retest set PROJECT ROUND VERDICT'],
  ['retest show acme-web', 2, 'ROUND is missing: dossier retest show [PROJECT] ROUND'],
  ['set-status --project acme-web --query xss', 2, 'STATUS is missing: dossier set-status STATUS'],
  ['edit', 2, 'ID is missing: dossier edit ID'],
  ['edit ID', 2, 'Nothing to change: give --set'],
  ['connect', 2, 'The address of the service is missing.'],
  ['report acme-web', 2, 'The file to write is missing: --out FILE.'],
  [
    'report settings acme-web --reset',
    2,
    'such as: dossier report settings acme-web --reset template,language',
  ],
  ['report acme-web --out', 2, 'The option --out needs a value, such as: dossier report acme-web --out'],
  ['edit ID --set', 2, 'such as: dossier edit 4f2a --set severity=high'],
  ['report acme-web --template single --out a.pdf', 2, 'The template "single" needs the finding'],
  // In the wrong place.
  ['create acme-web new.json', 2, 'Give the file with --from new.json'],
  ['connect https://api.example.test', 2, 'Give the address with --base-url https://api.example.test'],
  ['connect api.example.test', 2, 'Give the address with --base-url api.example.test'],
  ['report acme-web a.pdf', 2, 'Give the file with --out a.pdf'],
  ['edit ID severity=high', 2, 'Set a field with --set severity=high'],
  ['edit ID --severity high', 2, 'Set a field with --set severity=high'],
  ['edit ID --severity', 2, 'Set a field with --set severity=VALUE'],
  ['edit ID --title New', 2, 'Set a field with --set title=New'],
  ['edit ID --set severity high', 2, 'Set a field with --set severity=high'],
  ['findings acme-web --severity high', 2, 'Give it with --query severity:high'],
  ['report acme-web --out a.pdf --title', 2, 'The option --title needs a value'],
  ['findings acme-web severity:high', 2, 'in quotes: --query "severity:high"'],
  ['findings acme-web --query severity:high xss:1', 2, 'in quotes: --query "severity:high xss:1"'],
  ['review accept ID', 2, 'The id comes first: dossier review ID accept'],
  ['bulk-review ID accept', 2, 'The decision comes first: dossier bulk-review accept ID'],
  ['resolve mine OP', 2, 'The id comes first: dossier resolve OP mine'],
  ['ready keep ID --field title', 2, 'FIELD is an argument: dossier ready keep ID title'],
  ['findings --project acme-web', 2, 'PROJECT is an argument: dossier findings acme-web'],
  ['finding --id 4f2a', 2, 'ID is an argument: dossier finding 4f2a'],
  ['review ID maybe', 2, 'neither accept nor reject'],
  ['resolve OP ours', 2, 'neither yours nor theirs'],
  // Options.
  ['findings acme-web --querry xss', 2, 'Did you mean --query?'],
  ['findings acme-web --limit many', 2, '--limit takes a whole number'],
  ['queue --force', 2, '"queue" has no option --force.'],
  ['queue --json=1', 2, 'takes no value.\ndossier help queue tells'],
  ['findings acme-web --query a --query b', 2, 'given twice.\ndossier help findings tells'],
  ['report acme-web -o a.pdf', 2, 'Did you mean --out?'],
  ['report acme-web --output a.pdf', 2, 'Did you mean --out?'],
  ['findings acme-web -o json', 2, 'Did you mean --json?'],
  ['findings acme-web -x', 2, 'There is no option -x.\n'],
  ['queue --verbose', 2, 'Did you mean --debug?'],
  ['discard OP -y', 2, 'Did you mean --yes?'],
  ['report acme-web --out a.pdf --template technicl', 2, 'Did you mean "technical"?'],
  ['report acme-web --out a.pdf --sections sumary', 2, 'Did you mean "summary"?'],
  ['report acme-web --out a.pdf --sections nosuch', 2, '"dossier help report" lists them'],
  ['report acme-web --out a.pdf --language fr', 2, 'Known: en, de.'],
  ['report acme-web --out a.odt', 2, 'The format "odt" is not known'],
  ['report acme-web --out a.csv --password-file secret.txt', 2, 'Only a PDF can be locked'],
  ['report acme-web --out a.csv --word-template starter', 2, 'Only Word takes a template'],
  ['report acme-web --out a.json --edition 1 --theme Acme', 2, 'take away --theme'],
  ['report acme-web --out a.pdf --edition 1 --password-file secret.txt', 2, 'take away --password-file'],
  ['report settings acme-web --reset tempalte', 2, 'Did you mean "template"?'],
  ['import settings acme-web --reset nosuch', 2, 'Known: rules, severities, maps.'],
  ['check acme-web --rule nosuch', 2, '"dossier help check" lists them'],
  ['check acme-web --rule same-titel', 2, 'Did you mean "same-title"?'],
  ['check acme-web --ignore secrets', 2, 'Did you mean "secret"?'],
  ['activity --kind updte', 2, 'Did you mean "update"?'],
  ['activity --since soon', 2, 'an age such as 7d'],
  ['inbox --since 2026-02-30', 2, 'takes a day such as'],
  ['retest set acme-web 1 fixd ID', 2, 'Did you mean "fixed"?'],
  ['findings acme-web --query severty:high', 2, 'severity'],
  ['findings acme-web --sort titel', 2, 'title'],
  // Values.
  ['edit ID --set cwe=79', 2, 'such as https://cwe.mitre.org/data/definitions/79.html'],
  ['edit ID --set owasp=A03', 2, 'such as https://owasp.org'],
  ['edit ID --set severty=high', 2, 'Did you mean severity?'],
  ['edit ID --set cvss=9.8', 2, 'Did you mean CVSS?'],
  ['edit ID --set CVSS=abc', 2, 'a score from 0 to 10, such as 7.5'],
  ['edit ID --set severity=hihg', 2, 'Did you mean high? Add --as-typed'],
  ['edit ID --set status=opne', 2, 'Did you mean open? Add --as-typed'],
  ['edit ID --set title=', 2, 'must be a text that is not empty'],
  ['edit ID --set title', 2, '--set takes FIELD=VALUE'],
  ['edit ID --set-json asset=[', 2, 'is not JSON'],
  ['set-status opne ID', 2, 'Did you mean open? Add --as-typed'],
  ['set-status opne --project acme-web --query xss --yes', 2, 'Did you mean open?'],
  ['resolve OP --set severity=hihg', 2, 'Did you mean high?'],
  ['create acme-web --from new.json', 1, 'Did you mean high? --as-typed takes it.'],
  ['create acme-web --from fields.json', 1, 'Did you mean severity?'],
  ['engagement set acme-web --set ends=soon', 2, 'a day such as 2026-11-21'],
  ['engagement set acme-web --set begin=2026-11-21', 2, 'Did you mean begins?'],
  ['engagement set acme-web --set nofact=x', 2, 'Known facts: client'],
  ['engagement set acme-web --from facts.json', 1, 'facts.json: ends: it must be a day'],
  ['retest add acme-web --begins soon', 2, 'a day such as 2026-11-21'],
  ['retest add acme-web --begins 2026-12-02 --ends 2026-12-01', 2, 'cannot end'],
  ['comment add ID --text T --quote words', 2, 'Say by --field'],
  // Names that are not there.
  ['findings acme-wbe', 1, 'Did you mean acme-web?'],
  ['findings ACME-WEB', 1, 'Did you mean acme-web?'],
  ['findings elsewhere', 1, 'Add it first: dossier engagement add elsewhere'],
  ['findings a b', 2, 'one argument too many'],
  ['finding acme-web', 1, 'acme-web is an engagement, not a finding: dossier findings acme-web'],
  ['edit acme-web --set title=T', 1, 'dossier findings acme-web'],
  ['finding nosuch', 1, 'There is no finding nosuch here.\n"dossier findings PROJECT" lists the ids'],
  ['check acme-web --exclude nosuch', 1, '"dossier findings acme-web" lists the ids'],
  [
    'edition compare acme-web 1 99',
    1,
    'acme-web has no edition 99. It has 1, 2: dossier edition list acme-web',
  ],
  ['edition compare umbrella-api 1 2', 1, 'It has none yet: dossier edition list umbrella-api'],
  ['report acme-web --out a.json --edition 9', 1, 'It has 1, 2: dossier edition list acme-web'],
  [
    'report acme-web --out a.json --round 9',
    1,
    'acme-web has no retest round 9. It has 1: dossier retest acme-web',
  ],
  ['retest show acme-web 7', 1, 'acme-web has no retest round 7. It has 1: dossier retest acme-web'],
  ['resolve nosuch mine', 1, 'No pending change has the id nosuch: dossier queue'],
  ['retry nosuch', 1, 'No pending change has the id nosuch: dossier queue'],
  ['discard nosuch --yes', 1, 'No pending change has the id nosuch: dossier queue'],
  ['assistant show nosuch', 1, 'dossier assistant drafts'],
  ['retry OP', 1, 'is pending; only a refused or unconfirmed one is sent again'],
  ['theme show Acem', 1, 'Did you mean Acme?'],
  ['theme remove nosuch', 1, '"dossier theme list" lists them'],
  ['report acme-web --out a.pdf --theme Acem', 1, 'Did you mean Acme?'],
  ['template show startr', 1, 'Did you mean starter?'],
  // Files.
  ['create acme-web --from early.json', 1, 'early.json, line 1, column 9: JSON ends too early'],
  ['create acme-web --from comma.json', 1, 'comma.json, line 1, column 17: a name in double quotes'],
  ['create acme-web --from none.json', 1, 'none.json does not exist'],
  ['connect --base-url http://127.0.0.1:9 --profile early.json', 1, 'early.json, line 1, column 9'],
  ['engagement set acme-web --from early.json', 1, 'early.json, line 1, column 9'],
  ['import acme-web new.json --map early.json --yes', 1, 'early.json, line 1, column 9'],
  ['theme check early.json', 1, 'early.json, line 1, column 9: JSON ends too early'],
  ['theme check colours.json', 1, 'Did you mean "colors"?'],
  ['report acme-web --out none/a.json', 1, 'does not exist. Make it first'],
];

test('a hundred mistakes end with the code of their kind, and say the next step', async () => {
  const { dossier, id, op } = await openPlace();
  const typed = (line: string): string[] =>
    line.split(' ').map((word) => (word === 'ID' ? id : word === 'OP' ? op : word));
  const wrong: unknown[] = [];
  const suggested = new Set<string>();
  for (const [line, code, says] of rows) {
    const ended = await dossier(...typed(line));
    const said = (ended.stderr + ended.stdout).replaceAll(id, 'ID').replaceAll(op, 'OP');
    const isShort = ended.stderr.trimEnd().split('\n').length <= 2;
    if (ended.code !== code || !said.includes(says) || !isShort) wrong.push([line, ended.code, said]);
    for (const command of commandsIn(said)) suggested.add(command);
  }
  expect(wrong).toEqual([]);
  expect(rows.length).toBeGreaterThan(100);
  expect([...suggested].filter((command) => !isTypedRight(command))).toEqual([]);
  expect(suggested.size).toBeGreaterThan(20);
  // Nothing of it was queued beside the finding that was there.
  expect(JSON.parse((await dossier('queue', '--json')).stdout)).toHaveLength(1);
});

/** The commands that a message suggests: behind a colon to the end of the line, or in quotes. */
function commandsIn(said: string): string[] {
  const quoted = [...said.matchAll(/"(dossier [^"]+)"/gu)].map(([, command]) => command);
  const behind = [...said.matchAll(/: (dossier .+)$/gmu)].map(([, command]) => command);
  return [...quoted, ...behind].flatMap((command) => (command === undefined ? [] : [command.trim()]));
}

/** Whether our own parser takes a suggestion; what usage writes as optional is left out. */
function isTypedRight(command: string): boolean {
  const words = command
    .replaceAll(/ ?\[[^\]]*(?:\[[^\]]*\][^\]]*)?\]/gu, '')
    .replaceAll('…', '')
    .replaceAll('ROUND', '1')
    .split(' ')
    .slice(1);
  try {
    readArguments(words, commands);
    return true;
  } catch {
    // A name of a command alone, as "Did you mean" has it.
    return commands.some((one) => one.words.join(' ') === words.join(' '));
  }
}

test('every command that takes a PROJECT answers an unknown one with the one that was meant, and ends with 1', async () => {
  const { dossier, id } = await openPlace();
  const more: Readonly<Record<string, readonly string[]>> = {
    'engagement set': ['--set', 'title=T'],
    'engagement destroy': ['--yes'],
    create: ['--from', 'one.json'],
    'report order': ['--to', '1'],
    import: ['--yes'],
    report: ['--out', 'a.json'],
    'retest change': ['--name', 'N'],
    'report renumber': ['--yes'],
    'retest remove': ['--yes'],
  };
  const values: Readonly<Record<string, string>> = {
    ROUND: '1',
    VERDICT: 'fixed',
    N: '1',
    M: '2',
    FILE: 'new.json',
    ID: id,
  };
  const taking = commands.filter(
    ({ words, positionals }) =>
      positionals.some(({ name }) => name === 'PROJECT') && words.join(' ') !== 'engagement add',
  );
  const answers: [string, Ran][] = [];
  for (const command of taking) {
    const name = command.words.join(' ');
    const positionals = command.positionals
      .filter(({ name: one, optional }) => optional !== true || one === 'PROJECT' || one === 'ID')
      .map(({ name: one }) => (one === 'PROJECT' ? 'acme-wbe' : (values[one] ?? 'x')));
    answers.push([name, await dossier(...command.words, ...positionals, ...(more[name] ?? []))]);
  }
  expect(taking.length).toBeGreaterThan(20);
  expect(
    answers
      .filter(([, { code, stderr }]) => code !== 1 || !stderr.includes('Did you mean acme-web?'))
      .map(([name, { code, stderr }]) => [name, code, stderr]),
  ).toEqual([]);
});

test('a value that a finding of the vault has, or that is taken as typed, is not refused', async () => {
  const { dossier, id } = await openPlace();
  const codes = [
    await dossier('edit', id, '--set', 'severity=Urgent'),
    await dossier('edit', id, '--set', 'severity=Urgent', '--as-typed'),
    await dossier('edit', id, '--set', 'severity=urgent'),
    await dossier('edit', id, '--set', 'severity=Informational'),
    await dossier('edit', id, '--set', 'status=triaged', '--as-typed'),
    await dossier('set-status', 'triaged', id),
    await dossier('edit', id, '--set', 'CVSS=n/a'),
    await dossier('edit', id, '--set', 'CVSS=9.8'),
    await dossier('create', project, '--from', 'new.json', '--as-typed'),
  ].map(({ code }) => code);
  expect(codes).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0]);
});

test('the only engagement, or DOSSIER_PROJECT, is taken where a reading command names none, and is told', async () => {
  const { dossier, desk } = await openPlace();
  await desk.call('engagement.destroy', { project: other, name: other, unsent: 0 });
  const only = await dossier('findings');
  const quiet = await dossier('findings', '--quiet');
  const json = await dossier('findings', '--json');
  const rest = [
    await dossier('engagement', 'overview'),
    await dossier('engagement', 'show'),
    await dossier('retest'),
    await dossier('retest', 'show', '1'),
    await dossier('edition', 'list'),
    await dossier('edition', 'compare', '1', '2'),
    await dossier('comment', 'list'),
    await dossier('report', '--out', 'three.json', '--force'),
  ];
  expect(only.stderr).toContain('Engagement: acme-web (the only one of this vault)');
  expect([only.stdout.includes('Stored XSS'), quiet.stderr, JSON.parse(json.stdout)]).toEqual([
    true,
    '',
    [expect.objectContaining({ title: 'Stored XSS' })],
  ]);
  expect(rest.map(({ code, stderr }) => [code, stderr.includes('Engagement: acme-web')])).toEqual(
    rest.map(() => [0, true]),
  );
  const behind = await dossier('check', '--exclude', 'x', 'y', project);
  expect(behind.stderr).toContain('There is no finding x here.');
  expect(behind.stderr).not.toContain('Engagement:');
  // What changes something is never meant for an engagement that nobody named.
  const written = [
    await dossier('create', '--from', 'acme.json'),
    await dossier('import', 'new.json', '--yes'),
    await dossier('check', '--ignore', 'same-title'),
    await dossier('report', 'settings', '--language', 'de'),
  ];
  expect(written.map(({ code, stderr }) => [code, stderr.includes('is missing')])).toEqual(
    written.map(() => [2, true]),
  );
});

test('DOSSIER_PROJECT stands for PROJECT among several, and one that is not there is told', async () => {
  const named = await openPlace({ DOSSIER_PROJECT: other });
  const found = await named.dossier('findings');
  const typed = await named.dossier('findings', project, '--json');
  expect(found.stdout).toBe('No findings.\n');
  expect(found.stderr).toContain(`Engagement: ${other} (DOSSIER_PROJECT)\n`);
  expect(JSON.parse(typed.stdout)).toHaveLength(1);
  const unknown = await openPlace({ DOSSIER_PROJECT: 'acme-wbe' });
  const refused = await unknown.dossier('check');
  expect([refused.code, refused.stderr.includes('Did you mean acme-web?')]).toEqual([1, true]);
});

test('an engagement that is added twice is told, and its proxy even where no request takes it', async () => {
  const { dossier } = await openPlace();
  const [again, named, fresh] = [
    await dossier('engagement', 'add', project),
    await dossier('engagement', 'add', project, '--name', 'Shop'),
    await dossier('engagement', 'add', 'a b'),
  ];
  expect([again.stdout, named.stdout, fresh.stdout]).toEqual([
    'Engagement acme-web was here already.\n',
    'Engagement acme-web was here already. Its name and client are as you gave them now.\n',
    'Added the engagement a b. Next: dossier sync "a b"\n',
  ]);
  const shown = async (...words: string[]): Promise<string | undefined> =>
    /^Proxy: .*$/mu.exec((await dossier('network', ...words)).stdout)?.[0];
  expect([
    await shown('proxy', 'http://proxy.test:3128'),
    await shown('proxy', 'none'),
    await shown('authorities', 'automatic'),
    await shown('proxy', 'automatic'),
  ]).toEqual(['Proxy: http://proxy.test:3128', 'Proxy: none', 'Proxy: none', 'Proxy: as this computer says']);
});

test('a PROJECT that has a default is the first argument of a command that reads', () => {
  const defaults = commands.filter(({ positionals }) =>
    positionals.some(({ hasDefault }) => hasDefault === true),
  );
  expect(defaults.map(({ words }) => words.join(' '))).toEqual([
    'engagement overview',
    'engagement show',
    'findings',
    'comment list',
    'retest',
    'retest show',
    'check',
    'report',
    'edition list',
    'edition compare',
  ]);
  for (const command of defaults) {
    expect(command.positionals[0]).toEqual({ name: 'PROJECT', hasDefault: true });
    expect(limitsOf(command).min).toBe(command.positionals.length - 1);
  }
});
