import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { insertPiece } from '#db/tables/reports/editions.ts';
import { sql, transaction } from '#db/store/transaction.ts';
import { png } from '../../domain/images/pictures.ts';
import { handClock, sampleService, syncedDesk, temporaryFolder, type TestDesk } from '../../support/desk.ts';
import { canLink, noLinks } from '../../support/system/links.ts';
import {
  canHold,
  canMount,
  holdFile,
  mountDisk,
  noHold,
  noMount,
  unmountDisk,
} from '../../support/system/disk.ts';
import { bench, findings, project, within } from '../../engine/support.ts';

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error && 'code' in error ? [error.code, error.message] : error),
  );

/** How much of editions a store holds. */
const heldIn = (desk: TestDesk): unknown =>
  within(desk, (db) =>
    sql(
      db,
      `SELECT (SELECT count(*) FROM edition) AS editions, (SELECT count(*) FROM edition_piece) AS pieces,
              (SELECT count(*) FROM edition_image) AS images`,
    ).get(),
  );

describe('the file of a report and its edition', () => {
  it('are both there, or the edition alone: a place that is taken meanwhile keeps what stands in it', async () => {
    const { desk } = await bench();
    const folder = temporaryFolder();
    const out = join(folder, 'report.json');
    const told = await failure(
      desk.call('report.export', { project, out }, { progress: () => mkdirSync(out, { recursive: true }) }),
    );
    const elsewhere = join(folder, 'elsewhere.json');
    const { bytes } = await desk.call('report.export', { project, out: elsewhere, edition: 1 });
    expect([told, readdirSync(folder).toSorted(), readFileSync(elsewhere).length]).toEqual([
      [
        'file',
        `The report is kept as edition 1, but ${out} cannot be written: a folder stands there (EISDIR). Write that edition to another path.`,
      ],
      ['elsewhere.json', 'report.json'],
      bytes,
    ]);
  });

  it('never goes into a vault by a link to one of its files, or through a linked folder', async ({
    skip,
  }) => {
    skip(!canLink, noLinks);
    const { desk } = await bench();
    const [id = ''] = readdirSync(join(desk.home, 'stores'));
    const store = join(desk.home, 'stores', id, 'store.db');
    const folder = temporaryFolder();
    symlinkSync(store, join(folder, 'linked.json'));
    symlinkSync(join(desk.home, 'stores'), join(folder, 'stores'), 'junction');
    const before = readFileSync(store).subarray(0, 4096);
    for (const out of [join(folder, 'linked.json'), join(folder, 'stores', id, 'store.db')])
      expect(
        await failure(desk.call('report.export', { project, out, format: 'json', force: true })),
      ).toEqual(['file', expect.stringMatching(/lies in a vault/u)]);
    expect(readFileSync(store).subarray(0, 4096)).toEqual(before);
  });

  it('never goes into a vault by its own path, and leaves a file of it whole that has another name', async () => {
    // Removed after the program has closed the store, which Windows wants.
    const folder = temporaryFolder();
    const { desk } = await bench();
    const [id = ''] = readdirSync(join(desk.home, 'stores'));
    const store = join(desk.home, 'stores', id, 'store.db');
    linkSync(store, join(folder, 'hard.json'));
    const before = readFileSync(store);
    const told: unknown[] = [];
    for (const out of [store, join(desk.home, 'new.json')])
      told.push(await failure(desk.call('report.export', { project, out, format: 'json', force: true })));
    expect(told).toEqual(told.map(() => ['file', expect.stringMatching(/lies in a vault/u)]));
    // Another name of the same file is replaced, but not by Windows while the file is open; the file itself stays.
    const other = await failure(desk.call('report.export', { project, out: join(folder, 'hard.json') }));
    expect(other).toEqual(
      process.platform === 'win32'
        ? ['file', expect.stringMatching(/open in another program/u)]
        : 'no failure',
    );
    expect(readFileSync(store).subarray(0, 4096)).toEqual(before.subarray(0, 4096));
    expect(await desk.call('finding.list', { project })).toMatchObject({ rows: { length: 4 } });
    expect(readdirSync(desk.home)).not.toContain('new.json');
  });

  it('are neither there where the engagement was destroyed meanwhile: nothing of it is left in the store', async () => {
    const { desk } = await bench();
    const content = Buffer.from(png({ width: 50, height: 20 })).toString('base64');
    await desk.call('evidence.add', { id: 'f1', name: 'a.png', content });
    const folder = temporaryFolder();
    const out = join(folder, 'report.json');
    writeFileSync(out, 'the edition before');
    const destroyed: Promise<unknown>[] = [];
    const progress = (): void => {
      if (destroyed.length > 0) return;
      destroyed.push(desk.call('engagement.destroy', { project, name: project, unsent: 0 }));
    };
    const told = await failure(desk.call('report.export', { project, out }, { progress }));
    await Promise.all(destroyed);
    expect([told, readdirSync(folder), readFileSync(out, 'utf8'), heldIn(desk)]).toEqual([
      ['not-found', expect.stringContaining(project)],
      ['report.json'],
      'the edition before',
      { editions: 0, pieces: 0, images: 0 },
    ]);
  });

  it('are neither there where there is no folder', async () => {
    const { desk } = await bench();
    const out = join(temporaryFolder(), 'missing', 'r.json');
    expect(await failure(desk.call('report.export', { project, out }))).toEqual([
      'file',
      'The report cannot be written there: the folder is not there (ENOENT).',
    ]);
  });

  it('go where a link points, which stays a link; one that points nowhere is refused', async ({ skip }) => {
    skip(!canLink, noLinks);
    const { desk } = await bench();
    const folder = temporaryFolder();
    const [real, link, nowhere] = ['real.json', 'link.json', 'nowhere.json'].map((name) =>
      join(folder, name),
    );
    writeFileSync(real ?? '', 'the edition before');
    symlinkSync('real.json', link ?? '');
    symlinkSync('gone.json', nowhere ?? '');
    const { bytes } = await desk.call('report.export', { project, out: link });
    const told = await failure(desk.call('report.export', { project, out: nowhere }));
    expect([readFileSync(real ?? '').length, lstatSync(link ?? '').isSymbolicLink(), told]).toEqual([
      bytes,
      true,
      ['file', `${nowhere ?? ''} is a link to something that is not there; name another path.`],
    ]);
  });

  it('are neither there where the place is on a disk that is full, or may not be written', async ({
    skip,
  }) => {
    skip(!canMount, noMount);
    const { desk } = await bench();
    const told = [];
    for (const options of ['size=16k', 'size=16k,ro']) {
      const disk = temporaryFolder();
      mountDisk(disk, options);
      const out = join(disk, 'report.html');
      told.push(await failure(desk.call('report.export', { project, out })), readdirSync(disk));
      unmountDisk(disk);
    }
    expect([told, heldIn(desk)]).toEqual([
      [
        ['file', 'The report cannot be written: the disk is full (ENOSPC).'],
        [],
        ['file', 'The report cannot be written there: the disk is read-only (EROFS).'],
        [],
      ],
      { editions: 0, pieces: 0, images: 0 },
    ]);
  });

  it('are told apart where the file is open in another program', async ({ skip }) => {
    skip(!canHold, noHold);
    const { desk } = await bench();
    const out = join(temporaryFolder(), 'report.json');
    writeFileSync(out, 'of before');
    const giveBack = holdFile(out);
    const told = await failure(desk.call('report.export', { project, out }));
    giveBack();
    expect([told, readFileSync(out, 'utf8')]).toEqual([
      [
        'file',
        `The report is kept as edition 1, but ${out} cannot be written: it is open in another program; close it there or choose another name (EBUSY). Write that edition to another path.`,
      ],
      'of before',
    ]);
  });

  it('are neither there where the folder is removed meanwhile', async () => {
    const { desk } = await bench();
    const folder = temporaryFolder();
    const out = join(folder, 'report.json');
    const told = failure(desk.call('report.export', { project, out }));
    // As soon as the report has been begun, long before the process that writes it: what that tells comes when it likes.
    while (readdirSync(folder).length === 0) await new Promise(setImmediate);
    rmSync(folder, { recursive: true });
    expect([await told, heldIn(desk)]).toEqual([
      ['file', expect.stringMatching(/^The report .*: the folder is not there \(ENOENT\)\./u)],
      { editions: 0, pieces: 0, images: 0 },
    ]);
  });

  it('leave nothing of an edition that a kill kept from being finished', async () => {
    const { desk } = await bench();
    await desk.call('report.export', { project, out: join(temporaryFolder(), 'report.csv') });
    const whole = heldIn(desk);
    within(desk, (db) => {
      const piece = { project, content: 'begun', part: 'file', bytes: Buffer.from('half of it') } as const;
      transaction(db, () => {
        insertPiece(db, piece);
      });
    });
    desk.restart();
    expect(heldIn(desk)).toEqual(whole);
  });
});

it('a report is of one state, whatever is edited while it is read', async () => {
  const service = await sampleService({ engagement: false, seeds: [{ project, findings: findings(4) }] });
  const clock = handClock();
  let edited = 0;
  const desk = await syncedDesk(service, project, { clock });
  const out = join(temporaryFolder(), 'report.json');
  const reading = clock.awakeMs;
  // Every look at the clock takes so long that others have their turn after every finding.
  clock.awakeMs = () => {
    clock.pass(20);
    return reading();
  };
  clock.sleep = async () => {
    edited += 1;
    if (edited > 4) return;
    const changes = { title: `Edited ${String(edited)}`, tags: [`edit ${String(edited)}`] };
    await desk.call('finding.edit', { id: `f${String(5 - edited)}`, changes });
  };
  const { findings: printed } = await desk.call('report.export', { project, out });
  const text = readFileSync(out, 'utf8');
  expect([printed, edited > 4, text.includes('Edited')]).toEqual([4, true, false]);
});
