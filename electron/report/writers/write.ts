import type {
  MissingGlyph,
  ReportFormat,
  ReportOptions,
  ReportProgress,
  ReportSnapshot,
} from '#contract/report.ts';
import { document } from '../document.ts';

/** What a deliverable is written from: the bytes of images by their hash. */
export interface WriteOrder {
  readonly snapshot: ReportSnapshot;
  readonly options: ReportOptions;
  readonly bytes: ReadonlyMap<string, Uint8Array>;
}

/** A deliverable, whole; `pages` is null where the format has none. */
export interface Written {
  readonly bytes: Uint8Array;
  readonly pages: number | null;
  readonly missingGlyphs: MissingGlyph[];
  readonly damagedImages: number;
}

/**
 * Writes a deliverable in the format that its options ask for. The same order gives the same bytes. Only the writer that
 * is asked for is loaded: the layout of pages costs a second before it begins.
 */
export async function writeFormat(
  { snapshot, options, bytes: images }: WriteOrder,
  onProgress: (progress: ReportProgress) => void,
): Promise<Written> {
  const format: ReportFormat = options.format ?? 'pdf';
  const unpaged = { pages: null, missingGlyphs: [], damagedImages: 0 };
  onProgress({ phase: 'document', done: 0, total: snapshot.findings.length });
  switch (format) {
    case 'pdf': {
      const { installedFonts } = await import('../fonts/node.ts');
      const { writePdf } = await import('./pdf/write.ts');
      return writePdf(document(snapshot, options), installedFonts(), images, onProgress);
    }
    case 'html': {
      const { writeHtml } = await import('./html/write.ts');
      return { ...unpaged, ...writeHtml(document(snapshot, options), images) };
    }
    case 'markdown': {
      const { writeMarkdown } = await import('./markdown/write.ts');
      return { ...unpaged, ...writeMarkdown(document(snapshot, options), images) };
    }
    case 'csv': {
      const { writeCsv } = await import('./csv/write.ts');
      return { ...unpaged, bytes: writeCsv(snapshot, options) };
    }
    case 'json': {
      const { writeJson } = await import('./json/write.ts');
      return { ...unpaged, bytes: writeJson(snapshot, options, images) };
    }
    default:
      return format satisfies never;
  }
}
