/** Something in a scanner's file that is not as it should be, for a person. It repeats nothing of the file but names of elements. */
export interface ScanProblem {
  /** Counted from 1; null if the file has no lines, as a damaged archive. */
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}

/** Why a file cannot be read to its end. What was read of it before must not be used: it is not the whole. */
export class ScanError extends Error {
  readonly problem: ScanProblem;

  constructor(message: string, line: number | null = null, column: number | null = null) {
    super(message);
    this.name = 'ScanError';
    this.problem = { line, column, message };
  }
}

/** The problem as a sentence with its place. */
export function scanProblemText({ line, column, message }: ScanProblem): string {
  if (line === null) return message;
  return `Line ${String(line)}${column === null ? '' : `, column ${String(column)}`}: ${message}`;
}
