/**
 * The least that any program on PDFKit does for a report: its words, in the same fonts and sizes, flowing over pages. No
 * cards, no tables, no contents, no links, no bookmarks, no page numbers, nothing kept together. Reads lines of
 * `[size, mono, text]` as one JSON from standard input; writes to the path given.
 */
import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { json } from 'node:stream/consumers';
import { installedFonts } from '#report/fonts/installed-fonts.ts';

interface Paper extends NodeJS.ReadableStream {
  font(name: string): this;
  fontSize(size: number): this;
  text(text: string): this;
  registerFont(name: string, data: Uint8Array): this;
  end(): void;
}

const require = createRequire(createRequire(import.meta.url).resolve('pdfmake'));
const Pdf = require('pdfkit') as new (options: object) => Paper;
const lines = (await json(process.stdin)) as readonly (readonly [number, boolean, string])[];
const fonts = installedFonts();
const paper = new Pdf({ size: 'A4', margin: 60 });
const file = paper.pipe(createWriteStream(process.argv[2] ?? ''));
paper
  .registerFont('sans', Buffer.from(fonts.file('sans')))
  .registerFont('mono', Buffer.from(fonts.file('mono')));
for (const [size, mono, text] of lines)
  paper
    .font(mono ? 'mono' : 'sans')
    .fontSize(size)
    .text(text);
paper.end();
await once(file, 'finish');
