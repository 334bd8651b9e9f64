import type { JsonObject } from '#contract/json.ts';
import type { ReportOptions } from '#contract/deliverable/report.ts';
import { shownReport } from '#report/process/shown-report.ts';
import { lostTexts, print } from './pdf-tools.ts';
import { snapshotOf } from './snapshots.ts';

/*
 * Every text of findings, printed and read back with `pdftotext`: with everything shown it equals the source, otherwise
 * the source after the same masks and cuts.
 */

/** What is shown: all of it, one of both left out, and as a report is by itself. */
export const showings: Readonly<Record<string, Pick<ReportOptions, 'maskSecrets' | 'cutBodies'>>> = {
  'masks and cuts off': { maskSecrets: false, cutBodies: null },
  'masks on': { maskSecrets: true, cutBodies: null },
  'cuts on': { maskSecrets: false, cutBodies: 300 },
  'as it is by itself': {},
};

const scripts = [
  'fi ffl office affluent waffle => != --> <= || === ->',
  'Русский текст: проверка «кавычек» — и тире',
  'Ελληνικό κείμενο με τόνους: άέήίόύώ',
  '中文句子，标点。日本語の文章（かな）한국어 문장',
  'مرحبا بكم في هذه الصفحة',
  'שלום עולם',
  'Tiếng Việt có dấu: ự ậ ễ; Polski: zażółć gęślą jaźń; Türkçe: ğışİ',
  '→ ⇒ ✓ ✗ ☑ ┌─┐ │ └─┘ Δ µ 😀 🚀',
];

/** Findings with what is hard to print: scripts and ligatures in prose, code, tables and requests, secrets beside them. */
export const hardFindings: readonly JsonObject[] = scripts.map((text, at) => ({
  title: `Hard ${at}: ${text}`,
  severity: ['critical', 'high', 'medium', 'low'][at % 4] ?? 'low',
  asset: [`host-${at}.acme.test`],
  description: `Text ${at}: ${text}\n\n- ${text}\n- **${text}**\n\n\`\`\`\n${text}\n\tif (a != b) { x => "${text}"; }\n\`\`\``,
  remediation: `<table><tr><th>${at}</th><td>as ${text}</td></tr></table>`,
  requests: [
    {
      request: `POST /login?token=8F3A91C27D604B5E${at} HTTP/1.1\r\nHost: a\r\nCookie: sid=9f8a7b6c5d4e3f2a1b0c; b=1\r\n\r\nuser=${text}&password=Winter24!`,
      response: `HTTP/1.1 200 OK\r\nSet-Cookie: sid=77aa88bb; Path=/\r\n\r\n{"note":"${text}","access_token":"abc${at}"}\r\n${`${text} `.repeat(12)}`,
    },
  ],
}));

/** So many of the records, drawn by a seed: the same seed draws the same. */
export function drawn(records: readonly JsonObject[], count: number, seed: number): JsonObject[] {
  let state = seed >>> 0;
  return records
    .map((record) => {
      // A linear congruence is even enough to draw by.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return { record, place: state };
    })
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ record }) => record);
}

/** Where a text does not come out of the PDF as it is shown; empty if all do. */
export async function lostOf(
  records: readonly JsonObject[],
  showing: Pick<ReportOptions, 'maskSecrets' | 'cutBodies'>,
): Promise<readonly string[]> {
  const options = { draft: false, ...showing };
  const printed = await print(shownReport(snapshotOf(records), options), options);
  try {
    return lostTexts(printed);
  } finally {
    printed.dispose();
  }
}
