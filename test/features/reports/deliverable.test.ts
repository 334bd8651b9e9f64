import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deliverableProcedures } from '#contract/procedures/deliverables/deliverable.ts';
import type { Json } from '#contract/json.ts';
import { maxCallLength } from '#contract/input/sizes.ts';
import { chapterKeys } from '#contract/deliverable/template.ts';
import { chaptersOf } from '#domain/deliverable/templates.ts';
import { exif, jpeg, png, segment } from '../../domain/images/pictures.ts';
import { openDesk, temporaryFolder, type TestDesk } from '../../support/desk.ts';
import { wholeFacts } from '../../support/facts.ts';
import { bench, body, project } from '../../engine/support.ts';

const logo = Buffer.from(png({ width: 8, height: 4 })).toString('base64');
const acme = '{"name":"Acme","colors":{"accent":"#00AA55"},"logo":"logo.png","pageSize":"Letter"}';

async function described() {
  const at = await bench();
  await at.desk.call('engagement.describe', { project, facts: wholeFacts });
  return at;
}

async function exported(desk: TestDesk, options: Json = {}): Promise<string> {
  const out = join(temporaryFolder(), 'report.html');
  await desk.call('report.export', { project, out, options });
  return readFileSync(out, 'utf8');
}

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error && 'code' in error ? [error.code, error.message] : error),
  );

