import { describe, expect, it } from 'vitest';
import type { ReportComment, ReportOptions } from '#contract/deliverable/report.ts';
import { visibleText } from '#domain/text/index.ts';
import { document } from '#report/document/document.ts';
import { snapshotOf } from '../support/snapshots.ts';

const comment: ReportComment = {
  author: 'Ada',
  at: '2026-03-05T09:00:00.000Z',
  field: 'description',
  quote: null,
  text: 'Check this.',
};

/** The section of comments of a finding that has these: titles and paragraphs. */
function section(
  comments: readonly Partial<ReportComment>[],
  options: Partial<ReportOptions> = { showComments: true },
) {
  const snapshot = snapshotOf([{ title: 'a', description: 'Text' }]);
  const [finding] = snapshot.findings;
  if (finding === undefined) throw new Error('no finding');
  const withComments = {
    ...snapshot,
    findings: [{ ...finding, comments: comments.map((one) => ({ ...comment, ...one })) }],
  };
  const { blocks } = document(withComments, { draft: false, ...options });
  const sections = blocks.flatMap((block) => (block.kind === 'finding' ? block.sections : []));
  return sections
    .filter(({ title }) => title === 'Comments (internal)')
    .flatMap(({ parts }) =>
      parts.map(({ title, body }) => [
        title,
        ...(body.kind === 'rich'
          ? body.root.children.map((child) => visibleText({ type: 'root', children: [child] }).trim())
          : []),
      ]),
    );
}

describe('comments of an internal report', () => {
  it('say who wrote them, when, and on which words', () => {
    const parts = section([
      {},
      { quote: 'Text' },
      { field: 'business_impact', quote: 'x' },
      { author: '', quote: null },
    ]);
    expect(parts.map(([title]) => title)).toEqual([
      'Ada, 5 March 2026, Description',
      'Ada, 5 March 2026, Description: “Text”',
      'Ada, 5 March 2026, business_impact: “x”',
      '5 March 2026, Description',
    ]);
  });

  it('keep their paragraphs as they were typed', () => {
    const [part] = section([{ text: 'One *star*.\n\n  Two\nlines.\n \nThree.' }]);
    expect(part?.slice(1)).toEqual(['One *star*.', 'Two\nlines.', 'Three.']);
  });

  it('are in no other report, and in no section if there are none', () => {
    expect([section([{}], {}), section([{}], { showComments: false }), section([])]).toEqual([[], [], []]);
  });
});
