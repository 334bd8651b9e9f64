import { z } from 'zod';
import type { JsonObject } from '../../json.ts';
import type { ServiceProfile } from '../../profile.ts';
import { procedure } from '../../procedure.ts';
import { opensOther, type OtherUser, type UserRight } from './account.ts';

/** Whose store is open now. `left`: what waits in the one that was open before, if that is another. */
export interface ConnectedAs {
  readonly kind: 'connected';
  readonly baseUrl: string;
  readonly user: JsonObject;
  readonly organization: JsonObject;
  readonly left: { readonly waiting: number } | null;
  readonly notices?: readonly string[];
}

export const connectionProcedures = {
  'connection.connect': procedure<ConnectedAs | OtherUser>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      baseUrl: z.string().max(4_000),
      /** Overrides of the service profile, checked against its schema; absent keeps the stored one. */
      profile: z.unknown().optional(),
      other: opensOther.default(true),
    }),
  }),
  'connection.whoami': procedure<{
    baseUrl: string;
    user: JsonObject;
    organization: JsonObject;
    rights: readonly UserRight[];
  }>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({}),
  }),
  'connection.disconnect': procedure<{ waiting: number }>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({}),
  }),
  /** Answers: the service profile in force, for faces that offer or check what it names (statuses, severities). */
  'connection.profile': procedure<ServiceProfile>()({ answeredBy: 'reader', input: z.strictObject({}) }),
  /** The service profile with nothing overridden. */
  'connection.defaults': procedure<ServiceProfile>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: false,
    input: z.strictObject({}),
  }),
};
