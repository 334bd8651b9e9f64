import { killedTwice } from './crashes.ts';
import { shortScenarios } from './scenarios.ts';

/* `npm run crashes`: every pair of moments of the short scenarios is a crash, of which `npm test` takes an eleventh. */

let pairs = 0;
let failures = 0;
for (const scenario of shortScenarios) {
  const before = pairs;
  for await (const { played, story } of killedTwice(scenario, 1)) {
    pairs += 1;
    if (played.failure === null) continue;
    failures += 1;
    process.stdout.write(`${scenario.name}: ${played.failure.message}\n${story}\n`);
  }
  process.stderr.write(`${scenario.name}: ${String(pairs - before)} pairs\n`);
}
process.stdout.write(`${pairs.toLocaleString('en-US')} pairs, ${String(failures)} failures\n`);
process.exitCode = failures > 0 ? 1 : 0;
