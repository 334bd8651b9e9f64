import { severityChart } from '../charts.ts';
import type { Block, SummaryRow, Value } from '../blocks.ts';
import { assetNames } from '../asset-list.ts';
import { assetGroups, assetsOf, assetTarget } from '../assets.ts';
import { isRetest, leftFindings, refsOf, riskFindings, withPlaces, type Context } from '../context.ts';
import { placesOf } from '../grouped.ts';
import { notPrintedIn } from './findings.ts';
import type { NumberedFinding } from '../numbered.ts';
import { listedOf, withUnlisted } from '../listed.ts';
import { sentencesOf } from '../sentences.ts';
import { countSeverities } from '../severity.ts';

/** More assets than this are listed: side by side they would not fit on a page. */
const matrixColumns = 12;
/** A row for several assets names so many of them: the cards of their findings, or an appendix, have all. */
const maxInRow = 24;

/** The sentence of counts, the chart and a row for each finding. */
export function summary(context: Context, figure: () => string): Block[] {
  if (context.template.grouping === 'retested') return isRetest(context) ? left(context, figure) : [];
  const { findings, words, options } = context;
  const listed = listedOf(findings, options);
  const counts = countSeverities(
    findings.map(({ ref }) => ref.severity),
    words,
  );
  return [
    {
      kind: 'summary',
      target: 'summary',
      title: words.chapters.summary,
      sentence:
        findings.length === 0
          ? words.sentences.noFindings
          : withUnlisted(
              withPlaces(
                words.sentences.findings(
                  findings.length,
                  counts.filter(({ count }) => count > 0),
                ),
                words.sentences.atPlaces(placesOf(findings).length),
                context,
              ),
              listed,
              findings,
              words,
            ),
      ...(findings.length === 0
        ? {}
        : { chart: severityChart(figure(), words.captions.severities, counts, words) }),
      rows: summaryRows(context, listed),
    },
  ];
}

/** What a retest left: its sentence, its chart, and a row for each finding that is not fixed. */
function left(context: Context, figure: () => string): Block[] {
  const { findings, words, options } = context;
  const stay = leftFindings(context);
  const listed = listedOf(stay, options);
  const counts = countSeverities(
    stay.map(({ ref }) => ref.severity),
    words,
  );
  const sentence = withPlaces(
    words.sentences.left(
      stay.length,
      findings.length,
      counts.filter(({ count }) => count > 0),
      true,
    ),
    words.sentences.fixedEverywhere,
    context,
  );
  return [
    {
      kind: 'summary',
      target: 'summary',
      title: words.chapters.left,
      sentence: stay.length === 0 ? sentence : withUnlisted(sentence, listed, stay, words),
      ...(stay.length === 0 ? {} : { chart: severityChart(figure(), words.captions.left, counts, words) }),
      rows: summaryRows(context, listed),
    },
  ];
}

function summaryRows(context: Context, listed: readonly NumberedFinding[]): SummaryRow[] {
  const ref = refsOf(context);
  const sentenceOf = sentencesOf(context);
  const left = new Set(leftFindings(context));
  return listed.map((finding) => {
    const named = ref(finding);
    const title = left.has(finding) ? named.title : `${named.title} (${context.words.sentences.fixedMark})`;
    const sentence = sentenceOf(finding);
    return sentence === '' ? { ...named, title } : { ...named, title, sentence };
  });
}

/**
 * The gravest findings. If the findings themselves stand elsewhere it is a list; if they do not, each is described
 * in short, and the descriptions follow (`findings` gives them).
 */
export function risks(
  context: Context,
  describe: (found: readonly NumberedFinding[], chapter: string) => Block[],
): Block[] {
  const { chapters, findings, words } = context;
  const gravest = riskFindings(context);
  if (gravest.length === 0) return [];
  const heading = { target: 'risks', title: words.chapters.topRisks };
  const left = leftFindings(context).length;
  const sentence = words.sentences.topRisks(gravest.length, left, left < findings.length);
  if (chapters.includes('findings')) {
    return [{ kind: 'summary', ...heading, sentence, rows: gravest.map(refsOf(context)) }];
  }
  const empty = [sentence, notPrintedIn(context, gravest)].filter((said) => said !== '').join(' ');
  return [{ kind: 'chapter', ...heading, empty }, ...describe(gravest, heading.target)];
}

/** Findings against assets: as a matrix if the assets fit side by side, else each asset with its findings. */
export function assets(context: Context): Block[] {
  const { findings, words, template, chapters, options } = context;
  const groups = assetGroups(findings);
  if (groups.length === 0) return [];
  const ref = refsOf(context);
  const heading = { target: 'assets', title: words.chapters.assets };
  const printed = template.grouping === 'asset' && chapters.includes('findings');
  const value = (names: readonly string[], index: number): Value => {
    const text = assetNames(names, maxInRow, words);
    return printed ? { text, target: assetTarget(index) } : { text };
  };
  const on = findings.filter((finding) => assetsOf(finding).length > 0);
  const count = groups.reduce((sum, { names }) => sum + names.length, 0);
  const listed = new Set(listedOf(on, options));
  const sentence = withUnlisted(words.sentences.assets(count, on.length), [...listed], on, words);
  if (listed.size === 0) return [{ kind: 'chapter', ...heading, empty: sentence }];
  if (count <= matrixColumns) {
    return [
      {
        kind: 'matrix',
        ...heading,
        sentence,
        columns: groups.map(({ names }, index) => value(names, index)),
        rows: [...listed].map((finding) => ({
          ref: ref(finding),
          cells: groups.map(({ findings: there }) => there.includes(finding)),
        })),
      },
    ];
  }
  return [
    {
      kind: 'assets',
      ...heading,
      sentence,
      rows: groups.flatMap(({ names, findings: there }, index) => {
        const shown = there.filter((finding) => listed.has(finding));
        if (shown.length === 0) return [];
        const counts = countSeverities(
          there.map((finding) => finding.ref.severity),
          words,
        );
        return [{ asset: value(names, index), counts, findings: shown.map(ref) }];
      }),
    },
  ];
}
