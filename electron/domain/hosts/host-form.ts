/*
 * Host names in texts. A name counts as a host by its form: labels with dots, the last one of letters; or an IPv4
 * address that is unique in the world.
 */

/** What looks like a host and is a file. */
const fileEndings: ReadonlySet<string> = new Set(
  'js ts php php5 html htm asp aspx jsp do action exe dll so sys apk ipa jar war zip gz tar rar txt log md csv json xml yml yaml ini cfg conf config pdf doc docx xls xlsx png jpg jpeg gif svg ico py rb pl sh bat ps1 sql db bak old tmp key pem crt pfx css map'.split(
    ' ',
  ),
);

/** Sites that everybody writes about. */
const publicSites: ReadonlySet<string> = new Set(
  'example.com example.org example.net owasp.org mitre.org nist.gov cisa.gov w3.org ietf.org rfc-editor.org iana.org icann.org first.org cvedetails.com exploit-db.com github.com githubusercontent.com gitlab.com bitbucket.org stackoverflow.com stackexchange.com wikipedia.org archive.org google.com googleapis.com gstatic.com youtube.com microsoft.com windows.com office.com live.com microsoftonline.com apple.com mozilla.org mozilla.com chromium.org webkit.org whatwg.org cloudflare.com akamai.com amazon.com oracle.com java.com apache.org nginx.org php.net python.org nodejs.org npmjs.com jquery.com jsdelivr.net unpkg.com bootstrapcdn.com openssl.org letsencrypt.org ssllabs.com qualys.com tenable.com portswigger.net burpcollaborator.net oastify.com zaproxy.org rapid7.com metasploit.com kali.org nmap.org shodan.io virustotal.com haveibeenpwned.com hackerone.com bugcrowd.com snyk.io sans.org debian.org ubuntu.com redhat.com docker.com kubernetes.io linkedin.com twitter.com x.com facebook.com medium.com paypal.com slack.com atlassian.com wordpress.org wordpress.com drupal.org joomla.org sap.com ibm.com cisco.com vmware.com'.split(
    ' ',
  ),
);

/** Under these, each name below has another owner. */
const sharedSuffixes: ReadonlySet<string> = new Set(
  'co.uk org.uk ac.uk gov.uk com.au net.au org.au co.nz co.jp or.jp co.kr co.in co.za com.br com.mx com.ar com.tr com.cn com.hk com.sg com.tw com.my co.id co.il com.pl com.ua github.io gitlab.io pages.dev workers.dev vercel.app netlify.app herokuapp.com web.app firebaseapp.com appspot.com azurewebsites.net cloudapp.net azurefd.net azureedge.net onmicrosoft.com sharepoint.com cloudfront.net fly.dev onrender.com myshopify.com zendesk.com atlassian.net'.split(
    ' ',
  ),
);
const sharedHosting = /(?:^|\.)(?:amazonaws\.com|windows\.net|azure\.com|azure\.net|cloud\.com)$/u;

/**
 * Every word of a text that could be a host: letters, digits and underscores with dots or hyphens inside. `text` is in lower
 * case already. It is read once, sign by sign: a pattern would run out of room in a blob of some megabytes.
 */
export function* tokensIn(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    if (kindAt(text, at) !== 'letter') {
      at += 1;
      continue;
    }
    const from = at;
    let to = at;
    let joints = 0;
    let joined = false;
    for (let kind = kindAt(text, at); kind !== 'other'; kind = kindAt(text, at)) {
      at += 1;
      if (kind === 'joint') joints += 1;
      else {
        joined ||= joints > 0;
        to = at;
      }
    }
    if (joined) yield text.slice(from, to);
  }
}

/** What a sign is in a word that could be a host. */
type SignKind = 'letter' | 'joint' | 'other';
const letter = /[\p{L}\p{N}_]/u;
/** What is known by now of each unit. */
const kinds: SignKind[] = [];

function kindAt(text: string, at: number): SignKind {
  if (at >= text.length) return 'other';
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdfff) return (kinds[unit] ??= kindOf(unit));
  // One half does not tell what both are together, and alone it is nothing.
  const both = text.codePointAt(unit < 0xdc00 ? at : at - 1) ?? 0;
  return both > 0xffff ? kindOf(both) : 'other';
}

function kindOf(codePoint: number): SignKind {
  const sign = String.fromCodePoint(codePoint);
  if (sign === '.' || sign === '-') return 'joint';
  return letter.test(sign) ? 'letter' : 'other';
}

/** Whether a token is the name or address of a host that a person owns. */
export function isHost(name: string): boolean {
  const labels = name.split('.');
  if (labels.every((label) => /^\d{1,3}$/u.test(label))) return labels.length === 4 && isWorldwide(labels);
  return looksLikeHost(name) && !isPublic(name);
}

/** Whether a name has the form of a host, no matter to whom it belongs: labels with dots, the last one no ending of files. */
export function looksLikeHost(name: string): boolean {
  const labels = name.split('.');
  const last = labels.at(-1) ?? '';
  return (
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}_-]+$/u.test(label)) &&
    /^(?:\p{L}{2,}|xn--[\w-]+)$/u.test(last) &&
    !fileEndings.has(last)
  );
}

function isWorldwide(labels: readonly string[]): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = labels.map(Number);
  if ([a, b, c, d].some((part) => part > 255)) return false;
  const ours = a === 0 || a === 10 || a === 127 || a >= 224;
  const inside = (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168) || (a === 169 && b === 254);
  const shared = a === 100 && b >= 64 && b <= 127;
  const documented =
    (a === 192 && b === 0 && c === 2) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113);
  const resolver = [a, b, c, d].join('.');
  return (
    !ours &&
    !inside &&
    !shared &&
    !documented &&
    !['8.8.8.8', '8.8.4.4', '1.1.1.1', '9.9.9.9'].includes(resolver)
  );
}

/** Whether a machine is named by one word of its own, such as `srv-db-0417`. */
export function isMachine(name: string): boolean {
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/u.test(name) && /\d/u.test(name) && name.length >= 8;
}

/** The domain that a client registered for a host; the host itself if it is one of many at a provider. */
export function domainOf(host: string): string {
  const labels = host.split('.');
  if (/^\d+$/u.test(labels.at(-1) ?? '') || sharedHosting.test(host)) return host;
  const shared = sharedSuffixes.has(labels.slice(-2).join('.'));
  return labels.slice(shared ? -3 : -2).join('.');
}

function isPublic(host: string): boolean {
  return publicSites.has(domainOf(host)) || sharedSuffixes.has(host) || host === 'localhost.localdomain';
}
