/** A base address as a person typed it, read. */
export type BaseUrlReading =
  /** `baseUrl` is normalised and ends with a slash; `notice` is a sentence for the person, if one is due. */
  | { readonly kind: 'ok'; readonly baseUrl: string; readonly notice?: string }
  | { readonly kind: 'invalid'; readonly message: string };

/**
 * Reads the base address of the service as a person typed it. A missing scheme is completed: https, and http for this machine.
 * Refused: other schemes than https, plain http to anything but this machine (a token would cross the network in clear),
 * credentials, query and fragment. A path that does not end with /api/ is taken, with a notice. Messages never repeat the
 * text: it may hold a password.
 */
export function parseBaseUrl(text: string): BaseUrlReading {
  const trimmed = withScheme(text.trim());
  // Also behind the host: with "/", "?" or "#" in a password, a piece of it would be taken for the host and looked up.
  if (/^https?:.*@/isu.test(trimmed)) {
    return invalid(
      'The base URL holds credentials. Leave them out: the API token is asked for separately. An @ in a path is written as %40.',
    );
  }
  if (trimmed === '' || /[\s\p{Cc}\\]/u.test(trimmed) || !URL.canParse(trimmed)) {
    return invalid('The base URL is not a web address. Give it as https://HOST/api/.');
  }
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return invalid('The base URL is neither https: nor http:. Give it as https://HOST/api/.');
  }
  if (trimmed.includes('?') || trimmed.includes('#')) {
    return invalid('The base URL has a query or a fragment. Leave out everything from ? or # on.');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return invalid('Plain http: is for this machine alone (127.0.0.1, ::1, localhost). Use https: instead.');
  }
  const path = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  const baseUrl = `${url.origin}${path}`;
  if (path.endsWith('/api/')) return { kind: 'ok', baseUrl };
  return {
    kind: 'ok',
    baseUrl,
    notice: `The base URL ${baseUrl} does not end with /api/, as the address of the service usually does.`,
  };
}

/** `host`, `host:port` and a path behind it; `mailto:…` and `javascript:…` have a scheme and no host. */
const bareHost = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}.-]*)|\[[0-9a-f:]+\])(?::\d{1,5})?(?:\/|$)/iu;

function withScheme(typed: string): string {
  // A single word is rather a slip, and what was typed by mistake is nobody's to look up.
  if (!bareHost.test(typed) || !(typed === 'localhost' || /[.:/]/u.test(typed))) return typed;
  const secure = `https://${typed}`;
  return URL.canParse(secure) && isLoopback(new URL(secure).hostname) ? `http://${typed}` : secure;
}

/** Whether a hostname, as a parsed URL has it, is this machine: 127.0.0.0/8, ::1 or localhost. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/u.test(hostname);
}

function invalid(message: string): BaseUrlReading {
  return { kind: 'invalid', message };
}
