import type { Browser, Page } from 'playwright-core';
import { generateFindings } from '#sample/generator.ts';
import type { FindingSeed } from '#sample/model.ts';
import { startSampleService } from '#sample/server.ts';
import { callFrom } from '../../e2e/support/calls.ts';
import { openWindow, type Opened } from '../../e2e/support/browser.ts';
import { realBodies } from './data.ts';

/** The engagement in which much waits. */
export const project = 'data-2026';
/** Fewer where a trial run asks for it. */
const findings = Number(process.env['DOSSIER_BENCH_FINDINGS'] ?? 100_000);
const candidates = Math.min(2_000, findings / 10);
const operations = Math.min(5_000, findings / 4);
const atOnce = 50;

/** A window over an engagement in which much waits. */
export interface Waiting {
  readonly opened: Opened;
  /** Ends program, page and service; the browser is the caller's. */
  readonly close: () => Promise<void>;
}

/** Opens a window over 100,000 findings, 2,000 of them candidates, with 5,000 edits in the queue. */
export async function openWaiting(browser: Browser, home: string): Promise<Waiting> {
  const service = await startSampleService({ engagement: false, seeds: [{ project, findings: seeds() }] });
  const opened = await openWindow(browser, { home, width: 1440, height: 900 });
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
    await queueEdits(page);
    return { opened, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function seeds(): FindingSeed[] {
  const real = realBodies();
  const made = real.length === 0 ? [...generateFindings(7, findings)] : [];
  return Array.from({ length: findings }, (_, at) => {
    const body = real.length === 0 ? (made[at]?.body ?? {}) : (real[at % real.length] ?? {});
    const visibility = at % 3 === 0 ? ('private' as const) : ('public' as const);
    return at < candidates ? { body: { ...body, status: 'draft' }, candidate: visibility } : { body };
  });
}

/** Edits of findings that are no candidates, so that all of them wait in the queue. */
async function queueEdits(page: Page): Promise<void> {
  const { rows } = await callFrom(page, 'list.query', { project, query: '-is:candidate' });
  const ids = await callFrom(page, 'list.ids', { rows: rowsIn(rows).slice(0, operations) });
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce);
    await Promise.all(
      some.map((id) => callFrom(page, 'finding.edit', { id, changes: { remediation: 'Changed here.' } })),
    );
  }
}

/** The row numbers of a packed list. */
export function rowsIn(packed: string): number[] {
  const bytes = Buffer.from(packed, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(at * 4));
}
