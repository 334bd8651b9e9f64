import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname, extname, sep } from 'node:path';
import { resolvePath } from '#app/client/home-folder.ts';
import { DossierError } from '#contract/error.ts';
import { reportFormats, type ReportFormat } from '#contract/deliverable/choices.ts';
import { whyNotOnWindows } from '#domain/base/file-name.ts';
import { formatNamed, formatOfPath } from '#domain/deliverable/formats.ts';
import { wrong } from '../../command/arguments.ts';
import type { OptionName } from '../../command/command.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { commentsQuestion } from '#domain/peer-review/comment-strings.ts';
import { confirm } from '../../input/confirm.ts';
import { readPasswordFile } from '../../input/password-file.ts';
import { confirmReplaced } from '../../input/replace-file.ts';
import { redactionOf } from '../../input/redaction.ts';
import { reportChoices } from '../../input/report-choices.ts';
import { counted, fit, plain, sizeOf } from '../../output/text.ts';

export const report: CommandRun = async (context) => {
  const { args, out, folder, call } = context;
  const [project = ''] = args.positionals;
  const given = args.text('out');
  if (given === undefined || given === '')
    throw wrong('The file to write is missing: --out FILE.', args.command);
  const path = resolvePath(folder, given);
  const format = formatOf(context, path);
  const edition = args.whole('edition', 1);
  const embedJson = args.flag('embed-json');
  if (embedJson && format !== 'pdf') {
    throw wrong('Only a PDF can have the findings as JSON inside: --embed-json.', args.command);
  }
  if (edition !== undefined) refuseChoices(context);
  const passwordFile = args.text('password-file');
  if (passwordFile !== undefined && format !== 'pdf') {
    throw wrong('Only a PDF can be locked by a password: --password-file.', args.command);
  }
  checkPlace(path);
  await confirmReplaced(context, path, () => isEdition(context, path));
  if (edition === undefined) await confirmComments(context, project);
  const exported = call('report.export', {
    project,
    out: path,
    format,
    force: args.flag('force'),
    options: {
      ...(await reportChoices(context, project)),
      ...redactionOf(args),
      ...(embedJson ? { embedJson } : {}),
    },
    ...(edition === undefined ? {} : { edition }),
    ...(passwordFile === undefined ? {} : { password: readPasswordFile(resolvePath(folder, passwordFile)) }),
  });
  const { notices, found, ...answer } = await exported.catch((error: unknown) => {
    throw withWayOn(error, project);
  });
  for (const notice of notices ?? []) out.note(notice);
  if (found !== undefined && found.errors + found.warnings > 0) out.note(listedBy(project));
  out.answer(answer, () => {
    const pages = answer.pages === null ? '' : `${counted(answer.pages, 'page')}, `;
    const edition = answer.recorded === false ? 'no edition' : `edition ${String(answer.edition)}`;
    const draft = answer.draft ? ', draft' : '';
    const why = answer.recorded === false ? ' (a read-only vault keeps no editions)' : '';
    return `${plain(answer.path)}: ${edition}${draft}, ${pages}${counted(answer.findings, 'finding')}, ${sizeOf(answer.bytes)}${why}\n`;
  });
  return 0;
};

/** An edition is written again as it is kept. @throws DossierError `usage` that names what would choose something of it */
function refuseChoices({ args }: CommandContext): void {
  const allowed: readonly OptionName[] = ['out', 'format', 'edition', 'force', 'yes'];
  const chosen = (args.command?.options ?? []).filter((name) => !allowed.includes(name) && args.flag(name));
  if (chosen.length === 0) return;
  const names = chosen.map((name) => `--${name}`).join(', ');
  throw wrong(`An edition is written as it is kept; take away ${names}.`, args.command);
}

/** Whether a file is an edition of this vault, of whatever engagement, byte for byte. */
async function isEdition({ call }: CommandContext, path: string): Promise<boolean> {
  const { size } = statSync(path);
  let sha256: string | undefined;
  for (const { project } of await call('engagement.list', {})) {
    for (const edition of await call('edition.list', { project })) {
      if (edition.bytes !== size) continue;
      sha256 ??= await hashOf(path);
      if (edition.sha256 === sha256) return true;
    }
  }
  return false;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

/** A report that prints what colleagues noted is made only if the user confirms it. @throws DossierError as `confirm` */
async function confirmComments(context: CommandContext, project: string): Promise<void> {
  const { args, call } = context;
  if (!args.flag('comments')) {
    const { settings } = await call('report.settings', { project });
    if (settings.showComments !== true) return;
  }
  const open = (await call('comment.list', { project })).filter(
    ({ finding, resolvedAt }) => finding !== null && resolvedAt === null,
  );
  if (open.length > 0) await confirm(context, commentsQuestion(open.length));
}

/** What stops a report is listed, and gone past, by commands that only a terminal has. */
function withWayOn(error: unknown, project: string): unknown {
  if (!(error instanceof DossierError) || error.code !== 'check-failed') return error;
  const wayOn = `${listedBy(project)} Fix the errors, or go on with --force; every page is then marked DRAFT.`;
  return new DossierError(error.code, `${error.message}\n${wayOn}`, { cause: error });
}

function listedBy(project: string): string {
  return `"dossier check ${plain(project)}" lists what it found.`;
}

function formatOf({ args }: CommandContext, path: string): ReportFormat {
  const named = args.text('format');
  const format = named === undefined ? formatOfPath(path) : formatNamed(named);
  if (format !== null) return format;
  const wanted = named ?? extname(path).slice(1);
  const what =
    wanted === '' ? `${plain(path)} has no extension` : `The format "${plain(wanted)}" is not known`;
  throw wrong(`${what}; known: ${reportFormats.join(', ')}.`, args.command);
}

/**
 * Told before the report is made, which takes a while. Only a file is replaced by the report: a rename would take a
 * device or a pipe away from every user of the machine.
 */
function checkPlace(path: string): void {
  const why = sep === '\\' ? whyNotOnWindows(path) : null;
  if (why !== null) throw new DossierError('file', `${fit(plain(path), 200)} ${why}. Name another file.`);
  const there = lookAt(path);
  if (there?.isDirectory()) {
    throw new DossierError('file', `${plain(path)} is a folder. Name a file in it.`);
  }
  if (there !== undefined && !there.isFile()) {
    throw new DossierError('file', `${plain(path)} is no ordinary file, and stays. Name another one.`);
  }
  if (!lookAt(dirname(path))?.isDirectory()) {
    throw new DossierError(
      'file',
      `The folder ${plain(dirname(path))} does not exist. Make it first, or name another file.`,
    );
  }
}

function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new DossierError('file', `${fit(plain(path), 200)} cannot be the name of a file (${code}).`, {
      cause: error,
    });
  }
}
