import { generateFindings } from '#sample/data/generator.ts';
import { startSampleService } from '#sample/http/server.ts';

/*
 * Entry of the service for the kills: a process of its own, which survives the program, with every write in a ledger
 * file. Arguments: ledger file, project, seed, number of findings. It ends with its parent.
 */

const [ledgerFile = '', project = '', seed = '1', findings = '100'] = process.argv.slice(2);

const service = await startSampleService({
  engagement: false,
  seeds: [{ project, findings: generateFindings(Number(seed), Number(findings), { candidateShare: 0.3 }) }],
  ledgerFile,
  pageCap: 50,
  latencyMs: 2,
});
process.stdin
  .once('close', () => {
    process.exit(0);
  })
  .resume();
process.stdout.write(`${JSON.stringify({ baseUrl: service.baseUrl, token: service.tokens['mara'] })}\n`);
