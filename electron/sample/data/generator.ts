import type { FindingSeed, Visibility } from './model.ts';
import { WEAKNESSES, type Weakness } from './weaknesses.ts';

/** What generated findings are like besides their number. */
export interface GeneratorOptions {
  /** The share of pending candidates, 0 (the default) to 1; a third of them are private drafts. */
  readonly candidateShare?: number;
}

const AREAS = ['billing', 'orders', 'fleet', 'claims', 'payroll', 'depot', 'partner', 'booking', 'archive'];
const STAGES = ['', '-stage', '-test', '-eu', '-nord'];
const DOMAINS = ['fjellmark.example', 'fjellmark.test', 'corp.fjellmark.test', 'larkspur-lab.example'];
const PATHS = ['/api/v2/search', '/account/profile', '/export', '/admin/reports', '/v1/items', '/upload'];
const PARAMS = ['id', 'customer', 'q', 'ref', 'sort', 'file', 'note', 'callback', 'account'];
const USERS = ['svc-backup', 'svc-reports', 'k.holm', 'tester-02', 'depot-clerk', 'api-partner', 'm.eide'];
const VERSIONS = ['nginx/1.18.0', 'Apache/2.4.41', 'Microsoft-IIS/8.5', 'Express 4.16.1', 'Tomcat/9.0.31'];
const STATUSES = ['open', 'open', 'open', 'open', 'pending_retest', 'closed', 'draft', 'risk_accepted'];
const FIRST_DAY = Date.UTC(2026, 0, 5, 8, 0, 0);
const MINUTE_MS = 60_000;

/**
 * Gives `count` plausible findings for bodies of the interface, the same ones for the same arguments; a longer
 * run begins with the shorter one. Ids are 24 hexadecimal digits and differ between seeds (of 32 bits).
 */
export function* generateFindings(
  seed: number,
  count: number,
  options: GeneratorOptions = {},
): Generator<FindingSeed, void, undefined> {
  const share = options.candidateShare ?? 0;
  const prefix = (seed >>> 0).toString(16).padStart(8, '0');
  const draw = randomness(seed);
  for (let at = 0; at < count; at += 1) {
    const createdAt = new Date(FIRST_DAY + at * MINUTE_MS).toISOString();
    const candidate = draw() < share ? (draw() < 1 / 3 ? 'private' : 'public') : undefined;
    yield {
      id: `${prefix}${at.toString(16).padStart(16, '0')}`,
      body: body(draw, candidate),
      createdAt,
      ...(candidate === undefined ? {} : { candidate }),
    };
  }
}

/** Mulberry32: 32 bits of state are plenty for texts, and it is quick. Gives numbers in [0, 1). */
function randomness(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function pick<T>(draw: () => number, choices: readonly T[]): T {
  const choice = choices[Math.floor(draw() * choices.length)];
  if (choice === undefined) throw new Error('There is nothing to choose from.');
  return choice;
}

function hostname(draw: () => number): string {
  return `${pick(draw, AREAS)}${pick(draw, STAGES)}.${pick(draw, DOMAINS)}`;
}

type Fill = (text: string) => string;

function body(draw: () => number, candidate: Visibility | undefined): Record<string, unknown> {
  const weakness = pick(draw, WEAKNESSES);
  const host = hostname(draw);
  const words = new Map([
    ['host', host],
    ['path', pick(draw, PATHS)],
    ['param', pick(draw, PARAMS)],
    ['user', pick(draw, USERS)],
    ['version', pick(draw, VERSIONS)],
    ['number', String(2 + Math.floor(draw() * 9000))],
  ]);
  const fill: Fill = (text) =>
    text.replace(/\{([a-z]+)\}/g, (whole, word: string) => words.get(word) ?? whole);
  const asset = [host];
  while (draw() < 0.25) asset.push(hostname(draw));
  const html = draw() < 0.2;
  return {
    title: fill(weakness.title),
    asset: [...new Set(asset)],
    severity: weakness.severity,
    description: html ? asHtml(weakness, fill) : asMarkdown(weakness, fill),
    remediation: html ? `<p>${escaped(fill(weakness.remediation))}</p>` : fill(weakness.remediation),
    references: [`https://cwe.mitre.org/data/definitions/${String(weakness.cwe)}.html`],
    requests: [{ request: fill(weakness.request), response: fill(weakness.response) }],
    CVSS: weakness.CVSS,
    tags: weakness.tags,
    cwe: `https://cwe.mitre.org/data/definitions/${String(weakness.cwe)}.html`,
    owasp: `https://owasp.org/Top10/${weakness.owasp}`,
    status: candidate === undefined ? pick(draw, STATUSES) : 'draft',
  };
}

function asMarkdown(weakness: Weakness, fill: Fill): string {
  return `${fill(weakness.description)}\n\n**Impact.** ${fill(weakness.impact)}\n\n\`\`\`http\n${fill(weakness.request)}\n\`\`\`\n`;
}

function asHtml(weakness: Weakness, fill: Fill): string {
  const description = escaped(fill(weakness.description)).replace(/`([^`]*)`/g, '<code>$1</code>');
  return `<p>${description}</p><p><strong>Impact.</strong> ${escaped(fill(weakness.impact))}</p><pre><code>${escaped(fill(weakness.request))}</code></pre>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
