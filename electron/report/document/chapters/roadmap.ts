import { roadmapRows } from '#domain/deliverable/management/roadmap.ts';
import type { Block } from '../blocks.ts';
import { leftFindings, refsOf, type Context } from '../context.ts';
import { firstSaid, namedId } from '../grouped.ts';
import { listedOf, withUnlisted } from '../listed.ts';
import { plainSentence } from '../sentences.ts';
import { cell, table } from './front.ts';

/** A measure against more findings names so many: a cell cannot be higher than a page. */
const usualNamed = 60;

/** What is to be done, the gravest first, with the findings that it fixes; what is fixed is left out. */
export function roadmap(context: Context, maxNamed = usualNamed): Block[] {
  const { snapshot, options, words } = context;
  const left = leftFindings(context);
  const listed = listedOf(left, options);
  const ref = refsOf(context);
  const named = new Set(snapshot.facts.roadmap.map(({ finding }) => finding));
  const rows = roadmapRows(
    listed.map((finding) => ({
      id: namedId(finding, named),
      severity: finding.ref.severity,
      measure: plainSentence(context, firstSaid(finding, 'remediation')),
      ref: ref(finding),
    })),
    snapshot.facts.roadmap,
  );
  const { columns } = words;
  return table(
    { target: 'roadmap', title: words.chapters.roadmap },
    [
      { title: columns.priority, share: 2 },
      { title: columns.measure, share: 7 },
      { title: columns.findings, share: 2, isRow: true },
      { title: columns.effort, share: 1.5 },
      { title: columns.when, share: 2.5 },
    ],
    rows.map(({ priority, measure, findings, effort, when }) => [
      [{ text: words.severities[priority], severity: priority }],
      cell(measure === '' ? words.roadmap.noMeasure : measure),
      [
        ...findings
          .slice(0, maxNamed)
          .map(({ ref: { number, target } }) =>
            target === undefined ? { text: number } : { text: number, target },
          ),
        ...cell(findings.length > maxNamed ? words.sentences.andMore(findings.length - maxNamed) : ''),
      ],
      effort === null ? [] : cell(words.roadmap.efforts[effort]),
      cell(when ?? words.roadmap.when[priority]),
    ]),
    withUnlisted(words.roadmap.rule, listed, left, words),
  );
}
