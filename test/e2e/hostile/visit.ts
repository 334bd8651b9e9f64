import type { Page } from 'playwright-core';
import { callFrom } from '../support/calls.ts';
import type { Json } from '#contract/json.ts';
import { patienceMs } from '../../support/patience.ts';
import type { Opened } from '../support/browser.ts';

/** Titles sort in the order of the attacks. */
function hostileTitle(text: string, at: number): string {
  return `hostile ${String(at).padStart(4, '0')} ${text}`;
}

/** A record with the attack in every field, in the shapes that fields come in, and in members nobody named. */
export function hostileBody(text: string, at: number): Record<string, Json> {
  const shapes: readonly Json[] = [
    text,
    [{ request: `GET /${text} HTTP/1.1\r\nHost: ${text}\r\n\r\n${text}`, response: text, note: text }],
    { odd: [text, { [text]: text }] },
  ];
  return Object.fromEntries<Json>([
    ['title', hostileTitle(text, at)],
    ['asset', [text, `asset-${String(at)}`]],
    ['severity', text],
    ['status', text],
    ['description', text],
    ['remediation', `<p>before</p>${text}<p>behind</p>`],
    ['observation', `before\n\n${text}\n\nbehind`],
    ['demonstration', shapes[(at + 1) % 3] ?? text],
    ['references', [text, `https://attack.example/${encodeURIComponent(text.toWellFormed())}`]],
    ['requests', shapes[at % 3] ?? text],
    ['CVSS', shapes[at % 2] ?? text],
    ['tags', [text]],
    ['cwe', text],
    ['owasp', text],
    [text, text],
    ['__proto__', { polluted: text }],
    ['constructor', text],
  ]);
}

export interface Watch {
  /** What happened since the page was watched; nothing of it may. */
  seen(): Promise<unknown>;
}

