import { hash } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { DossierError } from '#contract/error.ts';
import { defaultBodyLimit } from '#contract/masks.ts';
import type { ReportChoices } from '#contract/deliverable.ts';
import type { ProcedureAnswers, ProcedureInput, ProgressEvent } from '#contract/procedures.ts';
import { reportFormats } from '#contract/report.ts';
import type {
  ReportFormat,
  ReportOptions,
  ReportProgress,
  ReportResult,
  ReportSnapshot,
} from '#contract/report.ts';
import { formatOfPath } from '#core/report-formats.ts';
import { isLockedPdf } from '#core/locked-pdf.ts';
import { countMessages } from '#core/preflight/index.ts';
import { preparedPassword } from '#core/report-password.ts';
import { insertEdition, readEdition, type EditionRow } from '#db/editions.ts';
import { hasEngagement } from '#db/engagements.ts';
import { keepEditionImage } from '#db/evidence.ts';
import { transaction } from '#db/transaction.ts';
import type { Workplace } from '../context.ts';
import { noEngagement } from '../findings/edit.ts';
import { checkDeliverable, othersOf } from './check.ts';
import { checkFailed, checkNotices } from './gate.ts';
import { dressed } from './dress.ts';
import { optionsFor } from './settings.ts';
import { takeSnapshot } from './snapshot.ts';
import { unfinishedBeside } from './unfinished.ts';

/** The renderer of reports, as its child process answers. */
export type Render = (
  snapshot: ReportSnapshot,
  options: ReportOptions,
  io: {
    outPath: string;
    /** A folder that is not there yet; whoever makes the report removes it. */
    scratch: string;
    images: ReadonlyMap<string, Uint8Array>;
    password?: string | undefined;
    signal: AbortSignal;
    onProgress: (progress: ReportProgress) => void;
  },
) => Promise<
  | { readonly kind: 'written'; readonly result: ReportResult }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string }
>;

/** Writes a whole file so that a kill leaves the old one or the new one, never half of it. */
export type WriteWhole = (path: string, bytes: Uint8Array) => void;

/** What an export needs of the host, and the call's own signal and progress. */
export interface ReportTools {
  readonly render: Render;
  readonly writeWhole: WriteWhole;
  readonly signal: AbortSignal;
  readonly progress: (event: ProgressEvent) => void;
}

/**
 * Writes the deliverable of an engagement and keeps it as a new edition: the findings as they were in one read
 * transaction with the images of their evidence, and the file itself. With `edition` that one is written again, byte for byte.
 * Errors of the check stop it; with `force` it goes on, and where there are any, every page is marked DRAFT.
 *
 * @throws DossierError `not-found`, `invalid` (format), `check-failed`, `file`, `cancelled`, `internal`
 */
export async function exportReport(
  place: Workplace,
  request: ProcedureInput<'report.export'>,
  tools: ReportTools,
): Promise<ProcedureAnswers['report.export']> {
  const format = request.format ?? formatOfPath(request.out) ?? refuseFormat(request.out);
  refuseDevices(request.out);
  if (request.edition !== undefined)
    return writeAgain(place, { ...request, edition: request.edition, format }, tools);
  const { draft: _draft, ...made } = await makeEdition(place, { ...request, format }, tools);
  return { path: request.out, ...made };
}

/** What is to be made: `out` is where the file goes. */
interface Order {
  readonly project: string;
  readonly format: ReportFormat;
  readonly out: string;
  readonly force: boolean;
  readonly password?: string | undefined;
  /** What the call says; the rest is as chosen for the engagement. */
  readonly options: ReportChoices;
}

/**
 * Checks an engagement, writes its report to a file and keeps it as a new edition.
 *
 * @throws DossierError `not-found`, `check-failed`, `file`, `cancelled`, `internal`
 */
