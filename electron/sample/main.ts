import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { generateFindings } from './data/generator.ts';
import type { FindingSeed, ProjectSeed } from './data/model.ts';
import { startSampleService, type SampleOptions } from './http/server.ts';

const USAGE =
  'node electron/sample/main.ts [--port N] [--ledger FILE] [--latency-ms N] [--page-cap N] ' +
  '[--no-engagement] [--findings N --seed S] [--data FILE…] [--with-parent]';

/** Projects that generated findings and those of data files go to. */
const GENERATED_PROJECT = 'generated-2026';
const DATA_PROJECT = 'data-2026';

function options(args: readonly string[]): SampleOptions & { readonly withParent: boolean } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '0' },
      ledger: { type: 'string' },
      'latency-ms': { type: 'string', default: '0' },
      'page-cap': { type: 'string', default: '200' },
      'no-engagement': { type: 'boolean', default: false },
      findings: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      data: { type: 'string', multiple: true, default: [] },
      'with-parent': { type: 'boolean', default: false },
    },
  });
  const files = [...values.data, ...positionals];
  const seeds: ProjectSeed[] = [];
  const count = wholeNumber('--findings', values.findings);
  if (count > 0) {
    const findings = generateFindings(wholeNumber('--seed', values.seed), count);
    seeds.push({ project: GENERATED_PROJECT, findings });
  }
  if (files.length > 0) seeds.push({ project: DATA_PROJECT, findings: files.flatMap(bodiesOf) });
  return {
    port: wholeNumber('--port', values.port),
    latencyMs: wholeNumber('--latency-ms', values['latency-ms']),
    pageCap: wholeNumber('--page-cap', values['page-cap']),
    engagement: !values['no-engagement'],
    seeds,
    ...(values.ledger === undefined ? {} : { ledgerFile: values.ledger }),
    withParent: values['with-parent'],
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} wants a whole number, not "${text}".`);
  return Number(text);
}

/** A data file is a JSON array of finding bodies. */
function bodiesOf(path: string): FindingSeed[] {
  const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(parsed)) throw new Error(`${path} is not a JSON array of findings.`);
  return parsed.map((body: unknown) => {
    if (typeof body !== 'object' || body === null)
      throw new Error(`${path} holds a finding that is no object.`);
    return { body: Object.fromEntries(Object.entries(body)) };
  });
}

try {
  const { withParent, ...rest } = options(process.argv.slice(2));
  const service = await startSampleService(rest);
  const end = (): void => {
    void service.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (withParent) process.stdin.once('close', end).resume();
  const { baseUrl, tokens } = service;
  process.stdout.write(`${JSON.stringify({ baseUrl, tokens, passwords: service.passwords() })}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
  process.exitCode = 1;
}
