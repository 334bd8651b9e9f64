import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PDF in a folder of its own, for the programs that look into it. */
export interface PdfFile {
  readonly folder: string;
  /** Runs a program of poppler or qpdf on it; `FILE` among the arguments stands for its path. */
  run(program: string, args: readonly string[]): string;
  read(path: string): Buffer;
  dispose(): void;
}

export function pdfFile(bytes: Uint8Array): PdfFile {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-pdf-'));
  const file = join(folder, 'report.pdf');
  writeFileSync(file, bytes);
  return {
    folder,
    run(program, args) {
      const given = args.map((arg) => (arg === 'FILE' ? file : arg));
      try {
        return execFileSync(program, given, {
          maxBuffer: 1 << 30,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        });
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
          throw new Error(`${program} is not installed: apt-get install poppler-utils qpdf`, {
            cause: error,
          });
        }
        throw error;
      }
    },
    read: (path) => readFileSync(path),
    dispose: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
