import type { PageAnswer } from '#renderer/api/api.ts';
import { failureOf, type Api, type CallOptions } from '#renderer/api/api.ts';

/** A report that was made. */
export interface MadeReport {
  readonly edition: number;
  readonly pages: number | null;
  readonly findings: number;
  readonly bytes: number;
  readonly notices: readonly string[];
}

/**
 * Makes the report of an engagement and keeps it where the person says: by the system's dialog in the desktop window, as
 * a download in the browser.
 *
 * @param force goes on where the check finds errors; every page is then marked DRAFT
 * @returns null where the person chose no place
 * @throws ApiError `check-failed` where the check finds errors, `cancelled`, and what the program says
 */
export async function saveReport(
  api: Api,
  { project, force }: { readonly project: string; readonly force: boolean },
  options: CallOptions,
): Promise<MadeReport | null> {
  const suggested = `${project.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 100)}.pdf`;
  const place = await askPlace(api, suggested);
  if (place === 'none') return null;
  if (place !== 'browser') {
    return made(await api.call('report.export', { project, out: place.path, format: 'pdf', force }, options));
  }
  const kept = await api.call('report.keep', { project, force }, options);
  const { content } = await api.call('report.file', { project, edition: kept.edition }, options);
  download(
    suggested,
    Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)),
  );
  return made(kept);
}

async function askPlace(
  api: Api,
  suggested: string,
): Promise<{ readonly path: string } | 'none' | 'browser'> {
  try {
    const { path } = await api.call('shell.saveReport', { suggested });
    return path === null ? 'none' : { path };
  } catch (thrown) {
    // The browser's program knows no such call.
    if (failureOf(thrown).code !== 'usage') throw thrown;
    return 'browser';
  }
}

function made(answer: Omit<PageAnswer<'report.keep'>, 'draft'>): MadeReport {
  const { edition, pages, findings, bytes, notices = [] } = answer;
  return { edition, pages, findings, bytes, notices };
}

function download(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
