// Nothing: pdfjs-dist draws on the canvas of the browser alone.
export {};
