import { describe, expect, it } from 'vitest';
import { hasScannerFiles, noScannerFiles } from '../support/real-data.ts';
import { countBy, readingOf, readingOfReal, refusalOf } from './support/reading.ts';

const log = (...runs: object[]): string => JSON.stringify({ version: '2.1.0', runs }, null, 1);
const run = (results: object[], rules: object[] = [], more: object = {}): object => ({
  tool: { driver: { name: 'Check It', rules }, ...more },
  results,
});

describe('real files of SARIF', () => {
  it('give each result with its rule, and the level that only the rule has', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { formats, items } = await readingOfReal('sarif-codeQL-output.sarif');
    expect(formats).toEqual(['sarif']);
    expect(items).toHaveLength(72);
    expect(countBy(items, 'rule')).toEqual({
      'py/call/wrong-arguments': 1,
      'py/call/wrong-named-argument': 1,
      'py/commented-out-code': 3,
      'py/empty-except': 7,
      'py/flask-debug': 4,
      'py/import-own-module': 1,
      'py/mixed-returns': 3,
      'py/path-injection': 1,
      'py/reflective-xss': 2,
      'py/sql-injection': 2,
      'py/unreachable-statement': 4,
      'py/unused-import': 40,
      'py/unused-local-variable': 3,
    });
    expect(countBy(items, 'severity')).toEqual({ high: 11, low: 57, medium: 4 });
    expect(countBy(items, 'tool')).toEqual({ codeql: 72 });
    expect(Object.keys(countBy(items, 'asset'))).toHaveLength(37);
    expect(countBy(items, 'asset')).toMatchObject({ 'good/mod_user.py': 5, 'bad/libuser.py': 4 });
    expect(items[0]?.observation).toBe(
      "'except' clause does nothing but pass and there is no explanatory comment.\n\n" +
        "```\ntry:\n    os.remove('db_users.sqlite')\nexcept FileNotFoundError:\n    pass\n```",
    );
    const injection = items.find(({ rule }) => rule === 'py/sql-injection');
    expect(injection).toMatchObject({
      title: 'SQL query built from user-controlled sources',
      path: 'bad/libuser.py:12',
      cwe: [89],
      confidence: 'high',
    });
    expect(injection?.observation).toMatch(/^This SQL query depends on a user-provided value\.\n/u);
    expect(injection?.observation.split('**Data flow**')[1]?.trim().split('\n')).toHaveLength(7 + 2);
  });

  it('fill the message of a rule, and tell what is suppressed', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    const { items } = await readingOfReal('sarif-appendix_k.sarif');
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      tool: 'codescanner',
      rule: 'C2001',
      severity: 'high',
      asset: 'collections/list.h',
      path: 'collections/list.h:15',
      suppressed: 'in the tool',
      remediation: 'Initialize the variable to null',
    });
    expect(items[0]?.observation).toMatch(
      /^Variable `ptr` was used without being initialized\. It was declared here\./u,
    );
    const suppressed = await readingOfReal('sarif-suppression_test.sarif');
    expect(suppressed.items.map((item) => [item.rule, item.suppressed, item.severity, item.asset])).toEqual([
      ['TST0001', 'in the tool', 'medium', 'C:/code/file1.c'],
      ['TST0002', 'in the tool', 'medium', 'C:/code/file2.c'],
      ['TST0003', 'in the source', 'medium', 'C:/code/file3.c'],
      ['TST0004', null, 'medium', 'C:/code/file4.c'],
      ['TST0005', null, 'medium', 'C:/code/file5.c'],
    ]);
    expect(suppressed.items.map(({ line }) => line).slice(0, 2)).toEqual([44, 64]);
  });

  it('may have no run', async ({ skip }) => {
    skip(!hasScannerFiles, noScannerFiles);
    expect(await readingOfReal('sarif-no_runs.sarif')).toEqual({
      formats: ['sarif'],
      items: [],
      problems: [],
    });
  });
});

describe('a result of SARIF', () => {
  const one = async (result: object, rule: object = {}) =>
    (await readingOf(log(run([{ ruleIndex: 0, ...result }], [{ id: 'R', ...rule }])))).items[0];

  it('takes its severity from a score, its level, its rule, or is a warning', async () => {
    const scored = { properties: { 'security-severity': '9.1' } };
    const error = { defaultConfiguration: { level: 'error' } };
    expect((await one({ level: 'note' }, { ...scored, ...error }))?.severity).toBe('critical');
    expect((await one({ level: 'note' }, error))?.severity).toBe('low');
    expect((await one({}, error))?.severity).toBe('high');
    expect((await one({}))?.severity).toBe('medium');
    expect(await one({ kind: 'pass' })).toMatchObject({ severity: 'info', informational: true });
  });

  it('may name no place, and fingerprints within each other', async () => {
    const item = await one({ locations: [], partialFingerprints: { a: { b: { c: 1 } } } });
    expect(item).toMatchObject({ rule: 'R', asset: '', path: null });
  });

  it('counts again once its suppression was rejected', async () => {
    expect((await one({ suppressions: [{ kind: 'external', status: 'rejected' }] }))?.suppressed).toBeNull();
    const accepted = { kind: 'external', status: 'accepted', justification: 'Test code' };
    expect((await one({ suppressions: [accepted] }))?.suppressed).toBe('Test code');
  });

  it('that is absent since the last run is closed', async () => {
    expect((await one({ baselineState: 'absent' }))?.closed).toBe(true);
    expect((await one({ baselineState: 'new' }))?.closed).toBe(false);
  });

  it('finds its rule in an extension, by number or by identifier, also behind the results', async () => {
    const rule = (id: string) => ({ id, shortDescription: { text: `Title ${id}` } });
    const extensions = [{ name: 'More', rules: [rule('E0'), rule('E1')] }];
    const results = [
      { rule: { id: 'E1', index: 1, toolComponent: { index: 0 } } },
      { ruleId: 'E0' },
      { ruleId: 'D0/variant' },
      { ruleId: 'E1', ruleIndex: 0 },
    ];
    const { tool } = run([], [rule('D0')], { extensions }) as { tool: object };
    const { items } = await readingOf(log({ results, tool }));
    expect(items.map(({ rule: id, title }) => [id, title])).toEqual([
      ['E1', 'Title E1'],
      ['E0', 'Title E0'],
      ['D0/variant', 'Title D0'],
      ['E1', 'Title E1'],
    ]);
  });

  it('belongs to the rules of its own run', async () => {
    const { items } = await readingOf(
      log(run([{ ruleIndex: 0 }], [{ id: 'A' }]), run([], []), run([{ ruleIndex: 0 }], [{ id: 'B' }])),
    );
    expect(items.map(({ rule }) => rule)).toEqual(['A', 'B']);
  });

  it('that is cut off ends the reading with its line', async () => {
    const text = log(run([{ ruleId: 'A', message: { text: 'Long' } }]));
    expect(await refusalOf(text.slice(0, text.indexOf('Long')))).toMatch(
      /^Line \d+: The file ends too early/u,
    );
  });
});
