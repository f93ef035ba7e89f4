import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SignInFactor } from '@spora/contract/auth/endpoints';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import type { SealedBox } from '../../lib/sealed-box.ts';
import type { Session } from '../../lib/session.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { SignInScreen } from './screen.tsx';
import { createAuthStore } from './store.ts';

const box: SealedBox = {
  seal: (text) => Promise.resolve(btoa(encodeURIComponent(text))),
  open: (sealed) => Promise.resolve(decodeURIComponent(atob(sealed))),
};
const answer = () => ({ user: { ...signedInUser(), token: 't0k' }, device_token: null, device_expires_at: null });

/** A browser that knows passkeys and whose owner says yes, or no. */
function withPasskeys(get: () => Promise<unknown>): void {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
}
const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const CREDENTIAL = {
  id: 'cred',
  rawId: bytes('cred'),
  type: 'public-key',
  response: {
    clientDataJSON: bytes('client'),
    authenticatorData: bytes('data'),
    signature: bytes('signed'),
    userHandle: null,
  },
  getClientExtensionResults: () => ({}),
};
const OPTIONS = { challenge: 'AAAA', rpId: 'localhost', userVerification: 'required' };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

async function open(factors: SignInFactor[], answers: FakeAnswers = {}) {
  const send = fakeSend({
    'auth.sign-in': () => ({
      pending: true as const,
      user: { ID: 7, EnableTwoFactorAuth: true as const, token: 'p3nd' },
      factors,
    }),
    'auth.request-code': () => ({ wait_s: 180, sent_to: 'a***@example.com' }),
    'auth.verify-factor': answer,
    'auth.verify-passkey': answer,
    'auth.passkey-step': () => ({ options: OPTIONS }),
    'auth.passkey-options': () => ({ options: OPTIONS }),
    'auth.passkey-sign-in': () => ({ user: { ...signedInUser(), token: 't0k' } }),
    ...answers,
  });
  const sessions: { session: Session; isRemembered: boolean }[] = [];
  await renderScreen(
    <SignInScreen
      notice={null}
      isSessionKept
      store={createAuthStore(() => Promise.resolve(box))}
      onSignedIn={(session, isRemembered) => sessions.push({ session, isRemembered })}
    />,
    { send },
  );
  const user = userEvent.setup();
  const toSecondStep = async (): Promise<void> => {
    await user.type(screen.getByLabelText('E-mail address or user name'), 'anna');
    await user.type(screen.getByLabelText('Password'), 'right{Enter}');
  };
  const sent = (id: string) => send.requests.filter((each) => each.id === id);
  return { user, sessions, toSecondStep, sent };
}

test('12-A4: who has an app is asked for its code, is sent none by mail, and gets in with it', async () => {
  const { user, sessions, toSecondStep, sent } = await open(['app', 'recovery']);
  await toSecondStep();
  const code = await screen.findByRole('textbox', { name: 'Code' });
  await waitFor(() => expect(document.activeElement).toBe(code));
  expect(sent('auth.request-code')).toEqual([]);
  await user.type(code, '123 456');
  await user.click(screen.getByRole('checkbox', { name: /Trust this browser/ }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sessions).toHaveLength(1));
  expect(sent('auth.verify-factor')[0]).toMatchObject({
    token: 'p3nd',
    body: { code: '123456', user_id: 7, trust_browser: true },
  });
});

test('12-A4: a wrong code empties the field and says why, and a recovery code is another way in', async () => {
  const { user, sessions, toSecondStep, sent } = await open(['app', 'recovery'], {
    'auth.verify-factor': ({ body }) => {
      if (body.code === 'k3v9m-2x7qd') return answer();
      throw new ApiError(422, 'WrongFactorCode');
    },
  });
  await toSecondStep();
  await user.type(await screen.findByRole('textbox', { name: 'Code' }), '000000{Enter}');
  await screen.findByText(
    'The code is wrong or has already been used. Wait for the next code in the app, or use another recovery code.',
  );
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' }).value).toBe('');
  await user.click(screen.getByRole('button', { name: 'Recovery code' }));
  await user.type(await screen.findByRole('textbox', { name: 'Recovery code' }), 'k3v9m-2x7qd{Enter}');
  await waitFor(() => expect(sessions).toHaveLength(1));
  expect(sent('auth.verify-factor')).toHaveLength(2);
});

