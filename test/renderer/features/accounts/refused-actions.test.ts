import { expect, it } from 'vitest';
import type { RefusedAction } from '#contract/procedures/program/activity.ts';
import { accountCommands } from '#renderer/features/accounts/commands.ts';
import { assistantCommands } from '#renderer/features/assistant/commands.ts';
import { RefusedActions } from '#renderer/features/accounts/refused-actions.svelte.ts';
import { Commands } from '#renderer/session/commands/commands.svelte.ts';
import { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { Settings } from '#renderer/session/settings.svelte.ts';
import { Program } from '../../support/program.ts';

const since = '2026-11-28T09:00:00.000Z';
const merge: RefusedAction = { kind: 'ai-merge', project: 'p1', since };
const token: RefusedAction = { kind: 'token-rotate', project: null, since };

/** The commands of a window that knows these refusals; `ran` names those that were carried out. */
function windowWith(state: { known: readonly RefusedAction[]; project: string; locked?: boolean }) {
  const ran: string[] = [];
  const { api } = new Program({});
  const settings = new Settings(
    () => api,
    () => undefined,
  );
  const table = [...accountCommands, ...assistantCommands];
  const commands = new Commands(table, settings, false, {
    why: () => (state.locked === true ? 'Read-only.' : null),
    tell: () => ran.push('told of the lock'),
  });
  const notices = new Notices();
  commands.provide(table, Object.fromEntries(table.map(({ id }) => [id, () => void ran.push(id)])) as never);
  const refusals = new RefusedActions(
    () => state.known,
    () => state.project,
    notices,
  );
  return { commands, notices, ran, end: commands.followRefusals(refusals) };
}

it('a command that the service refused is off in that engagement, tells the reason, and can be tried again', () => {
  const state = { known: [merge], project: 'p1' };
  const { commands, notices, ran } = windowWith(state);
  const why = 'Your account may not do this in this engagement. The service refused it on 28 Nov 2026.';
  expect([commands.whyOff('assistant.merge'), commands.whyOff('assistant.demonstration')]).toEqual([
    why,
    null,
  ]);
  expect([commands.run('assistant.merge'), ran]).toEqual([true, []]);
  const [notice] = notices.list;
  expect([notice?.text, notice?.action?.label]).toEqual([why, 'Try again']);
  state.project = 'p2';
  expect(commands.whyOff('assistant.merge')).toBe(null);
  state.project = 'p1';
  notice?.action?.run();
  expect([commands.run('assistant.merge'), ran, commands.refusals?.some]).toEqual([
    true,
    ['assistant.merge'],
    false,
  ]);
  // Refused once more.
  state.known = [{ ...merge, since: '2026-11-29T09:00:00.000Z' }];
  expect(commands.whyOff('assistant.merge')).toContain('29 Nov 2026');
});

it('an action about the account is off in every engagement, and a read-only vault says that first', () => {
  const state = { known: [token], project: 'p2', locked: false };
  const { commands, ran, end } = windowWith(state);
  expect(commands.whyOff('token.rotate')).toBe(
    'Your account may not do this. The service refused it on 28 Nov 2026.',
  );
  state.locked = true;
  commands.run('token.rotate');
  expect([commands.whyOff('token.rotate'), ran]).toEqual(['Read-only.', ['told of the lock']]);
  state.locked = false;
  end();
  expect(commands.whyOff('token.rotate')).toBe(null);
});
