import { expect, test } from 'vitest';
import {
  languageOf,
  missingDictionaries,
  offeredDictionaries,
} from '#renderer/features/settings/spelling/dictionary-names.ts';

test.each([
  ['de_DE', 'German (Germany)'],
  ['de-CH', 'German (Switzerland)'],
  ['de_DE_frami', 'German (Germany) frami'],
  ['fr', 'French'],
  ['sr_Latn_RS', 'Serbian (Latin, Serbia)'],
  ['en_US-large', 'English (United States) large'],
  ['my own words', 'my own words'],
])('the dictionary %s is shown as %s', (code, shown) => {
  expect(languageOf(code)).toBe(shown);
});

test('dictionaries are offered by their names, and what was chosen and is gone can be given up', () => {
  const offered = offeredDictionaries(['system:fr_FR', 'system:de_DE'], ['mine']);
  expect(offered.map(({ label }) => label)).toEqual([
    'English (US)',
    'English (UK)',
    'French (France), on this computer',
    'German (Germany), on this computer',
    'mine',
  ]);
  expect(missingDictionaries(offered, ['en-US', 'system:de_AT', 'system:de_DE', 'theirs'])).toEqual([
    { name: 'system:de_AT', label: 'German (Austria), no longer on this computer' },
    { name: 'theirs', label: 'theirs, removed' },
  ]);
});
