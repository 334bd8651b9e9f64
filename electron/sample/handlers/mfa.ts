import { badRequest, refused, written, type ServiceResponse } from './answer.ts';
import type { RequestServices } from './desk.ts';
import { stageOf, type Known } from './identity.ts';
import { checkCode } from './sign-in.ts';
import { otpauthUrl } from '../accounts/totp.ts';

/** GET /auth/otp/create: starts a set-up in a session. A token is no session: POST /users/otp/enable takes it. */
export function beginOtp(desk: RequestServices, who: Known): ServiceResponse {
  return who.kind === 'token' ? refused(403, 'This needs a browser session.') : enableOtp(desk, who);
}

/** POST /users/otp/enable: starts a set-up for a user who is signed in. Nothing is asked for until it is verified. */
export function enableOtp(desk: RequestServices, { user }: Known): ServiceResponse {
  if (desk.accounts.of(user.login).mfaSecret !== undefined) return refused(409, 'MFA is enabled already.');
  const secret = desk.accounts.beginMfa(user.login);
  return written(200, desk.shapes.otpSetup(secret, otpauthUrl(secret, user.email)), []);
}

/** POST /auth/otp/create: a code of the new secret enables MFA; a sign-in that waited for it goes on. */
export function verifyOtp(
  desk: RequestServices,
  who: Known,
  body: Readonly<Record<string, unknown>>,
): ServiceResponse {
  const { login } = who.user;
  const { pendingSecret } = desk.accounts.of(login);
  if (pendingSecret === undefined) return refused(409, 'No set-up of MFA is under way.');
  const code = checkCode(desk, body);
  if (code.kind === 'bad') return badRequest(code.message);
  if (!desk.accounts.takeCode(login, pendingSecret, code.value, desk.now().getTime())) {
    return badRequest('The code is wrong or has expired.');
  }
  const before = who.kind === 'session' ? stageOf(desk, who.user, who.session.mfaDone) : 'full';
  desk.accounts.change(login, { mfaSecret: pendingSecret, pendingSecret: undefined });
  if (who.kind === 'session') desk.sessions.passMfa(who.session);
  return written(200, before === 'full' ? desk.shapes.done('MFA enabled.') : desk.shapes.stage('full'), []);
}

/** POST /users/otp/reset: takes the second factor away, so that the person can set up another. */
export function resetOtp(desk: RequestServices, { user }: Known): ServiceResponse {
  if (!desk.world.organization(user.organization).allowsMfaReset) {
    return refused(403, 'Your organization does not allow resetting MFA yourself.');
  }
  return withoutMfa(desk, user.login, 'MFA reset.');
}

/** POST /users/otp/disable, if the organization does not require MFA. */
export function disableOtp(desk: RequestServices, { user }: Known): ServiceResponse {
  if (desk.world.organization(user.organization).requiresMfa) {
    return refused(403, 'Your organization requires MFA.');
  }
  return withoutMfa(desk, user.login, 'MFA disabled.');
}

function withoutMfa(desk: RequestServices, login: string, sentence: string): ServiceResponse {
  if (desk.accounts.of(login).mfaSecret === undefined) return refused(409, 'MFA is not enabled.');
  desk.accounts.change(login, { mfaSecret: undefined, pendingSecret: undefined });
  return written(200, desk.shapes.done(sentence), []);
}
