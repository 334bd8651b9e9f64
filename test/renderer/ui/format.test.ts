import { afterEach, describe, expect, it } from 'vitest';
import {
  ago,
  clock,
  counted,
  date,
  dateTime,
  exactly,
  number,
  setFormats,
  shortly,
  size,
} from '#renderer/ui/text/format.ts';

const at = new Date(2026, 2, 5, 21, 5, 27).getTime();

afterEach(() => setFormats({ locale: 'en-GB', date: 'words' }));

/** Blanks are of many kinds in other languages; they are no difference here. */
const plain = (text: string): string => text.replace(/\s/gu, ' ');

describe('numbers and moments', () => {
  it('are written as the person chose, the time of day as their language has it', () => {
    const written = [
      { locale: 'en-GB', date: 'words' },
      { locale: 'en-US', date: 'numbers' },
      { locale: 'de-DE', date: 'numbers' },
      { locale: 'fr-FR', date: 'words' },
      { locale: 'de-DE', date: 'words' },
      { locale: 'de-DE', date: 'iso' },
    ] as const;
    expect(
      written.map((formats) => {
        setFormats(formats);
        return [number(1_179.5), date(at), dateTime(at), clock(at)].map(plain);
      }),
    ).toEqual([
      ['1,179.5', '5 Mar 2026', '5 Mar 2026, 21:05', '21:05:27'],
      ['1,179.5', '03/05/2026', '03/05/2026, 9:05 PM', '9:05:27 PM'],
      ['1.179,5', '05.03.2026', '05.03.2026, 21:05', '21:05:27'],
      ['1 179,5', '5 mars 2026', '5 mars 2026, 21:05', '21:05:27'],
      ['1.179,5', '5. März 2026', '5. März 2026, 21:05', '21:05:27'],
      ['1.179,5', '2026-03-05', '2026-03-05, 21:05', '21:05:27'],
    ]);
  });

  it('follow the language of the browser where the person chose none', () => {
    setFormats({ locale: 'system', date: 'words' });
    expect(number(0.5)).toBe(new Intl.NumberFormat(navigator.language).format(0.5));
  });

  it('tell an order to the second', () => {
    expect(exactly(at)).toBe('5 Mar 2026, 21:05:27');
  });

  it('are shown as short as they can be told', () => {
    const now = new Date(2026, 10, 21, 18, 0).getTime();
    const moments = [new Date(2026, 10, 21, 9, 5), new Date(2026, 2, 1, 9, 5), new Date(2024, 2, 1, 9, 5)];
    expect(moments.map((moment) => shortly(moment.toISOString(), now))).toEqual([
      '09:05',
      '1 Mar',
      '1 Mar 2024',
    ]);
  });

  it('say how long ago something was', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    const said = [
      '2026-11-21T11:59:40Z',
      '2026-11-21T11:15:00Z',
      '2026-11-20T14:00:00Z',
      '2026-11-01T12:00:00Z',
    ];
    expect(said.map((then) => ago(then, now))).toEqual(['just now', '45 min ago', '22 h ago', '20 days ago']);
  });

  it('leave what is no moment as it is, for the service may say anything', () => {
    expect([date('soon'), dateTime('soon'), shortly('soon', at)]).toEqual(['soon', 'soon', '']);
  });

  it('count things and bytes', () => {
    expect([
      counted(1, 'image'),
      counted(1_200, 'entry', 'entries'),
      ...[84, 84_400, 1_250_000, 3e9].map(size),
    ]).toEqual(['1 image', '1,200 entries', '84 B', '84 kB', '1.3 MB', '3 GB']);
  });
});
