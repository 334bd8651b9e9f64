import { describe, expect, it } from 'vitest';
import {
  PassphraseJudge,
  strengthWords,
} from '#renderer/features/vault/protection/passphrase-strength.svelte.ts';

describe('the hint at a passphrase', () => {
  const kindsOf = (judge: PassphraseJudge, passphrases: readonly string[]): string[] =>
    passphrases.map((passphrase) => judge.strengthOf(passphrase).kind);

  it('calls weak what is typed in a row, repeated, or a word with a year and a sign', async () => {
    const judge = new PassphraseJudge();
    await judge.loaded;
    const weak = [
      'aaaaaaaaaaaa',
      'qwertyuiop',
      'P@ssw0rd2026',
      'Winter2026Acme!',
      'Dossier2026!',
      'abcdefgh1234',
    ];
    expect(kindsOf(judge, weak)).toEqual(weak.map(() => 'weak'));
  });

  it('calls good what takes decades to guess: four unrelated words, or many characters at random', async () => {
    const judge = new PassphraseJudge();
    await judge.loaded;
    expect(
      kindsOf(judge, [
        'correct horse battery staple',
        'lampe regen tiger mauer',
        '4f$Kq9!zLw2xR',
        'moon tiger paper',
      ]),
    ).toEqual(['good', 'good', 'good', 'fair']);
  });

  it('counts characters, and judges the length alone while the word lists are not there', async () => {
    const judge = new PassphraseJudge(() => Promise.reject(new Error('no such file')));
    await judge.loaded;
    expect(['', 'short', '\u{1F511}seven', 'Winter2026Acme!'].map((one) => judge.strengthOf(one))).toEqual([
      { kind: 'none' },
      { kind: 'short', missing: 3 },
      { kind: 'short', missing: 2 },
      { kind: 'none' },
    ]);
    expect(strengthWords(judge.strengthOf('\u{1F511}sevens'))).toBe('1 more character needed.');
  });

  it('judges a passphrase of any length', async () => {
    const judge = new PassphraseJudge();
    await judge.loaded;
    expect(judge.strengthOf('4f$Kq9!zLw2x$77!!|()[]<>18$$55!!00oo'.repeat(30)).kind).toBe('good');
  });
});
