import { hash } from 'node:crypto';
import { DossierError } from '#contract/error.ts';
import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import type { ReportFormat } from '#contract/deliverable/choices.ts';
import { KeptLeftOut, type LeftOutFinding } from '#contract/deliverable/selection.ts';
import { parseJson } from '#domain/base/json.ts';
import { readEdition, readEditionPart, type EditionRow } from '#db/tables/reports/editions.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ReadContext } from '#engine/context.ts';
import { optionsOf } from './editions.ts';

/** Writes a whole file so that a kill leaves the old one or the new one, never half of it. */
export type WriteWhole = (path: string, bytes: Uint8Array) => void;

/** As base64 it is one string, which cannot be longer. */
const maxHandedOver = 350_000_000;

/** The file of an edition. @throws DossierError `not-found`, `invalid` (too long to be handed over), `internal` */
export function readReport(
  { db }: Pick<ReadContext, 'db'>,
  project: string,
  number: number,
): ProcedureAnswers['report.file'] {
  const edition = knownEdition(db, project, number);
  if (edition.bytes > maxHandedOver) {
    throw new DossierError(
      'invalid',
      `Edition ${String(number)} has ${String(Math.ceil(edition.bytes / 1_000_000))} MB, more than a browser is given. ` +
        `Write it with: dossier report ${project} --edition ${String(number)} --out FILE`,
    );
  }
  return { content: fileOf(db, edition).toString('base64'), format: edition.format };
}

function knownEdition(db: ReadableDb, project: string, number: number): EditionRow {
  const edition = readEdition(db, project, number);
  if (edition !== null) return edition;
  throw new DossierError('not-found', `${project} has no edition ${String(number)}.`);
}

/** @throws DossierError `internal`: pieces of it are missing, as a repair of a damaged store may have left it */
function fileOf(db: ReadableDb, edition: EditionRow): Buffer {
  const file = readEditionPart(db, edition, 'file');
  if (hash('sha256', file) === edition.sha256) return file;
  throw new DossierError(
    'internal',
    `The file of edition ${String(edition.edition)} is not whole any more: it was lost when the store was damaged. Export again.`,
  );
}

/**
 * Writes the file of an edition once more.
 *
 * @throws DossierError `not-found`, `invalid` (it has another format), `file`, `disk-full`, `internal`
 */
export function reissueEdition(
  { db }: Pick<ReadContext, 'db'>,
  {
    project,
    format,
    number,
  }: { readonly project: string; readonly format: ReportFormat; readonly number: number },
  goal: string,
  writeWhole: WriteWhole,
): Omit<ProcedureAnswers['report.export'], 'path'> {
  const kept = knownEdition(db, project, number);
  if (kept.format !== format) {
    throw new DossierError(
      'invalid',
      `Edition ${String(number)} is kept as it was written: as ${kept.format}, not ${format}. ` +
        'Give it a name with that ending.',
    );
  }
  writeWhole(goal, fileOf(db, kept));
  const { edition, bytes, pages, findings, sha256 } = kept;
  return {
    edition,
    bytes,
    pages,
    findings,
    sha256,
    draft: optionsOf(kept.optionsJson).draft === true,
    left_out: leftOutOf(kept),
  };
}

/** What an edition left out, as it was told when it was made; nothing for one that was made before there was a choice. */
function leftOutOf({ optionsJson }: EditionRow): LeftOutFinding[] {
  const options = parseJson(optionsJson);
  return KeptLeftOut.safeParse(options.kind === 'ok' ? options.value : null).data?.leftOut ?? [];
}
