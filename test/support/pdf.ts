import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A picture of a PDF: its size, and its pixels as pdf.js unpacked them. */
export interface PdfPicture {
  readonly width: number;
  readonly height: number;
  /** Bytes of a line after the other, three for a pixel, or four. */
  readonly data: Uint8Array;
}

/** What another program reads in a PDF: lines in the order in which they were written, and pictures page by page. */
export interface PdfContent {
  readonly text: string;
  readonly pictures: readonly PdfPicture[];
}

/** Reads a PDF with pdf.js, which is on every system. @throws if the password is not the right one */
export async function readPdf(bytes: Uint8Array, password?: string): Promise<PdfContent> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    ...(password === undefined ? {} : { password }),
    verbosity: 0,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  });
  try {
    const file = await task.promise;
    const lines: string[] = [];
    const pictures: PdfPicture[] = [];
    for (let number = 1; number <= file.numPages; number += 1) {
      const page = await file.getPage(number);
      const { items } = await page.getTextContent();
      lines.push(...items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')), '\n');
      const { fnArray, argsArray } = await page.getOperatorList();
      const names = fnArray.flatMap((fn, at) =>
        fn === OPS.paintImageXObject ? [String(argsArray[at][0])] : [],
      );
      for (const name of names) {
        const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
        pictures.push(await new Promise<PdfPicture>((resolve) => void objects.get(name, resolve)));
      }
    }
    return { text: lines.join(''), pictures };
  } finally {
    await task.destroy();
  }
}