/** Watches a page for everything that a text could bring about. The page is to be loaded again afterwards. */
export async function watchFor({ page, context, serving }: Opened): Promise<Watch> {
  const requests: string[] = [];
  const navigations: string[] = [];
  let pages = 1;
  await page.addInitScript(() => {
    const happened = { ran: [] as unknown[], violations: [] as string[] };
    Object.assign(window, { happened, ran: (what: unknown) => happened.ran.push(what) });
    document.addEventListener('securitypolicyviolation', (event) => {
      happened.violations.push(
        `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${String(event.columnNumber)} ${event.sample}`,
      );
    });
  });
  page.on('dialog', (dialog) => {
    navigations.push(`dialog ${dialog.type()}`);
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => {
    const url = new URL(frame.url());
    if (frame !== page.mainFrame() || url.host !== serving.url.host || url.pathname !== '/')
      navigations.push(frame.url());
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    const own =
      url.host === serving.url.host && /^\/(?:$|call\/|events$|startup\.js$|assets\/)/.test(url.pathname);
    if (!own) requests.push(request.url());
  });
  context.on('page', () => (pages += 1));
  return {
    async seen() {
      const happened = await page.evaluate(() => {
        const { ran, violations } = (
          window as unknown as { happened: { ran: unknown[]; violations: string[] } }
        ).happened;
        // What the page itself is made of: its own script, style and icon in the head, drawings of its icons.
        const strange = [
          ...document.querySelectorAll(
            'body :is(script, iframe, frame, object, embed, meta, base, link, style, template, img, video, audio, math, portal), form[action], [formaction], [srcset], [background], [ping]',
          ),
          ...[...document.querySelectorAll('*')].filter((one) =>
            [...one.attributes].some(
              ({ name, value }) => /^on/i.test(name) || /^\s*javascript:/i.test(value),
            ),
          ),
          ...[...document.querySelectorAll('.rich *')].filter(
            (one) => one instanceof SVGElement || [...one.attributes].some(({ name }) => !allowed(one, name)),
          ),
        ].map((one) => one.outerHTML.slice(0, 200));
        function allowed(one: Element, name: string): boolean {
          if (one.tagName === 'A') return ['href', 'title', 'rel', 'draggable'].includes(name);
          if (one.classList.contains('wide'))
            return ['class', 'role', 'aria-label', 'tabindex'].includes(name);
          return ['colspan', 'rowspan', 'start', 'class'].includes(name);
        }
        return { ran, violations, strange };
      });
      return { ...happened, requests, navigations, frames: page.frames().length, pages };
    },
  };
}

/** What of an open finding can be read. */
export interface Visited {
  /** Each preview with the addresses of its links; or the whole editor, if the history was asked for. */
  readonly texts: readonly string[];
  /** Schemes of its links. */
  readonly marks: readonly string[];
}

/** Opens the first `count` findings of the list, one after the other, and reads them. The key is the attack's number. */
export async function visitAll(
  page: Page,
  count: number,
  { history = false }: { readonly history?: boolean } = {},
): Promise<ReadonlyMap<number, Visited>> {
  await page.reload();
  const row = page.getByRole('row').nth(1);
  await row.waitFor();
  // The finding that was open before is opened again, perhaps behind the list: the first of the list is meant.
  const { place } = await callFrom(page, 'setting.read', {});
  if (typeof place?.finding === 'string') await page.getByRole('button', { name: /^Close \(Esc\)/ }).click();
  await page.locator('.editor').waitFor({ state: 'detached' });
  // The list stands at the finding that was open.
  await page.getByRole('grid').press('Home');
  // By its number: until the list is scrolled back, another finding is the first that is drawn.
  await page.locator('[role=row][aria-rowindex="2"]').dblclick();
  await page.locator('.editor .page').waitFor();
  const visited = await page.evaluate(
    async ([max, withHistory, patience]) => {
      const found: [number, { texts: string[]; marks: string[] }][] = [];
      const frame = (): Promise<unknown> => new Promise((go) => requestAnimationFrame(go));
      // Not by frames: each that is asked for is painted, here some ten a finding.
      const moment = (): Promise<unknown> => new Promise((go) => setTimeout(go, 10));
      const editor = document.querySelector('.editor');
      const title = (): string => editor?.querySelector('textarea')?.value ?? '';
      let before = '';
      for (let turn = 0; turn < max; turn += 1) {
        const end = performance.now() + patience;
        while ((title() === before || title() === '') && performance.now() < end) await moment();
        if (title() === before) throw new Error(`nothing came behind ${before}`);
        before = title();
        // What nobody sees, and each preview, follows its title.
        while (editor?.querySelector('[aria-busy]') !== null && performance.now() < end) await moment();
        // What was set with them is painted before the second frame from here begins.
        await frame();
        await frame();
        if (withHistory) {
          for (const button of editor?.querySelectorAll<HTMLElement>(
            '[aria-pressed=false][aria-label=History]',
          ) ?? [])
            button.click();
          for (const button of editor?.querySelectorAll<HTMLElement>('button') ?? [])
            if (button.textContent?.includes('Show changes')) button.click();
          while (editor?.querySelector('ol li') === null && performance.now() < end) await moment();
          for (const one of editor?.querySelectorAll('details') ?? []) one.open = true;
          await frame();
        }
        const links = [...(editor?.querySelectorAll<HTMLAnchorElement>('.rich a[href]') ?? [])];
        const read = withHistory ? [editor] : [...(editor?.querySelectorAll('.preview') ?? [])];
        const texts = read.map((one) => {
          const within = [...(one?.querySelectorAll('.rich a[href]') ?? [])];
          return [one?.textContent ?? '', ...within.map((link) => link.getAttribute('href'))].join('\n');
        });
        const number = Number(/^hostile (\d+) /.exec(before)?.[1] ?? -1);
        found.push([number, { texts, marks: links.map((link) => link.protocol) }]);
        if (turn < max - 1) {
          editor?.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'ArrowDown', altKey: true, bubbles: true }),
          );
        }
      }
      return found;
    },
    [count, history, patienceMs] as const,
  );
  return new Map(visited);
}
