import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chapterKeys, type ChapterKey } from '#contract/deliverable/template.ts';
import { ReportChoices } from '#contract/procedures/deliverables/deliverable.ts';
import { defaultTheme, ThemeFile } from '#contract/deliverable/theme.ts';
import { readThemeFile } from '#domain/deliverable/theme/file.ts';
import { ApiError } from '#renderer/api/api.ts';
import {
  leftOutSaid,
  optionsSaid,
  paceSaid,
  sectionOrder,
} from '#renderer/features/reports/option-strings.ts';
import { ReportChoicesWork } from '#renderer/features/reports/choice/report-choices.state.svelte.ts';
import {
  changeBetween,
  stepsAfter,
  type ChoiceStep,
} from '#renderer/features/reports/choice/report-choices.ts';
import {
  themeOver,
  colorOf,
  draftOf,
  fileOf,
  readability,
  withColor,
} from '#renderer/features/reports/theme/theme-draft.ts';
import { Program } from '../../support/program.ts';

const choices = fc.record(
  {
    title: fc.string(),
    template: fc.constantFrom('technical', 'executive', 'retest'),
    sections: fc.subarray([...chapterKeys], { minLength: 1 }),
    cutBodies: fc.constantFrom(null, 0, 4096),
    draft: fc.boolean(),
  },
  { requiredKeys: [] },
);

describe('choices for a report', () => {
  it('come from any to any other by what differs', () => {
    fc.assert(
      fc.property(choices, choices, (one, other) => {
        const { settings, reset } = changeBetween(ReportChoices.parse(one), ReportChoices.parse(other));
        const all = Object.entries({ ...one, ...settings });
        expect(Object.fromEntries(all.filter(([name]) => !reset.some((gone) => gone === name)))).toEqual(
          other,
        );
        expect(changeBetween(ReportChoices.parse(other), ReportChoices.parse(other))).toEqual({
          settings: {},
          reset: [],
        });
      }),
    );
  });

  it('are one step while a title is typed, and steps of their own otherwise', () => {
    const step = (name: 'title' | 'draft', atMs: number): ChoiceStep => ({
      names: [name],
      atMs,
      before: { title: 'Harbour' },
      after: { title: 'Harbour' },
    });
    const typed = [step('title', 0), step('title', 2_000), step('title', 4_500), step('draft', 4_600)];
    const later = [...typed, step('draft', 4_700), step('title', 20_000), step('title', 40_000)];
    expect(later.reduce<readonly ChoiceStep[]>(stepsAfter, []).map(({ names }) => names)).toEqual([
      ['title'],
      ['draft'],
      ['draft'],
      ['title'],
      ['title'],
    ]);
  });

  it('are stepped over nothing that was chosen elsewhere since, which is told', async () => {
    let settings: ReportChoices = {};
    const { api } = new Program({
      'report.settings': () => ({ settings }),
      'report.configure': ({ settings: given = {}, reset = [] }) => {
        settings = Object.fromEntries(
          Object.entries({ ...settings, ...given }).filter(([name]) => !reset.some((one) => one === name)),
        );
        return { settings };
      },
    });
    const told: string[] = [];
    const work = new ReportChoicesWork({ api, notices: { told: (text) => told.push(text) } }, 'p');
    await work.refresh();
    await work.choose({ pageSize: 'Letter' });
    // Another window chooses something else: that is in nobody's way.
    settings = { ...settings, language: 'de' };
    await work.step('undo');
    const undone = settings;
    await work.step('redo');
    const again = settings;
    await work.choose({ template: 'executive', title: 'Mine' });
    settings = { ...settings, title: 'Theirs' };
    const silent = told.length;
    await work.step('undo');
    const partly = settings;
    settings = { ...settings, pageSize: 'A4' };
    await work.step('undo');
    expect([undone, again, silent, partly, settings, told.length, work.canUndo]).toEqual([
      { language: 'de' },
      { language: 'de', pageSize: 'Letter' },
      0,
      { language: 'de', pageSize: 'Letter', title: 'Theirs' },
      { language: 'de', pageSize: 'A4', title: 'Theirs' },
      2,
      false,
    ]);
  });

  it('are stepped over nothing that was chosen elsewhere while the step was taken', async () => {
    let settings: ReportChoices = { title: 'First' };
    let elsewhere: ReportChoices | null = null;
    const { api } = new Program({
      'report.settings': () => {
        const read = settings;
        settings = { ...settings, ...elsewhere };
        elsewhere = null;
        return { settings: read };
      },
      'report.configure': ({ settings: given = {}, seen }) => {
        const isSeen = seen === undefined || seen.title === settings.title;
        if (!isSeen) throw new ApiError('outdated', 'Another window or the terminal changed this meanwhile.');
        settings = ReportChoices.parse({ ...settings, ...given });
        return { settings };
      },
    });
    const told: string[] = [];
    const work = new ReportChoicesWork({ api, notices: { told: (text) => told.push(text) } }, 'p');
    await work.refresh();
    await work.choose({ title: 'Mine' });
    elsewhere = { title: 'Theirs', template: 'executive' };
    await work.step('undo');
    expect([settings, told.length, work.failure, work.canUndo, work.canRedo]).toEqual([
      { title: 'Theirs', template: 'executive' },
      1,
      null,
      false,
      false,
    ]);
  });
});

