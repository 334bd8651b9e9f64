import { describe, expect, it } from 'vitest';
import { EngagementFacts } from '#contract/engagement.ts';
import type { ChapterKey } from '#contract/deliverable/template.ts';
import { checkEngagement } from '#domain/preflight/index.ts';
import { othersOf } from './support.ts';

/** Facts that miss nothing. */
const whole = {
  client: 'Harbour Ltd',
  begins: '2026-11-02',
  ends: '2026-11-20',
  classification: 'Confidential',
  contacts: [{ name: 'Ida' }],
  team: [{ name: 'Mara' }],
  scopeIn: [{ what: 'app.harbour.test' }],
  method: 'By hand.',
  summary: 'All is well.',
};
const nobody = othersOf({ client: 'Harbour Ltd', assets: [] }, { client: 'Harbour Ltd', assets: [] });

const said = (
  facts: Record<string, unknown>,
  others = nobody,
  client = '',
  deadLinks: string[] = [],
  chapters: ChapterKey[] | null = null,
) =>
  checkEngagement(
    {
      project: 'harbour',
      name: 'Harbour portal',
      client,
      generatedAt: '2026-11-21T08:00:00Z',
      facts: EngagementFacts.parse({ ...whole, ...facts }),
      findings: [],
    },
    others,
    deadLinks,
    chapters,
  );
const inShort = (...args: Parameters<typeof said>) =>
  said(...args).map(({ code, field }) => `${code} ${field}`);

