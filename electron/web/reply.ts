import { createHash } from 'node:crypto';
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

/** As the window looks: a browser that is not let in gets none of its files. */
const style = `
:root { color-scheme: light dark; }
body {
  display: grid; place-items: safe center; min-height: 100vh; margin: 0; padding: 24px 16px; box-sizing: border-box;
  background: light-dark(#f3f2ee, #16181b); color: light-dark(#4c5157, #b0b6bc);
  font: 13px / 1.5 system-ui, sans-serif;
}
main {
  width: min(460px, 100%); padding: 24px; box-sizing: border-box; border-radius: 9px;
  border: 1px solid light-dark(#dedcd4, #2d3238); background: light-dark(#fdfdfb, #1c1f23);
}
h1 { margin: 0 0 12px; color: light-dark(#1b1e22, #e6e7e8); font-size: 20px; line-height: 1.25; font-weight: 600; }
p { margin: 0 0 8px; }
code { padding: 1px 4px; border-radius: 3px; background: light-dark(#eae8e2, #101214); color: light-dark(#1b1e22, #e6e7e8); }
a { color: light-dark(#11636d, #5cc1cc); }
`;

/** Nothing but this very style, which its hash names. */
const wordsPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

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
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Dossier</title><style>${style}</style></head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  reply(response, status, 'text/html; charset=utf-8', page, {
    'content-security-policy': wordsPolicy,
    ...more,
  });
}
