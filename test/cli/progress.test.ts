import { describe, expect, test } from 'vitest';
import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import { createOutput } from '../../electron/cli/output/output.ts';
import { createProgress } from '../../electron/cli/output/progress.ts';

function sweep(done: number, total: number | null = 100): ProgressEvent {
  return { kind: 'sync', project: 'p\u001b[2J', phase: 'sweep', done, total };
}

/** What standard error shows of some events, each a second after the other, and after every one so many seconds go by. */
function shown(events: readonly ProgressEvent[], { isTTY = false, quiet = false, seconds = 0 } = {}): string {
  let text = '';
  let nowMs = 0;
  const stderr = { isTTY, columns: 60, write: (part: string) => (text += part) };
  const stdout = { write: () => undefined };
  const out = createOutput({ json: false, quiet, stdout, stderr, env: {} });
  const each = new Set<() => void>();
  const everySecond = (run: () => void) => {
    each.add(run);
    return () => void each.delete(run);
  };
  const progress = createProgress({ out, stderr, quiet, nowMs: () => nowMs, everySecond });
  for (const event of events) {
    progress.show(event);
    for (let gone = 0; gone <= seconds; gone += 1) {
      nowMs += 1_000;
      for (const run of each) run();
    }
  }
  progress.end();
  return text;
}

describe('progress', () => {
  test('is a plain line at each quarter where there is no terminal', () => {
    const title = 'p\\u{1b}[2J: reading findings';
    expect(shown([0, 1, 10, 25, 30, 99, 100].map((done) => sweep(done)))).toBe(
      ['0', '25', '99', '100'].map((done) => `${title} (${done} of 100 findings)\n`).join(''),
    );
  });

  test('says what it counts, and names nothing that has no name', () => {
    const index: ProgressEvent = { kind: 'sync', project: '', phase: 'index', done: 0, total: 50 };
    const page = (done: number, about: number | null): ProgressEvent => ({
      kind: 'sync',
      project: 'acme',
      phase: 'sweep',
      done: done * 30,
      total: null,
      pages: { done, about },
    });
    const report = (phase: 'document' | 'layout' | 'pages' | 'writing', done: number, total: number) =>
      shown([{ kind: 'report', phase, done, total }]);
    expect([
      shown([index]),
      shown([page(3, 23)]),
      shown([page(3, null)]),
      report('document', 30, 30),
      report('layout', 1, 4),
      report('pages', 23, 23),
      report('writing', 0, 408_520),
      shown([{ kind: 'import', done: 1_250_000, total: 3_000_000 }]),
    ]).toEqual([
      'updating the search (0 of 50 findings)\n',
      'acme: reading findings (page 3 of about 23)\n',
      'acme: reading findings (page 3)\n',
      'writing the report (30 of 30 findings)\n',
      'writing the report: layout (25%)\n',
      'writing the report (23 of 23 pages)\n',
      'writing the file (0 B of 409 kB)\n',
      'reading scanner files (1.3 MB of 3.0 MB)\n',
    ]);
  });

  test('is a bar that is taken away at the end on a terminal', () => {
    const text = shown([sweep(50)], { isTTY: true });
    expect(text).toContain('[████████████············]  50% p');
    expect(text.endsWith('\r\u001b[K')).toBe(true);
  });

  test('is nothing with --quiet, notices included', () => {
    expect(shown([sweep(50), { kind: 'notice', text: 'look' }], { isTTY: true, quiet: true })).toBe('');
  });

  test('counts down a wait that the service asked for, and is no more where it is over', () => {
    const waits: readonly ProgressEvent[] = [
      { kind: 'pause', wait: 'w', leftMs: 2_500 },
      { kind: 'pause', wait: 'w', leftMs: null },
    ];
    const lines = shown(waits, { isTTY: true, seconds: 1 }).split('\r\u001b[K');
    const tail = ' s; Ctrl-C gives up';
    expect(lines.map((line) => line.replace('The service asks you to wait: ', ''))).toEqual([
      '',
      `3${tail}`,
      `2${tail}`,
      `1${tail}`,
      '',
    ]);
    expect(shown(waits, { seconds: 1 })).toBe('The service asks you to wait: 3 s\n');
    expect(shown(waits, { quiet: true })).toBe('');
  });

  test('a notice does not tear the bar', () => {
    const text = shown([sweep(50), { kind: 'notice', text: 'look' }], { isTTY: true });
    expect(text).toMatch(/\r\u001b\[Klook\n$/);
  });
});
