import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EngagementFacts } from '#contract/engagement.ts';
import { ReportSnapshot, type ReportOptions } from '#contract/deliverable/report.ts';
import { chapterKeys, templates } from '#contract/deliverable/template.ts';
import { defaultTheme } from '#contract/deliverable/theme.ts';
import { document as documentOf } from '#report/document/document.ts';
import { faces } from '#report/fonts/faces.ts';
import { writeHtml } from '#report/html/write.ts';
import { attacks } from '../e2e/hostile/corpus.ts';
import { hostileBody } from '../e2e/hostile/visit.ts';
import { barriers } from '../e2e/support/axe.ts';
import { launchBrowser } from '../e2e/support/browser.ts';
import { hasRealData, noRealData } from '../support/real-data.ts';
import { distinctFindings, lostIn, picture, textsOf } from './support/format-texts.ts';
import { pdfFile } from './support/pdf-file.ts';
import { snapshotOf } from './support/snapshots.ts';

/* The report as one file, in a real browser. */

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'dossier-html-'));
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const engagement = ReportSnapshot.parse({
  ...snapshotOf([
    {
      title: 'SQL injection in the order search',
      severity: 'Critical',
      CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
      asset: ['https://shop.acme.test', '10.0.0.7'],
      tags: ['sqli', 'owasp-a03'],
      references: ['https://owasp.org/www-community/attacks/SQL_Injection'],
      description:
        "## Where\n\nIn the *search*.\n\n### How\n\n| Field | Value |\n|---|---|\n| q | `' or 1=1` |\n\n- one\n- two",
      requests: [{ request: 'GET /?q=%27-- HTTP/1.1\r\nHost: shop\r\n\r\n', response: 'x'.repeat(500) }],
      remediation:
        `<div>${'long'.repeat(40)}</div>` +
        '<ul>stray<li>Use <b>prepared</b> statements.</li></ul><li>alone</li><dd>alone too</dd>',
    },
    { title: 'Verbose errors', severity: 'low', asset: ['a'], description: 'The server tells its version.' },
  ]),
});
/** A font of a theme, small enough to go into a mail, and one that is not. */
const { resolve } = createRequire(import.meta.url);
const fonts = new Map(
  [
    ['small', 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'],
    ['large', faces.cjk.file],
  ].map(([name = '', file = '']) => [name, readFileSync(resolve(file))]),
);
const shot = {
  ...engagement,
  theme: { ...defaultTheme, name: 'own', fonts: { sans: { regular: 'small', bold: 'large' }, mono: {} } },
  findings: engagement.findings.map((finding) => ({
    ...finding,
    record: { ...finding.record, tags: ['OWASP_2021_A05', 'POLICY_DEV_FULL', 'POLICY_QA_FULL', 'WSTG'] },
    evidence: [{ ...picture.image, caption: 'The answer of the server' }],
  })),
};

interface Seen {
  readonly page: Page;
  /** Everything that the file should never do. */
  readonly complaints: string[];
}

async function show(
  snapshot: ReportSnapshot,
  options: BrowserContextOptions = {},
  choices: Partial<ReportOptions> = {},
): Promise<Seen> {
  const file = join(folder, 'report.html');
  const made = documentOf(snapshot, { draft: false, ...choices });
  writeFileSync(file, writeHtml(made, new Map([[picture.sha256, picture.bytes], ...fonts])).bytes);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  if (options.javaScriptEnabled !== false) {
    await page.exposeFunction('complain', (what: string) => complaints.push(what));
    await page.addInitScript(() => {
      const tell = (what: string): void => {
        (window as unknown as { complain(what: string): void }).complain(what);
      };
      Object.assign(window, {
        ran: (what: unknown) => {
          tell(`ran ${String(what)}`);
        },
      });
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        tell(`${violatedDirective} ${blockedURI}`);
      });
    });
  }
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => {
    complaints.push('dialog');
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) complaints.push(`frame ${frame.url()}`);
  });
  page.on('request', (request) => {
    const inside = /^data:(?:image\/png|font\/woff);base64,/.test(request.url());
    if (request.url() !== pathToFileURL(file).href && !inside) {
      complaints.push(`request ${request.url().slice(0, 200)}`);
    }
  });
  await page.goto(pathToFileURL(file).href);
  return { page, complaints };
}

const textOf = (page: Page): Promise<string> =>
  page.evaluate(() => [...document.querySelectorAll('article')].map((one) => one.textContent).join(' '));

