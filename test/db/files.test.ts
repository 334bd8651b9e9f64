import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renameOver, type RenameSystem } from '#db/store/files.ts';
import { temporaryFolder } from '../support/desk.ts';

/** A system whose renaming is refused so many times, as a file is that a scanner has open. */
function refusing(times: number, code: string, isWindows = true): RenameSystem & { waited: number } {
  let left = times;
  const system = {
    waited: 0,
    isWindows,
    rename(): void {
      left -= 1;
      if (left >= 0) throw Object.assign(new Error(`${code}: rename`), { code });
    },
    pause(ms: number): void {
      system.waited += ms;
    },
  };
  return system;
}

function codeOf(work: () => void): string {
  try {
    work();
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}

describe('a file that is renamed over another', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('waits on Windows for a scanner to let go of it (%s)', (code) => {
    const system = refusing(19, code);
    expect([codeOf(() => renameOver('a', 'b', system)), system.waited]).toEqual(['done', 1_900]);
  });

  it('is told as open elsewhere if it can be written and still is not replaced', () => {
    const folder = temporaryFolder();
    const target = join(folder, 'report.pdf');
    const told = () => codeOf(() => renameOver('a', target, refusing(20, 'EPERM')));
    expect(told()).toBe('EPERM');
    writeFileSync(target, 'of before');
    expect([told(), readFileSync(target, 'utf8')]).toEqual(['EBUSY', 'of before']);
  });

  it('is told at once as a folder if one stands there', () => {
    const folder = temporaryFolder();
    const system = refusing(20, 'EPERM');
    expect([codeOf(() => renameOver('a', folder, system)), system.waited]).toEqual(['EISDIR', 0]);
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(codeOf(() => renameOver(file, mkdtempSync(join(folder, 'there-'))))).toBe('EISDIR');
  });

  it('is not tried again for another reason, or on another system', () => {
    const full = refusing(1, 'ENOSPC');
    const elsewhere = refusing(1, 'EPERM', false);
    const told = [full, elsewhere].map((system) => [
      codeOf(() => renameOver('a', 'b', system)),
      system.waited,
    ]);
    expect(told).toEqual([
      ['ENOSPC', 0],
      ['EPERM', 0],
    ]);
  });
});
