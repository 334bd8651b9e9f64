import { passwordComplaint } from '../accounts/accounts.ts';
import { badRequest, refused, refusedWith, written, type ServiceResponse } from './answer.ts';
import type { RequestServices } from './desk.ts';
import { checkTexts } from '../data/rules.ts';

type Body = Readonly<Record<string, unknown>>;

/** POST /auth/password-reset/request. Answered alike whether or not a user has the address. */
export function requestRecovery(desk: RequestServices, body: Body): ServiceResponse {
  const given = checkTexts(body, ['email']);
  if (given.kind === 'bad') return badRequest(given.message);
  const user = desk.world.userByEmail(given.value['email'] ?? '');
  if (user !== undefined && desk.accounts.has(user.login)) desk.accounts.sendRecovery(user, desk.now());
  return written(200, desk.shapes.done('If somebody has this address, a letter is on its way.'), []);
}

/** POST /auth/password-reset/confirm. The token counts once; every session of the person ends. */
export function confirmRecovery(desk: RequestServices, body: Body): ServiceResponse {
  const given = checkTexts(body, ['token', 'password']);
  if (given.kind === 'bad') return badRequest(given.message);
  const { token = '', password = '' } = given.value;
  const login = desk.accounts.recovering(token, desk.now().getTime());
  if (login === undefined) return badRequest('The recovery token is wrong or has expired.');
  const complaint = passwordComplaint(password, desk.accounts.of(login).password);
  if (complaint !== undefined) return badRequest(complaint);
  desk.accounts.endRecovery(token);
  desk.accounts.change(login, { password, mustChangePassword: false });
  desk.sessions.endAll(login);
  return written(200, desk.shapes.done('Password set.'), []);
}

/**
 * POST /auth/register. Only the holder of an open invitation hears which fields are required. It activates the
 * account and signs nobody in.
 */
export function register(desk: RequestServices, body: Body): ServiceResponse {
  const { invitation: member, registration, missing } = desk.shapes;
  const token = checkTexts(body, [member]);
  if (token.kind === 'bad') return badRequest(token.message);
  const text = token.value[member] ?? '';
  const invitation = desk.accounts.invitation(text);
  if (invitation.kind === 'unknown') return badRequest('The invitation is wrong or has expired.');
  if (invitation.kind === 'used') return refused(409, 'This invitation has been used.');
  const absent = registration.filter((field) => !isFilled(body[field]));
  if (absent.length > 0) return refusedWith(400, missing(absent));
  const password = String(body['password']);
  const complaint = passwordComplaint(password, undefined);
  if (complaint !== undefined) return badRequest(complaint);
  const name = body['name'];
  const { user } = invitation;
  desk.world.addUser(typeof name === 'string' ? { ...user, name } : user);
  desk.accounts.add(user.login, password);
  desk.accounts.useInvitation(text);
  return written(201, desk.shapes.done('Account activated.'), []);
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
