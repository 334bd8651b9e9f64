import {
  GlobalWorkerOptions,
  TextLayer,
  VerbosityLevel,
  getDocument,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { startWorker } from '#renderer/session/workers/start-worker.ts';

/*
 * The one place that knows pdf.js, in its edition for older browsers. It is loaded with the first page that is shown. Its
 * worker is a file of ours; nothing is fetched, no WebAssembly, no script of a document.
 */

/** A page that is open, in points of 1/72 inch. */
export interface OpenPage {
  readonly width: number;
  readonly height: number;
  /** Draws it into a canvas; `density`: pixels for each CSS pixel. */
  draw(canvas: HTMLCanvasElement, scale: number, density: number): Promise<void>;
  /** Puts its words over it, where they stand, to be selected and read out. */
  write(layer: HTMLElement, scale: number): Promise<void>;
  close(): void;
}

/** Opens the only page of a PDF. @param content base64. @throws what pdf.js throws at a file that is none */
export async function openPage(content: string): Promise<OpenPage> {
  GlobalWorkerOptions.workerPort ??= startWorker('pdf');
  const task = getDocument({
    data: Uint8Array.fromBase64(content),
    // A page that gives way to a newer one while its words are read would be warned of on the console.
    verbosity: VerbosityLevel.ERRORS,
    useWorkerFetch: false,
    useWasm: false,
    useSystemFonts: false,
    disableAutoFetch: true,
    enableXfa: false,
  });
  const file: PDFDocumentProxy = await task.promise;
  const page = await file.getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  return {
    width,
    height,
    async draw(canvas, scale, density) {
      const viewport = page.getViewport({ scale: scale * density });
      canvas.width = Math.round(viewport.width);
      canvas.height = Math.round(viewport.height);
      await page.render({ canvas, viewport }).promise;
    },
    async write(layer, scale) {
      layer.replaceChildren();
      layer.style.setProperty('--total-scale-factor', String(scale));
      const text = await page.getTextContent();
      await new TextLayer({
        textContentSource: text,
        container: layer,
        viewport: page.getViewport({ scale }),
      }).render();
    },
    close: () => void task.destroy(),
  };
}
