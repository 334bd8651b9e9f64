import { describe, expect, it } from 'vitest';
import type { SyncSummary } from '#contract/procedures/sync.ts';
import type { JsonObject } from '#contract/json.ts';
import { causeWords } from '#renderer/features/conflicts/strings.ts';
import { tell } from '#domain/history/history-strings.ts';
import { findingsOf } from '#renderer/features/findings/list/strings.ts';
import { partWords } from '#renderer/features/outbox/operation-strings.ts';
import { triedWords } from '#renderer/features/outbox/strings.ts';
import { isNews, progressText, syncToast } from '#renderer/shell/navigation/sync-toast.ts';
import { estimateAfter } from '#renderer/session/desk/progress-estimate.ts';
import { plainWords } from '#renderer/session/values/plain-words.ts';
import { clock } from '#renderer/ui/text/format.ts';

const quiet: SyncSummary = {
  pushed: { applied: 0, conflict: 0, rejected: 0, unknown: 0, waiting: 0 },
  findings: { sent: 0, conflict: 0, rejected: 0, unknown: 0, held: 0, waiting: 0 },
  findingsInNeed: 0,
  pulled: { pages: 1, seen: 20, created: 0, changed: 0, unchanged: 20, gone: 0 },
  engagements: [],
  notices: [],
  altered: [],
  looks: [],
  unfinished: false,
  needsPerson: 0,
  failure: null,
};

const sweep = (done: number, total: number | null) =>
  ({ kind: 'sync', project: 'p', phase: 'sweep', done, total }) as const;

