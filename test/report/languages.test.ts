import { describe, expect, it } from 'vitest';
import { isoDay } from '#report/languages/days.ts';
import { wordsOf } from '#report/languages/index.ts';
import { grouped } from '#report/languages/numbers.ts';

const { sentences: en } = wordsOf('en');
const { sentences: de } = wordsOf('de');

it('numbers have a sign between their thousands', () => {
  expect([0, 999, 1000, 12345, 1234567].map((number) => grouped(number, ','))).toEqual([
    ...['0', '999', '1,000', '12,345', '1,234,567'],
  ]);
});

it('a day is read from the beginning of a date, or is none', () => {
  expect([isoDay('2026-03-04T10:00:00Z'), isoDay('2026-03-04'), isoDay('4 March 2026'), isoDay('')]).toEqual([
    { year: 2026, month: 3, day: 4 },
    { year: 2026, month: 3, day: 4 },
    null,
    null,
  ]);
});

describe('sentences of a report', () => {
  it('say how many findings are not listed', () => {
    const pairs = [
      [1, 3],
      [2, 3],
      [1, 1],
      [3, 3],
    ] as const;
    expect([en, de].map(({ notListed }) => pairs.map(([hidden, all]) => notListed(hidden, all)))).toEqual([
      [
        '1 of 3 findings is not listed here.',
        '2 of 3 findings are not listed here.',
        'The finding is not listed here.',
        'None of the 3 findings is listed here.',
      ],
      [
        '1 von 3 Feststellungen ist hier nicht aufgeführt.',
        '2 von 3 Feststellungen sind hier nicht aufgeführt.',
        'Die Feststellung ist hier nicht aufgeführt.',
        'Keine der 3 Feststellungen ist hier aufgeführt.',
      ],
    ]);
  });

  it('say how many of the most severe are described', () => {
    const pairs = [
      [1, 1],
      [2, 2],
      [1, 4],
      [3, 4],
      [20, 40],
    ] as const;
    expect([en, de].map(({ topRisks }) => pairs.map(([shown, total]) => topRisks(shown, total)))).toEqual([
      [
        'The one finding is described here.',
        'All 2 findings are described here.',
        'The most severe finding in brief.',
        'The three most severe of 4 findings in brief.',
        'The 20 most severe of 40 findings in brief.',
      ],
      [
        'Die einzige Feststellung ist hier beschrieben.',
        'Alle 2 Feststellungen sind hier beschrieben.',
        'Die schwerwiegendste von 4 Feststellungen in Kürze.',
        'Die drei schwerwiegendsten von 4 Feststellungen in Kürze.',
        'Die 20 schwerwiegendsten von 40 Feststellungen in Kürze.',
      ],
    ]);
    expect([en, de].map(({ topRisks }) => [1, 2, 4].map((total) => topRisks(1, total, true)))).toEqual([
      [
        'The one finding that is not fixed is described here.',
        'The most severe finding that is not fixed in brief.',
        'The most severe finding that is not fixed in brief.',
      ],
      [
        'Die einzige Feststellung, die nicht behoben ist, ist hier beschrieben.',
        'Die schwerwiegendste von 2 nicht behobenen Feststellungen in Kürze.',
        'Die schwerwiegendste von 4 nicht behobenen Feststellungen in Kürze.',
      ],
    ]);
  });

  it('count findings on assets', () => {
    const told = [en, de].map(({ assets, onAsset, onlyElsewhere }) => [
      assets(1, 1),
      assets(2, 3),
      onAsset(1, 1),
      onAsset(2, 2),
      onlyElsewhere(1),
      onlyElsewhere(2),
    ]);
    expect(told).toEqual([
      [
        'One finding on one asset.',
        '3 findings on 2 assets.',
        'One finding on this asset.',
        '2 findings on each of these 2 assets.',
        'It is described with another asset.',
        'They are described with another asset.',
      ],
      [
        'Eine Feststellung auf einem System.',
        '3 Feststellungen auf 2 Systemen.',
        'Eine Feststellung auf diesem System.',
        '2 Feststellungen auf jedem dieser 2 Systeme.',
        'Sie ist bei einem anderen System beschrieben.',
        'Sie sind bei einem anderen System beschrieben.',
      ],
    ]);
  });

  it('say what is left after a retest', () => {
    const high = [{ severity: 'high', count: 1 }] as const;
    const told = [en, de].map(({ left, retest }) => [
      left(0, 0, [], true),
      left(0, 1, [], true),
      left(0, 2, [], true),
      left(1, 1, high, true),
      left(1, 2, high, true),
      left(2, 3, [{ severity: 'high', count: 2 }], true),
      left(1, 1, high, false),
      left(1, 2, high, false),
      left(2, 3, [{ severity: 'high', count: 2 }], false),
      retest(2, [], 'finding'),
      retest(1, [{ verdict: 'fixed', count: 1 }], 'finding'),
      retest(3, [{ verdict: 'fixed', count: 2 }], 'place'),
    ]);
    expect(told).toEqual([
      [
        'The assessment has no findings.',
        'The one finding is fixed.',
        'All 2 findings are fixed.',
        'After the retest, the finding is not fixed.',
        'After the retest, 1 of 2 findings is not fixed: 1 high.',
        'After the retest, 2 of 3 findings are not fixed: 2 high.',
        'The finding is not fixed.',
        '1 of 2 findings is not fixed: 1 high.',
        '2 of 3 findings are not fixed: 2 high.',
        'No finding was retested.',
        'Of one finding, 1 is fixed.',
        'Of 3 places, 2 are fixed.',
      ],
      [
        'Die Prüfung hat keine Feststellungen ergeben.',
        'Die einzige Feststellung ist behoben.',
        'Alle 2 Feststellungen sind behoben.',
        'Nach der Nachprüfung ist die Feststellung nicht behoben.',
        expect.stringMatching(/^Nach der Nachprüfung ist 1 von 2 Feststellungen nicht behoben: 1 .+\.$/u),
        expect.stringMatching(/^Nach der Nachprüfung sind 2 von 3 Feststellungen nicht behoben: 2 .+\.$/u),
        'Die Feststellung ist nicht behoben.',
        '1 von 2 Feststellungen ist nicht behoben: 1 hoch.',
        '2 von 3 Feststellungen sind nicht behoben: 2 hoch.',
        'Keine Feststellung wurde nachgeprüft.',
        expect.stringMatching(/^Von einer Feststellung ist 1 .+\.$/u),
        expect.stringMatching(/^Von 3 Stellen sind 2 .+\.$/u),
      ],
    ]);
  });
});
