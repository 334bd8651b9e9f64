import { describe, expect, it } from 'vitest';
import {
  columnsBeside,
  columnsOf,
  inTwo,
  moved,
  sortAfter,
  sortedBy,
  stored,
  toggled,
} from '#renderer/features/findings/list/columns.ts';

const names = (columns: readonly { readonly name: string }[]): string[] => columns.map(({ name }) => name);

describe('the columns of the findings table', () => {
  it('are a sensible few at first', () => {
    expect(names(columnsOf(undefined))).toEqual([
      'severity',
      'title',
      'sync',
      'status',
      'asset',
      'cvss',
      'updated',
    ]);
  });

  it('come back as they were chosen, without those that this program does not know', () => {
    const kept = [
      { column: 'title', width: 500 },
      { column: 'of a later program', width: 80 },
      { column: 'id', width: 99 },
    ];
    expect(stored(columnsOf(kept))).toEqual([kept[0], kept[2]]);
    expect(names(columnsOf([{ column: 'unknown', width: 80 }])).length).toBe(7);
  });

  it('have the outcome of the retest as soon as there is a round, until it is taken away', () => {
    expect(names(columnsOf(undefined, true))).toEqual([
      'severity',
      'title',
      'sync',
      'status',
      'verdict',
      'asset',
      'cvss',
      'updated',
    ]);
    const own = [{ column: 'title', width: 500 }];
    const shown = columnsOf(own, true);
    expect(names(shown)).toEqual(['title', 'verdict']);
    const away = stored(toggled(shown, 'verdict'), own, true);
    expect(names(columnsOf(away, true))).toEqual(['title']);
    // What is changed in an engagement without a round leaves it taken away.
    expect(names(columnsOf(stored(columnsOf(away), away), true))).toEqual(['title']);
    expect(names(columnsOf(stored(shown, own, true)))).toEqual(['title']);
  });

  it('move to another place, and not beyond the ends', () => {
    const three = columnsOf(['severity', 'title', 'sync'].map((column) => ({ column, width: 100 })));
    expect(names(moved(three, 'sync', 0))).toEqual(['sync', 'severity', 'title']);
    expect(names(moved(three, 'severity', 99))).toEqual(['title', 'sync', 'severity']);
    expect(names(moved(three, 'nothing', 1))).toEqual(['severity', 'title', 'sync']);
  });

  it('are shown and taken away, but the last one stays', () => {
    const one = columnsOf([{ column: 'title', width: 300 }]);
    expect(names(toggled(one, 'tags'))).toEqual(['title', 'tags']);
    expect(names(toggled(toggled(one, 'tags'), 'title'))).toEqual(['tags']);
    expect(names(toggled(one, 'title'))).toEqual(['title']);
  });

  it('sort upwards, then downwards; scores and moments downwards first', () => {
    expect(sortedBy(null)).toEqual({ column: 'severity', descending: false });
    expect(sortAfter(null, 'severity')).toBe('severity:desc');
    expect(sortAfter(null, 'title')).toBe('title');
    expect(sortAfter('title', 'title')).toBe('title:desc');
    expect(sortAfter('title:desc', 'title')).toBe('title');
    expect(sortAfter('title', 'cvss')).toBe('cvss:desc');
    expect(sortAfter('cvss:desc', 'cvss')).toBe('cvss');
    expect(sortAfter(null, 'tags')).toBe('tag');
  });

  it('keep the end of a long asset in sight, and cut no letter in half', () => {
    expect(['app.example.test', 'https://shop.example.test/AJAX/😀index.php'].map(inTwo)).toEqual([
      ['app.example.test', ''],
      ['https://shop.example.test/AJA', 'X/😀index.php'],
    ]);
  });
});

describe('beside an open finding', () => {
  const usual = columnsOf(undefined);
  const beside = (room: number): string[] =>
    columnsBeside(usual, room).map(({ name, width }) => `${name} ${String(width)}`);

  it('all columns stay that have room', () => {
    expect(columnsBeside(usual, 2_000)).toEqual(usual);
  });

  it('others go from the end, then a wide title, severity, sync and assets become narrower', () => {
    expect([beside(820), beside(700), beside(540), beside(480)]).toEqual([
      ['severity 96', 'title 320', 'sync 56', 'status 128', 'asset 190'],
      ['severity 96', 'title 320', 'sync 56', 'asset 190'],
      ['severity 40', 'title 300', 'sync 36', 'asset 164'],
      ['severity 40', 'title 300', 'sync 36'],
    ]);
  });

  it('a title that can be read goes before assets, and in a narrow list before sync and severity', () => {
    expect([beside(376), beside(300), beside(240)]).toEqual([
      ['severity 40', 'title 300', 'sync 36'],
      ['severity 40', 'title 224', 'sync 36'],
      ['severity 40', 'title 170'],
    ]);
  });

  it('a narrower column of the user is not made wider, and a table without them stays', () => {
    const own = columnsOf([
      { column: 'asset', width: 60 },
      { column: 'title', width: 90 },
      { column: 'tags', width: 400 },
    ]);
    expect(columnsBeside(own, 100).map(({ width }) => width)).toEqual([90]);
    expect(columnsBeside(own, 150).map(({ width }) => width)).toEqual([60, 90]);
    const tags = columnsOf([{ column: 'tags', width: 400 }]);
    expect(columnsBeside(tags, 100)).toEqual(tags);
  });
});
