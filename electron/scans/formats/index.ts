import { burp } from './burp.ts';
import type { ScanFormat } from './format.ts';
import { nessus } from './nessus.ts';
import { nmap } from './nmap.ts';
import { nuclei } from './nuclei.ts';
import { zapJson, zapXml } from './zap.ts';

export type { ScanFormat } from './format.ts';

/** Every kind of file that is read. The first that recognises a file reads it. */
export const scanFormats: readonly ScanFormat[] = [burp, nessus, nmap, nuclei, zapXml, zapJson];