describe('what a person is told', () => {
  it('counts findings', () => {
    expect([findingsOf(0), findingsOf(1), findingsOf(12_000)]).toEqual([
      '0 findings',
      '1 finding',
      '12,000 findings',
    ]);
  });

  it('hears what a refusal means for one finding of many, and reads what the service said', () => {
    const told = (state: 'rejected' | 'unknown', status: number | null, message: string) =>
      partWords(
        { state, said: { status, message }, title: 'Old TLS' },
        {
          kind: 'bulk-status',
          project: 'p',
          state: 'rejected',
          said: { status: 400, message: 'no licence' },
        },
      );
    expect([
      told('rejected', 403, 'no licence'),
      told('unknown', null, 'The connection broke (ECONNRESET).'),
      partWords(
        { state: 'queued', said: null, title: '' },
        { kind: 'delete', project: 'p', state: 'queued', said: null },
      ),
    ]).toEqual([
      {
        words:
          'Your account may not set the status of the finding “Old TLS” in p. Ask for the permission, the licence or the access, then try again. It is kept here; copy the text to pass it to someone who may send it.',
        quoted: 'no licence',
      },
      { words: '', quoted: 'The connection broke.' },
      null,
    ]);
  });

  it('hears once what is true of all findings of a change, and of one what is true of it alone', () => {
    const said = { status: 403, message: 'no licence' };
    const all = { kind: 'bulk-status', project: 'p', state: 'rejected', said } as const;
    const told = (part: Partial<Parameters<typeof partWords>[0]>) =>
      partWords({ state: 'rejected', said, title: 'Old TLS', ...part }, all);
    expect([
      told({}),
      told({ said: { status: 404, message: 'no licence' } })?.quoted,
      told({ said: { status: 403, message: 'not yours' } })?.quoted,
      told({ state: 'unknown' })?.quoted,
    ]).toEqual([null, 'no licence', 'not yours', 'no licence']);
  });

  it('tells decisions on candidates that are gone from changes of findings that are', () => {
    const gone = { reason: 'gone', offered: null, decision: null, fields: [], values: [] } as const;
    expect([
      causeWords({ ...gone, kind: 'update' }),
      causeWords({ ...gone, kind: 'review', decision: 'accept' }),
    ]).toEqual([
      'Changes to findings deleted on the service',
      'Decisions on candidates deleted on the service',
    ]);
  });

  it('hears of no codes of errors, and loses no other word in brackets', () => {
    expect(
      [
        'a.test ended the connection before its answer was complete (UND_ERR_SOCKET)',
        'nothing answers at a.test (ECONNREFUSED)',
        'no connection to a.test could be made (unknown error). Try again.',
        'The title (Execution After Redirect, EAR) is taken (409)',
      ].map(plainWords),
    ).toEqual([
      'a.test ended the connection before its answer was complete',
      'nothing answers at a.test',
      'no connection to a.test could be made. Try again.',
      'The title (Execution After Redirect, EAR) is taken (409)',
    ]);
  });

  it('says how often a change was sent, and of one that was put back that it was not sent again', () => {
    const now = Date.parse('2026-11-22T12:00:00.000Z');
    const said = { status: 403, message: 'No.' };
    expect([
      triedWords({ attempts: 0, lastAttemptAt: null, said: null }, now),
      triedWords({ attempts: 0, lastAttemptAt: null, said }, now),
      triedWords({ attempts: 1, lastAttemptAt: null, said }, now),
      triedWords({ attempts: 2, lastAttemptAt: '2026-11-22T11:50:00.000Z', said }, now),
    ]).toEqual(['pending', 'not sent again', 'sent once', 'sent 2 times, last 10 min ago']);
  });

  it('says what a sync did, what is held back, and nothing where nothing happened', () => {
    expect([syncToast(quiet), isNews(quiet)]).toEqual(['Synced: nothing new.', false]);
    const busy: SyncSummary = {
      ...quiet,
      pushed: { ...quiet.pushed, applied: 1, conflict: 2, rejected: 1, waiting: 3 },
      findings: { ...quiet.findings, sent: 6, conflict: 40, rejected: 1, held: 1, waiting: 2 },
      pulled: { ...quiet.pulled, created: 1_200, gone: 3 },
      engagements: [{ project: 'p', complete: false, held: 'too many are gone' }],
      notices: ['The service asks for fewer requests.'],
      looks: [
        { op: 'b', at: '2026-11-22T12:05:00.000Z' },
        { op: 'a', at: '2026-11-22T12:00:00.000Z' },
      ],
    };
    expect([syncToast(busy), isNews(busy)]).toEqual([
      'Synced: 6 findings sent, 40 findings in conflict, 1 finding refused, 1 finding held back, 2 findings left for the next sync, 1,200 new findings, 3 deleted findings.\nThe service asks for fewer requests.\n' +
        'p is on hold: too many are gone. Say whether they were deleted; nothing is sent until then.\n' +
        `Some changes may or may not have arrived; a sync after ${clock('2026-11-22T12:05:00.000Z')} finds out.`,
      true,
    ]);
  });

  it('says how far a sync is and, where the end is known, how long it takes', () => {
    const begun = estimateAfter(null, sweep(0, 1_000), 0);
    expect(progressText(estimateAfter(begun, sweep(250, 1_000), 10_000), 10_000)).toBe(
      'Fetching findings: 250 of 1,000, 30 s left',
    );
    expect(progressText(estimateAfter(begun, sweep(10, 1_000), 10_000), 10_000)).toBe(
      'Fetching findings: 10 of 1,000, 17 min left',
    );
    expect(progressText(estimateAfter(null, sweep(4_200, null), 0), 5_000)).toBe('Fetching findings: 4,200');
    expect(progressText(begun, 0)).toBe('Fetching findings: 0 of 1,000');
  });

  it('counts the pages of a sync, and tells the time left by those of the one before', () => {
    const page = (done: number, about: number | null) => ({
      ...sweep(done * 200, null),
      pages: { done, about },
    });
    const told = (done: number, about: number | null, afterMs: number) =>
      progressText(
        estimateAfter(estimateAfter(null, page(1, about), 0), page(done, about), afterMs),
        afterMs,
      );
    expect([told(21, 501, 10_000), told(21, null, 10_000), told(1, 1, 0), told(3, 2, 5_000)]).toEqual([
      'Fetching findings: 4,200 (21 of about 501 pages), 4 min left',
      'Fetching findings: 4,200 (21 pages)',
      'Fetching findings: 200 (1 page)',
      'Fetching findings: 600 (3 pages)',
    ]);
  });

  it('counts the time of each part of a sync anew', () => {
    const first = estimateAfter(null, sweep(900, 1_000), 0);
    const next = { kind: 'sync', project: 'p', phase: 'details', done: 0, total: null } as const;
    expect(estimateAfter(first, next, 5_000)).toEqual({ progress: next, since: 5_000, stepsThen: 0 });
    // The same part goes on with a step that brought nothing, and is another one if it counts from the start again.
    expect(estimateAfter(first, sweep(900, 2_000), 5_000)).toMatchObject({ since: 0, stepsThen: 900 });
    expect(estimateAfter(first, sweep(10, 1_000), 5_000)).toMatchObject({ since: 5_000, stepsThen: 10 });
    const elsewhere = { ...sweep(950, 1_000), project: 'q' };
    expect(estimateAfter(first, elsewhere, 5_000)).toMatchObject({ since: 5_000, stepsThen: 950 });
  });
});

