import { stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { fileInput, type ScanInput } from '#scans/source/input.ts';

/** A file to be read, wherever its bytes are. */
export interface OpenableFile {
  /** As the caller named it. */
  readonly path: string;
  readonly name: string;
  /** @throws an error of the system, DossierError `usage`, `file` */
  open(): Promise<ScanInput>;
}

/** A file on the disk. */
export function diskFile(path: string): OpenableFile {
  const name = basename(path);
  return {
    path,
    name,
    async open() {
      if (!isAbsolute(path)) throw new DossierError('usage', `${name}: the path of a file must be absolute.`);
      if (!(await stat(path)).isFile()) throw new DossierError('file', `${name} is no file.`);
      return fileInput(path, name);
    },
  };
}
