import { describe, expect, it, test } from 'vitest';
import type { CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import type { ReportResult } from '#contract/deliverable/report.ts';
import { checkFailed, draftNotices, printNotices } from '#features/reports/preflight-gate.ts';

function found(errors: number, warnings: number): CheckMessage[] {
  const message = (level: 'error' | 'warning') => ({ level }) as CheckMessage;
  return [
    ...Array.from({ length: errors }, () => message('error')),
    ...Array.from({ length: warnings }, () => message('warning')),
  ];
}

test.each([
  [1, 0, '1 error'],
  [2, 1, '2 errors and 1 warning'],
  [1, 3, '1 error and 3 warnings'],
])('a report that is refused says how much was found: %i and %i', (errors, warnings, words) => {
  const error = checkFailed('harbour', found(errors, warnings));
  expect([error.code, error.message]).toEqual([
    'check-failed',
    `The check of harbour found ${words}: no report was written.`,
  ]);
});

describe('beside a report stands', () => {
  it('nothing if it is final and nothing was found', () => {
    expect(draftNotices([], [], false)).toEqual([]);
  });

  it('what was found if it is final', () => {
    expect(draftNotices(found(0, 2), [], false)).toEqual(['The check found 2 warnings.']);
  });

  it('that the user chose a draft', () => {
    const chosen = 'Every page is marked DRAFT, as you chose.';
    expect([draftNotices([], [], true), draftNotices(found(0, 1), [], true)]).toEqual([
      [chosen],
      [chosen, 'The check found 1 warning.'],
    ]);
  });

  it('that facts are missing, before what the user chose', () => {
    const [draft = '', ...more] = draftNotices(found(0, 1), ['client'], true);
    expect([draft.endsWith('Every page is marked DRAFT.'), draft.includes('as you chose'), more]).toEqual([
      true,
      false,
      ['The check found 1 warning.'],
    ]);
  });

  it('that errors were found, in one sentence with the facts that are missing', () => {
    const alone = draftNotices(found(1, 1), [], true);
    const both = draftNotices(found(1, 0), ['client'], false);
    expect([alone, both]).toEqual([
      ['Every page is marked DRAFT: the check found 1 error and 1 warning.'],
      [expect.stringMatching(/^Every page is marked DRAFT: the check found 1 error, and .+\.$/u)],
    ]);
  });
});

describe('of what could not be printed as it is', () => {
  const whole: ReportResult = {
    pages: 1,
    bytes: 1,
    sha256: '',
    missingGlyphs: [],
    damagedImages: 0,
    cutLines: [],
  };
  const glyphs = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ codePoint: `U+E00${String(at)}`, count: 1 }));
  const cells = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ finding: `A${String(at)}`, column: 'Description' }));

  test.each<[string, Partial<ReportResult>, string[]]>([
    ['nothing', {}, []],
    ['one image', { damagedImages: 1 }, ['One image is damaged; a line in the report stands in its place.']],
    [
      'two images',
      { damagedImages: 2 },
      ['2 images are damaged; a line in the report stands in the place of each.'],
    ],
    [
      'five letters',
      { missingGlyphs: glyphs(5) },
      ['No font has U+E000, U+E001, U+E002, U+E003, U+E004: they are printed as their code point.'],
    ],
    [
      'seven letters',
      { missingGlyphs: glyphs(7) },
      [
        'No font has U+E000, U+E001, U+E002, U+E003, U+E004 and 2 more: they are printed as their code point.',
      ],
    ],
    [
      'lines of the page',
      { cutLines: ['header', 'footer'] },
      [
        'The header is too long for its lines: on every page it ends in "…". Make it shorter.',
        'The footer is too long for its lines: on every page it ends in "…". Make it shorter.',
      ],
    ],
    [
      'a cell',
      { longCells: cells(1) },
      [
        'A spreadsheet cuts cells after 32,767 characters: Description of A0. The JSON export has them whole.',
      ],
    ],
    [
      'six cells',
      { longCells: cells(6) },
      [
        'A spreadsheet cuts cells after 32,767 characters: Description of A0, Description of A1, Description of A2, Description of A3, Description of A4 and 1 more. The JSON export has them whole.',
      ],
    ],
    [
      'one ticket',
      { cutTickets: { limit: 32_767, findings: ['H1'] } },
      [
        'Descriptions are cut after 32,767 characters, the most that the tracker takes: H1. The tickets say so; a report has the whole text.',
      ],
    ],
    [
      'six tickets',
      { cutTickets: { limit: 65_536, findings: ['H1', 'H2', 'H3', 'H4', 'H5', 'H6'] } },
      [
        'Descriptions are cut after 65,536 characters, the most that the tracker takes: H1, H2, H3, H4, H5 and 1 more. The tickets say so; a report has the whole text.',
      ],
    ],
  ])('a person is told: %s', (_what, result, notices) => {
    expect(printNotices({ ...whole, ...result })).toEqual(notices);
  });
});