export async function makeEdition(
  place: Workplace,
  order: Order,
  tools: ReportTools,
): Promise<ProcedureAnswers['report.keep']> {
  const { signal } = tools;
  const { project, format, out, force } = order;
  const password = passwordFor(order);
  const chosen = optionsFor(place.db, project, order.options);
  const maskSecrets = chosen.maskSecrets ?? true;
  const others = await othersOf(place, project, signal);
  const { snapshot, images, checked } = dressed(place, takeSnapshot(place, project), chosen);
  const messages = await checkDeliverable(snapshot, checked, (finding) => finding, others, {
    clock: place.clock,
    signal,
    masked: maskSecrets,
  });
  const found = countMessages(messages);
  const { errors } = found;
  if (errors > 0 && !force) throw checkFailed(project, messages);
  const { embedJson, ...said } = chosen;
  const options: ReportOptions = {
    ...said,
    format,
    draft: errors > 0 || chosen.draft === true,
    maskSecrets,
    cutBodies: chosen.cutBodies === undefined ? defaultBodyLimit : chosen.cutBodies,
    ...(embedJson === true && format === 'pdf' ? { embedJson: true } : {}),
    ...(password === undefined ? {} : { encrypted: true }),
  };
  const rendered = await unfinishedBeside(place, out, (scratch) =>
    tools.render(snapshot, options, {
      outPath: out,
      scratch,
      images,
      password,
      signal,
      onProgress: (progress) => {
        tools.progress({ kind: 'report', ...progress });
      },
    }),
  );
  if (rendered.kind === 'cancelled') throw new DossierError('cancelled', 'Stopped; no file was written.');
  if (rendered.kind === 'failed') throw new DossierError('file', rendered.message);
  const { pages, bytes, sha256 } = rendered.result;
  const file = readFileSync(out);
  if (hash('sha256', file) !== sha256) {
    throw new DossierError(
      'file',
      `${out} was changed by another program while it was written; export again.`,
    );
  }
  if (password !== undefined && !isLockedPdf(file)) {
    rmSync(out, { force: true });
    throw new DossierError(
      'internal',
      'The file came out without its password and was deleted; nothing was kept. Please report this.',
    );
  }
  const findings = options.template === 'single' ? 1 : snapshot.findings.length;
  const edition = transaction(place.db, () => {
    // It may have been destroyed while the report was laid out: an edition of it would outlive it.
    if (!hasEngagement(place.db, project)) throw noEngagement(project);
    for (const [name, content] of images) keepEditionImage(place.db, name, content);
    return insertEdition(place.db, {
      project,
      createdAt: snapshot.generatedAt,
      format,
      template: options.template ?? 'technical',
      optionsJson: JSON.stringify(options),
      findings,
      pages,
      sha256,
      snapshotJson: JSON.stringify(snapshot),
      checkJson: JSON.stringify(messages),
      file,
    });
  });
  const asChosen = errors === 0 && options.draft ? ['Every page is marked DRAFT, as you chose.'] : [];
  const notices = [...asChosen, ...checkNotices(messages), ...printNotices(rendered.result)];
  return { edition, bytes, pages, findings, sha256, draft: options.draft, found, notices };
}

/** The file of an edition. @throws DossierError `not-found` */
export function readReport(
  { db }: Pick<Workplace, 'db'>,
  project: string,
  number: number,
): ProcedureAnswers['report.file'] {
  const { file, format } = knownEdition(db, project, number);
  return { content: Buffer.from(file).toString('base64'), format };
}

function knownEdition(db: Workplace['db'], project: string, number: number): EditionRow {
  const edition = readEdition(db, project, number);
  if (edition !== null) return edition;
  throw new DossierError('not-found', `${project} has no edition ${String(number)}.`);
}

function writeAgain(
  place: Workplace,
  { edition: number, ...order }: Omit<Order, 'force'> & { readonly edition: number },
  tools: ReportTools,
): ProcedureAnswers['report.export'] {
  if ([...Object.values(order.options), order.password].some((asked) => asked !== undefined)) {
    throw new DossierError(
      'invalid',
      `Edition ${String(number)} is written again as it is kept: nothing of it can be chosen now.`,
    );
  }
  const { project, format, out } = order;
  const edition = knownEdition(place.db, project, number);
  if (edition.format !== format) {
    throw new DossierError(
      'invalid',
      `Edition ${String(number)} is kept as it was written: as ${edition.format}, not ${format}. ` +
        'Give it a name with that ending.',
    );
  }
  tools.writeWhole(out, edition.file);
  return {
    path: out,
    edition: edition.edition,
    bytes: edition.file.byteLength,
    pages: edition.pages,
    findings: edition.findings,
    sha256: edition.sha256,
  };
}

/** The password as a PDF takes it. @throws DossierError `invalid` (another format, a password that no PDF can have) */
function passwordFor({ format, password }: Pick<Order, 'format' | 'password'>): string | undefined {
  if (password === undefined) return undefined;
  if (format !== 'pdf') {
    throw new DossierError(
      'invalid',
      `Only a PDF can be locked by a password, not ${format}. Leave the password out, or write a PDF.`,
    );
  }
  const prepared = preparedPassword(password);
  if (prepared.kind === 'ok') return prepared.password;
  throw new DossierError('invalid', prepared.message);
}

/** The file is written whole and renamed: over a device, a pipe or a folder that would replace or break it. */
function refuseDevices(path: string): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there === undefined || there.isFile()) return;
  throw new DossierError('file', `${path} is there already and no file; name another path.`);
}

function refuseFormat(path: string): never {
  throw new DossierError(
    'invalid',
    `The format of ${path} is not known by its ending. Known formats: ${reportFormats.join(', ')}.`,
  );
}

/** What could not be printed as it is. */
function printNotices({ missingGlyphs, damagedImages }: ReportResult): string[] {
  if (damagedImages === 0) return glyphNotices(missingGlyphs);
  const damaged =
    damagedImages === 1
      ? 'One image is damaged; a line in the report stands in its place.'
      : `${String(damagedImages)} images are damaged; a line in the report stands in the place of each.`;
  return [...glyphNotices(missingGlyphs), damaged];
}

function glyphNotices(missing: ReportResult['missingGlyphs']): string[] {
  if (missing.length === 0) return [];
  const named = missing.slice(0, 5).map((glyph) => glyph.codePoint);
  const more = missing.length > named.length ? ` and ${String(missing.length - named.length)} more` : '';
  return [`No font has ${named.join(', ')}${more}: they are printed as their code point.`];
}
