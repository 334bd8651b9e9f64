import { describe, expect, it } from 'vitest';
import { ReportSnapshot, type ReportOptions } from '#contract/deliverable/report.ts';
import type { TemplateName } from '#contract/deliverable/template.ts';
import { defaultTheme, type ThemeCompany } from '#contract/deliverable/theme.ts';
import { frozenFindings } from '#domain/deliverable/frozen-findings.ts';
import type { Block, DocumentTable } from '#report/document/blocks.ts';
import { document } from '#report/document/document.ts';
import { writeDocx } from '#report/docx/write.ts';
import { writeMarkdown } from '#report/markdown/write.ts';
import { wordFaults } from './docx/word-faults.ts';
import { wordText } from './docx/word-text.ts';
import { engaged } from './support/engaged.ts';
import { readOffice } from './support/office-file.ts';
import { print } from './support/pdf-tools.ts';

/* Letters: each from the same choice and numbers as the report. */

const letters = ['summary-letter', 'retest-letter', 'attestation'] as const satisfies readonly TemplateName[];

type Facts = Partial<ReportSnapshot['facts']>;

function snapshotOf(facts: Facts = {}, company?: ThemeCompany): ReportSnapshot {
  const snapshot = engaged();
  const theme = company === undefined ? undefined : { ...defaultTheme, company };
  return ReportSnapshot.parse({ ...snapshot, theme, facts: { ...snapshot.facts, ...facts } });
}

const made = (template: TemplateName, facts: Facts = {}, options: Partial<ReportOptions> = {}) =>
  document(snapshotOf(facts), { draft: false, template, ...options });

const markdown = (template: TemplateName, facts: Facts = {}, options: Partial<ReportOptions> = {}): string =>
  Buffer.from(writeMarkdown(made(template, facts, options), new Map()).bytes).toString();

function head({ blocks }: { readonly blocks: readonly Block[] }): Extract<Block, { kind: 'letter-head' }> {
  const found = blocks.find((block) => block.kind === 'letter-head');
  if (found === undefined) throw new Error('no head');
  return found;
}

/** Two hundred findings with long titles, sentences and measures, and facts that fill every line. */
function crowded(): ReportSnapshot {
  const snapshot = engaged();
  const person = { name: 'Alexandra Tester', role: 'Managing director', organization: 'Testers' };
  return ReportSnapshot.parse({
    ...snapshot,
    facts: {
      ...snapshot.facts,
      recipient: Array.from({ length: 7 }, (_, at) => `Line ${String(at)} of the address`).join('\n'),
      scopeIn: Array.from({ length: 40 }, (_, at) => ({
        what: `host-${String(at)}.portal.acme.test`,
        note: 'a part of the portal that has a long name of its own and something to say beside it',
      })),
      scopeOut: Array.from({ length: 3 }, (_, at) => ({
        what: `out-${String(at)}.acme.test`,
        note: 'run by others',
      })),
      method: 'The systems were looked at by hand and with tools, '.repeat(12),
      ratingReason: 'It is as grave as it is, for reasons that take a while to tell. '.repeat(30),
      signers: [person, person, person],
    },
    findings: Array.from({ length: 200 }, (_, at) => ({
      ...snapshot.findings[at % 4],
      id: `f${String(at)}`,
      record: {
        ...snapshot.findings[at % 4]?.record,
        title: `Weakness ${String(at)} with a title ${'that goes on '.repeat(16)}`,
        description: `The sentence of finding ${String(at)} ${'goes on and on '.repeat(20)}.`,
        remediation: `Measure ${String(at % 40)} ${'needs this and that '.repeat(20)}.`,
      },
    })),
  });
}

