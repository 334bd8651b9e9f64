import type { ServerResponse } from 'node:http';
import { pageHeaders } from '#contract/window/pages.ts';

/** Sent with every answer, whatever it is. */
export const headers = {
  ...pageHeaders,
  'cross-origin-embedder-policy': 'require-corp',
  'x-frame-options': 'DENY',
} as const satisfies Record<string, string>;

/** Answers with a body. That of a text is overwritten in memory once it is sent, since it may be a client's. */
export function reply(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
  more: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed) return;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (bytes !== body) response.on('close', () => bytes.fill(0));
  response.writeHead(status, { ...headers, ...more, 'content-type': type, 'content-length': bytes.length });
  response.end(bytes);
}

/** Tells a person in their browser why there is no window, and what to do. `paragraphs` are texts of our own. */
export function replyInWords(
  response: ServerResponse,
  status: number,
  title: string,
  paragraphs: readonly string[],
  more: Readonly<Record<string, string>> = {},
): void {
  const body = paragraphs.map((text) => `<p>${text}</p>`).join('\n');
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title} · Dossier</title></head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  reply(response, status, 'text/html; charset=utf-8', page, more);
}
