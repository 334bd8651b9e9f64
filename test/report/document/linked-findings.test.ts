import { expect, test } from 'vitest';
import { EngagementFacts } from '#contract/engagement.ts';
import type { ReportSnapshot } from '#contract/deliverable/report.ts';
import type { ChapterKey } from '#contract/deliverable/template.ts';
import { document } from '#report/document/document.ts';
import { writeHtml } from '#report/html/write.ts';
import { writeMarkdown } from '#report/markdown/write.ts';
import { linksByPage } from '../support/pdf-links.ts';
import { print } from '../support/pdf-tools.ts';
import { snapshotOf } from '../support/snapshots.ts';

/** Findings of which the first links to the last, far behind it, and to one that is not there. */
function linked(): ReportSnapshot {
  const filling = Array.from({ length: 12 }, (_, at) => ({
    title: `Filling ${String(at)}`,
    severity: 'medium',
    description: 'A long way.\n\n'.repeat(40),
  }));
  const first = {
    title: 'Weak reset',
    severity: 'high',
    description:
      'Same cause as [an old title](finding:id-13), and **[the lost one](finding:gone)**. Then words behind.',
  };
  const snapshot = snapshotOf([
    first,
    ...filling,
    { title: 'Long sessions', severity: 'low', description: 'x' },
  ]);
  return {
    ...snapshot,
    findings: snapshot.findings.map((finding, at) => ({ ...finding, id: `id-${String(at)}` })),
  };
}

test('a link prints its words, then number and page of its finding in a PDF, and leads there', async () => {
  const printed = await print(linked(), { draft: false });
  try {
    const page = printed.destinations().get('finding-14') ?? 0;
    expect(page).toBeGreaterThan(9);
    const said = printed.text(1, printed.pages).replaceAll('\u00a0', ' ').replace(/\s+/gu, ' ');
    expect(said).toContain(
      `Same cause as an old title (L1, page ${String(page)}), and the lost one. Then words behind.`,
    );
    const [own = 0] =
      [...linksByPage(printed)].find(([at]) => at === printed.destinations().get('finding-1')) ?? [];
    const there = linksByPage(printed).get(own) ?? [];
    expect(there.filter((target) => target === 'finding-14').length).toBeGreaterThanOrEqual(2);
    // What follows the page moves up to it: no gap is left in the line.
    const line = printed
      .run('pdftotext', ['-layout', 'FILE', '-'])
      .split('\n')
      .find((one) => one.includes('Same cause'));
    expect(line?.replaceAll('\u00a0', ' ')).toMatch(/\(L1, page \d+\), and the/u);
  } finally {
    printed.dispose();
  }
});

test('texts of the engagement link to findings alike, also where a report prints no finding', async () => {
  const facts = { summary: 'Above all [old words](finding:id-13), and [the lost one](finding:gone).' };
  const snapshot = { ...linked(), facts: EngagementFacts.parse(facts) };
  const printed = await print(snapshot, { draft: false });
  try {
    const page = printed.destinations().get('finding-14') ?? 0;
    const said = printed.text(1, printed.pages).replaceAll('\u00a0', ' ').replace(/\s+/gu, ' ');
    expect(said).toContain(`Above all old words (L1, page ${String(page)}), and the lost one.`);
    const summary = printed.destinations().get('management') ?? 0;
    expect(linksByPage(printed).get(summary)).toContain('finding-14');
  } finally {
    printed.dispose();
  }
  const sections: ChapterKey[] = ['management'];
  const alone = document(snapshot, { draft: false, sections });
  const html = new TextDecoder().decode(writeHtml(alone, new Map()).bytes);
  expect(html).toContain('Above all old words (L1), and the lost one.');
});

test('it is a link to the place in HTML and Markdown, in the language of the report', async () => {
  const made = document(linked(), { draft: false, language: 'de' });
  const decoder = new TextDecoder();
  const html = decoder.decode(writeHtml(made, new Map()).bytes);
  expect(html).toMatch(
    /Same cause as <a href="#finding-14">an old title<\/a> \(L1\), and <strong>the lost one<\/strong>/u,
  );
  const markdown = decoder.decode(writeMarkdown(made, new Map()).bytes);
  expect(markdown).toMatch(/Same cause as \[an old title\]\(#[^)]+\) \(L1\), and \*\*the lost one\*\*/u);
});

test('a finding that the report only names is named without a link, one that it must not name keeps the words', () => {
  const single = document(linked(), { draft: false, template: 'single', finding: 'id-0' });
  const words = JSON.stringify(single);
  expect(words).toContain('an old title');
  expect(words).not.toContain('Long sessions');
});