test('no text of a finding runs, loads or navigates anything, and all of it can be read', async () => {
  const records = attacks(120).map(({ text }, at) => hostileBody(text, at));
  const snapshot = snapshotOf(records);
  const { page, complaints } = await show(snapshot);
  const strange = await page.evaluate(() => {
    const own =
      'h1,h2,h3,h4,h5,h6,p,a,b,i,em,strong,u,s,del,ins,mark,sub,sup,small,var,code,kbd,samp,pre,blockquote,ul,ol,li,dl,dt,dd,table,thead,tbody,tr,th,td,hr,br,div,span,bdi,section,header,article,svg,rect';
    return [...document.querySelectorAll('article, article *')]
      .filter(
        (one) =>
          !one.matches(own) ||
          [...one.attributes].some(
            ({ name, value }) =>
              /^on|^style$|^src|^action$/.test(name) || /^\s*(?:javascript|data|vbscript):/i.test(value),
          ),
      )
      .map((one) => one.outerHTML.slice(0, 200));
  });
  const made = documentOf(snapshot, { draft: false });
  expect({ complaints, strange, lost: lostIn(await textOf(page), textsOf(made)) }).toEqual({
    complaints: [],
    strange: [],
    lost: [],
  });
  await page.context().close();
});

test('no text about the engagement runs, loads or navigates anything, in any template and language', async () => {
  const [texts, lines] = [
    attacks(40).map(({ text }) => text),
    attacks(40).map(({ text }) => text.slice(0, 900)),
  ];
  const at = (index: number): string => lines[index % lines.length] ?? '';
  const person = (index: number) => ({
    name: at(index),
    role: at(index + 1),
    email: at(index + 2),
    phone: at(index),
  });
  const facts = {
    client: at(1),
    title: at(2),
    classification: at(3),
    summary: texts.join('\n\n'),
    method: at(4),
    contacts: [person(5)],
    team: [person(6)],
    distribution: [person(7)],
    limits: at(8),
    conclusions: at(9),
    scopeIn: [{ what: at(10), note: at(11) }],
    scopeOut: [{ what: at(12), note: '' }],
    versions: [{ version: at(13), author: at(14), note: at(15) }],
    appendices: lines.map((title, index) => ({ title, text: at(index + 1) })),
  };
  const verdict = { round: 1, verdict: 'partly', at: '2026-11-11' };
  const snapshot = ReportSnapshot.parse({
    ...engagement,
    facts: EngagementFacts.parse(facts),
    rounds: [{ number: 1, name: at(16), begins: at(17), ends: '', note: at(18) }],
    against: {
      edition: 1,
      createdAt: at(19),
      new: ['f0'],
      unchanged: 0,
      gone: [{ title: at(20), severity: at(21) }],
      changed: [{ id: 'f1', fields: [{ field: at(22), was: at(23), now: at(24) }] }],
    },
    theme: { ...defaultTheme, name: 'x', header: at(25), footer: at(26) },
    findings: engagement.findings.map((finding, index) => ({
      ...finding,
      record: { ...finding.record, asset: lines.slice(index), status: at(27), severity: at(28 + index) },
      verdicts: [{ ...verdict, who: at(29), text: at(30) }],
    })),
  });
  const complaints: unknown[] = [];
  for (const template of templates) {
    const language = template === 'technical' ? 'en' : 'de';
    const seen = await show(snapshot, {}, { template, language, finding: 'f0', sections: [...chapterKeys] });
    const strange = await seen.page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((one) => [...one.attributes].some(({ name }) => /^on|^style$|^src/.test(name)))
        .map((one) => one.outerHTML.slice(0, 200)),
    );
    const outside = await seen.page.evaluate(
      () => document.querySelectorAll('script,iframe,object,form').length,
    );
    complaints.push(...seen.complaints, ...strange, ...(outside === 1 ? [] : [outside]));
    await seen.page.context().close();
  }
  expect(complaints).toEqual([]);
});

test('shows every word of a quarter of the real findings', async (context) => {
  if (!hasRealData) context.skip(noRealData);
  const snapshot = snapshotOf(distinctFindings().filter((_finding, at) => at % 4 === 0));
  const { page, complaints } = await show(snapshot);
  const lost = lostIn(await textOf(page), textsOf(documentOf(snapshot, { draft: false })));
  expect({ complaints, lost }).toEqual({ complaints: [], lost: [] });
  await page.context().close();
});

