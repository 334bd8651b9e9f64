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
  readonly missing?: readonly string[];
  /** What the program tells of a report that it kept. */
  readonly notices?: readonly string[];
}

function desk({
  levels = [],
  showComments = false,
  comments = [],
  path = '/r.pdf',
  refusal,
  notices: said = [],
  missing = [],
}: Desk = {}) {
  const orders: object[] = [];
  const names: string[] = [];
  const shown: string[] = [];
  const { api } = new Program({
    'report.check': () => levels.map((level) => ({ level })),
    'report.masks': () => [],
    'report.settings': () => ({ settings: { showComments }, missing_facts: missing }),
    'comment.list': () => comments,
    'engagement.list': () => [],
    'edition.list': () => [],
    'shell.saveReport': ({ suggested }) => {
      names.push(suggested);
      return { path };
    },
    'report.export': (order) => {
      orders.push(order);
      if (refusal !== undefined) throw refusal;
      return { edition: 3, pages: 1, findings: 1, bytes: 1 };
    },
    'report.keep': () => ({ edition: 3, pages: 1, findings: 1, bytes: 1, notices: said }),
    'report.file': () => ({ content: '' }),
    'shell.openReport': ({ path: opened }) => void shown.push(`open ${opened}`),
    'shell.showReport': ({ path: opened }) => void shown.push(`show ${opened}`),
    'list.query': () => ({ rows: words(7) }),
    'list.rows': ({ rows }) => rows.map((row) => ({ id: `f${String(row)}` })),
  });
  const notices = new Notices();
  const lists = reportListsOf(api, 'p');
  const work = reportExportOf({ api, notices }, 'p');
  const told = () => notices.list.map(({ kind, text }) => `${kind}: ${text}`);
  return { api, notices, lists, work, orders, names, shown, told };
}

describe('the way from "Export" to a file', () => {
  it('waits for the check if that has not answered, and is the same wherever the person goes', async () => {
    const { api, notices, lists, work, orders } = desk();
    expect([work.isReady, lists.found]).toEqual([false, null]);
    work.begin('pdf');
    work.begin('docx');
    work.askPassword();
    await settled();
    expect([orders, work.asked, work.isWaiting]).toEqual([[], null, true]);
    await lists.check();
    work.goOn();
    await settled();
    expect([work.isReady, lists.found]).toEqual([true, { errors: 0, warnings: 0 }]);
    expect([orders, work.isWaiting]).toMatchObject([[{ format: 'pdf' }], false]);
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
      'done: Saved edition 3 (PDF, 1 page, 1 finding, 1 B).',
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

  it('suggests a name that says whether it is a draft', async () => {
    const whole = desk();
    await whole.lists.check();
    whole.work.begin('pdf');
    await settled();
    await whole.work.saveAgain({ edition: 7, format: 'docx', draft: true } as Edition);
    const lacking = desk({ missing: ['team'] });
    await lacking.lists.check();
    lacking.work.begin('html');
    await settled();
    // A table does not print the facts.
    lacking.work.begin('csv');
    await settled();
    const wrong = desk({ levels: ['error'] });
    await wrong.lists.check();
    wrong.work.begin('json');
    await settled();
    wrong.work.makeDraft();
    await settled();
    expect([whole.names, lacking.names, wrong.names]).toEqual([
      ['p-edition-1.pdf', 'p-edition-7-DRAFT.docx'],
      ['p-edition-1-DRAFT.html', 'p-edition-1.csv'],
      ['p-edition-1-DRAFT.json'],
    ]);
  });

  it('saves an edition again, and opens and shows what was saved', async () => {
    const edition = { edition: 2, format: 'pdf' } as Edition;
    const { work, orders, shown, told, notices } = desk({ path: '/again.pdf' });
    await work.saveAgain(edition);
    expect([orders, work.saved.get(2), told()]).toEqual([
      [{ project: 'p', edition: 2, format: 'pdf', out: '/again.pdf' }],
      '/again.pdf',
      ['done: Saved edition 2 again (identical file).'],
    ]);
    const [{ action, other, stays } = {}] = notices.list;
    expect([action?.label, other?.label, stays]).toEqual(['Open', 'Show in folder', true]);
    work.leave();
    expect(told()).toEqual([]);
    action?.run();
    other?.run();
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

it('a report of the browser is told with what it does not hold, and offers what the browser does', async () => {
  Reflect.deleteProperty(globalThis, 'dossier');
  const created: string[] = [];
  Object.assign(globalThis, {
    document: { createElement: () => ({ click: () => created.push('click') }) },
  });
  const { work, lists, notices, told } = desk({ notices: ['Every page is marked DRAFT.'] });
  await lists.check();
  work.begin('pdf');
  await settled();
  Reflect.deleteProperty(globalThis, 'document');
  expect([told(), notices.list[0]?.action, notices.list[0]?.stays, created, work.saved.size]).toEqual([
    ['done: Saved edition 3 (PDF, 1 page, 1 finding, 1 B).\nEvery page is marked DRAFT.'],
    null,
    true,
    ['click'],
    0,
  ]);
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
