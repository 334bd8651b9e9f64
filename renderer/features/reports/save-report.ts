import type { ReportFormat } from '#contract/deliverable/choices.ts';
import type { CsvDelimiter } from '#contract/deliverable/choices.ts';
import { isReadable } from '#domain/deliverable/formats.ts';
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
  jira: { ending: 'jira.csv', type: 'text/csv' },
  github: { ending: 'github.json', type: 'application/json' },
  gitlab: { ending: 'gitlab.csv', type: 'text/csv' },
  azure: { ending: 'azure.csv', type: 'text/csv' },
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
  if (!isDesktop()) {
    const kept = await api.call('report.keep', asked, options);
    const name = await nameOf(api, { project, format, edition: kept.edition, draft: kept.draft });
    await fetchFile(api, { project, edition: kept.edition, format }, name, options);
    return made(kept, order, null);
  }
  const editions = await api.call('edition.list', { project });
  const edition = 1 + Math.max(0, ...editions.map((kept) => kept.edition));
  const draft = order.force || (await isDraftWithoutErrors(api, order));
  const path = await askPlace(api, await nameOf(api, { project, format, edition, draft }));
  if (path === null) return null;
  return made(await api.call('report.export', { ...asked, out: path }, options), order, path);
}

/**
 * Saves the file of an edition once more, byte for byte.
 *
 * @returns null if the person chose no place
 * @throws ApiError
 */
export async function saveEdition(
  api: Api,
  named: EditionName,
): Promise<{ readonly path: string | null } | null> {
  const { project, edition, format } = named;
  const suggested = await nameOf(api, named);
  if (!isDesktop()) {
    await fetchFile(api, named, suggested, {});
    return { path: null };
  }
  const path = await askPlace(api, suggested);
  if (path === null) return null;
  await api.call('report.export', { project, edition, format, out: path });
  return { path };
}

/** What the file of an edition is called by. */
interface EditionName {
  readonly project: string;
  readonly edition: number;
  readonly format: ReportFormat;
  readonly draft: boolean;
}

/** Client, engagement and edition, so that two exports have two names; a draft says so. */
async function nameOf(api: Api, { project, edition, format, draft }: EditionName): Promise<string> {
  const engagements = await api.call('engagement.list', {});
  const known = engagements.find((engagement) => engagement.project === project);
  const name = safeFileName([known?.client ?? '', project], 'report');
  return `${name}-edition-${String(edition)}${draft ? '-DRAFT' : ''}.${files[format].ending}`;
}

/** Whether facts are missing, or a draft is chosen: such a report is a draft without any error. */
async function isDraftWithoutErrors(
  api: Api,
  { project, format }: Pick<SaveRequest, 'project' | 'format'>,
): Promise<boolean> {
  const { settings, missing_facts: missing } = await api.call('report.settings', { project });
  return settings.draft === true || (isReadable(format) && missing.length > 0);
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
  { project, edition, format }: Omit<EditionName, 'draft'>,
  name: string,
  options: CallOptions,
): Promise<void> {
  const { content } = await api.call('report.file', { project, edition }, options);
  download(name, files[format].type, Uint8Array.fromBase64(content));
}

/** @returns null if the person chose no place */
async function askPlace(api: Api, suggested: string): Promise<string | null> {
  const { path } = await api.call('shell.saveReport', { suggested });
  return path;
}

function made(
  answer: Omit<PageAnswer<'report.keep'>, 'draft' | 'found'>,
  { project, format }: SaveRequest,
  path: string | null,
): MadeReport {
  const { edition, pages, findings, bytes, notices = [] } = answer;
  return { project, edition, format, pages, findings, bytes, notices, path };
}
