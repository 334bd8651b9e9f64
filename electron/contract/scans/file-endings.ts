/** How the names of scanner files end. A dialog offers these first; what a file is its content tells. */
export const scanEndings = [
  'xml',
  'nessus',
  'json',
  'jsonl',
  'ndjson',
  'sarif',
  'csv',
  'tsv',
  'gz',
  'zip',
] as const;
