import { describe, expect, test } from 'vitest';
import type { ProgressEvent } from '#contract/procedures.ts';
import { createOutput } from '../../electron/cli/output.ts';
import { createProgress } from '../../electron/cli/progress.ts';

function sweep(done: number, total: number | null = 100): ProgressEvent {
  return { kind: 'sync', project: 'p\u001b[2J', phase: 'sweep', done, total };
}

/** What standard error shows of some events, each a second after the other. */
function shown(events: readonly ProgressEvent[], { isTTY = false, quiet = false } = {}): string {
  let text = '';
  let nowMs = 0;
  const stderr = { isTTY, columns: 60, write: (part: string) => (text += part) };
  const stdout = { write: () => undefined };
  const out = createOutput({ json: false, quiet, stdout, stderr, env: {} });
  const progress = createProgress({ out, stderr, quiet, nowMs: () => (nowMs += 1_000) });
  for (const event of events) progress.show(event);
  progress.end();
  return text;
}

describe('progress', () => {
  test('is a plain line at each quarter where there is no terminal', () => {
    const title = 'p\\u{1b}[2J: reading findings';
    expect(shown([0, 1, 10, 25, 30, 99, 100].map((done) => sweep(done)))).toBe(
      `${title} (0 of 100)\n${title} (25 of 100)\n${title} (99 of 100)\n${title} (100 of 100)\n`,
    );
  });

  test('is a bar that is taken away at the end on a terminal', () => {
    const text = shown([sweep(50)], { isTTY: true });
    expect(text).toContain('[████████████············]  50% p');
    expect(text.endsWith('\r\u001b[K')).toBe(true);
  });

  test('is nothing with --quiet, notices included', () => {
    expect(shown([sweep(50), { kind: 'notice', text: 'look' }], { isTTY: true, quiet: true })).toBe('');
  });

  test('a notice does not tear the bar', () => {
    const text = shown([sweep(50), { kind: 'notice', text: 'look' }], { isTTY: true });
    expect(text).toMatch(/\r\u001b\[Klook\n$/);
  });
});
