/*
 * What both faces of the window send with the pages: one policy, one table of file types. What is tested through one
 * face holds for the other.
 */

/**
 * Scripts, styles and fonts are files of our own, nothing inline, nothing remote, no frame, no form, no plug-in.
 * `blob:` is for images of evidence, which reach the page as bytes.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // No text becomes markup or script but through the one policy of Svelte's own templates.
  "require-trusted-types-for 'script'",
  // And none the address of a script, but for the workers that draw pages and check spelling.
  'trusted-types svelte-trusted-html dossier-worker',
].join('; ');

/** Headers of every answer that carries a page or one of its files. */
export const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), midi=(), payment=(), display-capture=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const satisfies Record<string, string>;

/** The content type of a file by the ending of its name; files with other endings are no files of ours. */
export const pageTypes: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.woff2', 'font/woff2'],
  ['.woff', 'font/woff'],
  ['.ttf', 'font/ttf'],
]);
