import { describe, expect, it, test } from 'vitest';
import type { CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import { comparedLabel, comparedText } from '#renderer/features/reports/editions/compared.ts';
import {
  checkSaid,
  ignoredLabel,
  kindsOf,
  matching,
  placeLabel,
  stateOf,
} from '#renderer/features/reports/strings.ts';
import { checkTitles } from '#domain/preflight/titles.ts';

const message = (over: Partial<CheckMessage>): CheckMessage =>
  ({
    level: 'warning',
    code: 'placeholder',
    finding: 'f1',
    title: 'XSS',
    field: null,
    message: 'm',
    ...over,
  }) as CheckMessage;

describe('the messages of a check', () => {
  it('are named by their place', () => {
    expect([
      placeLabel({ finding: 'f1', field: null }),
      placeLabel({ finding: 'f1', field: 'asset' }),
      placeLabel({ finding: 'f1', field: 'retest' }),
      placeLabel({ finding: 'f1', field: 'other' }),
      placeLabel({ finding: 'f1', field: 'evidence' }),
      placeLabel({ finding: null, field: 'summary' }) === 'summary',
      placeLabel({ finding: null, field: 'unheard' }),
    ]).toEqual(['', 'Assets', 'Retest', 'Other members', 'Evidence', false, 'unheard']);
  });

  it('that are ignored say where, by the title of the finding if it is known', () => {
    const titles = new Map([['f1', 'XSS']]);
    const label = (finding: string | null, place: 'title' | null) =>
      ignoredLabel({ code: 'placeholder', finding, place }, titles);
    const rule = checkTitles.placeholder;
    expect([label(null, null), label('f1', null), label('f2', 'title')]).toEqual([
      rule,
      `${rule}: XSS`,
      `${rule}: f2, Title`,
    ]);
  });

  it('stand by kind, in their order', () => {
    const list = [
      message({ level: 'error', code: 'secret' }),
      message({}),
      message({ level: 'error', code: 'secret', finding: 'f2' }),
    ];
    expect(kindsOf(list)).toEqual([
      { code: 'secret', title: checkTitles.secret, level: 'error', messages: [list[0], list[2]] },
      { code: 'placeholder', title: checkTitles.placeholder, level: 'warning', messages: [list[1]] },
    ]);
  });

  it('are found by every word of a filter, wherever it stands', () => {
    const list = [
      message({ message: 'Holds TBD.' }),
      message({ finding: null, title: null, field: 'summary' }),
    ];
    const found = (filter: string) => matching(list, filter).map((one) => list.indexOf(one));
    expect([
      found(''),
      found('  '),
      found('tbd'),
      found('xss TBD'),
      found('xss none'),
      found('F1'),
      found('placeholder'),
    ]).toEqual([[0, 1], [0, 1], [0], [0], [], [0], [0, 1]]);
  });

  it('are summed up in a line', () => {
    expect([
      checkSaid(null),
      checkSaid(null, true),
      checkSaid({ errors: 0, warnings: 0 }),
      checkSaid({ errors: 0, warnings: 0 }, false, true),
      checkSaid({ errors: 1, warnings: 2 }),
    ]).toEqual([
      'Checking…',
      'Not checked.',
      'Ready to go out.',
      '0 errors, 0 warnings',
      '1 error, 2 warnings',
    ]);
  });
});

describe('the state of a report', () => {
  const none = { errors: 0, warnings: 0 };

  it('is told once both the check and the facts are known', () => {
    expect([
      stateOf(null, [], false),
      stateOf(null, ['team'], true),
      stateOf({ errors: 3, warnings: 0 }, null, false),
    ]).toEqual([
      { tone: 'quiet', says: 'Checking…' },
      { tone: 'quiet', says: 'Not checked' },
      { tone: 'quiet', says: 'Checking…' },
    ]);
  });

  it('is a draft with errors or without facts, and final with warnings alone', () => {
    expect([
      stateOf({ errors: 3, warnings: 9 }, ['team', 'scopeIn'], false),
      stateOf({ errors: 1, warnings: 0 }, [], false),
      stateOf(none, ['team'], false),
      stateOf({ errors: 0, warnings: 1 }, [], false),
      stateOf(none, [], false),
    ]).toEqual([
      { tone: 'bad', says: 'Draft: 3 errors, 2 missing' },
      { tone: 'bad', says: 'Draft: 1 error' },
      { tone: 'draft', says: 'Draft: 1 missing' },
      { tone: 'good', says: 'Final, 1 warning' },
      { tone: 'good', says: 'Final' },
    ]);
  });
});

test('the fields of a comparison have their words, and images their captions', () => {
  expect([
    comparedLabel('evidence'),
    comparedLabel('verdict'),
    comparedLabel('retest'),
    comparedLabel('asset'),
  ]).toEqual(['Images', 'Verdict', 'Retest', 'Assets']);
  const images = [
    { caption: 'Login', sha256: '0123456789' },
    { caption: '', sha256: 'ab' },
    { caption: 'No hash' },
    'odd',
  ];
  expect(comparedText('evidence', images)).toBe('Login (01234567)\nWithout a caption (ab)\nNo hash\nodd');
  expect(comparedText('title', 'XSS')).toBe('XSS');
});
