import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import type { ReportImage, ReportSnapshot } from '#contract/deliverable/report.ts';
import { document } from '#report/document/document.ts';
import { writeHtml } from '#report/html/write.ts';
import { writeMarkdown } from '#report/markdown/write.ts';
import { png } from '../../domain/images/pictures.ts';
import { readMarkdown } from '../support/format-texts.ts';
import { print } from '../support/pdf-tools.ts';
import { snapshotOf } from '../support/snapshots.ts';

const pixels = png({ width: 60, height: 40 });
const hashes = ['a', 'b', 'c', 'd'].map((sign) => sign.repeat(64));
const bytes = new Map(hashes.map((sha256) => [sha256, pixels]));
const addedAt = '2026-03-03T10:00:00.000Z';

function image(at: number, name: string, caption: string): ReportImage {
  const size = { type: 'image/png', width: 60, height: 40 } as const;
  return { evidence: `id-${String(at)}`, name, caption, ...size, sha256: hashes[at] ?? '', addedAt };
}

const record = {
  title: 'Session outlives logout',
  severity: 'high',
  asset: ['a.acme.test'],
  description:
    'Log in.\n\n![The portal](evidence:login.png)\n\nThen log out: ![](evidence:log%20out.png) and wait.',
  demonstration:
    '| step | seen |\n| --- | --- |\n| one | ![Row](evidence:login.png) |\n\n![lost](evidence:gone.png)',
  remediation: 'End it.',
};

function made(over: Partial<ReportSnapshot['findings'][number]> = {}): ReportSnapshot {
  const snapshot = snapshotOf([record]);
  const evidence = [image(0, 'unused.png', 'Never placed'), image(1, 'login.png', 'stored'), image(2, 'log out.png', 'After the logout')]; // prettier-ignore
  return { ...snapshot, findings: snapshot.findings.map((finding) => ({ ...finding, evidence, ...over })) };
}

const figuresOf = (snapshot: ReportSnapshot): string[] =>
  document(snapshot, { draft: false }).blocks.flatMap((block) =>
    block.kind === 'finding'
      ? [
          ...block.verdicts.flatMap(({ parts }) => parts.map((part) => ({ title: 'Retest', ...part }))),
          ...block.sections.flatMap(({ title, parts }) => parts.map((part) => ({ ...part, title }))),
        ].flatMap(({ title, body }) =>
          body.kind === 'figure' ? [`${title}: ${body.figure.label} ${body.figure.caption}`] : [],
        )
      : [],
  );

test('an image stands where the text places it, numbered in the order of the page, the others behind the texts', () => {
  expect(figuresOf(made())).toEqual([
    'Description: Figure 2 The portal',
    'Description: Figure 3 After the logout',
    'Demonstration: Figure 4 Row',
    'Evidence: Figure 5 Never placed',
  ]);
});

test('without a place in a text images follow the texts as before', () => {
  const plain = made({ record: { ...record, description: 'x', demonstration: 'y' } });
  const found = figuresOf(plain);
  expect(found.map((line) => line.replace(/Figure \d /u, ''))).toEqual([
    'Evidence: Never placed',
    'Evidence: stored',
    'Evidence: After the logout',
  ]);
});

test('the text of a verdict places images of its round and of the finding, its own first', () => {
  const verdict = {
    round: 1,
    verdict: 'fixed' as const,
    at: '2026-03-04',
    who: 'M. Quay',
    text: 'Now ![fixed](evidence:login.png) and ![before](evidence:unused.png).',
    evidence: [image(3, 'login.png', ''), image(2, 'other.png', 'behind it')],
  };
  const rounds = [{ number: 1, name: 'Retest', begins: '', ends: '', note: '' }];
  const snapshot = { ...made({ verdicts: [verdict] }), rounds };
  const found = figuresOf(snapshot).filter((line) => line.startsWith('Retest'));
  expect(found.map((line) => line.replace(/Figure \d /u, ''))).toEqual([
    'Retest: fixed',
    'Retest: before',
    'Retest: behind it',
  ]);
});

test('figures stand at their place in PDF, HTML and Markdown, and an unknown one is printed as it was written', async () => {
  const snapshot = made();
  const printed = await print(snapshot, { draft: false }, bytes);
  const inOrder =
    /Log in\.[\s\S]*Figure 2[\s\S]*The portal[\s\S]*Then log out:[\s\S]*Figure 3[\s\S]*After the logout[\s\S]*and wait\.[\s\S]*\(Figure 4\)[\s\S]*!\[lost\]\(evidence:gone\.png\)[\s\S]*End it\.[\s\S]*Figure 5[\s\S]*Never placed/u;
  try {
    expect(printed.text(1, printed.pages)).toMatch(inOrder);
    expect(printed.text(1, printed.pages)).not.toContain('evidence:login');
  } finally {
    printed.dispose();
  }
  const tree = document(snapshot, { draft: false });
  const html = Buffer.from(writeHtml(tree, bytes).bytes).toString();
  expect(html).toMatch(inOrder);
  expect(html.match(/<img src="data:image\/png;base64,/gu)).toHaveLength(4);
  expect(html).not.toMatch(/(?:src|href)="evidence:/u);
  const markdown = Buffer.from(writeMarkdown(tree, bytes).bytes).toString();
  expect(markdown.match(/^\[figure-\d\]: data:image\/png;base64,/gmu)).toHaveLength(4);
  expect(readMarkdown(markdown)).toContain('![lost](evidence:gone.png)');
});

test('texts of the engagement have no images of their own: a reference in them is printed as it stands', () => {
  const snapshot = made();
  const facts = { ...snapshot.facts, method: 'As in ![x](evidence:login.png).' };
  const html = Buffer.from(writeHtml(document({ ...snapshot, facts }, { draft: false }), bytes).bytes);
  expect(html.toString()).toContain('As in ![x](evidence:login.png).');
});
