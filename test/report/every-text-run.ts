import { parseArgs } from 'node:util';
import { extent } from '../support/extent.ts';
import { hasRealData, noRealData, realFindings } from '../support/real-data.ts';
import { distinctFindings } from './support/format-texts.ts';
import { drawn, hardFindings, lostOf, showings } from './support/every-text.ts';

/*
 * `npm run texts [-- --seed N]` prints all 1,179 real findings and the hard scripts as PDF. It does so with masks and
 * cuts on and off, and reads every text back. With a seed only what `npm test` draws with it. Exit 1 if a text is lost.
 */
const { values } = parseArgs({ options: { seed: { type: 'string' } } });
if (!hasRealData) throw new Error(noRealData);
const real =
  values.seed === undefined
    ? realFindings()
    : drawn(distinctFindings(), extent.drawnTexts, Number(values.seed));
for (const [name, showing] of Object.entries(showings)) {
  const began = performance.now();
  const lost = await lostOf([...hardFindings, ...real], showing);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const said = lost.length === 0 ? 'every text is there' : `${lost.length} texts are lost`;
  process.stdout.write(`${name}: ${real.length + hardFindings.length} findings, ${said} (${seconds} s)\n`);
  for (const line of lost) process.stdout.write(`  ${line}\n`);
  if (lost.length > 0) process.exitCode = 1;
}
