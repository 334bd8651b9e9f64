import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '#contract/json.ts';
import { defaultProfile, serviceProfileSchema } from '#contract/profile.ts';
import { readSignIn, type SignInAnswer } from '#domain/answers/sign-in.ts';

const { account } = defaultProfile;
const kindOf = (body: Json | undefined): SignInAnswer['kind'] => readSignIn(body, account, []).kind;

describe('an answer to a step of a sign-in', () => {
  test.each<[Json, SignInAnswer['kind']]>([
    [{ mfaRequired: true }, 'mfa-required'],
    [{ success: true, mfa_required: 'true' }, 'mfa-required'],
    [{ status: 'MFA_REQUIRED' }, 'mfa-required'],
    [{ data: { requires_otp: 1 } }, 'mfa-required'],
    [{ next: 'otp-setup-required' }, 'mfa-setup-required'],
    [{ mfaSetupRequired: true, message: 'Set it up.' }, 'mfa-setup-required'],
    [{ user: { mustChangePassword: true } }, 'password-change-required'],
    [{ firstLogin: true, mfaRequired: true }, 'mfa-required'],
    [{ firstLogin: true, mfaSetupRequired: true }, 'password-change-required'],
    [{ success: true }, 'signed-in'],
    [{ message: 'Signed in.', user: { id: 'u' }, mfaRequired: false }, 'signed-in'],
    [{ status: 'ok' }, 'signed-in'],
    [{ message: 'MFA required' }, 'mfa-required'],
    [{ success: true, message: 'Enter the verification code from your authenticator app.' }, 'mfa-required'],
    [{ message: 'Two-factor authentication is needed', user: { id: 'u' } }, 'mfa-required'],
    ['OTP required', 'mfa-required'],
    [{ challenge: 'TOTP' }, 'mfa-required'],
    [{ nextStep: 'verify_otp' }, 'mfa-required'],
    [{ success: true, user: { security: { mfaRequired: true } } }, 'mfa-required'],
    [{ detail: 'A one-time code was sent to you.' }, 'mfa-required'],
    [{ success: true, user: { id: 'u' }, role: 'mfa_pending' }, 'mfa-required'],
    [{ success: true, user: { id: 'u', roles: ['member', 'pendingOtp'] } }, 'mfa-required'],
    [{ success: true, user: { status: 'otp_required' } }, 'mfa-required'],
    [{ success: true, user: { session: { level: 'MFA_SETUP_REQUIRED' } } }, 'mfa-setup-required'],
    [{ message: 'Your organization requires you to set up MFA first.' }, 'mfa-setup-required'],
    [{ message: 'You must change your password.' }, 'password-change-required'],
    [{ success: true, message: 'Password expired' }, 'password-change-required'],
    [{ status: 'change_password' }, 'password-change-required'],
    [{ message: 'MFA verified' }, 'signed-in'],
    [{ message: 'MFA is not required', success: true }, 'signed-in'],
    [{ message: 'Password changed.' }, 'signed-in'],
    [{ success: true, message: 'Bienvenue' }, 'signed-in'],
    [{ user: { id: 'u', email: 'u@x.example' } }, 'signed-in'],
    [
      {
        user: {
          id: 'u',
          role: 'admin',
          mfaEnabled: true,
          mfa: { enabled: true, verified: true, type: 'totp' },
        },
      },
      'signed-in',
    ],
    [{ success: true, user: { mfa: { required: false }, otpStatus: 'complete' } }, 'signed-in'],
    [{ success: true, organization: { mfaPolicy: 'required' } }, 'signed-in'],
  ])('%j is %s', (body, kind) => {
    expect(kindOf(body)).toBe(kind);
  });

  test.each<[Json | undefined]>([
    [undefined],
    [{}],
    [[]],
    ['Welcome'],
    [null],
    [5],
    [{ status: 'challenge' }],
    [{ success: true, captcha: 'x' }],
    [{ message: 'Hello', twoFactor: { kind: 'push' } }],
    [{ mfaRequired: 'perhaps' }],
    [{ success: true, user: { mfa: 'pending' } }],
    [{ success: true, user: { id: 'u', twoFactor: { required: true } } }],
    [{ success: true, user: { id: 'u' }, role: 'pending_verification' }],
    [{ success: false }],
    [{ user: true, status: { deep: true } }],
    [{ message: 'Your account is locked.' }],
    [{ success: true, message: 'First factor accepted' }],
    [{ success: 'pending' }],
    [{ message: 'Bienvenue' }],
    [{ user: null }],
    [{ message: 'E-mail or password is wrong' }],
    [{ message: '' }],
  ])('%j is unknown, and never a success', (body) => {
    expect(kindOf(body)).toBe('unknown');
  });

  test('that is unknown is shown without secrets, as one line', () => {
    const body = { captcha: 'for hunter22-long', hint: 'a\nb' };
    expect(readSignIn(body, account, ['hunter22-long'])).toEqual({
      kind: 'unknown',
      shown: '{"captcha":"for [hidden]","hint":"a\\nb"}',
    });
  });

  test('is read by the names of the profile', () => {
    const own = serviceProfileSchema.parse({
      account: { mfaRequired: ['needsCode'], signedIn: ['welcome'] },
    }).account;
    expect([
      readSignIn({ needs_code: true }, own, []).kind,
      readSignIn({ welcome: 1 }, own, []).kind,
      readSignIn({ mfaRequired: true }, own, []).kind,
    ]).toEqual(['mfa-required', 'signed-in', 'unknown']);
  });

  test('is a success only where every member is known, whatever else it holds', () => {
    const known = new Set([...account.signedIn, ...account.mfaRequired].map((name) => name.toLowerCase()));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (members) => {
        const body = { success: true, ...members } as Json;
        const strange = Object.keys(members).some((name) => !known.has(name.toLowerCase()));
        if (strange && kindOf(body) === 'signed-in') {
          // Names that differ in separators alone, and the other flags switched off, are known as well.
          const names = Object.keys(members).map((name) => name.toLowerCase().replace(/[\s_.-]/gu, ''));
          const all = Object.values(account)
            .flat()
            .map((name) => name.toLowerCase().replace(/[\s_.-]/gu, ''));
          for (const name of names) expect(all).toContain(name);
        }
      }),
    );
  });
});