describe('the history of a finding', () => {
  const at = '2026-11-22T12:00:00.000Z';
  const entry = (what: string, fields: JsonObject) => ({ at, what, detail: { fields } });
  const ownEntry = (what: string, detail: JsonObject = {}) => ({ at, what, op: 'mine', detail });
  const edited = ownEntry('edited', { fields: { CVSS: { now: 'mine' }, cwe: { was: 'old', now: 'new' } } });
  const sent = ownEntry('sent', { fields: ['CVSS', 'cwe'] });
  const back = entry('changed', {
    CVSS: { now: 'mine' },
    cwe: { was: 'old', now: 'new' },
    updatedAt: { was: 1, now: 2 },
  });
  const theirs = entry('changed', { CVSS: { was: 'mine', now: 'theirs' } });

  it('tells the own change that comes back from one that somebody else made', () => {
    expect([
      tell(edited, []).says,
      tell(back, [edited, sent]),
      tell(back, []).says,
      tell(theirs, [edited, sent, back]).says,
      // Somebody sets again what was written here before.
      tell(entry('changed', { CVSS: { was: 'theirs', now: 'mine' } }), [edited, sent, back, theirs]).says,
      tell(entry('changed', { updatedAt: { was: 1, now: 2 } }), [edited, sent]).says,
    ]).toEqual([
      'Edited CVSS and CWE',
      { who: 'sync', says: 'Verified CVSS and CWE' },
      'Changed on the service: CVSS, CWE and updatedAt',
      'Changed on the service: CVSS',
      'Changed on the service: CVSS',
      'Changed on the service: updatedAt',
    ]);
  });

  it('does not give a change of others to a person whose own came to nothing', () => {
    const discarded = ownEntry('discarded', { fields: { CVSS: 'mine', cwe: 'new' } });
    const others = { ...sent, op: 'another' };
    const cases = {
      queued: [edited],
      'queued behind another': [edited, others],
      dropped: [edited, discarded],
      refused: [edited, sent, ownEntry('rejected')],
      'refused and dropped': [edited, sent, ownEntry('rejected'), discarded],
      'turned away for now': [edited, sent, ownEntry('refused')],
      'never left': [edited, sent, ownEntry('not-sent')],
      'found missing': [edited, sent, ownEntry('unknown'), ownEntry('not-landed')],
      'written again since': [edited, sent, ownEntry('rejected'), edited],
      'set by somebody before': [edited, sent, back],
      'sent a second time': [edited, sent, ownEntry('refused'), sent],
      'sent, and nobody knows': [edited, sent, ownEntry('unknown')],
    };
    const told = Object.entries(cases).map(([name, earlier]) => [name, tell(back, earlier).who]);
    expect(Object.fromEntries(told)).toEqual({
      ...Object.fromEntries(Object.keys(cases).map((name) => [name, 'service'])),
      'sent a second time': 'sync',
      'sent, and nobody knows': 'sync',
    });
  });
});
