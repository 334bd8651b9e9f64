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
  jira: ['jira.csv'],
  github: ['github.json'],
  gitlab: ['gitlab.csv'],
  azure: ['azure.csv'],
};

const readable: ReadonlySet<ReportFormat> = new Set(['pdf', 'docx', 'html', 'markdown']);

/** Whether a format is a report to read, not a list of findings for other programs. */
export function isReadable(format: ReportFormat): boolean {
  return readable.has(format);
}

/** The format of its name or its ending (`markdown`, `md`); null for any other word. */
export function formatNamed(name: string): ReportFormat | null {
  const wanted = name.toLowerCase();
  return (
    reportFormats.find((format) => format === wanted || formatExtensions[format].includes(wanted)) ?? null
  );
}

/** The format that the ending of a path names, of `a.jira.csv` the longer one; null if it names none. */
export function formatOfPath(path: string): ReportFormat | null {
  const [, inner, last] = /(?:\.([^./\\]+))?\.([^./\\]+)$/u.exec(path) ?? [];
  if (last === undefined) return null;
  return (inner === undefined ? null : ofEnding(`${inner}.${last}`)) ?? ofEnding(last);
}

function ofEnding(ending: string): ReportFormat | null {
  const wanted = ending.toLowerCase();
  return reportFormats.find((format) => formatExtensions[format].includes(wanted)) ?? null;
}
