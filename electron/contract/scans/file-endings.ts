/** How the names of files end that can be imported: of scanners, and of other reporting tools. A dialog offers these first; what a file is its content tells. */
export const scanEndings = [
  'xml',
  'nessus',
  'json',
  'jsonl',
  'ndjson',
  'sarif',
  'csv',
  'tsv',
  'yml',
  'yaml',
  'toml',
  'gz',
  'tgz',
  'tar',
  'zip',
] as const;