describe('sections', () => {
  it('are all offered: the chosen in their order, each other one behind what it follows in the template', () => {
    expect(
      sectionOrder(['cover', 'contents', 'scope', 'findings'], ['findings', 'cover']).slice(0, 5),
    ).toEqual(['findings', 'cover', 'contents', 'scope', 'control']);
    // Those of letters are offered in letters alone.
    const [ofLetters, ofReports] = [true, false].map((wanted) =>
      chapterKeys.filter((key) => key.startsWith('letter-') === wanted),
    ) as [ChapterKey[], ChapterKey[]];
    for (const keys of [ofLetters, ofReports]) {
      fc.assert(
        fc.property(fc.subarray(keys, { minLength: 1 }), fc.shuffledSubarray(keys), (own, chosen) => {
          const order = sectionOrder(own, chosen);
          expect([order.toSorted(), order.filter((key) => chosen.includes(key))]).toEqual([
            keys.toSorted(),
            chosen,
          ]);
        }),
      );
    }
  });
});

describe('what is told', () => {
  it('of what is left out of the requests', () => {
    const value = { key: 'k', kind: 'cookie' as const, text: 'a', where: 'Request 1', count: 3, kept: true };
    const finding = { finding: 'a', title: 'A', values: [] };
    const hits = [{ where: 'Request 1, header Cookie', kind: 'cookie' as const, count: 2 }];
    const leftOut = [{ where: 'Request 1', bytes: 12_000 }];
    expect([
      leftOutSaid([]),
      leftOutSaid([{ ...finding, hits, leftOut: [] }]),
      leftOutSaid([
        { ...finding, hits, leftOut },
        { ...finding, hits, leftOut },
      ]),
      leftOutSaid([{ ...finding, hits: [], leftOut: [], values: [value, { ...value, kept: false }] }]),
    ]).toEqual([
      'Nothing is left out of the requests.',
      '2 secrets masked, in 1 finding.',
      '4 secrets masked, 2 bodies cut by 24 kB in all, in 2 findings.',
      '3 secrets kept, in 1 finding.',
    ]);
  });

  it('of how far a report is', () => {
    expect([
      paceSaid({ phase: 'document', done: 0, total: null }),
      paceSaid({ phase: 'layout', done: 34, total: 80 }),
      paceSaid({ phase: 'writing', done: 0, total: 12_000 }),
    ]).toEqual(['Reading the findings…', 'Laying out: 34 of 80', 'Writing the file…']);
  });
});

