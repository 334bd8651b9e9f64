import { describe, expect, it } from 'vitest';
import {
  destructionText,
  namesEngagement,
  nameToType,
  pendingClause,
  sealedText,
} from '#domain/engagement/destruction.ts';

describe('the name that a person types before an engagement is destroyed', () => {
  it.each([
    ['Portal', 'Portal', true],
    ['Portal', 'portal', false],
    ['A \n\u00a0 B', 'A B', true],
    ['\u202eevil\u200b', 'evil', true],
    ['Cafe\u0301', 'Caf\u00e9', true],
    ['  ', '', false],
    ['  ', 'portal-2026', true],
    ['\u200b', ' ', false],
    [null, 'portal-2026', true],
    [null, '', false],
  ])('of %j is %j: %j', (name, typed, named) => {
    expect(namesEngagement(typed, name, 'portal-2026')).toBe(named);
  });

  it('is shown as it is typed', () => {
    expect([nameToType(' A\t\u202eB ', 'p'), nameToType('\u200b', 'p'), nameToType(null, 'p')]).toEqual([
      'A B',
      'p',
      'p',
    ]);
  });
});

describe('what is said of pending operations that a destruction takes away', () => {
  it.each([
    [{ unsent: 0 }, ''],
    [{ unsent: 1, mayHaveArrived: 0 }, '1 operation was never sent'],
    [{ unsent: 1, mayHaveArrived: 1 }, '1 operation may have reached the service'],
    [
      { unsent: 4, mayHaveArrived: 1 },
      '3 operations were never sent, and 1 operation may have reached the service',
    ],
  ])('of %j is %j', (counts, clause) => {
    expect(pendingClause(counts, 'operation')).toBe(clause);
  });

  it('stands in the record, and the text of an earlier record stays as it was', () => {
    const counts = { findings: 1, operations: 3, unsent: 2, history: 0, evidence: 0, editions: 0, bytes: 9 };
    const facts = {
      project: 'p',
      name: null,
      begunAt: 'then',
      finished: null,
      account: { baseUrl: 'b', user: 'u' },
    };
    expect(destructionText({ ...facts, counts })).toContain('3, of them never sent 2\n');
    expect(destructionText({ ...facts, counts: { ...counts, mayHaveArrived: 1 } })).toContain(
      '3, of them never sent 1, may have reached the service 1\n',
    );
  });
});

describe('the record of a destruction', () => {
  const counts = { findings: 1, operations: 0, unsent: 0, history: 0, evidence: 0, editions: 0, bytes: 9 };
  const facts = {
    project: 'p',
    name: 'Portal',
    begunAt: 'then',
    finished: null,
    account: { baseUrl: 'b', user: 'u' },
    counts,
  };
  const finished = { at: 'later', resumed: false, backups: 2, aside: 1, left: [] };
  const lines = (over: object) => destructionText({ ...facts, ...over }).split('\n');

  it('says whether it is finished, and whether it was carried on', () => {
    expect(lines({}).slice(2, 8)).toEqual([
      'Engagement:  "Portal"',
      'Project:     "p"',
      'Service:     "b"',
      'Account:     "u"',
      'Begun:       then',
      'Finished:    not yet; the next start of the program carries it on',
    ]);
    expect(lines({ finished })[7]).toBe('Finished:    later');
    expect(lines({ finished: { ...finished, resumed: true } })[7]).toBe(
      'Finished:    later (continued after a restart)',
    );
  });

  it('names backups, stores set aside and what could not be removed, once that is known', () => {
    const about = (over: object) => lines(over).filter((line) => /backups|aside|removed/u.test(line));
    expect(about({})).toEqual([]);
    expect(about({ finished })).toEqual(['  backups                   2', '  damaged stores set aside  1']);
    expect(about({ finished: { ...finished, left: ['a\nb'] } })).toContain(
      'Could not be removed, and may still hold some of it: ["a\\nb"]',
    );
  });

  it('ends with its hash', () => {
    expect(sealedText('x\n', 'ab12')).toBe('x\nSHA-256 of the lines above: ab12\n');
  });
});
