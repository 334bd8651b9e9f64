import { z } from 'zod';
import { type SettingName, type SettingValue, settingNames } from '../../window/settings.ts';
import type { DeskStatus } from '../../window/window.ts';
import { procedure } from '../../procedure.ts';

export const deskProcedures = {
  'setting.read': procedure<{ readonly [N in SettingName]?: SettingValue<N> }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({}),
  }),
  /** With `before`, what the window knew, members that it did not change stay as they are by now. */
  'setting.write': procedure<{ readonly written: true }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({
      name: z.enum(settingNames),
      value: z.unknown(),
      before: z.record(z.string(), z.unknown()).optional(),
    }),
  }),
  'desk.status': procedure<DeskStatus>()({ answeredBy: 'reader', input: z.strictObject({}) }),
  /** The user presses a key, clicks or scrolls just now: a running sync yields to that. */
  'desk.worked': procedure<Readonly<Record<string, never>>>()({
    answeredBy: 'reader',
    hint: 'user-active',
    input: z.strictObject({}),
  }),
};
