import { createHash } from 'node:crypto';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '#contract/finding/evidence.ts';
import { listBackups } from '#db/recovery/backup.ts';
import { connect } from '#db/store/open.ts';
import { storeKey } from '#db/store/vault.ts';
import { joined } from '#domain/images/bytes.ts';
import { chunk, exif, jpeg, png, secret, signature } from '../../domain/images/pictures.ts';
import { sampleService, syncedDesk, type TestDesk } from '../../support/desk.ts';
import {
  applied,
  bench,
  body,
  create,
  edit,
  findings,
  isCreation,
  only,
  project,
  spoil,
  sync,
} from '../../engine/support.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A picture of this size; every size is another picture. */
const picture = (width: number): Uint8Array => png({ width, height: 8 });

async function add(desk: TestDesk, id: string, bytes: Uint8Array, name = 'shot.png'): Promise<Evidence> {
  return desk.call('evidence.add', { id, name, content: base64(bytes) });
}

/** Puts other pixels in the place of those that are there now. */
async function replace(desk: TestDesk, evidence: string, bytes: Uint8Array): Promise<Evidence> {
  const { content } = await desk.call('evidence.content', { evidence });
  const madeOf = sha256(Buffer.from(content, 'base64'));
  return desk.call('evidence.replace', { evidence, madeOf, content: base64(bytes) });
}

async function widths(desk: TestDesk, id: string): Promise<number[]> {
  return (await desk.call('evidence.list', { id })).map(({ width }) => width);
}

async function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );
}

/** Folder of the one store of a home. */
function storeFolder(desk: TestDesk): { folder: string; id: string } {
  const stores = join(desk.home, 'stores');
  const [id = ''] = readdirSync(stores);
  return { folder: join(stores, id), id };
}

