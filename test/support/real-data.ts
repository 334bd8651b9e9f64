import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '#contract/json.ts';

const folder = process.env['DOSSIER_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));

/** The files of real findings; they stand outside the project, because nobody here wrote them. */
export const realFiles: readonly string[] = ['burp-testphp.json', 'zap-alerts.json', 'pwndoc-vulns.json'].map(
  (name) => join(folder, name),
);

/** Small inputs that stand for a kind each; they stand beside the real findings. */
export const casesFolder = process.env['DOSSIER_CASES'] ?? join(folder, '..', 'cases');

const scanners = join(folder, 'scanners');

/** A file as a scanner wrote it; these stand beside the real findings. */
export function scannerFile(name: string): string {
  return join(scanners, name);
}

/** Whether files of scanners are on this machine. */
export const hasScannerFiles = existsSync(scanners);

/** Why a test that wants them is skipped. */
export const noScannerFiles = `files of scanners are not in ${scanners}; DOSSIER_DATA names another place`;

/** Whether the real findings are on this machine. */
export const hasRealData = realFiles.every((file) => existsSync(file));

/** Why a test that wants them is skipped. */
export const noRealData = `the real findings are not in ${folder}; DOSSIER_DATA names another place`;

/** The 1,179 real findings as the files hold them: bodies without identifier. Throws if they are absent. */
export function realFindings(): JsonObject[] {
  return realFiles.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as JsonObject[]);
}
