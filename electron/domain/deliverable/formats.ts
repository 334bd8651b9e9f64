import type { ReportFormat } from '#contract/deliverable/choices.ts';
import { reportFormats } from '#contract/deliverable/choices.ts';

/** How files of a format are named. */
const formatExtensions: Readonly<Record<ReportFormat, readonly [string, ...string[]]>> = {
  pdf: ['pdf'],
  docx: ['docx'],
  html: ['html', 'htm'],
  xlsx: ['xlsx'],
  csv: ['csv'],
  json: ['json'],
  markdown: ['md', 'markdown'],
};

/** Whether a format is a report to read, not a list of findings for other programs. */
export function isReadable(format: ReportFormat): boolean {
  return format !== 'csv' && format !== 'xlsx' && format !== 'json';
}

/** The format of a name (`markdown`, `md`) or of the ending of a path, which is of the same words; null for any other. */
export function formatNamed(name: string): ReportFormat | null {
  const wanted = name.toLowerCase();
  return reportFormats.find((format) => formatExtensions[format].includes(wanted)) ?? null;
}

/** The format that the ending of a path names; null if it names none. */
export function formatOfPath(path: string): ReportFormat | null {
  const ending = /\.([^./\\]+)$/u.exec(path)?.[1];
  return ending === undefined ? null : formatNamed(ending);
}
