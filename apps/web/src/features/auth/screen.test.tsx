import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { PublicConfigProvider } from '../../lib/public-config.tsx';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import type { Session } from '../../lib/session.ts';
import { SignInScreen } from './screen.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

async function open(answers: FakeAnswers = {}, props: { notice?: 'expired' | null; isSessionKept?: boolean } = {}) {
  const send = fakeSend({
    'accounts.public-config': () => ({ subsite_id: 0, mailbox_url: null, demo_sign_ins: [], secure_context_needed: false }),
    ...answers,
  });
  const sessions: Session[] = [];
  await renderScreen(
    <PublicConfigProvider>
      <SignInScreen
        notice={props.notice ?? null}
        isSessionKept={props.isSessionKept ?? true}
        onSignedIn={(session) => sessions.push(session)}
      />
    </PublicConfigProvider>,
    { send },
  );
  return { send, sessions, user: userEvent.setup() };
}
const name = (): HTMLInputElement => screen.getByLabelText(/^(User name|Användarnamn)$/);
const password = (): HTMLInputElement => screen.getByLabelText(/^(Password|Lösenord)$/);
const submit = (): HTMLElement => screen.getByRole('button', { name: /^(Sign in|Logga in)$/ });

test('AUTH-005, AUTH-028: nothing is sent until both fields are filled, and the first empty one gets the focus', async () => {
  const { send, user } = await open();
  await user.click(submit());
  expect(screen.getByText('Enter your user name.')).toBeDefined();
  expect(document.activeElement).toBe(name());
  await user.type(name(), 'anna{Enter}');
  expect(document.activeElement).toBe(password());
  expect(name().getAttribute('aria-invalid')).toBeNull();
  expect(send.requests.some((each) => each.id === 'auth.sign-in')).toBe(false);
});

test('AUTH-011: a wrong password tells the attempts left, keeps the user name and announces it', async () => {
  const { user, sessions } = await open({
    'auth.sign-in': () => {
      throw new ApiError(401, { msg: 'InvalidLogin', count: 1 });
    },
  });
  await user.type(name(), 'anna');
  await user.type(password(), 'wrong{Enter}');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Wrong user name or password. 1 attempt left.');
  expect(name().value).toBe('anna');
  expect(document.activeElement).toBe(password());
  expect(sessions).toEqual([]);
});

test('AUTH-007: the sign-in is sent once, trimmed, to be remembered, and hands over token and user apart', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { user, send, sessions } = await open({
    'auth.sign-in': async () => {
      await held;
      return { pending: false as const, user: { ...signedInUser(), token: 't0k' } };
    },
  });
  await user.type(name(), ' anna ');
  await user.type(password(), 'right');
  await user.click(submit());
  await user.click(screen.getByRole('button', { name: 'Signing in' }));
  release();
  await waitFor(() => expect(sessions).toEqual([{ token: 't0k', user: signedInUser() }]));
  const sent = send.requests.filter((each) => each.id === 'auth.sign-in');
  expect(sent.map((each) => each.body)).toEqual([{ username: 'anna', password: 'right', subsiteid: 0, remember_me: true }]);
});

test('AUTH-014: when nobody answers, the text carries what the browser said', async () => {
  const { user } = await open({
    'auth.sign-in': () => {
      throw new ApiError(0, 'NetworkError', { cause: new TypeError('Failed to fetch') });
    },
  });
  await user.type(name(), 'anna');
  await user.type(password(), 'x{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('TypeError: Failed to fetch');
});

test('a demo user is signed in with one press', async () => {
  const { user, send } = await open({
    'accounts.public-config': () => ({
      subsite_id: 0,
      mailbox_url: null,
      demo_sign_ins: [{ username: 'anna', password: 'demo', note: 'Administrator' }],
      secure_context_needed: false,
    }),
    'auth.sign-in': () => ({ pending: false as const, user: { ...signedInUser(), token: 't0k' } }),
  });
  await user.click(await screen.findByRole('button', { name: /anna/ }));
  expect(send.requests.at(-1)?.body).toMatchObject({ username: 'anna', password: 'demo' });
});

test('AUTH-019: an ended session is explained, and so is one that cannot be kept', async () => {
  await open({}, { notice: 'expired', isSessionKept: false });
  expect(screen.getByText(/Your session ended/)).toBeDefined();
  expect(screen.getByText(/This address is not encrypted/)).toBeDefined();
});

test('AUTH-027: the password can be shown, and is hidden again', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password().type).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password().type).toBe('password');
});
