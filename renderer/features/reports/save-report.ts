import type { ReportFormat } from '#contract/deliverable/choices.ts';
import type { CsvDelimiter } from '#contract/deliverable/choices.ts';
import { safeFileName } from '#domain/base/file-name.ts';
import type { PageAnswer } from '#renderer/api/api.ts';
import type { Api, CallOptions } from '#renderer/api/api.ts';
import { isDesktop } from '#renderer/api/bridge.ts';
import { download } from '#renderer/session/values/save-file.ts';
import { systemLocale } from '#renderer/ui/text/locale.ts';

/** A report that was made. */
export interface MadeReport {
  readonly project: string;
  readonly edition: number;
  readonly format: ReportFormat;
  readonly pages: number | null;
  readonly findings: number;
  readonly bytes: number;
  readonly notices: readonly string[];
  /** Where the desktop window wrote it; null if the browser took it as a download. */
  readonly path: string | null;
}

/** What is asked for. */
export interface SaveRequest {
  readonly project: string;
  readonly format: ReportFormat;
  /** Goes on even if the check finds errors; every page is then marked DRAFT. */
  readonly force: boolean;
  /** Of a PDF; it goes with this one call and is kept nowhere. */
  readonly password?: string;
  /** What goes before what is kept for the engagement. */
  readonly options?: { readonly csvDelimiter: CsvDelimiter };
}

/** How a file of each format is called and what it is. */
const files: Readonly<Record<ReportFormat, { readonly ending: string; readonly type: string }>> = {
  pdf: { ending: 'pdf', type: 'application/pdf' },
  docx: {
    ending: 'docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  html: { ending: 'html', type: 'text/html' },
  xlsx: {
    ending: 'xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  csv: { ending: 'csv', type: 'text/csv' },
  json: { ending: 'json', type: 'application/json' },
  markdown: { ending: 'md', type: 'text/markdown' },
};

/**
 * Makes the report of an engagement and keeps it where the person says: by the system's dialog in the desktop window, as
 * a download in the browser.
 *
 * @returns null if the person chose no place
 * @throws ApiError `check-failed` if the check finds errors, `cancelled`, and what the program says
 */
export async function saveReport(
  api: Api,
  order: SaveRequest,
  options: CallOptions,
): Promise<MadeReport | null> {
  const { project, format } = order;
  const asked = await withDelimiter(api, order);
  const suggested = `${await nameOf(api, project, null)}.${files[format].ending}`;
  const place = await askPlace(api, suggested);
  if (place === 'none') return null;
  if (place !== 'browser') {
    const { path } = place;
    return made(await api.call('report.export', { ...asked, out: path }, options), order, path);
  }
  const kept = await api.call('report.keep', asked, options);
  await fetchFile(api, { project, edition: kept.edition, format }, suggested, options);
  return made(kept, order, null);
}

/**
 * Saves the file of an edition once more, byte for byte.
 *
 * @returns null if the person chose no place
 * @throws ApiError
 */
export async function saveEdition(
  api: Api,
  edition: { readonly project: string; readonly edition: number; readonly format: ReportFormat },
): Promise<{ readonly path: string | null } | null> {
  const { project, edition: number, format } = edition;
  const suggested = `${await nameOf(api, project, number)}.${files[format].ending}`;
  const place = await askPlace(api, suggested);
  if (place === 'none') return null;
  if (place === 'browser') {
    await fetchFile(api, edition, suggested, {});
    return { path: null };
  }
  await api.call('report.export', { project, edition: number, format, out: place.path });
  return place;
}

/**
 * Client, engagement and edition, so that two exports have two names.
 * @param edition null for the one that is about to be made
 */
async function nameOf(api: Api, project: string, edition: number | null): Promise<string> {
  const [engagements, editions] = await Promise.all([
    api.call('engagement.list', {}),
    edition === null ? api.call('edition.list', { project }) : [],
  ]);
  const known = engagements.find((engagement) => engagement.project === project);
  const number = edition ?? 1 + Math.max(0, ...editions.map((kept) => kept.edition));
  const name = safeFileName([known?.client ?? '', project], 'report');
  return `${name}-edition-${String(number)}`;
}

/** What parts cells if the decimals of this system are parted by a comma: spreadsheets there take a semicolon. */
function systemDelimiter(): CsvDelimiter {
  const parts = new Intl.NumberFormat(systemLocale()).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ';' : ',';
}

/** An order with the delimiter of this system, unless one is kept for the engagement. */
async function withDelimiter(api: Api, order: SaveRequest): Promise<SaveRequest> {
  if (order.format !== 'csv') return order;
  const { settings } = await api.call('report.settings', { project: order.project });
  if (settings.csvDelimiter !== undefined) return order;
  return { ...order, options: { csvDelimiter: systemDelimiter() } };
}

async function fetchFile(
  api: Api,
  {
    project,
    edition,
    format,
  }: { readonly project: string; readonly edition: number; readonly format: ReportFormat },
  name: string,
  options: CallOptions,
): Promise<void> {
  const { content } = await api.call('report.file', { project, edition }, options);
  download(name, files[format].type, Uint8Array.fromBase64(content));
}

async function askPlace(
  api: Api,
  suggested: string,
): Promise<{ readonly path: string } | 'none' | 'browser'> {
  if (!isDesktop()) return 'browser';
  const { path } = await api.call('shell.saveReport', { suggested });
  return path === null ? 'none' : { path };
}

function made(
  answer: Omit<PageAnswer<'report.keep'>, 'draft' | 'found'>,
  { project, format }: SaveRequest,
  path: string | null,
): MadeReport {
  const { edition, pages, findings, bytes, notices = [] } = answer;
  return { project, edition, format, pages, findings, bytes, notices, path };
}
