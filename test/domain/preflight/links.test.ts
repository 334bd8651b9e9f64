import { expect, test } from 'vitest';
import { checked } from './support.ts';

test('a link to a finding that the report does not print is named with its text, others are not', () => {
  const record = {
    description: 'As in [Weak reset](finding:f-2) and [Old](finding:gone).',
    remediation: 'See [Kept](finding:f-3).',
  };
  const around = { deadLinks: ['f-2', 'gone'], retests: ['Still as in [Old](finding:gone).'] };
  const said = checked(record, around).map(({ code, field, message }) => [code, field, message]);
  expect(said).toEqual([
    [
      'dead-link',
      'description',
      'The description links to "Weak reset", "Old", findings that are not in this report. Only the words are printed.',
    ],
    [
      'dead-link',
      'retest',
      'What a retest found links to "Old", a finding that is not in this report. Only the words are printed.',
    ],
  ]);
});