describe('the check of an engagement', () => {
  it('looks only at texts that the chapters print', () => {
    const todo = {
      title: 'TBD',
      summary: 'TBD',
      method: 'TBD',
      limits: 'TBD',
      conclusions: 'TBD',
      scopeOut: [{ what: 'TBD' }],
      distribution: [{ name: 'TBD' }],
      team: [{ name: 'Mara', role: 'TBD' }],
      appendices: [{ title: 'TBD', text: '' }],
    };
    const fields = (chapters: ChapterKey[] | null) => [
      ...new Set(said(todo, nobody, '', [], chapters).map(({ field }) => field)),
    ];
    expect([
      fields(['cover', 'findings']),
      fields(['cover', 'management', 'limits']),
      fields(['control']),
      fields(['appendices']),
      fields(null).length,
    ]).toEqual([
      ['title'],
      ['title', 'limits', 'summary'],
      ['title', 'team', 'distribution'],
      ['title', 'appendices'],
      9,
    ]);
    expect(inShort({ team: [{ name: 'TBD' }] }, nobody, '', [], ['cover'])).toEqual(['placeholder team']);
  });

  it('asks for nothing that a report may leave out, and reads it where it is printed', () => {
    const written = {
      rating: 'TBD',
      ratingReason: 'TBD',
      sentences: [{ finding: 'f1', sentence: 'TBD' }],
      roadmap: [{ finding: 'f1', measure: 'TBD' }],
      strengths: 'TBD',
      narrative: 'TBD',
      timeline: [{ what: 'TBD', finding: 'TBD' }],
      attackPath: [{ title: 'TBD', finding: 'TBD' }],
      leftFiles: [{ what: 'TBD', removed: '2026-11-06' }],
      testAccounts: [{ what: 'TBD', removed: '2026-11-06' }],
    };
    const steps = { timeline: [{ what: 'Went in', finding: 'f1' }, { what: 'Left' }] };
    expect([
      inShort({}),
      inShort(written, nobody, '', [], ['findings']),
      inShort(written),
      said(steps, nobody, '', ['f1']).map(({ message }) => message),
      inShort(steps, nobody, '', ['f1'], ['findings']),
    ]).toEqual([
      [],
      [],
      Object.keys(written).map((fact) => `placeholder ${fact}`),
      ['Timeline: the finding of step 1 is not in this report.'],
      [],
    ]);
  });

  it('reminds of files and accounts until each is removed, whatever is printed', () => {
    const facts = {
      leftFiles: [{ what: '/tmp/a' }, { what: '/tmp/b', removed: '2026-11-06' }],
      testAccounts: [{ what: '', where: 'app.harbour.test' }, { what: '' }],
    };
    const kept = said(facts, nobody, '', [], ['findings']);
    expect(kept.map(({ code, field, message }) => [code, field, message])).toEqual([
      ['cleanup-open', 'leftFiles', 'Files left behind: "/tmp/a" not removed yet.'],
      ['cleanup-open', 'testAccounts', 'Test accounts: "app.harbour.test" not removed yet.'],
    ]);
  });

  it('asks for what a report needs and nobody has said, blanks included', () => {
    const nothing = Object.fromEntries(Object.keys(whole).map((name) => [name, undefined]));
    expect([inShort({}), inShort(nothing), inShort({ client: '' }, nobody, 'Harbour')]).toEqual([
      [],
      ['client', 'begins', 'ends', 'classification', 'contacts', 'team', 'scopeIn', 'method', 'summary'].map(
        (name) => `missing-fact ${name}`,
      ),
      [],
    ]);
    expect(inShort({ team: [{ name: ' ' }], scopeIn: [{ what: '', note: '\t' }], summary: '\n' })).toEqual([
      'missing-fact team',
      'missing-fact scopeIn',
      'missing-fact summary',
    ]);
  });

  it('knows its own placeholders, and finds those that are unknown, or for which nothing is known', () => {
    expect(
      said({
        summary: 'For {{client}}, {{count.high}} high, `{{nope}}`.',
        method: 'By {{tester}} and {{Client}}.',
        limits: 'Not {{version}}.',
        title: 'Test of {{client}}',
      }),
    ).toEqual([
      {
        level: 'error',
        code: 'placeholder',
        finding: null,
        title: null,
        field: 'method',
        message: 'Method: there is no placeholder "tester", "Client".',
      },
      {
        level: 'error',
        code: 'placeholder',
        finding: null,
        title: null,
        field: 'limits',
        message: 'Limits: there is no value yet for the placeholder "version".',
      },
    ]);
  });

  it('looks at the header and footer of the theme as at its own texts', () => {
    const engagement = {
      project: 'harbour',
      name: 'Harbour portal',
      client: '',
      generatedAt: '2026-11-21T08:00:00Z',
      facts: EngagementFacts.parse(whole),
      findings: [],
    };
    const others = othersOf(
      { client: 'Harbour Ltd', assets: [] },
      { client: 'Lamp Company Ltd', assets: [] },
    );
    const lines = { name: 'Acme', header: '{{client}}, version {{version}}', footer: 'Lamp Company Ltd TBD' };
    expect(checkEngagement({ ...engagement, theme: lines }, others)).toEqual([
      {
        level: 'error',
        code: 'placeholder',
        finding: null,
        title: null,
        field: null,
        message: 'The header of the theme "Acme": there is no value yet for the placeholder "version".',
      },
      {
        level: 'error',
        code: 'placeholder',
        finding: null,
        title: null,
        field: null,
        message: 'The footer of the theme "Acme" is not finished; it says "TBD".',
      },
      {
        level: 'error',
        code: 'other-client',
        finding: null,
        title: null,
        field: null,
        message:
          'The footer of the theme "Acme": it names "lamp company", which belongs to another engagement.',
      },
    ]);
    expect(
      checkEngagement({ ...engagement, theme: { ...lines, header: '{{client}}', footer: '' } }, others),
    ).toEqual([]);
  });

  it('looks at every text as at those of findings', () => {
    const others = othersOf(
      { client: 'Harbour Ltd', assets: [] },
      { client: 'Lamp Company Ltd', assets: ['desk.lighthouse.test'] },
    );
    const token = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;
    expect(
      inShort(
        {
          summary: 'The impact is TBD.',
          limits: 'It says `TBD`.',
          conclusions: 'As with Lamp Company.',
          scopeOut: [{ what: 'desk.lighthouse.test' }],
          method: `With ${token}`,
          distribution: [{ name: '[insert name]' }],
          appendices: [
            { title: 'Log \u{1F9FF}\u{10FFF0}', text: 'It is here.' },
            { title: '', text: 'x' },
            { title: 'y', text: '' },
            { title: '', text: '' },
          ],
        },
        others,
      ),
    ).toEqual([
      'placeholder distribution',
      'placeholder summary',
      'other-client scopeOut',
      'other-client conclusions',
      'secret method',
      'empty-section appendices',
      'empty-section appendices',
      'missing-glyph appendices',
    ]);
  });

  it('names links to findings that the report does not print, of each text in Markdown, and of no line', () => {
    const dead = 'As in [Weak reset](finding:gone).';
    const facts = {
      summary: `${dead} And [Kept](finding:f-3).`,
      title: dead,
      appendices: [
        { title: 'Log', text: dead },
        { title: 'More', text: 'See [Old](finding:lost).' },
      ],
    };
    const messages = said(facts, nobody, '', ['gone', 'lost']);
    expect(messages.map(({ code, field, message }) => [code, field, message])).toEqual([
      [
        'dead-link',
        'summary',
        'Management summary: it links to "Weak reset", a finding that is not in this report. Only the words are printed.',
      ],
      [
        'dead-link',
        'appendices',
        'Appendices: it links to "Weak reset", "Old", findings that are not in this report. Only the words are printed.',
      ],
    ]);
  });

  it('names links to listings that no text of the engagement has', () => {
    const facts = {
      summary: 'See [](listing:login) and [it](listing:gone).',
      appendices: [{ title: 'Log', text: '```sh caption="Log in" name=login\nid\n```' }],
    };
    expect(said(facts).map(({ code, field, message }) => [code, field, message])).toEqual([
      [
        'dead-link',
        'summary',
        'Management summary: it refers to "gone", a listing that is not there. Give a block of code that name and a caption, or correct the reference.',
      ],
    ]);
  });
});
