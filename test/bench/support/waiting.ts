import type { Browser } from 'playwright-core';
import type { WindowInput } from '#contract/procedures/vault.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import { generateFindings } from '#sample/data/generator.ts';
import type { FindingSeed } from '#sample/data/model.ts';
import { startSampleService } from '#sample/http/server.ts';
import { callFrom } from '../../e2e/support/calls.ts';
import { openWindow, type Opened } from '../../e2e/support/browser.ts';
import { realBodiesOf, realData } from './data.ts';

/** The engagement in which much waits. */
export const project = 'data-2026';
/** Fewer if a trial run asks for it. */
const findings = Number(process.env['DOSSIER_BENCH_FINDINGS'] ?? 100_000);
const candidates = Math.min(2_000, findings / 10);
const operations = Math.min(5_000, findings / 4);
const atOnce = 50;

/** A window over an engagement in which much waits. */
export interface Waiting {
  /** The window as it is open now. */
  readonly opened: Opened;
  /** Ends program and page, */
  readonly stop: () => Promise<void>;
  /** and starts both again over the same home. @param tabFirst see `OpenOptions` */
  readonly start: (tabFirst: boolean) => Promise<Opened>;
  /** Ends program, page and service; the browser is the caller's. */
  readonly close: () => Promise<void>;
}

/** Calls a procedure, from a page or of a host. */
type Ask = <N extends 'list.query' | 'list.ids' | 'finding.edit'>(
  name: N,
  input: JsonObject,
) => Promise<ProcedureAnswers[N]>;

/** Opens a window over 100,000 findings, 2,000 of them candidates, with 5,000 edits in the queue. */
export async function openWaiting(browser: Browser, home: string): Promise<Waiting> {
  const service = await startSampleService({ engagement: false, seeds: [{ project, findings: seeds() }] });
  const size = { home, width: 1440, height: 900 };
  let opened = await openWindow(browser, size);
  const { page } = opened;
  const close = async (): Promise<void> => {
    await opened.close();
    await service.close();
  };
  try {
    await callFrom(page, 'home.create', { passphrase: null });
    await callFrom(page, 'home.connect', { baseUrl: service.baseUrl, token: service.tokens['mara'] ?? null });
    await callFrom(page, 'engagement.add', { project });
    await callFrom(page, 'sync.run', { push: false });
    const ask: Ask = (name, input) => callFrom(page, name, input as WindowInput<typeof name>);
    await queueEdits(ask, { project, count: operations });
    return {
      get opened() {
        return opened;
      },
      stop: () => opened.close(),
      async start(tabFirst) {
        opened = await openWindow(browser, { ...size, tabFirst });
        return opened;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function seeds(): FindingSeed[] {
  const bodies: JsonObject[] = realData
    ? []
    : [...generateFindings(7, findings)].map(({ body }) => body as JsonObject);
  for (let round = 0; bodies.length < findings; round += 1)
    bodies.push(...(realBodiesOf(round) as JsonObject[]));
  return bodies.slice(0, findings).map((body, at) => {
    const visibility = at % 3 === 0 ? ('private' as const) : ('public' as const);
    return at < candidates ? { body: { ...body, status: 'draft' }, candidate: visibility } : { body };
  });
}

/** Edits of so many findings that are no candidates: each is an operation of the queue. */
export async function queueEdits(
  ask: Ask,
  { project: of, count }: { readonly project: string; readonly count: number },
): Promise<void> {
  const { rows } = await ask('list.query', { project: of, query: '-is:candidate' });
  const ids = await ask('list.ids', { rows: rowsIn(rows).slice(0, count) });
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce);
    await Promise.all(
      some.map((id) => ask('finding.edit', { id, changes: { remediation: 'Changed here.' } })),
    );
  }
}

/** The row numbers of a packed list. */
export function rowsIn(packed: string): number[] {
  const bytes = Buffer.from(packed, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(at * 4));
}