const headings = (html: string): string[] =>
  [...html.matchAll(/<h2 id="(?!contents)[^>]*>([^<]*)</g)].map(([, title = '']) => title);

afterEach(() => vi.unstubAllEnvs());

describe('the day of a report', () => {
  it('is that of the user who makes it, wherever it stands, also when they make the next one elsewhere', async () => {
    // The clock stands at 15:23 in Greenwich: it is tomorrow on Kiritimati.
    vi.stubEnv('TZ', 'Pacific/Kiritimati');
    const { desk } = await described();
    await desk.call('engagement.describe', { project, facts: { limits: 'Known on {{date}}.' } });
    const { placeholders } = await desk.call('engagement.facts', { project });
    const first = await exported(desk);
    vi.stubEnv('TZ', 'America/New_York');
    const second = await exported(desk, { template: 'retest', against: 1, sections: ['changes'] });
    const { name } = await desk.call('activity.export', { format: 'csv', titles: false });
    expect(placeholders.date).toBe('2025-06-16');
    expect(first.match(/\d+ June 2025/gu)).toEqual(['16 June 2025', '16 June 2025', '16 June 2025']);
    expect(second.match(/\d+ June 2025/gu)).toEqual(['16 June 2025', '15 June 2025']);
    expect(name).toBe('activity-2025-06-15.csv');
  });
});

it('counts as fixed what has a closed status by the names of the profile and no verdict', async () => {
  const { desk } = await bench({
    seeds: [
      {
        project,
        findings: [
          { id: 'done', body: body({ severity: 'critical', status: 'Erledigt!' }) },
          { id: 'kept', body: body({ severity: 'high', status: 'risk_accepted' }) },
          { id: 'closed', body: body({ severity: 'low', status: 'closed' }) },
        ],
      },
    ],
    profile: { statusRoles: { closed: ['erledigt'] } },
  });
  const html = await exported(desk, { sections: ['rating'] });
  expect(html).toContain('2 of 3 findings are not fixed: 1 high and 1 low.');
});

describe('what is chosen for an engagement', () => {
  it('is written over nothing that was chosen elsewhere since it was seen; what goes on beside it is in no way', async () => {
    const { desk } = await described();
    const { settings: seen } = await desk.call('report.configure', { project, settings: { title: 'Seen' } });
    const refusal = ['outdated', expect.any(String)];
    const mine = { project, settings: { title: 'Mine' }, reset: ['language'], seen: { ...seen } };
    const choose = (settings: Json) => desk.call('report.configure', { project, settings });
    await choose({ title: 'Theirs' });
    const titled = await failure(desk.call('report.configure', mine));
    await choose({ title: 'Seen', language: 'de' });
    const reset = await failure(desk.call('report.configure', mine));
    const untouched = await desk.call('report.settings', { project });
    await desk.call('report.configure', { project, settings: { draft: true }, reset: ['language'] });
    // Made twice, as after a broken connection.
    await desk.call('report.configure', mine);
    const after = await desk.call('report.configure', mine);
    expect([titled, reset, untouched.settings, after.settings]).toEqual([
      refusal,
      refusal,
      { title: 'Seen', language: 'de' },
      { title: 'Mine', draft: true },
    ]);
  });

  it('is kept, changed member by member, and undone', async () => {
    const { desk } = await described();
    const before = await desk.call('report.settings', { project });
    await desk.call('report.configure', { project, settings: { template: 'executive', language: 'de' } });
    await desk.call('report.configure', { project, settings: { pageSize: 'Letter', cutBodies: null } });
    const after = await desk.call('report.configure', { project, reset: ['template'] });
    const own = { missing_facts: [], template: 'technical', sections: chaptersOf({}), theme: 'default' };
    expect([before, after]).toEqual([
      { project, settings: {}, ...own, language: 'en', pageSize: 'A4', left_out: [] },
      {
        project,
        settings: { language: 'de', pageSize: 'Letter', cutBodies: null },
        ...own,
        language: 'de',
        pageSize: 'Letter',
        left_out: [],
      },
    ]);
  });

  it('makes every report, unless the call says otherwise, and its edition names it', async () => {
    const { desk } = await described();
    const settings = { template: 'executive', language: 'de', sections: ['summary', 'conclusions', 'risks'] };
    await desk.call('report.configure', { project, settings });
    const kept = headings(await exported(desk));
    const said = headings(
      await exported(desk, { template: 'technical', language: 'en', sections: ['summary'] }),
    );
    const editions = await desk.call('edition.list', { project });
    expect({ kept, said, templates: editions.map(({ template }) => template) }).toEqual({
      kept: ['Übersicht der Feststellungen', 'Die größten Risiken'],
      said: ['Summary of findings'],
      templates: ['technical', 'executive'],
    });
  });

  it('names one finding, an edition and a theme that are there', async () => {
    const { desk } = await described();
    expect([
      await failure(exported(desk, { template: 'single' })),
      await failure(exported(desk, { template: 'single', finding: 'f9' })),
      await failure(exported(desk, { against: 7 })),
      await failure(exported(desk, { theme: 'Acme' })),
      await failure(desk.call('report.configure', { project, settings: { theme: 'Acme' } })),
    ]).toEqual([
      ['invalid', 'The template "single" needs the finding that it is about.'],
      ['not-found', 'harbour-2026 has no finding f9.'],
      ['not-found', 'harbour-2026 has no edition 7.'],
      ['not-found', 'There is no theme "Acme" in this vault.'],
      ['not-found', 'There is no theme "Acme" in this vault.'],
    ]);
  });

  it('about one finding is a draft for what it says itself, not for texts that it does not hold', async () => {
    const { desk } = await described();
    await desk.call('engagement.describe', { project, facts: { summary: 'TBD', limits: 'TBD' } });
    await desk.call('finding.edit', { id: 'f2', changes: { description: 'TBD' } });
    const made = async (finding: string) => {
      const options = { template: 'single', finding };
      const keep = (force: boolean) => desk.call('report.keep', { project, format: 'html', force, options });
      const refused = await failure(keep(false));
      return refused === 'no failure' ? 'final' : [refused, (await keep(true)).draft];
    };
    expect([await made('f1'), await made('f2')]).toEqual([
      'final',
      [['check-failed', expect.stringContaining('found 1 error')], true],
    ]);
    await desk.call('report.configure', { project, settings: { template: 'single', finding: 'f1' } });
    const errors = (await desk.call('report.check', { project })).filter(({ level }) => level === 'error');
    expect(errors).toEqual([]);
  });

  it('about one finding takes the name that it had here, also once the service has given another', async () => {
    const { desk } = await described();
    const changes = { title: 'New', asset: ['a.test'], severity: 'low' };
    const [creation] = await desk.call('finding.create', { project, records: [changes] });
    await desk.call('sync.run', {});
    const local = creation?.findings[0] ?? '';
    const html = await exported(desk, { template: 'single', finding: local });
    expect(html).toContain('New');
  });

  it('tells in a retest what has changed since an edition', async () => {
    const { desk } = await described();
    await exported(desk);
    await desk.call('finding.edit', { id: 'f2', changes: { severity: 'low' } });
    const html = await exported(desk, { template: 'retest', against: 1, sections: [...chapterKeys] });
    const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    expect([/Since edition 1 of [^:]*: [^.]*\./.exec(text)?.[0].replace(/of [^:]*/, 'of …'), text]).toEqual([
      'Since edition 1 of …: 0 new, 1 changed, 0 no longer reported and 3 unchanged.',
      expect.stringContaining('Severity: Medium → Low'),
    ]);
  });
});

describe('the version of a report', () => {
  const versionOf = (html: string): string =>
    /Version<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/su
      .exec(html)?.[1]
      ?.replace(/<[^>]*>/gu, '')
      .trim() ?? '';

  it('is the last one listed, and without a list the number of its edition', async () => {
    const { desk } = await described();
    const version = { version: '2.1', date: '2026-11-02', author: 'Mara', note: '' };
    const versions = [versionOf(await exported(desk)), versionOf(await exported(desk))];
    await desk.call('engagement.describe', { project, facts: { versions: [version] } });
    versions.push(versionOf(await exported(desk)));
    const editions = (await desk.call('edition.list', { project })).map(({ edition }) => edition);
    expect([versions, editions]).toEqual([
      ['1', '2', '2.1'],
      [3, 2, 1],
    ]);
  });
});

describe('a theme', () => {
  it('is checked with the engagement that chose it, and stops an export that has no value for its header', async () => {
    const { desk } = await described();
    const lines = { name: 'Lines', header: 'Of {{contact}}', footer: '{{client}}' };
    await desk.call('engagement.describe', { project, facts: { contacts: [] } });
    await desk.call('theme.keep', { text: JSON.stringify(lines) });
    const told = async () =>
      (await desk.call('report.check', { project })).flatMap(({ code, message }) =>
        code === 'placeholder' ? [message] : [],
      );
    const before = await told();
    await desk.call('report.configure', { project, settings: { theme: 'Lines' } });
    expect({ before, after: await told(), exported: await failure(exported(desk)) }).toEqual({
      before: [],
      after: ['The header of the theme "Lines": there is no value yet for the placeholder "contact".'],
      exported: expect.arrayContaining(['check-failed']),
    });
  });

  it('is kept with its logo, used, given out as one file, and stays while it is used', async () => {
    const { desk } = await described();
    const kept = await desk.call('theme.keep', { text: acme, files: { 'logo.png': logo } });
    await desk.call('report.configure', { project, settings: { theme: 'Acme' } });
    const html = await exported(desk);
    const { text } = await desk.call('theme.read', { name: 'Acme' });
    const again = await desk.call('theme.keep', { text });
    const stays = await failure(desk.call('theme.remove', { name: 'Acme' }));
    await desk.call('report.configure', { project, reset: ['theme'] });
    await desk.call('theme.remove', { name: 'Acme' });
    expect({
      problems: [kept.problems, again.problems],
      same: again.theme,
      looks: [html.includes('#00AA55'), /<p class="logo"><img src="data:image\/png;/.test(html)],
      stays,
      left: (await desk.call('theme.list', {})).map(({ name }) => name),
    }).toEqual({
      problems: [[], []],
      same: kept.theme,
      looks: [true, true],
      stays: [
        'invalid',
        `Reports of ${project} are made with the theme "Acme". Choose another one there first.`,
      ],
      left: ['default'],
    });
  });

  it('is not kept with a logo that is stored lying on its side', async () => {
    const { desk } = await described();
    const upright = jpeg();
    const turned = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(6)]));
    const lying = Buffer.concat([upright.subarray(0, 2), turned, upright.subarray(2)]).toString('base64');
    const kept = await desk.call('theme.keep', { text: acme, files: { 'logo.png': lying } });
    expect([kept.theme, kept.problems.map(({ message }) => message)]).toEqual([
      null,
      ['"logo.png" is stored lying on its side; save it upright first'],
    ]);
  });

  it('is not kept while something of it is wrong', async () => {
    const { desk } = await described();
    const text = '{\n"name": "Acme",\n"logo": "logo.svg",\n"fonts": {"mono": {"bold": "gone.ttf"}}\n}';
    const files = { 'logo.svg': Buffer.from('<svg/>').toString('base64') };
    const kept = await desk.call('theme.keep', { text, files });
    const reserved = await desk.call('theme.check', { text: '{"name": "default"}' });
    expect([kept, reserved.problems, (await desk.call('theme.list', {})).length]).toEqual([
      {
        theme: null,
        problems: [
          {
            line: 3,
            column: 9,
            member: 'logo',
            message:
              '"logo.svg" cannot be used as a logo. This is an SVG. Export it as a PNG, some 1,200 pixels wide, and take that.',
          },
          {
            line: 4,
            column: 28,
            member: 'fonts.mono.bold',
            message: '"gone.ttf" is not there beside the theme',
          },
        ],
        notices: [],
      },
      [
        {
          line: 1,
          column: 10,
          member: 'name',
          message: '"default" is the name of the theme that is always there',
        },
      ],
      1,
    ]);
  });
});

