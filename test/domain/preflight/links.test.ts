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

test('a finding that [[ID]] names and the report does not print is named, also in an HTML text', () => {
  const record = { description: 'See [[f-2]], `[[f-2]]`.', remediation: '<p>See [[f-2]] and [[f-3]].</p>' };
  const said = checked(record, { deadLinks: ['f-2'] }).map(({ code, field, message }) => [
    code,
    field,
    message,
  ]);
  expect(said).toEqual(
    (['description', 'remediation'] as const).map((field) => [
      'dead-link',
      field,
      `The ${field} links to "[[f-2]]", a finding that is not in this report. Only the words are printed.`,
    ]),
  );
});

test('a link to an image that the finding does not have is named, and one to a figure that is not printed', () => {
  const record = {
    description: 'See [](evidence:a.png) and [x](evidence:gone.png).',
    remediation: 'Fix it.',
  };
  const size = { type: 'image/png', width: 40, height: 30 } as const;
  const images = [{ evidence: 'e1', name: 'a.png', caption: '', kept: true, ...size }];
  const said = (withoutFigures: boolean) =>
    checked(record, { images }, undefined, undefined, true, withoutFigures).flatMap(({ code, message }) =>
      code === 'dead-image' ? [message] : [],
    );
  const unknown =
    'The description refers to "gone.png", an image that this finding does not have. Add the image under that name, or correct the reference.';
  expect(said(false)).toEqual([unknown]);
  expect(said(true)).toEqual([
    unknown,
    'The description refers to "a.png", and this template prints no figures. Only the words are printed.',
  ]);
});
