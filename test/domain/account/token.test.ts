import { describe, expect, test } from 'vitest';
import { DossierError } from '#contract/error.ts';
import { cleanToken } from '#domain/account/token.ts';
import { cpuMs } from '../../support/system/cpu-time.ts';

describe('a token as it was pasted', () => {
  test.each([' abc-1.2_3\n', '"abc-1.2_3"', "'abc-1.2_3'\r\n", '`abc-1.2_3`'])(
    'loses blanks, quotes and line breaks around it, and the person is told: %j',
    (given) => {
      const { token, notice } = cleanToken(given, 'DOSSIER_TOKEN');
      expect(token).toBe('abc-1.2_3');
      expect(notice).toContain('DOSSIER_TOKEN');
      expect(notice).not.toContain('abc');
    },
  );

  test('is refused at once where many thousands of blanks stand in it', () => {
    const startMs = cpuMs();
    expect(() => cleanToken(`abc${'\u200b'.repeat(60_000)}123`, 'as pasted')).toThrow(/its character 4 is/u);
    expect(cpuMs() - startMs).toBeLessThan(500);
  });

  test.each([
    'Bearer abc-1.2_3',
    'X-SERVICE-TOKEN: abc-1.2_3',
    'x-service-token:"abc-1.2_3"\r\n',
    'Authorization: Bearer abc-1.2_3',
    '"api_key": "abc-1.2_3",',
    'api_key=abc-1.2_3;',
    'DOSSIER_TOKEN=abc-1.2_3',
  ])('loses the name in front of it, and the person is told: %j', (given) => {
    expect(cleanToken(given, 'as pasted')).toEqual({
      token: 'abc-1.2_3',
      notice:
        'Left out what stood in front of the token (as pasted): the name of a header or setting, or "Bearer".',
    });
  });

  test.each(['\u200babc\u200b', '\u201cabc\u201d', '\ufeffabc', '\u00ababc\u00bb', 'abc,'])(
    'loses what cannot be seen and quotes of any kind: %j',
    (given) => {
      expect(cleanToken(given, 'as pasted').token).toBe('abc');
    },
  );

  test.each(['bearerabc', 'tokenabc', 'api_key-1', 'x=y=='])(
    'keeps what only looks like a name: %s',
    (given) => {
      expect(cleanToken(given, 'as pasted')).toEqual({ token: given, notice: null });
    },
  );

  test('that is clean is taken without a word', () => {
    expect(cleanToken('abc', 'DOSSIER_TOKEN')).toEqual({ token: 'abc', notice: null });
  });

  test.each([undefined, ''])('that is not there leaves the stored one: %j', (given) => {
    expect(cleanToken(given, 'DOSSIER_TOKEN')).toEqual({ token: null, notice: null });
  });

  test.each(['secret with-blank', 'secret\nline', 'secrét', '""', 'sec\u0000ret', 'Bearer sec ret'])(
    'that cannot be one is refused without being quoted: %j',
    (given) => {
      let thrown: unknown;
      try {
        cleanToken(given, 'DOSSIER_TOKEN');
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(DossierError);
      expect(thrown).toMatchObject({ code: 'usage' });
      expect(String(thrown)).not.toContain('sec');
    },
  );
});
