import { expect, it } from 'vitest';
import { reportLanguages } from '#contract/deliverable/template.ts';
import { starterTemplateFile } from '#report/docx/starter-template.ts';
import { checkWordTemplate } from '#report/docx/template/check-template.ts';
import { writeByTemplate } from '#report/docx/write-by-template.ts';
import { hardFindings } from '../support/every-text.ts';
import { readOffice } from '../support/office-file.ts';
import { snapshotOf } from '../support/snapshots.ts';
import { wordFaults } from './word-faults.ts';
import { wordText } from './word-text.ts';

/* The template that a company begins with. */

it.each(reportLanguages)('has every style and known marks alone, in %s', (language) => {
  const check = checkWordTemplate(starterTemplateFile(language));
  expect([check.ok, check.problems]).toEqual([true, []]);
  expect(check.styles.filter(({ found }) => !found)).toEqual([]);
  expect(new Set(check.marks.map(({ mark }) => mark))).toEqual(
    new Set([
      ...[
        'title',
        'client',
        'classification',
        'draft',
        'subtitle',
        'engagement',
        'period',
        'date',
        'version',
      ],
      ...['author', 'count.critical', 'count.high', 'count.medium', 'count.low', 'count.info'],
      ...['contents', 'report'],
    ]),
  );
  expect(wordFaults(readOffice(starterTemplateFile(language)))).toEqual([]);
});

it('is the same file each time', () => {
  expect(Buffer.from(starterTemplateFile('en')).equals(starterTemplateFile('en'))).toBe(true);
});

it('makes a report without faults, in which every mark is filled', () => {
  const options = { draft: true };
  const { bytes } = writeByTemplate({
    snapshot: snapshotOf(hardFindings),
    options,
    images: new Map(),
    bytes: starterTemplateFile('en'),
  });
  const file = readOffice(bytes);
  expect(wordFaults(file)).toEqual([]);
  expect(wordText(file)).not.toMatch(/\{\{/u);
  expect(wordText(file)).toContain('About us');
});
