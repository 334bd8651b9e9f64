import type { Chart } from '#domain/charts/chart.ts';
import type { Block } from '../blocks.ts';
import { assetChart, cvssChart, cweChart, owaspChart, riskChart } from '../charts.ts';
import type { Context } from '../context.ts';

/** Findings in figures: a chart for each question that has an answer; nothing if none has. A report in brief has fewer. */
export function statistics({ findings, words, template }: Context, figure: () => string): Block[] {
  const questions =
    template.detail === 'brief'
      ? [cvssChart, assetChart, riskChart]
      : [cvssChart, assetChart, owaspChart, cweChart, riskChart];
  const charts = questions.flatMap((chartOf): Chart[] => {
    const chart = chartOf(findings, words);
    return chart === null ? [] : [{ label: figure(), ...chart }];
  });
  if (charts.length === 0) return [];
  const sentence = words.sentences.statistics(findings.length);
  return [{ kind: 'charts', target: 'statistics', title: words.chapters.statistics, sentence, charts }];
}
