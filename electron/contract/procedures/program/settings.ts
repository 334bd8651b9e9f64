import { z } from 'zod';
import { procedure } from '../../procedure.ts';

/** Minutes without a sign of the person after which a protected home locks itself. */
export const lockMinutes = z.int().min(5).max(240);

export const settingsProcedures = {
  /**
   * How long the home waits until it locks. Asked by the gateway, which has no key of its own.
   * Answers: null if the person has chosen none.
   */
  'security.lockTime': procedure<{ readonly minutes: number | null }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({}),
  }),
  'security.keepLockTime': procedure<{ readonly minutes: number }>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ minutes: lockMinutes }),
  }),
  /** Answers: nothing of a client is in it: to be shown, then copied or saved. */
  'diagnostics.collect': procedure<{ readonly text: string }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({}),
  }),
};
