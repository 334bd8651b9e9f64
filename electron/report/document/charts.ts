import type { Chart } from '#domain/charts/chart.ts';
import type { Words } from '../languages/index.ts';
import type { SeverityCount } from './blocks.ts';

/** A bar for each severity. */
export function severityChart(
  label: string,
  caption: string,
  counts: readonly SeverityCount[],
  { columns }: Words,
): Chart {
  return {
    label,
    caption,
    form: 'bars',
    data: {
      name: columns.severity,
      columns: [{ label: columns.count }],
      rows: counts.map((each) => ({ label: each.label, mark: each.severity, values: [each.count] })),
    },
  };
}
