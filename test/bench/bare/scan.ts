/**
 * `scan.ts items FILE`: reads a scanner's file as the program does, and prints how many items it has. `scan.ts bare FILE`:
 * gives the same text to the parser alone, with a handler for each element and text that does nothing.
 */
import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import { readScan } from '#scans/read.ts';
import { fileInput } from '#scans/source/input.ts';

const [how = '', path = ''] = process.argv.slice(2);
console.log(how === 'items' ? await items() : await bare());

async function items(): Promise<number> {
  let count = 0;
  const reading = { signal: new AbortController().signal, report: () => undefined };
  for await (const file of readScan(await fileInput(path, 'bench'), reading))
    for await (const _ of file.items) count += 1;
  return count;
}

async function bare(): Promise<number> {
  let count = 0;
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', () => (count += 1));
  parser.on('text', () => undefined);
  const decoder = new TextDecoder();
  for await (const piece of createReadStream(path, {
    highWaterMark: 256 * 1024,
  }) as AsyncIterable<Uint8Array>)
    parser.write(decoder.decode(piece, { stream: true }));
  parser.write(decoder.decode()).close();
  return count;
}