describe('a report that is killed in the middle', () => {
  it('leaves nothing of the client behind once the home is opened again', async () => {
    const { desk } = await described();
    const clients = temporaryFolder();
    const killed = join(temporaryFolder(), 'home');
    const out = join(clients, 'report.pdf');
    let left: readonly string[] = [];
    const progress = (): void => {
      if (left.length > 0) return;
      left = readdirSync(clients);
      // What the disk holds at this moment is what a kill leaves.
      cpSync(desk.home, killed, { recursive: true });
      writeFileSync(join(clients, '.dossier-report-of another program'), '');
    };
    await desk.call('report.export', { project, out, options: {} }, { progress });
    const unfinished = join(clients, left[0] ?? '');
    mkdirSync(unfinished);
    writeFileSync(join(unfinished, 'report.pdf'), 'half of it');
    desk.restart();
    const kept = readdirSync(clients).length;
    openDesk({ home: killed });
    expect([left, kept, readdirSync(clients).toSorted()]).toEqual([
      [expect.stringMatching(/^\.dossier-report-/u)],
      3,
      ['.dossier-report-of another program', 'report.pdf'],
    ]);
  });
});

it('a theme with fonts that was saved as one file is read as one, however large the window lets it be', () => {
  const theme = { text: 'x'.repeat(maxCallLength), files: {} };
  const larger = { ...theme, text: `${theme.text}x` };
  expect(
    [theme, larger].map((input) => deliverableProcedures['theme.keep'].input.safeParse(input).success),
  ).toEqual([true, false]);
});