describe('evidence', () => {
  it('is kept without its metadata, with the hashes of what is kept and of what came', async () => {
    const { desk, clock } = await bench();
    const plain = png({ width: 6, height: 4 });
    const loaded = png({ width: 6, height: 4, before: [chunk('tEXt', Buffer.from(secret))] });
    const at = new Date(clock.wallMs()).toISOString();
    const added = await add(desk, 'f1', loaded, 'C:\\Users\\mara\\Desktop\\shot.png');
    expect({ ...added, evidence: '' }).toEqual({
      evidence: '',
      finding: 'f1',
      caption: '',
      type: 'image/png',
      width: 6,
      height: 4,
      bytes: plain.length,
      sha256: sha256(plain),
      originalSha256: sha256(loaded),
      name: 'shot.png',
      originalName: 'shot.png',
      usedIn: [],
      addedAt: at,
      changedAt: null,
      annotations: [],
      pictureSha256: sha256(plain),
    });
    desk.restart();
    expect(await desk.call('evidence.list', { id: 'f1' })).toEqual([added]);
    expect(await desk.call('evidence.content', { evidence: added.evidence })).toEqual({
      type: 'image/png',
      content: base64(plain),
    });
  });

  it('is a PNG if a GIF came, and for other kinds the answer says what they are and what to do', async () => {
    const { desk } = await bench();
    const gif = Buffer.from('R0lGODdhAgACAIEAAP////8AAAAAAAAAACwAAAAAAgACAAAIBwADAAAQICAAOw==', 'base64');
    expect(await add(desk, 'f1', gif, 'shot.gif')).toMatchObject({
      type: 'image/png',
      width: 2,
      height: 2,
      originalSha256: sha256(gif),
    });
    const [avif, heic] = ['\0\0\0\x18ftypavif\0\0\0\0', '\0\0\0\x18ftypheic\0\0\0\0'];
    await expect(add(desk, 'f1', Buffer.from(avif, 'latin1'))).rejects.toThrow(
      'This is an AVIF image. Save it as PNG or JPEG first, or add it in the window, which converts it.',
    );
    await expect(add(desk, 'f1', Buffer.from(heic, 'latin1'))).rejects.toThrow(
      'This is a HEIC photo. Save it as JPEG first.',
    );
  });

  it('is kept without what a cropping program left behind its pixels, in the chunks of the pixels', async () => {
    const { desk } = await bench();
    const raw = new Uint8Array(4 * (1 + 3 * 6)).fill(9);
    const framed = (packed: readonly Uint8Array[]): Uint8Array => {
      const whole = png({ width: 6, height: 4, raw });
      const before = whole.subarray(0, signature.length + 25);
      return joined([before, ...packed.map((data) => chunk('IDAT', data)), chunk('IEND', new Uint8Array())]);
    };
    const packed = deflateSync(raw);
    const rest = joined([Buffer.from(secret), new Uint8Array(3 * 1024 * 1024)]);
    const tailed = framed([packed.subarray(0, 5), joined([packed.subarray(5), Buffer.from(secret)]), rest]);
    const { evidence, sha256: kept } = await add(desk, 'f1', tailed);
    const { content } = await desk.call('evidence.content', { evidence });
    expect([content, kept]).toEqual([base64(framed([packed])), sha256(framed([packed]))]);
  });

  it('is kept to the byte where its pixels do not unpack, or unpack without end', async () => {
    const { desk } = await bench();
    const damaged = png({ width: 6, height: 4 });
    const header = damaged.subarray(0, signature.length + 25);
    const end = chunk('IEND', new Uint8Array());
    const pictures = [Buffer.from('no stream'), deflateSync(new Uint8Array(30_000_000))].map((data) =>
      joined([header, chunk('IDAT', data), end]),
    );
    const kept = await Promise.all(pictures.map(async (bytes) => (await add(desk, 'f1', bytes)).sha256));
    expect(kept).toEqual(pictures.map(sha256));
  });

  it('is refused where it is no image, too large, lies on its side, or is there already', async () => {
    const { desk } = await bench();
    const turned = png({ width: 6, height: 4, before: [chunk('eXIf', exif(6))] });
    await add(desk, 'f1', picture(5));
    const answers = [
      await failure(add(desk, 'f1', Buffer.from('<svg onload=alert(1)>'))),
      await failure(desk.call('evidence.add', { id: 'f1', name: 'x', content: '!' })),
      await failure(add(desk, 'f1', Buffer.alloc(20 * 1024 * 1024 + 1))),
      await failure(add(desk, 'f1', turned)),
      await failure(add(desk, 'f1', picture(5))),
      await failure(add(desk, 'f1', png({ width: 5, height: 8, after: [chunk('tIME', new Uint8Array(7))] }))),
      await failure(add(desk, 'nowhere', picture(6))),
    ];
    expect(answers).toEqual([
      ...['invalid', 'invalid', 'invalid', 'invalid'],
      ...['wrong-state', 'wrong-state', 'not-found'],
    ]);
    expect(await widths(desk, 'f1')).toEqual([5]);
    await add(desk, 'f2', picture(5));
  });

  it('keeps a caption that was written since the person saw it, unless nothing of it was seen', async () => {
    const { desk } = await bench();
    const { evidence } = await add(desk, 'f1', picture(1));
    const write = (caption: string, seen?: string[]) =>
      desk.call('evidence.caption', { evidence, caption, ...(seen === undefined ? {} : { seen }) });
    await write('Of one window', ['']);
    expect(await failure(write('Of the other', ['']))).toBe('outdated');
    const kept = (await desk.call('evidence.list', { id: 'f1' })).map(({ caption }) => caption);
    // The answer to the first was lost: it is sent again, and then what was typed since.
    await write('Of one window', ['']);
    const since = await write('Of one window, longer', ['', 'Of one window']);
    expect([kept, since.caption, (await write('Of a command')).caption]).toEqual([
      ['Of one window'],
      'Of one window, longer',
      'Of a command',
    ]);
  });

  it('keeps captions, and the order that the person gives it', async () => {
    const { desk } = await bench();
    const [one, two, three] = [
      await add(desk, 'f1', picture(1)),
      await add(desk, 'f1', picture(2)),
      await add(desk, 'f1', picture(3)),
    ];
    await desk.call('evidence.caption', { evidence: two.evidence, caption: 'Login, before' });
    const order = [three, one, two].map(({ evidence }) => evidence);
    await desk.call('evidence.order', { id: 'f1', evidence: order });
    expect(await failure(desk.call('evidence.order', { id: 'f1', evidence: order.slice(1) }))).toBe(
      'wrong-state',
    );
    desk.restart();
    const kept = await desk.call('evidence.list', { id: 'f1' });
    expect(kept.map(({ width, caption }) => [width, caption])).toEqual([
      [3, ''],
      [1, ''],
      [2, 'Login, before'],
    ]);
    expect(await desk.call('evidence.remove', { evidence: one.evidence })).toEqual({ removed: true });
    expect(await desk.call('evidence.remove', { evidence: one.evidence })).toEqual({ removed: false });
    await add(desk, 'f1', picture(4));
    expect(await widths(desk, 'f1')).toEqual([3, 2, 4]);
  });

  it('writes into the history what was added, changed and removed, with hashes', async () => {
    const { desk } = await bench();
    const { evidence } = await add(desk, 'f1', picture(1));
    await replace(desk, evidence, picture(2));
    await replace(desk, evidence, picture(2));
    await desk.call('evidence.remove', { evidence });
    const told = (await desk.call('finding.history', { id: 'f1' })).filter(({ what }) => what !== 'seen');
    const [before, after] = [sha256(picture(1)), sha256(picture(2))];
    expect(told.map(({ what, detail }) => [what, detail])).toEqual([
      ['evidence-added', { evidence, name: 'shot.png', sha256: before, original: before }],
      ['evidence-changed', { evidence, before, sha256: after }],
      ['evidence-removed', { evidence, name: 'shot.png', sha256: after }],
    ]);
  });

  it('is left as it is where it was changed since the areas were drawn that are to be destroyed', async () => {
    const { desk } = await bench();
    const { evidence, sha256: madeOf } = await add(desk, 'f1', picture(9));
    const cropped = await replace(desk, evidence, picture(4));
    const late = desk.call('evidence.replace', { evidence, madeOf, content: base64(picture(8)) });
    await expect(late).rejects.toMatchObject({
      code: 'outdated',
      message: expect.stringContaining('changed elsewhere meanwhile, so nothing was destroyed'),
    });
    expect(await desk.call('evidence.list', { id: 'f1' })).toEqual([cropped]);
  });

  it('that was cropped may be added again as it was', async () => {
    const { desk } = await bench();
    const { evidence } = await add(desk, 'f1', picture(9));
    const changed = await replace(desk, evidence, picture(4));
    expect([changed.width, changed.changedAt === null]).toEqual([4, false]);
    await add(desk, 'f1', picture(9));
    expect(await widths(desk, 'f1')).toEqual([4, 9]);
  });
});

