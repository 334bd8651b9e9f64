import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageProcedure } from '#renderer/api/api.ts';
import type { Shared } from '#renderer/session/context.ts';
import { Desk } from '#renderer/session/desk/desk.svelte.ts';
import { SavedViews } from '#renderer/session/list/saved-views.svelte.ts';
import { Counts } from '#renderer/shell/navigation/counts.svelte.ts';
import { asAnswered, Program, settled, withBase64, words } from '../support/program.ts';

withBase64();

describe('what is counted of an engagement', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function open(rows = words(1, 2, 3)) {
    const asked: PageProcedure[] = [];
    const noted = (name: PageProcedure, answer: unknown) => (): unknown => {
      asked.push(name);
      return answer;
    };
    const program = new Program({
      'view.list': noted('view.list', []),
      'list.counts': ({ queries }) => {
        asked.push('list.counts');
        return queries.map(() => 3);
      },
      'review.list': noted('review.list', { rows }),
      'inbox.list': noted('inbox.list', { rows: [], total: 7 }),
      'list.values': noted('list.values', {
        severities: ['high'],
        statuses: [],
        tags: [],
        assets: [],
        people: [],
        tools: [],
      }),
    });
    const desk = new Desk(program.api);
    const views = new SavedViews(program.api);
    const place = { project: 'harbour-2026' };
    const shared = asAnswered<Shared>({
      desk,
      notices: { failed: (thrown: unknown) => expect.fail(String(thrown)) },
    });
    const tallies = new Counts(shared, views, () => place.project);
    const later = async (ms: number): Promise<void> => {
      vi.advanceTimersByTime(ms);
      await settled();
    };
    return { asked, program, desk, views, place, tallies, later };
  }

  test('is asked for part by part, each when the hands rest', async () => {
    const { asked, desk, tallies, later } = open();
    const seen: string[] = [];
    desk.worked();
    tallies.count();
    await later(119);
    seen.push(asked.splice(0).join(' '));
    await later(1);
    seen.push(asked.splice(0).join(' '));
    expect(seen).toEqual(['view.list', 'list.counts review.list inbox.list list.values']);
    expect([tallies.toDecide, tallies.inbox, tallies.values.severities]).toEqual([3, 7, ['high']]);
  });

  test('rests between two parts as long as somebody works again', async () => {
    const { asked, program, desk, tallies, later } = open();
    const seen: string[] = [];
    tallies.count();
    for (const part of ['list.counts', 'review.list', 'inbox.list'] as const) {
      const release = program.hold(part);
      await later(120);
      desk.worked();
      await release();
      seen.push(asked.splice(0).join(' '));
    }
    await later(120);
    seen.push(asked.join(' '));
    expect(seen).toEqual(['view.list list.counts', 'review.list', 'inbox.list', 'list.values']);
  });

  test('is not shown in another one', async () => {
    const { program, place, tallies, later } = open();
    const counted = program.hold('review.list');
    tallies.count();
    await later(0);
    place.project = 'valley-2026';
    await counted();
    expect(tallies.toDecide).toBe(0);
  });

  test('says nothing where there is none', async () => {
    const { asked, place, tallies, views, later } = open();
    tallies.count();
    await later(0);
    place.project = '';
    asked.splice(0);
    tallies.count();
    await later(2_000);
    expect([asked, tallies.toDecide, views.counts.size]).toEqual([['view.list'], 0, 0]);
  });
});
