import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;
const sources = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file.replaceAll('\\', '/'), readFileSync(join(folder, file), 'utf8')]),
);

function sourceOf(file: string): string {
  const source = sources.get(file);
  if (source === undefined) throw new Error(`there is no ${file}`);
  return source;
}

/** What a module takes at run time, types left out. */
function importsOf(source: string): string[] {
  const statements = source.matchAll(/^import (?!type )[^;]*? from '([^']+)';/gmu);
  return [...statements].map((match) => match[1] ?? '');
}

test('the program is made of shipped modules, and only of them', () => {
  const own = ['./store.ts', './timeline.ts', '../draw/random.ts'];
  const taken = importsOf(sourceOf('play/program.ts'));
  expect(taken.filter((name) => !name.startsWith('#') && !own.includes(name))).toEqual([]);
  for (const shipped of [
    '#engine/sync.ts',
    '#engine/push/recover-interrupted.ts',
    '#engine/request-order.ts',
    '#remote/endpoints/service-client.ts',
    '#remote/rate-limit/limiter.ts',
  ])
    expect(taken).toContain(shipped);
  const store = importsOf(sourceOf('play/store.ts'));
  expect(store).toEqual(expect.arrayContaining(['#db/store/open.ts', '#db/store/transaction.ts']));
  expect(store.filter((name) => !name.startsWith('#'))).toEqual([]);
});

test('what the person does goes through the shipped services', () => {
  const taken = [sourceOf('user/desk.ts'), sourceOf('user/decisions.ts')]
    .flatMap(importsOf)
    .filter((name) => /^#(?:engine|features)\//.test(name));
  for (const service of [
    'engine/outbox/edit',
    'engine/outbox/delete',
    'features/bulk/selection',
    'features/review/review',
    'engine/outbox/discard/retry-and-discard',
  ])
    expect(taken).toContain(`#${service}.ts`);
});

test('the program gets exactly clock, ids, randomness, network and store from outside', () => {
  const source = sourceOf('play/program.ts');
  // The whole workplace, and what a run adds to it.
  expect(source).toContain('this.ctx = { db, clock, ids, random, order: new RequestOrder(), profile };');
  expect(source.replace(/\s+/gu, ' ')).toContain(
    'createServiceClient({ transport, baseUrl, profile, limiter: this.#limiter, aiLimiter: this.#aiLimiter, clock, })',
  );
  expect(source).toContain(
    'return { ...this.ctx, client, credentials, signal, progress: () => undefined, scheduler };',
  );
  expect(source).toContain('runSync(this.#online(transport, token), request)');
});

test('the store on which the program runs passes every statement on as it is', () => {
  const source = sourceOf('play/store.ts');
  expect(source.match(/statement\.(?:get|all|run|iterate)\(\.\.\.values\)/gu)).toHaveLength(4);
  expect(source.match(/raw\.prepare\(text\)/gu)).toHaveLength(1);
});

test('nothing is mocked, patched or loaded in another way', () => {
  for (const [file, source] of sources) {
    if (file === 'shipped.test.ts') continue;
    for (const trick of ['vi.mock', 'vi.spyOn', 'vi.stub', 'jest', 'prototype.', 'registerHooks', 'Module.'])
      expect(source.includes(trick), `${file} uses ${trick}`).toBe(false);
    expect(/\bimport\(/u.test(source), `${file} loads at run time`).toBe(false);
    expect(/\bglobalThis\b|\bDate\.now = |Math\.random/u.test(source), `${file} touches globals`).toBe(false);
  }
});
