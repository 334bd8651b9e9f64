import { hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { readEdition, type EditionRow } from '#db/tables/reports/editions.ts';
import { openStore } from '#db/store/open.ts';
import { storeKey } from '#db/store/vault.ts';
import type { Json } from '#contract/json.ts';
import type { Clock } from '#contract/ports.ts';
import { noFacts } from '#contract/engagement.ts';
import { openLongTexts } from '#app/report-jobs/long-texts.ts';
import { createSystemClock } from '#app/platform/system.ts';
import { engagementQuestion, masksQuestion } from '#features/reports/long-texts.ts';
import { chaptersOf } from '#domain/deliverable/templates.ts';
import { png } from '../../domain/images/pictures.ts';
import {
  handClock,
  sampleService,
  syncedDesk,
  temporaryFolder,
  type DeskOptions,
  type TestDesk,
} from '../../support/desk.ts';
import { wholeFacts } from '../../support/facts.ts';
import { body, project } from '../../engine/support.ts';

const other = 'lighthouse-2026';

/** A desk with one engagement of these findings, and another client's with one. */
async function deskWith(
  findings: readonly Record<string, unknown>[],
  candidates = 0,
  options: DeskOptions = {},
): Promise<TestDesk> {
  const service = await sampleService({
    engagement: false,
    seeds: [
      {
        project,
        findings: findings.map((over, at) => ({
          id: `f${String(at)}`,
          body: { ...body({ title: `Finding ${String(at)}` }), ...over },
          ...(at < candidates ? { candidate: 'public' as const } : {}),
        })),
      },
      { project: other, findings: [{ id: 'l1', body: body({ asset: ['desk.lighthouse.test'] }) }] },
    ],
  });
  const desk = await syncedDesk(service, project, options);
  await desk.call('engagement.add', { project: other, client: 'Lamp Company Ltd' });
  await desk.call('sync.run', {});
  await desk.call('engagement.describe', { project, facts: wholeFacts });
  return desk;
}

/** By this clock whatever is done between two looks at it takes longer than a piece may. */
function impatientClock(): Clock {
  let ms = 0;
  return { ...createSystemClock(), awakeMs: () => (ms += 10) };
}

function editionOf(desk: TestDesk, number: number): EditionRow | null {
  const stores = join(desk.home, 'stores');
  const [id = ''] = readdirSync(stores);
  const db = openStore({ path: join(stores, id, 'store.db'), key: storeKey(new Uint8Array(32).fill(7), id) });
  try {
    return readEdition(db, project, number);
  } finally {
    db.close();
  }
}

const inShort = (messages: Awaited<ReturnType<typeof checkOf>>) =>
  messages.map(({ code, finding, field }) => [code, finding, field]);
const checkOf = (desk: TestDesk) => desk.call('report.check', { project });

describe('the check of an engagement', () => {
  it('sees the findings with what is queued, where they stand, and what belongs to others', async () => {
    const desk = await deskWith(
      [{}, { description: 'TBD' }, { description: 'Copied from desk.lighthouse.test.' }, {}],
      1,
    );
    const { evidence } = await desk.call('evidence.add', {
      id: 'f3',
      name: 'a.png',
      caption: 'TBD',
      content:
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    });
    await desk.call('finding.edit', {
      id: 'f1',
      changes: { description: 'It is written.', remediation: '' },
    });
    const before = inShort(await checkOf(desk));
    await desk.call('candidate.review', { id: 'f0', decision: 'accept' });
    await desk.call('evidence.caption', { evidence, caption: 'The form' });
    expect([before, inShort(await checkOf(desk))]).toEqual([
      [
        ['placeholder', 'f3', 'evidence'],
        ['unreviewed-candidate', 'f0', null],
        ['other-client', 'f2', 'description'],
        ['missing-remediation', 'f1', 'remediation'],
        ['unsynced-edit', 'f1', null],
      ],
      [
        ['other-client', 'f2', 'description'],
        ['missing-remediation', 'f1', 'remediation'],
        ['unsynced-edit', 'f0', null],
        ['unsynced-edit', 'f1', null],
      ],
    ]);
  });

  it('asks for what the engagement does not say, and reads its texts and its scope', async () => {
    const desk = await deskWith([{}, { asset: ['old.harbour.test', 'app.pier.test'] }]);
    const facts = {
      contacts: [],
      summary: 'For {{client}} from {{begin}}, beside Lamp Company.',
      scopeOut: [{ what: 'old.harbour.test' }],
    };
    await desk.call('engagement.describe', { project, facts });
    expect(inShort(await checkOf(desk))).toEqual([
      ['placeholder', null, 'summary'],
      ['other-client', null, 'summary'],
      ['out-of-scope', 'f1', 'asset'],
      ['missing-fact', null, 'contacts'],
      ['not-in-scope', 'f1', 'asset'],
    ]);
  });

  it('takes the client of the facts and the scope of others into account', async () => {
    const desk = await deskWith([{ description: 'Of Lamp Company, at pier.lamp.test.' }]);
    const scopeIn = [{ what: '*.lamp.test' }];
    await desk.call('engagement.describe', { project: other, facts: { scopeIn } });
    const before = await checkOf(desk);
    await desk.call('engagement.describe', { project, facts: { client: 'Lamp Company' } });
    expect([before.map(({ message }) => message), inShort(await checkOf(desk))]).toEqual([
      ['The description names "pier.lamp.test", "lamp company", which belongs to another engagement.'],
      [],
    ]);
  });

  it('knows no engagement that is not there, and stops when it is given up', async () => {
    const desk = await deskWith([{}, {}, {}], 0, { clock: impatientClock() });
    const stop = new AbortController();
    // Between two pieces a cancel is heard.
    const given = desk.call('report.check', { project }, { signal: stop.signal });
    stop.abort();
    await expect(given).rejects.toThrow(/abort/i);
    await expect(desk.call('report.check', { project: 'nowhere' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('leaves the host to others after pieces of some milliseconds', async () => {
    const count = 40;
    const findings = Array.from({ length: count }, () => ({}));
    const desk = await deskWith(findings, 0, { clock: impatientClock() });
    let turns = 0;
    const checking = checkOf(desk).then(() => true);
    const next = (): Promise<false> => new Promise((go) => setImmediate(() => go(false)));
    while (!(await Promise.race([checking, next()]))) turns += 1;
    expect(turns).toBeGreaterThanOrEqual(count);
  });
});

describe('a secret value that is kept', () => {
  const requests =
    'GET /?access_token=9f8a7b6c5d4e3f2a1b0c9d8e HTTP/1.1\r\nCookie: sid=8F3A91C27D604B5E\r\n\r\n';

  it.each([requests, `${'word '.repeat(30_000)}\n\n${requests}`])(
    'is named by the check and counted no more as masked, in a text of any length',
    async (text) => {
      const desk = await deskWith([{ requests: text }, {}]);
      const masks = () => desk.call('report.masks', { project });
      const found = async () => inShort(await desk.call('report.check', { project }));
      const [before, checkedBefore] = [await masks(), await found()];
      const key = before[0]?.values.find(({ kind }) => kind === 'token')?.key ?? '';
      await desk.call('report.configure', { project, settings: { keptValues: [key] } });
      const [after] = await masks();
      expect([checkedBefore, await found()]).toEqual([[], [['secret-in-request', 'f0', 'requests']]]);
      expect([after?.hits.map(({ kind }) => kind), after?.values.map(({ kept }) => kept)]).toEqual([
        ['cookie'],
        [true, false],
      ]);
      const [message] = await desk.call('report.check', { project });
      expect(message?.message).toBe(
        'The requests show tokens that you keep. See that no live value goes out.',
      );
      await desk.call('report.configure', { project, settings: { keptValues: [] } });
      expect(await masks()).toEqual(before);
    },
  );
});

describe('texts that are too long for a piece', () => {
  const word = 'word '.repeat(30_000);
  it('are looked at like others', async () => {
    const requests = `${word}\n\nGET /?access_token=9f8a7b6c5d4e3f2a1b0c9d8e HTTP/1.1\r\nHost: a.test\r\n\r\n`;
    const desk = await deskWith([
      {},
      { observation: `${word} TBD, desk.lighthouse.test`, requests },
      { description: 'TBD' },
    ]);
    await desk.call('engagement.describe', {
      project,
      facts: { summary: `${word} {{begin}} desk.lighthouse.test` },
    });
    const messages = await desk.call('report.check', { project, maskSecrets: false });
    expect([inShort(messages), await desk.call('report.masks', { project })]).toEqual([
      [
        ['placeholder', null, 'summary'],
        ['placeholder', 'f1', 'observation'],
        ['placeholder', 'f2', 'description'],
        ['other-client', null, 'summary'],
        ['other-client', 'f1', 'observation'],
        ['secret-in-request', 'f1', 'requests'],
      ],
      [
        {
          finding: 'f1',
          title: 'Finding 1',
          hits: [{ where: 'Request, access_token', kind: 'token', count: 1 }],
          values: [
            {
              key: hash('sha256', 'token\n9f8a7b6c5d4e3f2a1b0c9d8e', 'hex'),
              kind: 'token',
              text: '9f8a7b6c5d4e3f2a1b0c9d8e',
              where: 'Request, access_token',
              count: 1,
              kept: false,
            },
          ],
          leftOut: [{ where: 'Request', bytes: expect.any(Number) }],
        },
      ],
    ]);
  });

  it('are left in the middle when the check is given up', async () => {
    const stop = new AbortController();
    const long = openLongTexts(stop.signal);
    const summary = 'to be '.repeat(160_000);
    const engagement = { project, name: '', client: '', generatedAt: '', facts: { ...noFacts, summary } };
    const asked = long.ask(engagementQuestion({ ...engagement, findings: [] }));
    stop.abort(new Error('given up'));
    await expect(asked).rejects.toThrow('given up');
    expect(() => long.ask(engagementQuestion({ ...engagement, findings: [] }))).toThrow('given up');
    long.close();
  });

  it('are looked at by another thread where one failed', async () => {
    const long = openLongTexts(new AbortController().signal);
    const unreadable = { kind: 'engagement', engagement: {} } as never;
    await expect(long.ask(unreadable)).rejects.toThrow(TypeError);
    expect(await long.ask(masksQuestion('f1', {}, {}))).toBe(null);
    long.close();
  });
});

describe('an export', () => {
  it('is stopped by errors: no file, no edition, and the message quotes no finding', async () => {
    const desk = await deskWith([{ description: 'TBD harbour secret' }, { remediation: '' }]);
    const out = join(temporaryFolder(), 'report.pdf');
    const failure = await desk.call('report.export', { project, out }).catch((error: unknown) => error);
    expect([failure, existsSync(out), editionOf(desk, 1)]).toEqual([
      expect.objectContaining({
        code: 'check-failed',
        message: `The check of ${project} found 1 error and 1 warning: no report was written.`,
      }),
      false,
      null,
    ]);
    await expect(desk.call('report.keep', { project })).rejects.toMatchObject({ code: 'check-failed' });
  });

  it('goes on when it is forced: marked as a draft, with the messages in its edition', async () => {
    const desk = await deskWith([{ description: 'TBD' }]);
    const messages = await checkOf(desk);
    const out = join(temporaryFolder(), 'report.pdf');
    const { edition, notices } = await desk.call('report.export', { project, out, force: true });
    const kept = editionOf(desk, edition);
    expect([notices, JSON.parse(kept?.optionsJson ?? ''), JSON.parse(kept?.checkJson ?? '')]).toEqual([
      [`Every page is marked DRAFT: the check found 1 error.`],
      expect.objectContaining({ draft: true }),
      messages,
    ]);
    expect(messages).toHaveLength(1);
  });

  it('keeps with an edition its chapters, also those that its template has by itself', async () => {
    const desk = await deskWith([{}]);
    await desk.call('report.keep', { project, format: 'html' });
    expect(JSON.parse(editionOf(desk, 1)?.optionsJson ?? '')).toMatchObject({ sections: chaptersOf({}) });
  });

  it('without the facts of a final report is a draft although nothing is wrong, also where the warning is ignored', async () => {
    const desk = await deskWith([{}]);
    const says = 'Draft: 2 facts are missing: last day of the tests, team';
    await desk.call('engagement.describe', { project, facts: { ends: '', team: [] } });
    const ignored = [{ code: 'missing-fact' as const }];
    const settings = await desk.call('report.configure', { project, settings: { ignored } });
    const report = await desk.call('report.keep', { project, format: 'html' });
    const list = await desk.call('report.keep', { project, format: 'csv' });
    const { content } = await desk.call('report.file', { project, edition: report.edition });
    expect([settings.missing_facts, report.draft, report.notices, report.found, list.draft]).toEqual([
      ['ends', 'team'],
      true,
      [`${says}. Every page is marked DRAFT.`],
      { errors: 0, warnings: 0 },
      false,
    ]);
    expect(Buffer.from(content, 'base64').toString()).toContain('class="is-draft"');
    await desk.call('engagement.describe', { project, facts: wholeFacts });
    expect((await desk.call('report.keep', { project, format: 'html' })).draft).toBe(false);
  });

  it('says once that it is a draft, with both reasons, if errors and missing facts make it one', async () => {
    const desk = await deskWith([{ description: 'TBD' }]);
    await desk.call('engagement.describe', { project, facts: { ends: '', team: [] } });
    const { notices } = await desk.call('report.keep', { project, force: true });
    expect(notices?.filter((notice) => /draft/iu.test(notice))).toEqual([
      expect.stringMatching(
        /^Every page is marked DRAFT: the check found 1 error and \d warnings?, and 2 facts are missing: last day of the tests, team\.$/u,
      ),
    ]);
  });

  it('that is forced without need is no draft; a kept one gives the same file', async () => {
    const desk = await deskWith([{}]);
    const kept = await desk.call('report.keep', { project, force: true });
    const { content } = await desk.call('report.file', { project, edition: kept.edition });
    const row = editionOf(desk, kept.edition);
    expect([kept.draft, kept.notices, JSON.parse(row?.checkJson ?? ''), row?.sha256]).toEqual([
      false,
      [],
      [],
      hash('sha256', Buffer.from(content, 'base64')),
    ]);
    expect(Buffer.from(content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  });
});

test('what retests say of a finding is checked as its other texts are, captions too', async () => {
  const desk = await deskWith([{}]);
  await desk.call('round.add', { project });
  const text = 'T' + 'BD: ask the Lamp Company. `' + 'TO' + 'DO` in a listing is none.';
  await desk.call('verdict.set', { project, round: 1, ids: ['f0'], verdict: 'open', text });
  const content = Buffer.from(png({ width: 3, height: 8 })).toString('base64');
  const shot = { name: 'a.png', caption: '[insert caption]', content };
  await desk.call('evidence.add', { id: 'f0', round: 1, ...shot });
  const said = (await checkOf(desk)).filter(({ field }) => field === 'retest');
  expect(said.map(({ code, finding, message }) => [code, finding, message])).toEqual([
    ['placeholder', 'f0', 'What a retest found is not finished: it says "TBD", "[insert caption]".'],
    ['other-client', 'f0', 'What a retest found names "lamp company", which belongs to another engagement.'],
  ]);
  await desk.call('verdict.clear', { project, round: 1, ids: ['f0'] });
  expect((await checkOf(desk)).filter(({ field }) => field === 'retest')).toEqual([]);
});

test('a link in what a retest says to a finding that is left out of the report is told', async () => {
  const desk = await deskWith([{}, {}, {}]);
  await desk.call('report.configure', { project, settings: { exclude: ['f1'] } });
  await desk.call('round.add', { project });
  const text = 'Fixed with [the other](finding:f1), not with [this](finding:f2).';
  await desk.call('verdict.set', { project, round: 1, ids: ['f0'], verdict: 'fixed', text });
  const said = (await checkOf(desk)).filter(({ code }) => code === 'dead-link');
  expect(said.map(({ finding, field, message }) => [finding, field, message])).toEqual([
    [
      'f0',
      'retest',
      'What a retest found links to "the other", a finding that is not in this report. Only the words are printed.',
    ],
  ]);
});

it('a check, and what is read for pages, tell of how many findings they have read while it takes its time', async () => {
  const hand = handClock();
  let lookMs = 0;
  const clock: Clock = {
    ...hand,
    awakeMs() {
      hand.pass(lookMs);
      return hand.awakeMs();
    },
  };
  const desk = await deskWith(
    Array.from({ length: 30 }, () => ({})),
    0,
    { clock },
  );
  lookMs = 90;
  const told = async (name: 'report.check' | 'preview.open', input: Json): Promise<unknown[]> => {
    const events: unknown[] = [];
    await desk.call(name, input, { progress: (event) => events.push(event) });
    return events;
  };
  const checked = await told('report.check', { project });
  const read = await told('preview.open', { view: 'a window', project });
  const upTo = (done: number) => expect.objectContaining({ kind: 'findings', done, total: 30 }) as unknown;
  expect([checked.at(-1), read.at(-1), checked.length > 3, read.length > 3]).toEqual([
    upTo(30),
    upTo(30),
    true,
    true,
  ]);
});