describe('letters', () => {
  it.each(letters)('%s has the chapters of a letter, in the order that the options give', (template) => {
    const targets = ({ blocks }: { readonly blocks: readonly Block[] }) =>
      blocks.map((block) => ('target' in block ? block.target : block.kind));
    const all = targets(made(template));
    expect(all).toEqual(all.filter((target) => String(target).startsWith('letter-')));
    expect([all[0], all.at(-1)]).toEqual(['letter-head', 'letter-closing']);
    expect(targets(made(template, {}, { sections: ['letter-closing', 'letter-head'] }))).toEqual([
      'letter-closing',
      'letter-head',
    ]);
  });

  it('give the numbers that the report gives', () => {
    const report = document(snapshotOf(), { draft: false }).blocks;
    const rating = report.find((block) => block.kind === 'rating');
    const letter = made('summary-letter').blocks;
    const own = letter.find((block) => block.kind === 'passage' && block.rating !== undefined);
    expect(own).toMatchObject({ rating: { grade: rating?.rating, sentence: rating?.sentence } });
    const table = (template: TemplateName) =>
      made(template)
        .blocks.flatMap((block) =>
          block.kind === 'passage' && block.target === 'letter-numbers' ? block.parts : [],
        )
        .flatMap(({ body }) => (body.kind === 'table' ? body.table.rows : []))
        .map((cells) => cells.map(([value]) => value?.text).join(' '));
    const counts = ['Findings 1 1 1 0 1 4', 'Fixed 1 0 0 0 0 1', 'Not fixed 0 1 1 0 1 3'];
    expect([table('summary-letter'), table('attestation')]).toEqual([counts, counts]);
    const measures = (blocks: readonly Block[]) =>
      blocks
        .flatMap((block): { readonly rows: DocumentTable['rows'] }[] =>
          block.kind === 'table' && block.target === 'roadmap'
            ? [block]
            : block.kind === 'passage' && block.target === 'letter-measures'
              ? block.parts.flatMap(({ body }) => (body.kind === 'table' ? [body.table] : []))
              : [],
        )
        .flatMap(({ rows }) =>
          rows.map((cells) => cells.map((values) => values.map(({ text }) => text).join())),
        );
    expect(measures(report)).not.toEqual([]);
    expect(measures(letter)).toEqual(measures(report));
    // Shorter lists of a report shorten no letter.
    expect(made('summary-letter', {}, { listedFindings: 'none' }).blocks).toEqual(letter);
  });

  it.each([
    ['summary-letter', 2],
    ['attestation', 1],
  ] as const)('%s has at most %i pages, however much there is to say', async (template, pages) => {
    for (const language of ['en', 'de'] as const) {
      const printed = await print(crowded(), { draft: true, template, language });
      printed.dispose();
      expect({ language, pages: printed.pages }).toEqual({
        language,
        pages: expect.toSatisfy((n) => n <= pages),
      });
    }
  });

  it('names in the summary the first five findings that are not fixed, and says how many more there are', () => {
    const text = Buffer.from(
      writeMarkdown(document(crowded(), { draft: false, template: 'summary-letter' }), new Map()).bytes,
    ).toString();
    expect(text.match(/^- \*\*H\d+ Weakness/gmu)).toHaveLength(5);
    expect(text).toContain('and 145 more, see the report');
  });

  it('confirms in the retest letter who looked at what when, and the newest result of each finding', () => {
    const text = markdown('retest-letter');
    expect(text).toContain('- **Retest 1:** 11 November 2026, 2 findings retested by B. Tester');
    expect(text).toContain('- **After release:** 12 to 13 November 2026, 1 finding retested by B. Tester');
    expect(text).toMatch(
      /^\| C1 +\| SQL injection in the search \| Critical \| Fixed +\| After release \|$/mu,
    );
    expect(text).toContain('After the retest, 3 of 4 findings are not fixed: 1 high, 1 medium and 1 info.');
    expect(text).toMatch(/\*\*H1 Session does not end\*\* \(High\)/u);
    expect(markdown('retest-letter', {}, { round: 2 })).not.toContain('Retest 1');
  });

  it('tells third parties in an attestation no title, number, text or classification of a finding', () => {
    const shown = JSON.stringify({ ...made('attestation'), theme: null });
    for (const { record } of snapshotOf().findings) {
      for (const member of ['title', 'description', 'remediation', 'asset', 'tags']) {
        for (const said of [record[member]].flat()) {
          if (typeof said === 'string' && said.length > 3 && said !== 'portal.acme.test')
            expect(shown).not.toContain(said);
        }
      }
    }
    expect(shown).not.toMatch(/\b[CHMLI][1-9]\b|onfidential"/u);
    const fields = frozenFindings(snapshotOf(), { template: 'attestation' }).map((finding) =>
      [...(finding.fields ?? [])].sort(),
    );
    expect(new Set(fields.map(String))).toEqual(new Set(['severity,status,verdict']));
  });

  it('says in an attestation that no retest checked the fixes', () => {
    const { rounds: _rounds, ...rest } = snapshotOf();
    const findings = rest.findings.map((finding) => ({ ...finding, verdicts: [] }));
    const without = ReportSnapshot.parse({ ...rest, rounds: [], findings });
    const text = (snapshot: ReportSnapshot) =>
      JSON.stringify(document(snapshot, { draft: false, template: 'attestation' }).blocks);
    expect([text(without), text(snapshotOf())].map((said) => said.includes('No retest was made'))).toEqual([
      true,
      false,
    ]);
  });

  it('are written by hand where facts say so, with placeholders filled', () => {
    const facts = {
      recipient: '{{client}}\n\nHarbour Street 1\n12345 Harbour',
      salutation: 'Dear Ms {{contact}},',
      letterText: 'We thank **{{client}}**.',
      attestationText: 'Seen by {{author}}.',
      signers: [{ name: 'D. Director', role: 'Managing director', organization: '', email: '', phone: '' }],
    };
    expect(head(made('summary-letter', facts)).recipient).toEqual([
      'Acme Industries',
      'Harbour Street 1',
      '12345 Harbour',
    ]);
    expect(head(made('summary-letter')).recipient).toEqual(['Acme Industries', 'C. Client']);
    const summary = markdown('summary-letter', facts);
    expect(summary).toContain('Dear Ms C. Client,\n\nWe thank **Acme Industries**.');
    expect(summary).not.toContain('On your behalf');
    expect(summary).toContain('D. Director\\\nManaging director');
    const attestation = markdown('attestation', facts);
    expect(attestation).toContain('To whom it may concern,\n\nSeen by A. Consultant.');
    expect(attestation).not.toContain('Dear');
  });

  it('come from the company of the theme, else from that of the team', () => {
    const company = {
      name: 'Larkspur Ltd',
      address: ['Quay 1', 'Bergen'],
      phone: '+47 1',
      email: 'a@larkspur.example',
      web: 'larkspur.example',
    };
    const from = document(snapshotOf({}, company), { draft: false, template: 'attestation' });
    expect([head(from).sender, head(made('attestation')).sender]).toEqual([
      {
        name: 'Larkspur Ltd',
        address: 'Quay 1, Bergen',
        reach: ['+47 1', 'a@larkspur.example', 'larkspur.example'],
      },
      { name: 'Testers', address: '', reach: [] },
    ]);
  });

  it.each(letters)('%s is a sound document of Word with all of its words, and marks a draft', (template) => {
    const report = made(template, {}, { draft: true });
    const file = readOffice(writeDocx(report, new Map()).bytes);
    const words = wordText(file);
    expect(wordFaults(file)).toEqual([]);
    const { subject, recipient } = head(report);
    expect([subject, ...recipient].filter((line) => !words.includes(line))).toEqual([]);
    expect(words).toContain('A. Consultant');
    expect(
      [...file.parts.keys()].filter((name) => JSON.stringify(file.parts.get(name)).includes('DRAFT')).length,
    ).toBeGreaterThan(0);
  });
});
