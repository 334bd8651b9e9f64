import pdfWorker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker&url';
import spellingWorker from './spelling-worker.ts?worker&url';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (name: string) => string },
  ): { createScriptURL(name: string): unknown };
}

/** Every worker that a page may start, with the address that was built in. */
const addresses = { pdf: pdfWorker, spelling: spellingWorker } as const;
export type WorkerName = keyof typeof addresses;

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** Starts a worker. The page's policy lets no text become the address of a script, but for these. */
export function startWorker(name: WorkerName): Worker {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('dossier-worker', {
    createScriptURL: (asked) => addressOf(asked as WorkerName),
  });
  return new Worker((policy?.createScriptURL(name) ?? addressOf(name)) as URL, { type: 'module' });
}

function addressOf(name: WorkerName): string {
  return new URL(addresses[name], document.baseURI).href;
}
