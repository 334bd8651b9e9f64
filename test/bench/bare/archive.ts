/**
 * The least that any program does for a file of Word or Excel: its words as XML, in a ZIP archive. No styles, no tables, no
 * fields, no links. Reads lines of `[size, mono, text]` as one JSON from standard input; writes to the path given.
 */
import { writeFileSync } from 'node:fs';
import { json } from 'node:stream/consumers';
import { strToU8, zipSync } from 'fflate';

const lines = (await json(process.stdin)) as readonly (readonly [number, boolean, string])[];
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const paragraphs = lines.map(
  ([, , text]) => `<p><t>${text.replace(/[&<>]/gu, (sign) => escapes[sign] ?? sign)}</t></p>`,
);
const xml = strToU8(`<document>${paragraphs.join('')}</document>`);
writeFileSync(process.argv[2] ?? '', zipSync({ 'document.xml': [xml, { level: 6 }] }));