test('12-A4: who has no recovery codes left is told whom to ask, also where nobody else is in the account', async () => {
  const { user, toSecondStep } = await open(['app', 'recovery']);
  await toSecondStep();
  await user.click(await screen.findByRole('button', { name: 'Recovery code' }));
  expect(screen.getByText(/An administrator of your account .* write to support: support@spora\.example\./)).toBeDefined();
});

test('TFA-012, TFA-013: after a refused code another can be sent at once, also by who looked at another way meanwhile', async () => {
  const { user, toSecondStep } = await open(['mail', 'recovery'], {
    'auth.verify-code': () => {
      throw new ApiError(422, 'InvalidCode');
    },
  });
  await toSecondStep();
  await screen.findByText(/six digits to a\*\*\*@example.com/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send a new code' }).disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '000000{Enter}');
  await screen.findByText('The code is wrong. Check it, or ask for a new one.');
  await user.click(screen.getByRole('button', { name: 'Recovery code' }));
  await user.click(await screen.findByRole('button', { name: 'Code by e-mail' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send a new code' }).disabled).toBe(false);
});

test('12-A4: a code by mail is sent once, also to who looks at another way and comes back', async () => {
  const { user, toSecondStep, sent } = await open(['app', 'mail']);
  await toSecondStep();
  await user.click(await screen.findByRole('button', { name: 'Code by e-mail' }));
  await screen.findByText(/six digits to a\*\*\*@example.com/);
  await user.click(screen.getByRole('button', { name: 'Code from the app' }));
  await screen.findByRole('heading', { name: 'Enter the code from the app' });
  await user.click(screen.getByRole('button', { name: 'Code by e-mail' }));
  await screen.findByText(/six digits to a\*\*\*@example.com/);
  expect(sent('auth.request-code')).toHaveLength(1);
});

test('12-A4: a passkey is the second step where the browser knows any, and is left out where it does not', async () => {
  const { toSecondStep } = await open(['passkey', 'app']);
  await toSecondStep();
  await screen.findByRole('heading', { name: 'Enter the code from the app' });
  expect(screen.queryByRole('button', { name: 'Passkey' })).toBeNull();
  cleanup();
  sessionStorage.clear();

  withPasskeys(() => Promise.resolve(CREDENTIAL));
  const second = await open(['passkey', 'app']);
  await second.toSecondStep();
  await second.user.click(await screen.findByRole('button', { name: 'Use passkey' }));
  await waitFor(() => expect(second.sessions).toHaveLength(1));
  expect(second.sent('auth.verify-passkey')[0]).toMatchObject({ token: 'p3nd', body: { user_id: 7, passkey: { id: 'cred' } } });
});

test('12-A4: a passkey signs in from the sign-in page without name or password; who says no is told nothing', async () => {
  const said = vi.fn((): Promise<unknown> => Promise.reject(Object.assign(new Error('no'), { name: 'NotAllowedError' })));
  withPasskeys(said);
  const { user, sessions, sent } = await open(['app']);
  const button = screen.getByRole('button', { name: 'Sign in with a passkey' });
  await user.click(button);
  await waitFor(() => expect(said).toHaveBeenCalled());
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Signing in' })).toBeNull());
  expect(screen.queryByText(/was not accepted/)).toBeNull();
  said.mockImplementation(() => Promise.resolve(CREDENTIAL));
  await user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }));
  await waitFor(() => expect(sessions).toEqual([{ session: { token: 't0k', user: signedInUser() }, isRemembered: true }]));
  expect(sent('auth.passkey-sign-in')[0]).toMatchObject({ body: { subsiteid: 0, remember_me: true } });
});

test('12-A4: where no browser knows passkeys the sign-in page offers none', async () => {
  await open(['app']);
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
});
