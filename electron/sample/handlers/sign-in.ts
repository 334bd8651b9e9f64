import { passwordComplaint } from '../accounts/accounts.ts';
import { badRequest, refused, written, type ServiceResponse } from './answer.ts';
import { clearedCookies } from '../accounts/cookies.ts';
import type { RequestServices } from './desk.ts';
import { stageOf, type Identity, type Known } from './identity.ts';
import { checkTexts } from '../data/rules.ts';

type Body = Readonly<Record<string, unknown>>;

/** POST /users/generateToken. The old token is dead before the new one is told. */
export function generateToken(desk: RequestServices, { user }: Known): ServiceResponse {
  return written(200, desk.shapes.token(desk.world.issueToken(user.login)), []);
}

/**
 * POST /auth/signin. Cookies are set at every stage; until the last one they open nothing but the next step. An
 * unknown address and a wrong password are answered alike.
 */
export function signIn(desk: RequestServices, body: Body): ServiceResponse {
  const given = checkTexts(body, ['email', 'password']);
  if (given.kind === 'bad') return badRequest(given.message);
  const { email = '', password = '' } = given.value;
  const user = desk.world.userByEmail(email);
  if (
    user === undefined ||
    !desk.accounts.has(user.login) ||
    desk.accounts.of(user.login).password !== password
  ) {
    return refused(401, 'E-mail or password is wrong.');
  }
  const cookies = desk.sessions.open(user.login, desk.now().getTime());
  const answer = written(200, desk.shapes.stage(stageOf(desk, user, false)), []);
  return { ...answer, headers: { ...answer.headers, 'set-cookie': cookies } };
}

/** GET /auth/logout. Clears the cookies also of a user whose session has ended already. */
export function signOut(desk: RequestServices, who: Identity): ServiceResponse {
  if (who.kind === 'session') desk.sessions.end(who.session);
  const answer = written(200, desk.shapes.done('Signed out.'), []);
  return { ...answer, headers: { ...answer.headers, 'set-cookie': clearedCookies() } };
}

/** POST /auth/otp/validate: the code that a sign-in waits for. Answers what is asked for next. */
export function validateOtp(desk: RequestServices, who: Known, body: Body): ServiceResponse {
  const { login } = who.user;
  const { mfaSecret } = desk.accounts.of(login);
  if (
    who.kind !== 'session' ||
    mfaSecret === undefined ||
    stageOf(desk, who.user, who.session.mfaDone) !== 'mfa'
  ) {
    return badRequest('No sign-in is waiting for a code.');
  }
  const code = checkCode(desk, body);
  if (code.kind === 'bad') return badRequest(code.message);
  if (!desk.accounts.takeCode(login, mfaSecret, code.value, desk.now().getTime())) {
    return refused(desk.shapes.wrongCodeStatus, 'The code is wrong or has expired.');
  }
  desk.sessions.passMfa(who.session);
  return written(200, desk.shapes.stage(stageOf(desk, who.user, true)), []);
}

/** POST /users/me/change-password. Other sessions of the person end; one in the middle of signing in goes on. */
export function changePassword(desk: RequestServices, who: Known, body: Body): ServiceResponse {
  const given = checkTexts(body, ['currentPassword', 'newPassword']);
  if (given.kind === 'bad') return badRequest(given.message);
  const { currentPassword = '', newPassword = '' } = given.value;
  const { login } = who.user;
  const { password, mustChangePassword } = desk.accounts.of(login);
  if (currentPassword !== password) return badRequest('The current password is wrong.');
  const complaint = passwordComplaint(newPassword, password);
  if (complaint !== undefined) return badRequest(complaint);
  desk.accounts.change(login, { password: newPassword, mustChangePassword: false });
  desk.sessions.endAll(login, who.kind === 'session' ? who.session : undefined);
  if (who.kind === 'token' || !mustChangePassword)
    return written(200, desk.shapes.done('Password changed.'), []);
  return written(200, desk.shapes.stage(stageOf(desk, who.user, who.session.mfaDone)), []);
}

type Code =
  { readonly kind: 'ok'; readonly value: string } | { readonly kind: 'bad'; readonly message: string };

/** A code of the second factor: six digits, as text. */
export function checkCode(desk: RequestServices, body: Body): Code {
  const code = body[desk.shapes.code];
  return typeof code === 'string' && /^\d{6}$/.test(code)
    ? { kind: 'ok', value: code }
    : { kind: 'bad', message: `${desk.shapes.code} must be six digits.` };
}
