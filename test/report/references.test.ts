import { describe, expect, test } from 'vitest';
import type { ReportOptions, ReportSnapshot } from '#contract/deliverable/report.ts';
import { EngagementFacts } from '#contract/engagement.ts';
import { writeFormat } from '#report/process/write-format.ts';
import { picture } from './support/format-texts.ts';
import { print } from './support/pdf-tools.ts';
import { snapshotOf } from './support/snapshots.ts';

type Format = 'html' | 'markdown' | 'csv';

async function written(format: Format, snapshot: ReportSnapshot, more: Partial<ReportOptions> = {}) {
  const images = new Map([[picture.sha256, picture.bytes]]);
  const { bytes } = await writeFormat(
    { snapshot, options: { format, draft: false, ...more }, bytes: images },
    () => undefined,
  );
  return Buffer.from(bytes).toString();
}

const finding = (title: string, more: object = {}) => ({ title, severity: 'high', asset: ['a'], ...more });

/** Findings f0, which speaks of f1 and f2 in all ways. */
const described = (description: string): ReportSnapshot =>
  snapshotOf([
    finding('Writer', { description }),
    finding('Weak `reset` | [now]'),
    finding('Long *sessions*', { severity: 'low' }),
  ]);

describe('a link to a finding', () => {
  const text =
    'This is [not the **weakness**](finding:f1), it needs [no login](finding:f2). ' +
    String.raw`As in [Weak reset \| \[now\]](finding:f1), [](finding:f2), [Long *sessions*](finding:f2), [[f1]], [H9](finding:f1).` +
    '\n\n| see |\n|---|\n| [a | b](finding:f2) |\n\nNot [the lost one](finding:gone), [[gone]].';

  test('prints words and number, or number and title, in HTML as a link', async () => {
    const html = await written('html', described(text));
    const one = '<a href="#finding-2">H2, Weak reset | [now]</a>';
    const two = '<a href="#finding-3">L1, Long *sessions*</a>';
    expect(html).toContain(
      '<p>This is <a href="#finding-2">not the <strong>weakness</strong></a> (H2), it needs <a href="#finding-3">no login</a> (L1). ' +
        `As in ${one}, ${two}, ${two}, ${one}, ${one}.</p>`,
    );
    expect(html).toContain('<td><a href="#finding-3">a | b</a> (L1)</td>');
    expect(html).toContain('<p>Not the lost one, [[gone]].</p>');
  });

  test('leads in Markdown to an anchor of the file', async () => {
    const markdown = await written('markdown', described(text));
    expect(markdown).toContain('[not the **weakness**](#h2-weak-reset--now) (H2)');
    expect(markdown).toContain('<a id="h2-weak-reset--now"></a>\n\n### H2 Weak reset | \\[now]');
    expect(markdown).not.toContain('id="h1-writer"');
    const links = [...markdown.matchAll(/\]\(#([^)]+)\)/gu)].map(([, anchor]) => anchor);
    expect(links.length).toBeGreaterThan(5);
    for (const anchor of links) expect(markdown).toContain(`<a id="${String(anchor)}"></a>`);
  });

  test('is words and number in CSV, without an address of the inside', async () => {
    const defined = 'By [a name][w].\n\n[w]: finding:f1';
    const csv = await written('csv', described(`${text}\n\n\`[x](finding:f1)\`\n\n${defined}`));
    expect(csv).toContain('By a name (H2).');
    const listing = await written('csv', described('By [](listing:login), [the first](listing:login).'));
    expect(listing).toContain('By login, the first.');
    expect(csv).toContain(
      'This is not the weakness (H2), it needs no login (L1). As in H2, Weak reset | [now], L1, Long *sessions*, L1, Long *sessions*, H2, Weak reset | [now], H2, Weak reset | [now].',
    );
    expect(csv).toContain('| a | b (L1) |');
    expect(csv).toContain('Not the lost one, [[gone]].');
    expect(csv.match(/finding:/gu)).toHaveLength(1);
  });

  test('is printed alike in observations, retests and texts of the engagement', async () => {
    const link = 'Not [the weak one](finding:f1).';
    const base = snapshotOf([
      finding('Writer', { observation: link, demonstration: link, remediation: link }),
      finding('Weak reset'),
    ]);
    const round = { number: 1, name: '', begins: '', ends: '', note: link };
    const verdict = {
      round: 1,
      verdict: 'open' as const,
      at: '2026-03-01',
      who: 'M',
      text: link,
      evidence: [],
    };
    const snapshot: ReportSnapshot = {
      ...base,
      facts: EngagementFacts.parse({
        summary: link,
        conclusions: link,
        appendices: [{ title: 'A', text: link }],
      }),
      rounds: [round],
      findings: base.findings.map((one, at) => (at === 0 ? { ...one, verdicts: [verdict] } : one)),
    };
    const sections = ['management', 'findings', 'retest', 'conclusions', 'appendices'] as const;
    const html = await written('html', snapshot, { sections: [...sections] });
    expect(html.match(/Not <a href="#finding-2">the weak one<\/a> \(H2\)\./gu)).toHaveLength(8);
    expect((await written('csv', snapshot)).match(/Not the weak one \(H2\)\./gu)).toHaveLength(4);
  });
});

test('an HTML text is Markdown in a CSV, its tables with each value under its head', async () => {
  const table =
    '<p>See <b>all</b>, [[f1]]:</p><table><tr><th>host</th><th>port</th></tr><tr><td rowspan="2">a</td><td>1</td></tr><tr><td>2</td></tr></table>';
  const csv = await written('csv', described(table));
  expect(csv).toContain(
    '"See **all**, H2, Weak reset | \\[now]:\n\n| host | port |\n| - | - |\n| a | 1 |\n| | 2 |"',
  );
});

describe('footnotes', () => {
  const text =
    'One[^a] and two[^b].\n\n![shot](evidence:shot.png)\n\nThen one[^a].\n\n[^a]: First.\n[^b]: Second ![shot](evidence:shot.png) more.';
  const base = snapshotOf([
    finding('Writer', { description: text, remediation: 'Other[^a].\n\n[^a]: Third.' }),
  ]);
  const evidence = [{ ...picture.image, name: 'shot.png', caption: 'the form' }];
  const snapshot = { ...base, findings: base.findings.map((one) => ({ ...one, evidence })) };

  test('of Markdown have one name for sign and note, also with images between them', async () => {
    const markdown = await written('markdown', snapshot);
    const signs = new Set([...markdown.matchAll(/\[\^([\w-]+)\](?!:)/gu)].map(([, name]) => name));
    const notes = [...markdown.matchAll(/^\[\^([\w-]+)\]:/gmu)].map(([, name]) => name);
    expect(notes).toHaveLength(3);
    expect([...signs].sort()).toEqual([...new Set(notes)].sort());
    expect(markdown).toContain('more.');
  });
});

test('a PDF prints the words, then number and page', async () => {
  const printed = await print(described('See [the weak *reset*](finding:f1) and [[f2]].'), { draft: false });
  try {
    const page = (target: string): string => String(printed.destinations().get(target));
    const said = printed.text(1, printed.pages).replaceAll('\u00a0', ' ').replace(/\s+/gu, ' ');
    expect(said).toContain(
      `See the weak reset (H2, page ${page('finding-2')}) and L1, Long *sessions* (page ${page('finding-3')}).`,
    );
  } finally {
    printed.dispose();
  }
});

describe('a link to an image of the finding', () => {
  const text =
    'See [](evidence:b.png), [Figure 9](evidence:b.png), [the **form**](evidence:a.png) and [x](evidence:gone.png).\n\n' +
    '![first](evidence:a.png)\n\nAs [behind](evidence:c.png).';
  const image = (at: number, name: string) => ({
    ...picture.image,
    evidence: `e${String(at)}`,
    name,
    caption: `caption ${name}`,
    sha256: String(at).repeat(64),
  });
  const base = snapshotOf([
    finding('Writer', { description: text, remediation: '![second](evidence:b.png)' }),
    finding('Other', { description: '[](evidence:a.png)' }),
  ]);
  const evidence = [image(1, 'a.png'), image(2, 'b.png'), image(3, 'c.png')];
  const snapshot = {
    ...base,
    findings: base.findings.map((one, at) => (at === 0 ? { ...one, evidence } : one)),
  };
  const bytes = new Map(evidence.map(({ sha256 }) => [sha256, picture.bytes]));
  const made = async (format: Format, more: Partial<ReportOptions> = {}) => {
    const options = { format, draft: false, ...more };
    const report = await writeFormat({ snapshot, options, bytes }, () => undefined);
    return Buffer.from(report.bytes).toString();
  };

  test('is the number of its figure, and follows it', async () => {
    const html = await made('html');
    expect(html).toContain(
      '<p>See <a href="#figure-3">Figure 3</a>, <a href="#figure-3">Figure 3</a>, <a href="#figure-2">the <strong>form</strong></a> (Figure 2) and [x](evidence:gone.png).</p>',
    );
    expect(html).toContain('As <a href="#figure-4">behind</a> (Figure 4).');
    for (const at of [2, 3, 4]) expect(html.split(`<figure id="figure-${String(at)}">`)).toHaveLength(2);
    const german = await made('html', { language: 'de', sections: ['findings'] });
    expect(german).toContain('See <a href="#figure-2">Abbildung 2</a>');
    expect(german).toContain('<p>[](evidence:a.png)</p>');
  });

  test('leads there in Markdown and PDF', async () => {
    const markdown = await made('markdown');
    expect(markdown).toContain(
      'See [Figure 3](#figure-3), [Figure 3](#figure-3), [the **form**](#figure-2) (Figure 2)',
    );
    expect(markdown).toContain('<a id="figure-3"></a>\n\n![Figure 3][figure-3]');
    expect(await made('csv')).toContain('See caption b.png, caption b.png, the form and x.');
    const printed = await print(snapshot, { draft: false }, bytes);
    try {
      expect([...printed.destinations().keys()].filter((name) => name.startsWith('figure-'))).toEqual([
        'figure-2',
        'figure-3',
        'figure-4',
      ]);
      expect(printed.text(1, printed.pages).replace(/\s+/gu, ' ')).toContain('the form (Figure 2)');
    } finally {
      printed.dispose();
    }
  });

  test('is its words in a report without figures', async () => {
    const html = await made('html', { template: 'executive' });
    expect(html).toContain('See caption b.png, caption b.png, the <strong>form</strong> and');
  });
});
