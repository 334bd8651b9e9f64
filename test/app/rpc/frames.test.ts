import { describe, expect, test } from 'vitest';
import { createLineReader, readFromHost, readGreeting, readToHost } from '#app/rpc/messages.ts';

describe('the line reader', () => {
  test('puts lines together that arrive in pieces, cut inside a character', () => {
    const lines: string[] = [];
    const read = createLineReader(100, (line) => lines.push(line));
    const bytes = Buffer.from('eins\nzwö');
    expect(read(bytes.subarray(0, 8))).toBe(true);
    expect(read(Buffer.concat([bytes.subarray(8), Buffer.from('lf\n\ndrei')]))).toBe(true);
    expect(lines).toEqual(['eins', 'zwölf', '']);
  });

  test('refuses a line without end once it is too long', () => {
    const lines: string[] = [];
    const read = createLineReader(10, (line) => lines.push(line));
    expect(read(Buffer.alloc(6, 97))).toBe(true);
    expect(read(Buffer.alloc(6, 97))).toBe(false);
    expect(lines).toEqual([]);
  });
});

describe('frames', () => {
  test.each([
    '',
    'null',
    '[]',
    '{',
    '{"kind":"call"}',
    '{"kind":"call","id":"1"}',
    '{"kind":"burn","id":1}',
    '{"kind":"events","on":1}',
    '{"kind":"event"}',
  ])('anything else than a frame is none: %s', (text) => {
    expect([readToHost(text), readFromHost(text), readGreeting(text)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('a call keeps its input as text', () => {
    const frame = { kind: 'call', id: 3, name: 'finding.get', input: '{"v":1.0}', token: null };
    expect(readToHost(JSON.stringify(frame))).toEqual(frame);
  });
});