test('finds what is typed, prints everything all the same, and is open to everybody in light and dark', async () => {
  const { page, complaints } = await show(shot);
  const shown = (): Promise<(string | null)[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('nav li li:not(.part), .findings tbody tr, article')]
        .filter((one) => one.checkVisibility())
        .map((one) => one.getAttribute('data-of') ?? one.id),
    );
  const input = page.getByRole('searchbox', { name: 'Search the findings' });
  await input.fill('VERSION  server');
  expect([await shown(), await page.getByRole('status').textContent()]).toEqual([
    ['finding-2', 'finding-2', 'finding-2'],
    '1 of 2 findings',
  ]);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('article').evaluateAll((all) => all.map((one) => one.checkVisibility()))).toEqual(
    [true, true],
  );
  await page.emulateMedia({ media: 'screen' });
  await input.press('Escape');
  expect((await shown()).length).toBe(6);
  const images = await page
    .locator('img')
    .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
  const links = await page
    .locator('a[href^="#"]')
    .evaluateAll((all) =>
      all
        .filter((one) => document.querySelector(one.getAttribute('href') ?? '') === null)
        .map((one) => one.outerHTML),
    );
  const letters = await page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].map(({ family, weight, status }) => [family, weight, status]);
  });
  expect({ images, links, letters, complaints, light: await barriers(page) }).toEqual({
    images: [400, 400],
    links: [],
    letters: [['Theme Sans', '400', 'loaded']],
    complaints: [],
    light: [],
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize({ width: 420, height: 800 });
  const narrow = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    tallest: getComputedStyle(document.querySelector('nav > ol') ?? document.body).maxHeight,
    broken: [...document.querySelectorAll('thead th, td > .chip, .facts .row > span')]
      .filter((one) => one.checkVisibility() && one.getClientRects().length > 0)
      .filter((one) => {
        const words = document.createRange();
        // A link is a box as high as a target, which begins above its words.
        words.selectNodeContents(one.querySelector('a') ?? one);
        const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)));
        return lines.size > (one.textContent.trim().split(/\s+|(?<=[./])/).length || 1);
      })
      .map((one) => one.textContent),
  }));
  expect(narrow).toEqual({ width: 420, tallest: '480px', broken: [] });
  await page.context().close();
});

test('has targets of 24 pixels in its lists, and a bar of its own colour for each severity', async () => {
  const { page } = await show(shot);
  const small = await page
    .locator('nav a, .findings a, .assets a, .matrix a, .back a, dl.facts a, button, input')
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .filter((one) => one.getBoundingClientRect().height < 24)
        .map((one) => one.outerHTML),
    );
  const colors = await page
    .locator('.chart rect')
    .evaluateAll((all) => all.map((one) => `${getComputedStyle(one).fill} ${getComputedStyle(one).stroke}`));
  expect([small, colors.length > 1, new Set(colors).size]).toEqual([[], true, colors.length]);
  await page.context().close();
});

test('prints without a heading at the foot of a page, wherever the pages end', async () => {
  const findings = Array.from({ length: 24 }, (_, at) => ({
    title: `Finding ${String(at)}`,
    severity: 'medium',
    asset: ['app.acme.test'],
    description: Array.from({ length: 2 + (at % 9) }, () => 'One more thing was seen.').join('\n\n'),
    remediation: '## Steps\n\nFix it.',
  }));
  const { page } = await show(snapshotOf(findings));
  const headings = await page
    .locator('h2, h3, h4, h5, h6')
    .evaluateAll((all) => all.map((one) => one.textContent.replace(/\s+/gu, ' ').trim()));
  // The contents end with the words of a heading.
  await page.locator('nav').evaluate((contents) => {
    contents.remove();
  });
  const printed = pdfFile(await page.pdf({ format: 'A4' }));
  const pages = printed.run('pdftotext', ['-layout', 'FILE', '-']).split('\f').slice(0, -1);
  printed.dispose();
  const last = pages.map((text) => text.trimEnd().split('\n').at(-1)?.replace(/\s+/gu, ' ').trim() ?? '');
  expect([headings.includes('Remediation'), pages.length > 10]).toEqual([true, true]);
  expect(last.filter((line) => headings.includes(line))).toEqual([]);
  await page.context().close();
});

test('can be read without scripts', async () => {
  const { page } = await show(shot, { javaScriptEnabled: false });
  expect([
    await page.locator('article').count(),
    await page.getByRole('search').isVisible(),
    await page.locator('article').first().isVisible(),
  ]).toEqual([2, false, true]);
  await page.context().close();
});
