import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../domain/images/pictures.ts';
import { webp } from '../domain/images/webp-pictures.ts';
import { heldDesk, openDesk, project } from './support/desk.ts';
import type { Desk } from './support/desk.ts';

let template: Desk;
let desk: Desk;
beforeAll(async () => {
  template = await openDesk();
  desk = await heldDesk(template);
});
afterAll(async () => {
  await desk.clear();
  await template.clear();
});

test('a theme with a logo beside it, a template, a language and sections make a report without a file edited by hand', async () => {
  writeFileSync(join(desk.folder, 'logo.png'), png({ width: 8, height: 4 }));
  writeFileSync(join(desk.folder, 'acme.json'), '{"name": "Acme",\n"logo": "logo.png",\n"footer": 7}');
  const broken = await desk.dossier(['theme', 'add', 'acme.json']);
  writeFileSync(
    join(desk.folder, 'acme.json'),
    '{"name": "Acme",\n"logo": "logo.png",\n"footer": "Acme GmbH"}',
  );
  const kept = await desk.dossier(['theme', 'add', 'acme.json']);
  const misspelt = await desk.dossier(['report', 'settings', project, '--template', 'executve']);
  await desk.json(['report', 'settings', project, '--theme', 'Acme', '--language', 'de']);
  const settings = await desk.json([
    'report',
    'settings',
    project,
    '--sections',
    '-limits,-severities,-contents',
    '--draft',
  ]);
  await desk.json([
    'report',
    project,
    '--out',
    'r.html',
    '--force',
    '--sections',
    'cover,summary',
    '--title',
    'Kurz',
  ]);
  const html = readFileSync(join(desk.folder, 'r.html'), 'utf8');
  const reset = await desk.json(['report', 'settings', project, '--reset', 'draft,sections']);
  expect({
    broken: [broken.code, broken.stdout],
    kept: [kept.code, kept.stdout],
    misspelt: [misspelt.code, misspelt.stderr.split('\n')[0]],
    settings,
    reset: (reset as { settings: unknown }).settings,
    report: [
      /<html lang="(..)"/.exec(html)?.[1],
      [...html.matchAll(/<h[12][^>]*>([^<]*)/g)].map(([, text]) => text),
    ],
    looks: [html.includes('class="logo"'), html.includes('Acme GmbH')],
  }).toEqual({
    broken: [1, 'acme.json, line 3, column 11: footer: expected a text in quotes, found 7\n'],
    kept: [0, 'Kept the theme "Acme". Use it: dossier report settings PROJECT --theme Acme\n'],
    misspelt: [2, expect.stringContaining('Did you mean "executive"?')],
    settings: expect.objectContaining({
      settings: expect.objectContaining({ draft: true }),
      theme: 'Acme',
      language: 'de',
      sections: [
        ...[
          'cover',
          'control',
          'management',
          'rating',
          'strengths',
          'summary',
          'statistics',
          'roadmap',
          'assets',
          'scope',
        ],
        ...['narrative', 'attack-path', 'findings', 'retest', 'conclusions', 'cleanup', 'appendices'],
        'back',
      ],
    }),
    reset: { theme: 'Acme', language: 'de' },
    report: ['de', ['Kurz', 'Übersicht der Feststellungen']],
    looks: [true, true],
  });
});

test('a logo may be a WebP, and is kept as PNG', async () => {
  writeFileSync(join(template.folder, 'logo.webp'), webp(['rg', 'bw']));
  writeFileSync(join(template.folder, 'webp.json'), '{"name": "Webp", "logo": "logo.webp"}');
  await template.json(['theme', 'add', 'webp.json']);
  const shown = await template.dossier(['theme', 'show', 'Webp']);
  expect([shown.code, shown.stdout]).toEqual([
    0,
    expect.stringContaining('"data:image/png;base64,iVBORw0KGgo'),
  ]);
});
