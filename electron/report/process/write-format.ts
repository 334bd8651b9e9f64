import type { ReportFormat } from '#contract/deliverable/choices.ts';
import type {
  MissingGlyph,
  PageLine,
  ReportOptions,
  ReportProgress,
  ReportResult,
  ReportSnapshot,
} from '#contract/deliverable/report.ts';
import { document } from '../document/document.ts';
import { makeLargeReady } from '../images/printable.ts';
import { rememberTexts } from '../document/text/parsed.ts';
import { shownReport } from './shown-report.ts';

/** What a deliverable is written from: the bytes of images by their hash. */
export interface WriteOrder {
  readonly snapshot: ReportSnapshot;
  readonly options: ReportOptions;
  readonly bytes: ReadonlyMap<string, Uint8Array>;
  /** Without it nobody can open the PDF; prepared by `preparedPassword`. */
  readonly password?: string | undefined;
}

/** A deliverable, whole; `pages` is null if the format has none. */
export interface Written {
  readonly bytes: Uint8Array;
  readonly pages: number | null;
  readonly missingGlyphs: MissingGlyph[];
  readonly damagedImages: number;
  readonly cutLines: PageLine[];
  readonly longCells?: NonNullable<ReportResult['longCells']>;
  readonly cutTickets?: NonNullable<ReportResult['cutTickets']>;
}

/**
 * Writes a deliverable in the format that its options ask for. The same order gives the same bytes. Only the writer that
 * is asked for is loaded: the layout of pages costs a second before it begins. All are written from the same shown snapshot,
 * so that none says what another masks. A file with a password is another one each time.
 */
export async function writeFormat(
  { snapshot: whole, options, bytes: images, password }: WriteOrder,
  onProgress: (progress: ReportProgress) => void,
): Promise<Written> {
  const format: ReportFormat = options.format ?? 'pdf';
  const unpaged = { pages: null, missingGlyphs: [], damagedImages: 0, cutLines: [] };
  const snapshot = shownReport(whole, options);
  onProgress({ phase: 'document', done: 0, total: snapshot.findings.length });
  // Findings of a scanner say the same in many places: each text is parsed once.
  rememberTexts();
  await makeLargeReady(images);
  switch (format) {
    case 'pdf': {
      const { installedFonts } = await import('../fonts/installed-fonts.ts');
      const { writePdf } = await import('../pdf/write.ts');
      const findings = options.embedJson === true ? await jsonOf(snapshot, options, images) : undefined;
      const made = document(snapshot, options);
      return writePdf(made, installedFonts(made.theme, images), images, onProgress, {
        password,
        findings,
      });
    }
    case 'html': {
      const { writeHtml } = await import('../html/write.ts');
      return { ...unpaged, ...writeHtml(document(snapshot, options), images) };
    }
    case 'docx': {
      const { wordTemplate } = snapshot;
      if (wordTemplate !== undefined) {
        const { writeByTemplate } = await import('../docx/write-by-template.ts');
        const template = images.get(wordTemplate.sha256);
        return { ...unpaged, ...writeByTemplate({ snapshot, options, images, bytes: template }) };
      }
      const { writeDocx } = await import('../docx/write.ts');
      return { ...unpaged, ...writeDocx(document(snapshot, options), images) };
    }
    case 'markdown': {
      const { writeMarkdown } = await import('../markdown/write.ts');
      return { ...unpaged, ...writeMarkdown(document(snapshot, options), images) };
    }
    case 'xlsx': {
      const { writeXlsx } = await import('../xlsx/write.ts');
      return { ...unpaged, ...writeXlsx(snapshot, options) };
    }
    case 'csv': {
      const { writeCsv } = await import('../csv/write.ts');
      return { ...unpaged, ...writeCsv(snapshot, options) };
    }
    case 'json':
      return { ...unpaged, bytes: await jsonOf(snapshot, options, images) };
    case 'jira':
    case 'github':
    case 'gitlab':
    case 'azure': {
      const { writeTickets } = await import('../tickets/write.ts');
      return { ...unpaged, ...writeTickets(format, snapshot, options) };
    }
    default:
      return format satisfies never;
  }
}

/** The findings as JSON, as a file of its own or inside of a PDF. */
async function jsonOf(
  snapshot: ReportSnapshot,
  options: ReportOptions,
  images: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array> {
  const { writeJson } = await import('../json/write.ts');
  return writeJson(snapshot, options, images);
}