describe('a theme that is written', () => {
  const logo = `data:image/png;base64,${Buffer.from('picture').toString('base64')}`;
  const opened = draftOf(
    {
      theme: defaultTheme,
      text: JSON.stringify({ name: 'Acme', logo, fonts: { sans: { bold: 'data:,' } } }),
    },
    'My theme 1',
  );

  it('keeps the rule of the rating, and of the company what is filled in', () => {
    const rating = [{ name: 'Poor', atLeast: {} }];
    const company = { name: 'Acme', address: ['1 Road', 'Town'], email: 'info@acme.example' };
    const draft = draftOf({ theme: { ...defaultTheme, rating, company }, text: '{}' }, 'Acme');
    const written = (changed: typeof draft.company) =>
      ThemeFile.parse(JSON.parse(fileOf({ ...draft, company: changed })));
    expect([draft.company.address, written(draft.company), fileOf(opened).includes('company')]).toEqual([
      '1 Road\nTown',
      expect.objectContaining({ rating, company }),
      false,
    ]);
    expect(written({ ...draft.company, name: ' ', address: '1 Road\n\n Town\n' }).company).toEqual({
      address: ['1 Road', 'Town'],
      email: 'info@acme.example',
    });
  });

  it('is a theme file, with the logo and fonts that it was opened with', () => {
    const file = ThemeFile.parse(JSON.parse(fileOf({ ...opened, footer: '{{date}}' })));
    const read = readThemeFile(JSON.stringify(file));
    expect([file.logo, file.fonts?.sans, read.kind === 'ok' && read.theme]).toEqual([
      logo,
      { bold: 'data:,' },
      { ...defaultTheme, name: 'My theme 1', footer: '{{date}}' },
    ]);
  });

  it('takes nothing back that another window saved of it meanwhile, but for what was changed here', () => {
    const mine = {
      ...opened,
      footer: 'Mine',
      logo: null,
      colors: withColor(withColor(opened.colors, 'ink', '#111111'), 'severities.low', '#222222'),
      fonts: { sans: {}, mono: { bold: 'data:,b' } },
    };
    const theirs = {
      ...opened,
      header: 'Theirs',
      footer: 'Theirs',
      colors: withColor(withColor(opened.colors, 'link', '#333333'), 'severities.high', '#444444'),
      fonts: { sans: { bold: 'data:,', italic: 'data:,i' }, mono: {} },
    };
    const both = themeOver(opened, mine, theirs);
    expect([both.header, both.footer, both.logo, JSON.parse(JSON.stringify(both.fonts))]).toEqual([
      'Theirs',
      'Mine',
      null,
      { sans: { italic: 'data:,i' }, mono: { bold: 'data:,b' } },
    ]);
    expect(
      (['ink', 'severities.low', 'link', 'severities.high', 'cover'] as const).map((name) =>
        colorOf(both.colors, name),
      ),
    ).toEqual(['#111111', '#222222', '#333333', '#444444', opened.colors.cover]);
  });

  it('says of a colour what the program will say', () => {
    const names = ['link', 'cover', 'severities.low', 'accent'] as const;
    const pale = names.reduce((colors, name) => withColor(colors, name, '#9fc5ff'), opened.colors);
    const read = readThemeFile(fileOf({ ...opened, colors: pale }));
    const used = names.map((name) => readability(pale, name)?.instead ?? colorOf(pale, name));
    expect(used).toEqual(names.map((name) => read.kind === 'ok' && colorOf(read.theme.colors, name)));
    expect(names.map((name) => readability(opened.colors, name)?.instead)).toEqual([
      null,
      null,
      null,
      undefined,
    ]);
  });
});

it('the main choices are said in one line', () => {
  expect([
    optionsSaid({ template: 'technical', language: 'de', theme: 'default' }),
    optionsSaid({ template: 'by-asset', language: 'en', theme: 'Larkspur' }),
  ]).toEqual(['Technical · Deutsch · Dossier', 'By asset · English · Larkspur']);
});
