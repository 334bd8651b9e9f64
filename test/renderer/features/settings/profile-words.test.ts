import { describe, expect, it } from 'vitest';
import { defaultProfile, serviceProfileSchema } from '#contract/profile.ts';
import {
  memberWords,
  membersBack,
  typedOf,
  valueTyped,
  valueWords,
} from '#renderer/features/settings/profile/profile-strings.ts';

const wordsOf = (member: string) => {
  const found = memberWords.find((words) => words.member === member);
  if (found === undefined) throw new Error(`no words for ${member}`);
  return found;
};

describe('a profile that was taken from a file', () => {
  const before = { ...defaultProfile, quietTimeMs: 1, pageSize: 10 };
  const after = { ...defaultProfile, quietTimeMs: 2, pageSize: 20 };

  it('is undone in what the file changed, and in nothing else', () => {
    const now = { ...after, updateSends: 'all-fields' } as const;
    expect(membersBack(before, after, now)).toEqual({
      members: { quietTimeMs: 1, pageSize: 10 },
      whole: true,
    });
  });

  it('stays in what was changed since, and that is known', () => {
    const now = { ...after, pageSize: 30 };
    expect(membersBack(before, after, now)).toEqual({ members: { quietTimeMs: 1 }, whole: false });
  });
});

describe('the words of the service profile', () => {
  it('are there for every member, once', () => {
    expect(memberWords.map(({ member }) => member).sort()).toEqual(
      Object.keys(serviceProfileSchema.shape).sort(),
    );
  });

  it('show every default in words, and read it back as it is', () => {
    const read = memberWords.map((words) => {
      const value = defaultProfile[words.member];
      const typed =
        words.edited.kind === 'names' && Array.isArray(value)
          ? value.map((entry) => (typeof entry === 'string' ? entry : '')).join('\n')
          : typedOf(words, value);
      return valueTyped(words, typed);
    });
    expect(read).toEqual(memberWords.map(({ member }) => ({ value: defaultProfile[member] })));
    expect(
      ['quietTimeMs', 'volatile', 'updateSends'].map((member) => {
        const words = wordsOf(member);
        return valueWords(words, defaultProfile[words.member]);
      }),
    ).toEqual(['180 seconds', 'none', 'The changed fields']);
  });

  it('say in place what cannot be a value', () => {
    expect([
      valueTyped(wordsOf('severities'), ' , '),
      valueTyped(wordsOf('volatile'), ''),
      valueTyped(wordsOf('quietTimeMs'), '1.5'),
      valueTyped(wordsOf('pageSize'), ''),
      valueTyped(wordsOf('decision'), '{'),
    ]).toEqual([
      { error: 'At least one name is needed.' },
      { value: [] },
      { error: 'Enter a whole number from 0 to 86400.' },
      { error: 'Enter a whole number from 1 to 10000.' },
      { error: expect.stringMatching(/^This is not JSON: /) },
    ]);
  });
});
