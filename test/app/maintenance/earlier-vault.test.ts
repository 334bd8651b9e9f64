import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openVault } from '#db/store/vault.ts';
import { openDesk, temporaryFolder } from '../../support/desk.ts';

const folder =
  process.env['DOSSIER_HOMES'] ?? fileURLToPath(new URL('../../../../shared/homes', import.meta.url));

/** What every command answered when the vault was put away. */
interface Seen {
  readonly findings: Readonly<Record<string, readonly unknown[]>>;
  readonly one: Readonly<Record<string, unknown>>;
  readonly history: Readonly<Record<string, readonly unknown[]>>;
  readonly queue: readonly unknown[];
  readonly engagements: readonly unknown[];
  readonly facts: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, unknown>>;
}

const generations = ['2026-11-25', '2026-11-28'];

test.for(generations)(
  'a vault of %s opens with all that it held, its queue as it waited',
  async (day, { skip }) => {
    const kept = join(folder, day);
    skip(
      !existsSync(join(kept, 'home.tar.gz')),
      `there are no earlier vaults in ${folder}; DOSSIER_HOMES names another place`,
    );
    const home = join(temporaryFolder(), 'home');
    mkdirSync(home);
    execFileSync('tar', ['xzf', join(kept, 'home.tar.gz'), '-C', home]);
    const seen = JSON.parse(readFileSync(join(kept, 'seen.json'), 'utf8')) as Seen;
    const vault = openVault(home);
    expect(vault.kind).toBe('open');
    if (vault.kind !== 'open') return;
    const desk = openDesk({ home, dataKey: vault.dataKey });
    expect(await desk.call('notice.list')).toEqual([]);
    expect(await desk.call('queue.list')).toMatchObject(seen.queue.map(withoutTexts));
    expect(await desk.call('engagement.list')).toMatchObject(seen.engagements);
    expect(await desk.call('engagement.facts', { project: 'acme' })).toMatchObject(factsIn(seen));
    expect(await desk.call('report.settings', { project: 'acme' })).toMatchObject({
      settings: seen.settings['settings'],
      theme: seen.settings['theme'],
    });
    for (const project of ['acme', 'other']) {
      const { rows } = await desk.call('finding.list', { project });
      expect(rows).toMatchObject(seen.findings[project] ?? []);
    }
    for (const [id, finding] of Object.entries(seen.one))
      expect([id, await desk.call('finding.get', { id })]).toMatchObject([id, withoutTexts(finding)]);
    for (const [id, entries] of Object.entries(seen.history))
      expect([id, await desk.call('finding.history', { id })]).toMatchObject([id, entries]);
  },
);

/** What was said of the engagement, and when. */
function factsIn({ facts }: Seen): object {
  return { facts: facts['facts'], changedAt: facts['changedAt'] };
}

/** Texts of messages may change, and when something is looked at again is counted anew. */
function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'message' && name !== 'nextLookAt')
      .map(([name, member]) => [name, withoutTexts(member)]),
  );
}