describe('pixels that were replaced or removed', () => {
  /** Whether any stretch of these bytes stands in the decrypted pages of a store, free pages included. */
  function holds(desk: TestDesk, path: string, bytes: Uint8Array): boolean {
    const key = storeKey(new Uint8Array(32).fill(7), storeFolder(desk).id);
    const db = connect({ path, key }, { readonly: true });
    try {
      const pages = db.serialize();
      return Array.from({ length: 40 }, (_, at) => 200 + at * 200).some((at) =>
        pages.includes(Buffer.from(bytes.subarray(at, at + 48))),
      );
    } finally {
      db.close();
    }
  }

  /** A picture that does not compress: it fills pages of its own. */
  function noise(): Uint8Array {
    let state = 1;
    const raw = Uint8Array.from({ length: 100 * 101 }, (_, at) => {
      state = (state * 48_271) % 0x7fffffff;
      return at % 101 === 0 ? 0 : state & 255;
    });
    return png({ width: 100, height: 100, colour: 0, raw });
  }

  it('are gone from the store, from its log and from every backup', async () => {
    const { desk, clock } = await bench();
    const old = noise();
    const twin = await add(desk, 'f2', old);
    const { evidence } = await add(desk, 'f1', old);
    clock.pass(5 * 3_600_000);
    await sync(desk);
    const { folder } = storeFolder(desk);
    const store = join(folder, 'store.db');
    const held = () =>
      [store, ...listBackups(join(folder, 'backups')).map(({ path }) => path)].map((path) =>
        holds(desk, path, old),
      );
    await desk.call('evidence.remove', { evidence: twin.evidence });
    expect(held()).toEqual([true, true, false]);

    await replace(desk, evidence, picture(7));
    expect(held()).toEqual([false, false, false]);
    expect([statSync(`${store}-wal`).size, readdirSync(join(folder, 'backups')).length]).toEqual([0, 2]);
    desk.restart();
    expect(await widths(desk, 'f1')).toEqual([7]);
  });

  it('are told of where a backup cannot be opened', async () => {
    const told: string[] = [];
    const service = await sampleService({ engagement: false, seeds: [{ project, findings: findings(1) }] });
    const desk = await syncedDesk(service, project, { tell: (sentence) => told.push(sentence) });
    const { evidence } = await add(desk, 'f1', picture(3));
    const [backup] = listBackups(join(storeFolder(desk).folder, 'backups'));
    writeFileSync(backup?.path ?? '', 'rubbish');
    await replace(desk, evidence, picture(7));
    expect(told).toEqual([
      `The backup ${basename(backup?.path ?? '')} could not be opened and may still hold the pixels of the image as it was.`,
    ]);
    expect(await widths(desk, 'f1')).toEqual([7]);
  });

  it('are told of where something reads the store on, and its log cannot be emptied', async () => {
    const told: string[] = [];
    const service = await sampleService({ engagement: false, seeds: [{ project, findings: findings(1) }] });
    const desk = await syncedDesk(service, project, { tell: (sentence) => told.push(sentence) });
    const { evidence } = await add(desk, 'f1', picture(3));
    const { folder, id } = storeFolder(desk);
    const path = join(folder, 'store.db');
    const reader = connect({ path, key: storeKey(new Uint8Array(32).fill(7), id) }, { readonly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM evidence').get();
    await replace(desk, evidence, picture(7));
    reader.close();
    expect([await widths(desk, 'f1'), told]).toEqual([
      [7],
      [
        'The log of the store could not be emptied and may still hold the pixels of the image as it was, until the vault is locked.',
      ],
    ]);
    await replace(desk, evidence, picture(8));
    expect([statSync(`${path}-wal`).size, told.length]).toEqual([0, 1]);
  });
});

describe('evidence of a finding', () => {
  it('never goes on the wire, and makes no operation', async () => {
    const { service, desk, requests } = await bench();
    const { evidence } = await add(desk, 'f1', jpeg(), 'marker-name.jpg');
    await desk.call('evidence.caption', { evidence, caption: 'marker-caption' });
    expect(await desk.call('queue.list')).toEqual([]);
    await edit(desk, 'f1', { title: 'Another title', description: 'Another text' });
    await sync(desk);
    expect(applied(service)).toEqual([{ method: 'POST', ids: ['f1'] }]);
    const sent = JSON.stringify([requests, service.ledger, service.findings(project)]);
    expect(sent).toContain('Another title');
    expect(/marker|evidence|\/9j\/4AAQ|image\/jpeg/.exec(sent)).toBeNull();
    expect(await widths(desk, 'f1')).toEqual([24]);
  });

  it('that was created here stays with it under both of its names', async () => {
    const { desk, service } = await bench();
    const [local = ''] = (await create(desk, body({ title: 'Made here' }))).findings;
    await add(desk, local, picture(3));
    await sync(desk);
    const made = service.findings(project).find(({ title }) => title === 'Made here');
    const id = String(made?.['id']);
    const [kept] = await desk.call('evidence.list', { id });
    expect(kept?.finding).toBe(id);
    expect([await widths(desk, id), await widths(desk, local)]).toEqual([[3], [3]]);
  });

  it('stays where the answer to its creation was lost and a sweep brings it', async () => {
    const at = await bench();
    const { desk, service } = at;
    const [local = ''] = (await create(desk, body({ title: 'Answer was lost' }))).findings;
    await add(desk, local, picture(3));
    spoil(at, isCreation, { kind: 'drop', handled: true });
    await sync(desk, { pull: false });
    expect((await only(desk)).state).toBe('unknown');
    await sync(desk);
    expect(await desk.call('queue.list')).toEqual([]);
    const made = service.findings(project).find(({ title }) => title === 'Answer was lost');
    expect(await widths(desk, String(made?.['id']))).toEqual([3]);
  });

  it('keeps a finding that is gone in the list, until the evidence is removed', async () => {
    const { desk, service, clock } = await bench();
    const { evidence } = await add(desk, 'f2', picture(3));
    service.remove('f2');
    service.remove('f3');
    await sync(desk, { acceptMissing: true });
    const month = 31 * 24 * 3_600_000;
    const gone = async () => {
      clock.pass(month);
      await sync(desk);
      const { rows } = await desk.call('finding.list', { project, query: 'is:gone' });
      return rows.map(({ id }) => id);
    };
    expect(await gone()).toEqual(['f2']);
    expect(await widths(desk, 'f2')).toEqual([3]);
    await desk.call('evidence.remove', { evidence });
    expect(await gone()).toEqual([]);
  });

  it('stays where its creation is cancelled', async () => {
    const { desk } = await bench();
    const operation = await create(desk, body({ title: 'Not to be' }));
    const [local = ''] = operation.findings;
    await add(desk, local, picture(3));
    await desk.call('queue.discard', { op: operation.op });
    expect(await widths(desk, local)).toEqual([3]);
  });
});
