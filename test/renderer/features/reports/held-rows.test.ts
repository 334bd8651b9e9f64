import { describe, expect, it } from 'vitest';
import type { CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import { heldRows, rowsOf } from '#renderer/features/reports/check/held-rows.ts';

const message = (finding: string, over: Partial<CheckMessage> = {}): CheckMessage =>
  ({
    level: 'warning',
    code: 'missing-remediation',
    finding,
    title: finding,
    field: 'remediation',
    message: 'No remediation.',
    ...over,
  }) as CheckMessage;
const error = message('e', { level: 'error', code: 'placeholder', field: 'description' });
const [a, b, c] = [message('a'), message('b'), message('c')];
const shown = (rows: ReturnType<typeof heldRows>) =>
  rows.map((row) => `${row.message.finding ?? ''} ${row.state}`);

describe('the rows of the check under the pointer', () => {
  it('stay where they are if their message is ignored, or found no longer', () => {
    const ignored = [{ code: 'missing-remediation' as const, finding: 'b', place: 'remediation' }];
    const rows = heldRows(rowsOf([error, a, b, c]), [error, a], ignored);
    expect(shown(rows)).toEqual(['e open', 'a open', 'b ignored', 'c gone']);
  });

  it('are found again in their place', () => {
    const rows = heldRows(heldRows(rowsOf([a, b, c]), [a, c], []), [a, b, c], []);
    expect(shown(rows)).toEqual(['a open', 'b open', 'c open']);
  });

  it('take the new words of the same place, and give one message to one row', () => {
    const fewer = message('a', { message: '1 sign.' });
    const rows = heldRows(rowsOf([message('a', { message: '2 signs.' }), a, b]), [a, fewer, b], []);
    expect(rows.map((row) => row.message)).toEqual([fewer, a, b]);
    expect(shown(rows)).toEqual(['a open', 'a open', 'b open']);
  });

  it('have what is new behind the rows of its rule, a new rule behind those of its level', () => {
    const other = message('n', { code: 'left-out', field: null });
    const second = message('f', { level: 'error', code: 'secret' });
    const rows = heldRows(
      rowsOf([error, a, message('x', { code: 'dead-link' })]),
      [error, second, a, b, message('x', { code: 'dead-link' }), other],
      [],
    );
    expect(shown(rows)).toEqual(['e open', 'f open', 'a open', 'b open', 'x open', 'n open']);
  });
});
