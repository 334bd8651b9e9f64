import { dirname, join } from 'node:path';
import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import { DossierError } from '#contract/error.ts';
import { defaultBodyLimit } from '#contract/deliverable/masks.ts';
import type { ReportChoices } from '#contract/procedures/deliverables/deliverable.ts';
import type { ProcedureAnswers, ProcedureInput } from '#contract/procedures/index.ts';
import { reportFormats } from '#contract/deliverable/choices.ts';
import type { ReportFormat } from '#contract/deliverable/choices.ts';
import type { ReportOptions, ReportProgress, ReportResult } from '#contract/deliverable/report.ts';
import { missingForFinal } from '#domain/engagement/facts.ts';
import { formatOfPath, isReadable } from '#domain/deliverable/formats.ts';
import { isLockedPdf } from '#domain/deliverable/locked-pdf.ts';
import { countMessages, withoutIgnored } from '#domain/preflight/index.ts';
import { whyUnwritable } from '#domain/base/unwritable.ts';
import { chaptersOf } from '#domain/deliverable/templates.ts';
import { preparedPassword } from '#domain/deliverable/password.ts';
import { copyState } from '#db/tables/engagements.ts';
import type { PackedReport } from '#report/process/packed-report.ts';
import type { ReadContext, ServiceContext } from '#engine/context.ts';
import { reissueEdition, type WriteWhole } from './editions/reissue-edition.ts';
import { checkDeliverable, othersOf, spokenOf } from './check.ts';
import { checkFailed, draftNotices, printNotices } from './preflight-gate.ts';
import { resolveTheme } from './themes/resolve-theme.ts';
import { keepEdition } from './editions/keep-edition.ts';
import type { OpenLongTexts } from './long-texts.ts';
import { verifyOutput } from './output/verify-output.ts';
import { snapshotText } from './editions/snapshot-serializer.ts';
import { codeOf, placeOf, putInPlace } from './output/output-place.ts';
import { groupingOf, groupSummary } from '#domain/deliverable/selection.ts';
import { leftOutView, summaryOf } from './selection.ts';
import { optionsFor } from './choices/settings.ts';
import { takeSnapshot } from './snapshot.ts';
import { unfinishedIn } from './output/temp-files.ts';

/** The renderer of reports, as its child process answers. */
export type Render = (
  report: PackedReport,
  options: ReportOptions,
  io: {
    /** A file that is not there, in a folder that is removed by the caller. */
    path: string;
    password?: string | undefined;
    signal: AbortSignal;
    onProgress: (progress: ReportProgress) => void;
  },
) => Promise<
  | { readonly kind: 'made'; readonly result: ReportResult }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string }
>;

/** What an export needs of the host, and the call's own signal and progress. */
export interface ReportTools {
  readonly render: Render;
  readonly writeWhole: WriteWhole;
  readonly openLongTexts: OpenLongTexts;
  /** Gives a work one unchanging state of the store, however long it takes. */
  readonly hold: <T>(work: (held: ReadContext) => Promise<T>) => Promise<T>;
  readonly signal: AbortSignal;
  readonly progress: (event: ProgressEvent) => void;
}

/**
 * Writes the deliverable of an engagement and keeps it as a new edition: the file itself, and the findings and evidence
 * images of one read transaction. With `edition` that one is written again, byte for byte. Errors of the check stop it
 * unless `force` is given. With errors or missing facts, every page is marked DRAFT.
 *
 * The file gets its place when its edition is kept: there is no file without an edition, and what stood there before stays
 * until then. If it cannot get its place after all, the edition is there and can be written again.
 *
 * @throws DossierError `not-found`, `invalid` (format), `check-failed`, `file`, `disk-full`, `cancelled`, `internal`
 */
export async function exportReport(
  ctx: ServiceContext,
  request: ProcedureInput<'report.export'>,
  tools: ReportTools,
): Promise<ProcedureAnswers['report.export']> {
  const { out } = request;
  const format = request.format ?? formatOfPath(out) ?? refuseFormat(out);
  const goal = placeOf(out);
  if (request.edition !== undefined) {
    refuseChoices(request);
    const { edition: number, project } = request;
    return { path: out, ...reissueEdition(ctx, { project, format, number }, goal, tools.writeWhole) };
  }
  return unfinishedIn(ctx, dirname(goal), async (folder) => {
    const made = join(folder, 'report');
    const answer = await makeEdition(ctx, { ...request, format }, made, tools);
    try {
      putInPlace(made, goal);
    } catch (error) {
      throw new DossierError(
        'file',
        `The report is kept as edition ${String(answer.edition)}, but ${out} cannot be written${whyUnwritable(codeOf(error))} ` +
          'Write that edition to another path.',
        { cause: error },
      );
    }
    return { path: out, ...answer };
  });
}

/** What is to be made. */
interface Order {
  readonly project: string;
  readonly format: ReportFormat;
  readonly force: boolean;
  readonly password?: string | undefined;
  /** What the call says; the rest is as chosen for the engagement. */
  readonly options: ReportChoices;
}

/**
 * Checks an engagement, writes its report to a file and keeps it as a new edition.
 *
 * @param path a file that is not there, in a folder that the caller removes: it is whole when this answers
 * @throws DossierError `not-found`, `check-failed`, `file`, `disk-full`, `cancelled`, `internal`
 */
