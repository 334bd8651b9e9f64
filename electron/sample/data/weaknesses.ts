/**
 * A kind of weakness that findings are generated from. `{host}`, `{path}`, `{param}`, `{user}`, `{version}`
 * and `{number}` in its texts are filled in per finding.
 */
export interface Weakness {
  readonly title: string;
  readonly severity: string;
  readonly CVSS: string;
  readonly cwe: number;
  /** The path behind https://owasp.org/Top10/. */
  readonly owasp: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly impact: string;
  readonly remediation: string;
  readonly request: string;
  readonly response: string;
}

const AUTHORIZED_GET =
  'GET {path}?{param}={number} HTTP/1.1\nHost: {host}\nAuthorization: Bearer eyJhbGciOiJSUzI1NiJ9.[shortened]\nAccept: application/json';

export const WEAKNESSES: readonly Weakness[] = [
  {
    title: 'SQL injection in `{param}` of {path}',
    severity: 'critical',
    CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    cwe: 89,
    owasp: 'A03_2021-Injection/',
    tags: ['injection', 'database'],
    description:
      'The value of `{param}` becomes part of a query without being bound. A single quote produces a database error, and a condition that is true or false changes the number of rows that {host} returns.',
    impact:
      'All tables that the application account may read can be copied; we stopped after the column names and {number} rows of a table that holds no personal data.',
    remediation:
      'Bind every value as a parameter. Where a column or direction has to be chosen by the caller, map it through a fixed list.',
    request: "GET {path}?{param}={number}'%20AND%20'1'='1 HTTP/1.1\nHost: {host}\nAccept: application/json",
    response:
      'HTTP/1.1 500 Internal Server Error\nContent-Type: application/json\n\n{"error":"unterminated quoted string at or near \\"\'{number}\'\\""}',
  },
  {
    title: 'Records of other accounts readable through `{param}` on {host}',
    severity: 'high',
    CVSS: 'CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
    cwe: 639,
    owasp: 'A01_2021-Broken_Access_Control/',
    tags: ['access-control', 'idor'],
    description:
      'The endpoint {path} looks the record up by `{param}` alone. Signed in as {user}, we counted the value up and received the records of accounts that have nothing to do with ours.',
    impact:
      'Any customer can collect the data of all others. The identifiers are consecutive, so {number} requests cover a month.',
    remediation:
      'Look the record up by identifier and account together, and answer 404 for both kinds of miss. Cover the rule with a test for each role.',
    request: AUTHORIZED_GET,
    response:
      'HTTP/1.1 200 OK\nContent-Type: application/json\n\n{"{param}":{number},"owner":"someone-else@customer.example"}',
  },
  {
    title: 'Stored cross-site scripting through `{param}` on {host}',
    severity: 'high',
    CVSS: 'CVSS:3.1/AV:N/AC:L/PR:L/UI:R/S:C/C:H/I:L/A:N',
    cwe: 79,
    owasp: 'A03_2021-Injection/',
    tags: ['xss', 'injection'],
    description:
      'What a user enters as `{param}` is shown to the back office without encoding. The text `<img src=x onerror=alert({number})>` ran in the browser of {user} as soon as {path} was opened.',
    impact: 'A customer acts with the session of whoever handles the case, including approvals.',
    remediation:
      'Encode on output for the place where the text lands, and add a Content-Security-Policy without `unsafe-inline` as a second line.',
    request:
      'POST {path} HTTP/1.1\nHost: {host}\nContent-Type: application/json\n\n{"{param}":"<img src=x onerror=alert({number})>"}',
    response: 'HTTP/1.1 201 Created\nContent-Type: application/json\n\n{"id":{number}}',
  },
  {
    title: 'Sign-in of {host} can be tried without limit',
    severity: 'medium',
    CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:L/A:N',
    cwe: 307,
    owasp: 'A07_2021-Identification_and_Authentication_Failures/',
    tags: ['authentication', 'brute-force'],
    description:
      'We sent {number} wrong passwords for {user} within ten minutes. Neither the account nor the address was slowed down, and the right password worked directly afterwards.',
    impact: 'Passwords from old leaks can be tried against every known address.',
    remediation:
      'Slow down by account and by address, tell the owner of the account, and offer a second factor.',
    request:
      'POST {path} HTTP/1.1\nHost: {host}\nContent-Type: application/json\n\n{"login":"{user}","password":"Winter{number}"}',
    response: 'HTTP/1.1 401 Unauthorized\nContent-Type: application/json\n\n{"error":"invalid credentials"}',
  },
  {
    title: 'Server-side request to internal addresses through `{param}` of {path}',
    severity: 'high',
    CVSS: 'CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:C/C:H/I:N/A:N',
    cwe: 918,
    owasp: 'A10_2021-Server-Side_Request_Forgery_%28SSRF%29/',
    tags: ['ssrf'],
    description:
      '{host} fetches the address given as `{param}` and returns the body. Loopback and link-local addresses are fetched as well; port {number} answered with a metrics page.',
    impact: 'Services that trust the internal network can be read from outside.',
    remediation:
      'Allow the few hosts that are needed, resolve the name once and check the address that is really connected to, and do not follow redirects.',
    request: 'GET {path}?{param}=http://127.0.0.1:{number}/metrics HTTP/1.1\nHost: {host}',
    response: 'HTTP/1.1 200 OK\nContent-Type: text/plain\n\nprocess_cpu_seconds_total {number}',
  },
  {
    title: '{host} runs a web server with known vulnerabilities ({version})',
    severity: 'medium',
    CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L',
    cwe: 1104,
    owasp: 'A06_2021-Vulnerable_and_Outdated_Components/',
    tags: ['patching'],
    description:
      'The banner and the behaviour of {host} match release {version}, for which the vendor has published corrections. We did not try to use the weaknesses, as {path} is in production.',
    impact: 'A crash of the worker interrupts the requests that it serves at that moment.',
    remediation:
      'Install the current release of the supported branch and put the host into the monthly patch round.',
    request: 'HEAD {path} HTTP/1.1\nHost: {host}',
    response: 'HTTP/1.1 200 OK\nServer: {version}\nContent-Length: {number}',
  },
  {
    title: 'Session of {host} stays valid after signing out',
    severity: 'medium',
    CVSS: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:H/I:N/A:N',
    cwe: 613,
    owasp: 'A07_2021-Identification_and_Authentication_Failures/',
    tags: ['session'],
    description:
      'Signing out removes the cookie from the browser and nothing else. The token that {user} had before still opened {path} {number} minutes later.',
    impact: 'Whoever got hold of a token keeps it until it runs out by itself.',
    remediation: 'End the session on the server, and end all sessions when the password is changed.',
    request: AUTHORIZED_GET,
    response: 'HTTP/1.1 200 OK\nContent-Type: application/json\n\n{"user":"{user}"}',
  },
  {
    title: 'Upload on {host} accepts any type of file',
    severity: 'high',
    CVSS: 'CVSS:3.1/AV:N/AC:L/PR:L/UI:R/S:C/C:L/I:L/A:N',
    cwe: 434,
    owasp: 'A04_2021-Insecure_Design/',
    tags: ['upload'],
    description:
      'The check of `{param}` looks at the extension in the browser only. An HTML page of {number} bytes was stored by {path} and is delivered from the same origin as the application.',
    impact: 'A link to the stored page runs script with the session of whoever opens it.',
    remediation:
      'Decide by content on the server, deliver from an origin of its own with `Content-Disposition: attachment`, and give stored files new names.',
    request:
      'POST {path} HTTP/1.1\nHost: {host}\nContent-Type: multipart/form-data; boundary=b{number}\n\n--b{number}\nContent-Disposition: form-data; name="{param}"; filename="invoice.html"\nContent-Type: image/png\n\n<script>document.title = document.cookie</script>\n--b{number}--',
    response: 'HTTP/1.1 201 Created\nLocation: /files/{number}/invoice.html',
  },
  {
    title: 'Internal error pages of {host} show stack traces',
    severity: 'low',
    CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
    cwe: 209,
    owasp: 'A05_2021-Security_Misconfiguration/',
    tags: ['information-disclosure'],
    description:
      'A value of the wrong type for `{param}` makes {path} answer with a stack trace. It names the framework ({version}), the folders on the server and line {number} of the handler.',
    impact: 'The next attack needs less guessing.',
    remediation: 'Answer with a reference number and keep the details in the log.',
    request: 'GET {path}?{param}[]={number} HTTP/1.1\nHost: {host}',
    response:
      'HTTP/1.1 500 Internal Server Error\nContent-Type: text/plain\n\nTypeError: value.trim is not a function\n    at handler (/srv/app/dist/routes.js:{number}:17)',
  },
  {
    title: 'TLS 1.0 and weak ciphers accepted by {host}',
    severity: 'low',
    CVSS: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:N/A:N',
    cwe: 326,
    owasp: 'A02_2021-Cryptographic_Failures/',
    tags: ['tls'],
    description:
      '{host} still speaks TLS 1.0 and prefers CBC suites. {number} of the connections in the sample that we were given used a version older than 1.2.',
    impact: 'Someone in the path has more room than necessary; we see no practical attack today.',
    remediation: 'Offer TLS 1.2 with AEAD suites and TLS 1.3, and nothing else.',
    request: 'GET {path} HTTP/1.0\nHost: {host}',
    response: 'HTTP/1.1 200 OK\nServer: {version}\nContent-Length: {number}',
  },
  {
    title: 'Service account {user} has a password that is easy to guess',
    severity: 'high',
    CVSS: 'CVSS:3.1/AV:A/AC:L/PR:N/UI:N/S:U/C:H/I:L/A:N',
    cwe: 521,
    owasp: 'A07_2021-Identification_and_Authentication_Failures/',
    tags: ['active-directory', 'password'],
    description:
      'The password of {user} is the name of the application with a year behind it. It opened {host} at the {number}th try, without any alarm.',
    impact: 'The account reads the shares of the application and is a member of the local operators.',
    remediation:
      'Use a managed service account, or 32 random characters kept in the vault, and forbid interactive sign-in.',
    request: 'GET {path} HTTP/1.1\nHost: {host}\nAuthorization: Basic c3ZjOioqKioqKioq',
    response: 'HTTP/1.1 200 OK\nWWW-Authenticate: Negotiate\nContent-Length: {number}',
  },
  {
    title: 'Missing Content-Security-Policy on {host}{path}',
    severity: 'info',
    CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N',
    cwe: 693,
    owasp: 'A05_2021-Security_Misconfiguration/',
    tags: ['headers', 'hardening'],
    description:
      'The pages below {path} come without a Content-Security-Policy. This is no weakness by itself; it would have made {number} of the other findings harder to use.',
    impact: 'None directly.',
    remediation: 'Start with a policy in report-only mode, collect for two weeks, then enforce it.',
    request: 'GET {path} HTTP/1.1\nHost: {host}',
    response: 'HTTP/1.1 200 OK\nContent-Type: text/html; charset=utf-8\nContent-Length: {number}',
  },
];
