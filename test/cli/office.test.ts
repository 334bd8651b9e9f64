import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import validate from '@ooxml-tools/validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { reportLanguages } from '#contract/deliverable/template.ts';
import { document as documentOf } from '#report/document/document.ts';
import { starterTemplateFile } from '#report/docx/starter-template.ts';
import { writeByTemplate } from '#report/docx/write-by-template.ts';
import { writeDocx } from '#report/docx/write.ts';
import { attacks } from '../e2e/hostile/corpus.ts';
import { hostileBody } from '../e2e/hostile/visit.ts';
import { hasRealData, noRealData, realFindings } from '../support/real-data.ts';
import { hardFindings } from '../report/support/every-text.ts';
import { lostIn, picture, textsOf } from '../report/support/format-texts.ts';
import { openDesk, project, type Desk } from './support/desk.ts';
import { snapshotOf } from '../report/support/snapshots.ts';
import { crowdedTemplate, p, templateFile } from '../report/support/word-template.ts';

/* Documents of Word as other programs read them: the Open XML SDK, and LibreOffice if it is there. */

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'dossier-word-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the report of an engagement', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk();
  });
  afterAll(async () => {
    await desk.clear();
  });

  it.each(['docx', 'xlsx'] as const)(
    'is written by the terminal as %s, and again as the same file',
    async (format) => {
      const args = ['report', project, '--force', '--out'];
      const name = `first.${format}`;
      const first = (await desk.json([...args, name])) as { readonly edition: number };
      expect(first).toMatchObject({ pages: null, findings: 19 });
      await desk.json([...args, 'again', '--format', format, '--edition', String(first.edition)]);
      const [bytes, again] = [name, 'again'].map((one) => readFileSync(join(desk.folder, one)));
      expect(bytes?.equals(again ?? Buffer.alloc(0))).toBe(true);
      expect(await validate(Uint8Array.from(bytes ?? []), format, 'Microsoft365')).toEqual([]);
    },
  );
});

const kinds: Readonly<Record<string, readonly JsonObject[]>> = {
  'hard findings': hardFindings,
  'hostile findings': attacks(16).map(({ text }, at) => hostileBody(text, at) as JsonObject),
  ...(hasRealData && { 'real findings': realFindings().slice(0, 60) }),
  'no findings': [],
};

function made(records: readonly JsonObject[], draft: boolean) {
  const snapshot = snapshotOf(records);
  const findings = snapshot.findings.map((finding, at) =>
    at === 0 ? { ...finding, evidence: [picture.image] } : finding,
  );
  const options = { draft, maskSecrets: false, cutBodies: null };
  const document = documentOf({ ...snapshot, findings }, options);
  return { document, ...writeDocx(document, new Map([[picture.sha256, picture.bytes]])) };
}

describe.each(Object.keys(kinds))('a document of %s', (kind) => {
  const { bytes } = made(kinds[kind] ?? [], kind === 'hard findings');

  it('has no error for the Open XML SDK', async () => {
    expect(await validate(Uint8Array.from(bytes), 'docx', 'Microsoft365')).toEqual([]);
  });
});

const templates: Readonly<Record<string, Uint8Array>> = {
  'the starter template': starterTemplateFile('en'),
  'a template that has everything already': templateFile(crowdedTemplate),
  'a template without styles': templateFile({ body: p('Ours') }),
};

describe.each(Object.keys(templates))('a document by %s', (name) => {
  it.each(['hard findings', 'no findings'])('of %s has no error for the Open XML SDK', async (kind) => {
    const snapshot = snapshotOf(kinds[kind] ?? []);
    const options = { draft: true, maskSecrets: false, cutBodies: null };
    const bytes = templates[name];
    const written = writeByTemplate({ snapshot, options, images: new Map(), bytes });
    expect(await validate(Uint8Array.from(written.bytes), 'docx', 'Microsoft365')).toEqual([]);
  });
});

it.each(reportLanguages)('the starter template in %s has no error for the Open XML SDK', async (language) => {
  expect(await validate(Uint8Array.from(starterTemplateFile(language)), 'docx', 'Microsoft365')).toEqual([]);
});

describe.each(['hard findings', 'real findings'])('a document of %s', (kind) => {
  const records = kinds[kind];
  it('is turned into pages by LibreOffice, with every text', async (context) => {
    if (records === undefined) return context.skip(noRealData);
    const office = '/usr/bin/soffice';
    // Other parts of LibreOffice have the same command.
    if (!existsSync(office) || !existsSync('/usr/lib/libreoffice/program/libswlo.so'))
      context.skip('not on this machine: LibreOffice (Debian: libreoffice-writer)');
    if (!existsSync('/usr/bin/pdftotext'))
      context.skip('not on this machine: pdftotext (Debian: poppler-utils)');
    const { bytes, document } = made(records, false);
    const path = join(folder, `${kind.replace(' ', '-')}-pages.docx`);
    writeFileSync(path, bytes);
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    await run(office, [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, path], {
      timeout: 100_000,
    });
    const pages = path.replace(/docx$/u, 'pdf');
    expect(readFileSync(pages).subarray(0, 5).toString()).toBe('%PDF-');
    const { stdout } = await run('/usr/bin/pdftotext', ['-raw', pages, '-'], { maxBuffer: 100_000_000 });
    const titles = textsOf(document).filter(({ where }) => where.endsWith(' title'));
    // Letters that run from the right, and pictures of letters, come out of a PDF in another order.
    const plain = titles.filter(({ text }) => /^[\u0020-\u007e]*$/u.test(text));
    expect(lostIn(stdout, plain)).toEqual([]);
  }, 120_000);
});
