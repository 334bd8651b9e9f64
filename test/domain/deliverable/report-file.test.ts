import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { defaultProfile } from '#contract/profile.ts';
import {
  filedIdentities,
  namedMembers,
  otherMembers,
  readReportFile,
} from '#domain/deliverable/report-file.ts';

function file(...findings: Json[]): Json {
  return { format: 'dossier-report', formatVersion: 1, findings };
}

describe('a report as JSON', () => {
  it.each([
    [null, 'other'],
    [[], 'other'],
    [{ formatVersion: 1, findings: [] }, 'other'],
    [{ format: 'another', formatVersion: 1, findings: [] }, 'other'],
    [{ format: 'dossier-report', formatVersion: 2 }, 'newer'],
    [{ format: 'dossier-report', formatVersion: '2', findings: [] }, 'broken'],
    [{ format: 'dossier-report', formatVersion: 0, findings: [] }, 'broken'],
    [{ format: 'dossier-report', findings: [] }, 'broken'],
    [{ format: 'dossier-report', formatVersion: 1 }, 'broken'],
    [{ format: 'dossier-report', formatVersion: 1, findings: {} }, 'broken'],
    [file({ record: {} }, 7), 'broken'],
    [file({ record: null }), 'broken'],
    [file({ evidence: [] }), 'broken'],
    [file({ record: {}, evidence: 'none' }), 'broken'],
    [file(), 'report'],
    [file({ record: {} }), 'report'],
  ])('of %j is: %s', (value, kind) => {
    expect(readReportFile(value).kind).toBe(kind);
  });

  it('of a newer program says its version', () => {
    expect(readReportFile({ format: 'dossier-report', formatVersion: 7 })).toEqual({
      kind: 'newer',
      version: '7',
    });
  });

  it('is read without members that say nothing, and without those that have no name', () => {
    const record = { title: 'a', severity: '', status: null, tags: [], CVSS: 0, internal: 1 };
    expect(readReportFile(file({ record }))).toEqual({
      kind: 'report',
      findings: [{ record: { title: 'a', tags: [], CVSS: 0 }, images: [] }],
    });
  });

  it('is read with its images: those with a content, with caption and name if they are texts', () => {
    const evidence = [
      { content: 'AA==', caption: 'shot', name: 'shot.png' },
      { content: 'BB==', caption: 7, name: '' },
      { content: 'CC==', name: 7 },
      { content: '', caption: 'empty' },
      { content: 7 },
      { caption: 'none' },
      'text',
      null,
    ];
    expect(readReportFile(file({ record: {}, evidence }))).toEqual({
      kind: 'report',
      findings: [
        {
          record: {},
          images: [
            { content: 'AA==', caption: 'shot', name: 'shot.png' },
            { content: 'BB==', caption: '' },
            { content: 'CC==', caption: '' },
          ],
        },
      ],
    });
  });
});

describe('the identities of a report file', () => {
  const identities = (...findings: Json[]) => filedIdentities(file(...findings), defaultProfile);

  it('are one a finding, in their order, with an id if it is a text', () => {
    const filed = [{ id: 'f2' }, { id: '' }, { id: 7 }, {}].map((finding) => ({ ...finding, record: {} }));
    expect(identities(...filed)).toEqual([
      { id: 'f2', candidate: null },
      { id: null, candidate: null },
      { id: null, candidate: null },
      { id: null, candidate: null },
    ]);
  });

  it('say whether it is a candidate, as the file has it or as its record shows', () => {
    const [version = ''] = defaultProfile.reviewVersion;
    const [mark] = defaultProfile.privateDraft;
    const reviewed = { [version]: 3 };
    const marked = { ...reviewed, [mark?.member ?? '']: mark?.value ?? null };
    const record = {};
    expect(
      identities(
        { record, candidate: 'private' },
        { record, candidate: 'public' },
        { record, candidate: true },
        { record, candidate: false },
        { record, candidate: 'maybe' },
        { record: reviewed },
        { record, otherMembers: reviewed },
        { record, otherMembers: marked },
        { record: marked, candidate: 'public' },
        { record, otherMembers: 'none' },
      ).map(({ candidate }) => candidate),
    ).toEqual(['private', 'public', 'public', null, null, 'public', 'public', 'private', 'public', null]);
  });

  it('are none for a document that is no report', () => {
    expect(filedIdentities({ findings: [{ id: 'f1' }] }, defaultProfile)).toEqual([]);
    expect(filedIdentities(file(7), defaultProfile)).toEqual([]);
    expect(filedIdentities(null, defaultProfile)).toEqual([]);
  });
});

describe('the members of a record', () => {
  const record = {
    title: 'a',
    asset: null,
    risk: 'x',
    _id: 1,
    __v: 2,
    project_id: 3,
    createdAt: 4,
    Updated_By: 5,
    version: 6,
    identity: 7,
  };

  it('that the interface names are kept, whatever their value', () => {
    expect(namedMembers(record)).toEqual({ title: 'a', asset: null });
  });

  it('that neither the interface names nor a service keeps its books by are the others', () => {
    expect(otherMembers(record)).toEqual({ risk: 'x', identity: 7 });
  });
});
