import { describe, expect, it } from 'vitest';
import { systemLocale } from '#renderer/ui/text/locale.ts';

describe('the language of the browser', () => {
  it('is the first one that is a tag, whatever else the browser says of itself', () => {
    const browsers: [object, string][] = [
      [{ language: 'de-DE', languages: ['fr'] }, 'de-DE'],
      [{ language: 'en_US.UTF-8' }, 'en-US'],
      [{ language: 'de_DE@euro' }, 'de-DE'],
      [{ language: 'C', languages: ['C', 'fr-CH'] }, 'fr-CH'],
      [{ language: 'C', languages: ['POSIX.'] }, 'posix'],
      [{ language: '', languages: [] }, 'en-GB'],
      [{ language: 'C' }, 'en-GB'],
      [{ language: null, languages: 'de' }, 'en-GB'],
      [{ languages: [42, null, 'nb-NO'] }, 'nb-NO'],
      [{}, 'en-GB'],
    ];
    expect(browsers.map(([browser]) => systemLocale(browser))).toEqual(browsers.map(([, tag]) => tag));
  });

  it('gives way to the region of the system, which the desktop names in the address of the page', () => {
    const browser = { language: 'en-US' };
    expect(
      ['?locale=de-DE', '?locale=C', '?locale=', ''].map((query) => systemLocale(browser, query)),
    ).toEqual(['de-DE', 'en-US', 'en-US', 'en-US']);
  });

  it('can be written with', () => {
    const tags = ['C', 'en_US.UTF-8', 'POSIX', ''].map((language) => systemLocale({ language }));
    expect(tags.map((tag) => new Intl.NumberFormat(tag).format(1_234.5))).toHaveLength(4);
  });
});
