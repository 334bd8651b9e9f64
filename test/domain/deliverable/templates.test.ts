import { expect, test } from 'vitest';
import { chaptersOf, otherMembersPrinting, templateOf } from '#domain/deliverable/templates.ts';

test('members without a name are printed where they were asked for and the template prints findings whole', () => {
  expect([
    otherMembersPrinting({}),
    otherMembersPrinting({ showOtherMembers: false, template: 'technical' }),
    otherMembersPrinting({ showOtherMembers: true }),
    otherMembersPrinting({ showOtherMembers: true, template: 'single' }),
    otherMembersPrinting({ showOtherMembers: true, template: 'executive' }),
    otherMembersPrinting({ showOtherMembers: false, template: 'executive' }),
  ]).toEqual(['not-chosen', 'not-chosen', 'printed', 'printed', 'too-brief', 'not-chosen']);
});

test('the chapters are those chosen, else those of the template, which is the technical one if none is named', () => {
  expect([
    chaptersOf({ template: 'technical', sections: ['cover'] }),
    chaptersOf({ template: 'technical', sections: [] }),
    chaptersOf({ template: 'single' }),
    chaptersOf({}),
  ]).toEqual([['cover'], [], ['cover', 'findings'], templateOf('technical').chapters]);
});
