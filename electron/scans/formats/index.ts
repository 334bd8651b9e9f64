import { burp } from './burp.ts';
import type { ScanFormat } from './format.ts';

export type { ScanFormat } from './format.ts';

/** Every kind of file that is read. The first that recognises a file reads it. */
export const scanFormats: readonly ScanFormat[] = [burp];
