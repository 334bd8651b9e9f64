import type { Page } from 'playwright-core';
import type { Json, JsonObject } from '#contract/json.ts';
import type { SampleService } from '#sample/http/server.ts';
import { callFrom } from '../support/calls.ts';
import type { Attack } from './corpus.ts';
import { hostileBody } from './visit.ts';

/*
 * A desk where every foreign word is an attack: names of engagements, users and organizations, candidates, both sides
 * of conflicts, the service's refusals.
 */

/** Turns all behind it around if it is not kept by itself; the letters tell where the hostile text ends. */
export const turning = '\u202eZZ';
export const hostileProject = `<img src=x onerror=ran(9001)>${turning}`;
export const hostileName = `"><script>ran(9002)</script> & Sons${turning}`;
/** What the service says, and what goes with a decision. */
export const refusal = '<svg onload=ran(9003)> refused';

const title = (kind: string, at: number, text: string): string =>
  `${kind} ${String(at).padStart(2, '0')} ${text}${turning}`;

function bodyOf(kind: string, { text }: Attack, at: number): Record<string, Json> {
  return { ...hostileBody(text, at), title: title(kind, at, text), severity: 'high', status: 'open' };
}

/** What the service has of it. */
export function hostileSeeds(attacks: readonly Attack[]) {
  const candidates = attacks.map((attack, at) => ({
    id: `c${String(at)}`,
    candidate: at % 2 === 0 ? ('public' as const) : ('private' as const),
    body: bodyOf('candidate', attack, at),
  }));
  const findings = attacks.map((attack, at) => ({
    id: `e${String(at)}`,
    body: bodyOf('finding', attack, at),
  }));
  return { project: hostileProject, findings: [...candidates, ...findings] };
}

/** Refuses what is sent for the findings `e0` to `e4`, in words of its own. @param me whom it says that the caller is */
export function speakHostile(service: SampleService, me: JsonObject): void {
  service.setFaults(({ method, path, body }) => {
    if (method === 'GET' && path.endsWith('/users/me')) {
      return { kind: 'body', body: JSON.stringify({ ...me, name: hostileName, email: hostileName }) };
    }
    if (method !== 'POST' || !/"e[0-4]"/.test(body)) return undefined;
    return { kind: 'status', status: 403, handled: false, body: JSON.stringify({ error: refusal }) };
  });
}

/** Edits what is refused, what others change as well, and decides on what has moved on by then. */
export async function bringAbout(
  page: Page,
  service: SampleService,
  attacks: readonly Attack[],
): Promise<void> {
  const sync = () => callFrom(page, 'sync.run', { projects: [hostileProject] });
  await callFrom(page, 'engagement.add', { project: hostileProject, name: hostileName, client: hostileName });
  await sync();
  const last = attacks.length - 1;
  for (const [at, { text }] of attacks.entries()) {
    const id = `e${String(at)}`;
    const other = attacks[last - at]?.text ?? '';
    const mine = {
      title: title('mine', at, text),
      description: `mine ${text}`,
      tags: [text, 'mine'],
      severity: text,
    };
    await callFrom(page, 'finding.edit', { id, changes: mine });
    if (at < 5) continue;
    service.edit(id, {
      title: title('theirs', at, other),
      description: `theirs ${other}`,
      tags: [other, 'theirs'],
      severity: `${other}!`,
    });
  }
  const { rows } = await callFrom(page, 'list.query', {
    project: hostileProject,
    query: 'is:candidate',
    sort: 'title',
  });
  const numbers = [...new Uint32Array(Uint8Array.from(Buffer.from(rows, 'base64')).buffer)].slice(0, 3);
  for (const row of numbers) {
    const { id, fingerprint } = await callFrom(page, 'review.card', { row });
    await callFrom(page, 'candidate.review', { id, fingerprint, decision: 'accept', comment: refusal });
    service.edit(id, { description: attacks[numbers.indexOf(row) + 5]?.text ?? '' });
  }
  await sync();
}

/** Places where a text that turns what is behind it is not kept by itself, so that it turns words of the program. */
export async function disguised(page: Page): Promise<string[]> {
  return page.evaluate((mark) => {
    const kept = (element: Element): boolean => {
      const { display, unicodeBidi } = getComputedStyle(element);
      return !/^inline$|^contents$/.test(display) || /isolate|plaintext/.test(unicodeBidi);
    };
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      const at = text.lastIndexOf(mark);
      let scope = node.parentElement;
      if (at < 0 || scope === null || scope.checkVisibility() === false) continue;
      while (scope !== null && !kept(scope)) scope = scope.parentElement;
      const range = document.createRange();
      range.setStart(node, at + mark.length);
      range.setEnd(scope ?? document.body, scope?.childNodes.length ?? 0);
      // A line by itself turns no other line.
      const lines = /^pre/.test(getComputedStyle(node.parentElement ?? document.body).whiteSpace);
      const behind = lines ? (range.toString().split('\n')[0] ?? '') : range.toString();
      // An isolate of its own ends there.
      if (behind.startsWith('\u2069')) continue;
      if (/[A-Za-z0-9]/.test(behind.replaceAll(mark, '')))
        found.add(`${scope?.outerHTML.slice(0, 60) ?? ''} … ${behind.slice(0, 80)}`);
    }
    return [...found];
  }, turning);
}
