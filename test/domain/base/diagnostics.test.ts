import { expect, test } from 'vitest';
import { diagnosisText } from '#domain/base/diagnostics.ts';

test('a diagnosis sets its values one below the other, part by part, and says where there is nothing', () => {
  const text = diagnosisText([
    {
      title: 'Store',
      lines: [
        ['size', 12],
        ['integrity', 'sound'],
      ],
    },
    { title: 'Errors', lines: [] },
  ]);
  expect(text).toBe('Store\n  size       12\n  integrity  sound\n\nErrors\n  none\n');
});
