import { z } from 'zod';
import { severityKeys } from '../value-lists.ts';

/** What a column of a table may hold of an item. */
export const csvColumns = [
  'rule',
  'title',
  'severity',
  'asset',
  'port',
  'path',
  'description',
  'observation',
  'remediation',
  'impact',
  'references',
  'cve',
  'cwe',
  'cvss',
  'tags',
] as const;
export type CsvColumn = (typeof csvColumns)[number];

/** How the columns of a table are read. */
export const csvMapping = z.strictObject({
  /** Short name of the tool that the rules belong to. */
  tool: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{0,59}$/u)
    .default('csv'),
  /** The heading of each column; case and blanks at its ends do not matter. Without `rule` the title is the rule. */
  columns: z.partialRecord(z.enum(csvColumns), z.string().min(1)),
  /** What words of the table mean; others are read as usual. */
  severities: z.record(z.string(), z.enum(severityKeys)).default({}),
  texts: z.enum(['plain', 'markdown', 'html']).default('plain'),
});
export type CsvMapping = z.output<typeof csvMapping>;
