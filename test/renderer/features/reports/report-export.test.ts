import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import type { Edition } from '#contract/procedures/deliverables/editions.ts';
import { ApiError } from '#renderer/api/api.ts';
import { reportExportOf } from '#renderer/features/reports/export/report-export.state.svelte.ts';
import { reportListsOf } from '#renderer/features/reports/report-lists.state.svelte.ts';
import { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { Program, settled, withBase64, words } from '../../support/program.ts';

withBase64();

beforeEach(() => {
  Object.assign(globalThis, { dossier: {} });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'dossier');
});

/** What stands in the way of a report, and what the program was asked for. */
interface Desk {
  readonly levels?: readonly CheckMessage['level'][];
  readonly showComments?: boolean;
  readonly comments?: readonly object[];
  readonly path?: string | null;
  readonly refusal?: ApiError;
}

function desk({ levels = [], showComments = false, comments = [], path = '/r.pdf', refusal }: Desk = {}) {
  const orders: object[] = [];
  const shown: string[] = [];
  const { api } = new Program({
    'report.check': () => levels.map((level) => ({ level })),
    'report.masks': () => [],
    'report.settings': () => ({ settings: { showComments } }),
    'comment.list': () => comments,
    'engagement.list': () => [],
    'edition.list': () => [],
    'shell.saveReport': () => ({ path }),
    'report.export': (order) => {
      orders.push(order);
      if (refusal !== undefined) throw refusal;
      return { edition: 3, pages: 1, findings: 1, bytes: 1 };
    },
    'shell.openReport': ({ path: opened }) => void shown.push(`open ${opened}`),
    'shell.showReport': ({ path: opened }) => void shown.push(`show ${opened}`),
    'list.query': () => ({ rows: words(7) }),
    'list.rows': ({ rows }) => rows.map((row) => ({ id: `f${String(row)}` })),
  });
  const notices = new Notices();
  const lists = reportListsOf(api, 'p');
  const work = reportExportOf({ api, notices }, 'p');
  const told = () => notices.list.map(({ kind, text }) => `${kind}: ${text}`);
  return { api, notices, lists, work, orders, shown, told };
}

describe('the way from "Export" to a file', () => {
  it('begins once the check has answered, and is the same wherever the person goes', async () => {
    const { api, notices, lists, work, orders } = desk();
    expect([work.isReady, lists.found]).toEqual([false, null]);
    work.begin('pdf');
    work.askPassword();
    await settled();
    expect([orders, work.asked]).toEqual([[], null]);
    await lists.check();
    expect([work.isReady, lists.found]).toEqual([true, { errors: 0, warnings: 0 }]);
    expect(reportExportOf({ api, notices }, 'p')).toBe(work);
    expect(reportExportOf({ api, notices }, 'q')).not.toBe(work);
  });

  it('makes the file at once if nothing stands in the way, with the password if there is one', async () => {
    const { lists, work, orders, told } = desk({ levels: ['warning'] });
    await lists.check();
    work.begin('pdf');
    await settled();
    work.begin('pdf', 'secret');
    await settled();
    expect(orders).toEqual([
      { project: 'p', format: 'pdf', force: false, out: '/r.pdf' },
      { project: 'p', format: 'pdf', force: false, password: 'secret', out: '/r.pdf' },
    ]);
    expect([work.asked, work.saved.get(3), told().at(-1)]).toEqual([
      null,
      '/r.pdf',
      'done: Edition 3 is saved.',
    ]);
  });

  it('asks about open comments of findings first, then about errors', async () => {
    const comment = { finding: 'f1', resolvedAt: null };
    const comments = [comment, { ...comment, resolvedAt: 'then' }, { ...comment, finding: null }];
    const { lists, work, orders } = desk({ levels: ['error'], showComments: true, comments });
    await lists.check();
    work.begin('docx', 'secret');
    await settled();
    expect(work.asked).toEqual({ kind: 'comments', format: 'docx', password: 'secret', open: 1 });
    work.makeDraft();
    await settled();
    expect(orders).toEqual([]);
    work.withComments();
    expect(work.asked).toEqual({ kind: 'draft', format: 'docx', password: 'secret' });
    work.withComments();
    work.makeDraft();
    await settled();
    expect([work.asked, orders]).toEqual([
      null,
      [{ project: 'p', format: 'docx', force: true, password: 'secret', out: '/r.pdf' }],
    ]);
  });

  it('asks nothing about comments that are not printed, or all resolved', async () => {
    for (const over of [
      { comments: [{ finding: 'f1', resolvedAt: null }] },
      { showComments: true, comments: [{ finding: 'f1', resolvedAt: 'then' }] },
    ]) {
      const { lists, work, orders } = desk(over);
      await lists.check();
      work.begin('pdf');
      await settled();
      expect([work.asked, orders.length]).toEqual([null, 1]);
    }
  });

  it('asks for a password, and about errors that came up meanwhile', async () => {
    const { lists, work } = desk({ refusal: new ApiError('check-failed', 'It has errors.') });
    await lists.check();
    work.askPassword();
    expect(work.asked).toEqual({ kind: 'password' });
    work.makeDraft();
    work.begin('pdf', 'secret');
    await settled();
    expect(work.asked).toEqual({ kind: 'draft', format: 'pdf', password: 'secret' });
  });

  it('saves nothing where no place was chosen, and tells why it failed', async () => {
    const none = desk({ path: null });
    await none.lists.check();
    none.work.begin('pdf');
    await settled();
    expect([none.orders, none.told(), none.work.saved.size]).toEqual([[], [], 0]);
    const failing = desk({ refusal: new ApiError('usage', 'The disk is full.') });
    await failing.lists.check();
    failing.work.begin('pdf');
    await settled();
    expect(failing.told()).toEqual(['failed: The disk is full.']);
  });

  it('saves an edition again, and opens and shows what was saved', async () => {
    const edition = { edition: 2, format: 'pdf' } as Edition;
    const { work, orders, shown, told, notices } = desk({ path: '/again.pdf' });
    await work.saveAgain(edition);
    expect([orders, work.saved.get(2), told()]).toEqual([
      [{ project: 'p', edition: 2, format: 'pdf', out: '/again.pdf' }],
      '/again.pdf',
      ['done: Edition 2 is saved again, as the same file.'],
    ]);
    notices.list[0]?.action?.run();
    await work.show('/again.pdf');
    await settled();
    expect(shown.toSorted()).toEqual(['open /again.pdf', 'show /again.pdf']);
    const nowhere = desk({ path: null });
    await nowhere.work.saveAgain(edition);
    expect([nowhere.told(), nowhere.work.saved.size]).toEqual([[], 0]);
    const failing = desk({ refusal: new ApiError('usage', 'The disk is full.') });
    await failing.work.saveAgain(edition);
    expect(failing.told()).toEqual(['failed: The disk is full.']);
  });
});

describe('what the screen of the report knows', () => {
  it('is not asked for while the person has stopped the check', async () => {
    const { lists } = desk({ levels: ['error', 'warning'] });
    lists.stopCheck();
    await lists.check();
    expect([lists.found, lists.stopped]).toEqual([null, true]);
    await lists.checkAgain();
    expect([lists.found, lists.stopped, lists.masks]).toEqual([{ errors: 1, warnings: 1 }, false, []]);
  });

  it('begins with the finding that is open, else with the first one', async () => {
    const { lists } = desk();
    expect([await lists.firstFinding('f1'), await lists.firstFinding(null)]).toEqual(['f1', 'f7']);
  });
});