export async function makeEdition(
  ctx: ServiceContext,
  order: Order,
  path: string,
  tools: ReportTools,
): Promise<ProcedureAnswers['report.keep']> {
  const { signal } = tools;
  const { project, format, force } = order;
  const pace = { clock: ctx.clock, signal };
  const password = passwordFor(order);
  refuseTemplate(order);
  const chosen = optionsFor(ctx.db, project, order.options);
  refuseEmbedded(order.format, chosen);
  const maskSecrets = chosen.maskSecrets ?? true;
  const others = await othersOf(ctx, project, signal);
  const copy = copyState(ctx.db, project);
  const { snapshot, packed, images, checked, deadLinks, choice } = await tools.hold(async (held) =>
    resolveTheme(held, await takeSnapshot(held, project, chosen, { signal }), { ...chosen, format }, pace),
  );
  const { embedJson, ignored, ...said } = chosen;
  const spoken = spokenOf(choice, chosen);
  const isSpokenOf = new Set(spoken.printed.map(({ id }) => id));
  const looked = checked.filter(({ id }) => isSpokenOf.has(id));
  const all = await checkDeliverable(snapshot, looked, (finding) => finding, others, {
    ...pace,
    openLongTexts: tools.openLongTexts,
    leftOut: spoken.leftOut,
    // As JSON, every deliverable but one about one finding has all texts of the engagement.
    chapters: format === 'json' && chosen.template !== 'single' ? null : chaptersOf(chosen),
    copy,
    groups: choice.groups,
    deadLinks,
    choices: chosen,
    masked: maskSecrets,
    keptValues: chosen.keptValues ?? [],
  });
  const messages = withoutIgnored(all, ignored);
  const found = countMessages(messages);
  const { errors } = found;
  if (errors > 0 && !force) throw checkFailed(project, messages);
  const missing = isReadable(format) ? missingForFinal(snapshot.facts, snapshot.client, chosen.template) : [];
  const options: ReportOptions = {
    ...said,
    // An edition keeps its chapters, also when a template gets others later.
    sections: [...chaptersOf(chosen)],
    format,
    draft: errors > 0 || missing.length > 0 || chosen.draft === true,
    maskSecrets,
    cutBodies: chosen.cutBodies === undefined ? defaultBodyLimit : chosen.cutBodies,
    ...(embedJson === true && format === 'pdf' ? { embedJson: true } : {}),
    ...(password === undefined ? {} : { encrypted: true }),
  };
  const { findings: printed, ...head } = snapshot;
  const rendered = await tools.render({ head, findings: packed, images }, options, {
    path,
    password,
    signal,
    onProgress: (progress) => {
      tools.progress({ kind: 'report', ...progress });
    },
  });
  if (rendered.kind === 'cancelled') throw new DossierError('cancelled', 'Stopped; no file was written.');
  if (rendered.kind === 'failed') throw new DossierError('file', rendered.message);
  const { pages, bytes, sha256 } = rendered.result;
  const file = await verifyOutput(path, sha256, pace);
  if (password !== undefined && !isLockedPdf(file)) {
    throw new DossierError(
      'internal',
      'The file came out without its password and was deleted; nothing was kept. Please report this.',
    );
  }
  const findings = options.template === 'single' ? 1 : printed.length;
  const leftOut = leftOutView(choice.leftOut);
  const edition = await keepEdition(
    ctx,
    {
      project,
      createdAt: snapshot.generatedAt,
      format,
      template: options.template ?? 'technical',
      findings,
      pages,
      sha256,
      bytes,
      optionsJson: JSON.stringify({ ...options, leftOut }),
      checkJson: JSON.stringify(messages),
      snapshot: snapshotText(head, packed),
      file: [file],
      images,
      numbers: choice.groups.flatMap(({ members, severityKey: severity, number }) =>
        members.map(({ finding }) => ({ finding, severity, number, grouping: groupingOf(chosen) })),
      ),
    },
    pace,
  );
  const selected = leftOut.length === 0 ? [] : [`${summaryOf(choice)}.`];
  const grouped =
    groupingOf(chosen) === null || options.template === 'single'
      ? []
      : [groupSummary(choice.groups.length, printed.length)];
  const notices = [
    ...selected,
    ...grouped,
    ...draftNotices(messages, missing, chosen.draft === true),
    ...printNotices(rendered.result),
  ];
  return { edition, bytes, pages, findings, sha256, draft: options.draft, found, notices, left_out: leftOut };
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

/** @throws DossierError `invalid`: the call names a template for Word, and writes something else */
function refuseTemplate({ format, options }: Pick<Order, 'format' | 'options'>): void {
  if (format === 'docx' || options.wordTemplate === undefined) return;
  throw new DossierError(
    'invalid',
    `Only Word takes a template of a company, not ${format}. Leave the template out, or write a DOCX.`,
  );
}

/** @throws DossierError `invalid`: an attestation goes to third parties, and would carry the findings */
function refuseEmbedded(format: ReportFormat, { template, embedJson }: ReportChoices): void {
  if (template !== 'attestation' || format !== 'pdf' || embedJson !== true) return;
  throw new DossierError(
    'invalid',
    'An attestation is shown to third parties, so it cannot carry the findings as JSON. Do not embed them.',
  );
}

/** @throws DossierError `invalid`: an edition is written as it is kept */
function refuseChoices({ edition, options, password }: ProcedureInput<'report.export'>): void {
  if ([...Object.values(options), password].every((asked) => asked === undefined)) return;
  throw new DossierError(
    'invalid',
    `Edition ${String(edition)} is written again as it is kept: nothing of it can be chosen now.`,
  );
}

function refuseFormat(path: string): never {
  throw new DossierError(
    'invalid',
    `The format of ${path} is not known by its ending. Known formats: ${reportFormats.join(', ')}.`,
  );
}
