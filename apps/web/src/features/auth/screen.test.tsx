import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { setFlash } from '../../lib/flash.ts';
import { PublicConfigProvider } from '../../lib/public-config.tsx';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import type { Session } from '../../lib/session.ts';
import { SignInScreen } from './screen.tsx';
import { keepTypedAddress } from '../../lib/typed-address.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset['brand'];
  history.replaceState(null, '', '/');
});
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
const name = (): HTMLInputElement => screen.getByLabelText(/^(E-mail address or user name|E-postadress eller användarnamn)$/);
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

test('AUTH-004, AUTH-007, AUTH-027, DEC-70: the sign-in is sent once, trimmed, to be remembered, and hands over token and user apart', async () => {
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

test('AUTH-014, ERR-003: when nobody answers, the text carries what the browser said', async () => {
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
  expect(screen.getByText(/You are no longer signed in/)).toBeDefined();
  expect(screen.getByText(/This address is not encrypted/)).toBeDefined();
});

test('AUTH-027: the password can be shown, and is hidden again', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password().type).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password().type).toBe('password');
});

test('AUTH-001, AUTH-002, DEC-60: both designs have the same fields and ways on; the address decides between them for this tab', async () => {
  for (const design of ['old', 'new']) {
    history.replaceState(null, '', `/?design=${design}`);
    await open();
    expect(name()).toBeDefined();
    expect(password()).toBeDefined();
    expect(screen.getByRole('button', { name: 'Show password' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Forgot the password?' }).getAttribute('href')).toBe('/user/forgot-password');
    expect(screen.getByRole('link', { name: 'Register a unit' }).getAttribute('href')).toBe('/user/register');
    expect(screen.queryAllByRole('checkbox')).toHaveLength(design === 'old' ? 1 : 0);
    cleanup();
  }
  history.replaceState(null, '', '/?design=old');
  await open();
  cleanup();
  history.replaceState(null, '', '/');
  await open();
  expect(screen.getByRole('checkbox')).toBeDefined();
});

test('DEC-60: without a word in the address the brand decides', async () => {
  await open({
    'accounts.public-config': () => ({ subsite_id: 4, mailbox_url: null, demo_sign_ins: [], secure_context_needed: false }),
  });
  expect(await screen.findByRole('checkbox', { name: /Stay signed in/ })).toBeDefined();
});

test('AUTH-003, DEC-70: the old design asks whether to stay signed in, and an empty box is sent as such', async () => {
  history.replaceState(null, '', '/?design=old');
  const { user, send } = await open({
    'auth.sign-in': () => ({ pending: false as const, user: { ...signedInUser(), token: 't' } }),
  });
  await user.type(name(), 'anna');
  await user.type(password(), 'right');
  await user.click(screen.getByRole('checkbox', { name: /Stay signed in/ }));
  await user.click(submit());
  await waitFor(() => expect(send.requests.at(-1)?.body).toMatchObject({ remember_me: false }));
});

test.each([
  ['registered', /Your account is ready/],
  ['reset-sent', /a link to choose a new password is on its way/],
  ['password-changed', /The password is set\. Sign in with it\./],
] as const)('AUTH-008, STORE-001: the message %s is shown once after the redirect', async (flash, text) => {
  setFlash(flash);
  await open({}, { notice: 'expired' });
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryByText(/You are no longer signed in/)).toBeNull();
  cleanup();
  await open();
  expect(screen.queryByText(text)).toBeNull();
});

test('STORE-004: the way to registration clears the progress of an earlier one', async () => {
  localStorage.setItem('registrationWizard', JSON.stringify({ v: 1, data: { step: 3 } }));
  const { user } = await open();
  await user.click(screen.getByRole('link', { name: 'Register a unit' }));
  expect(localStorage.getItem('registrationWizard')).toBeNull();
  expect(location.pathname).toBe('/user/register');
});

test('AUTH-022: only the brand for cars tells about trackers for cars', async () => {
  const config = (subsite_id: number) => () => ({
    subsite_id,
    mailbox_url: null,
    demo_sign_ins: [],
    secure_context_needed: false,
  });
  await open({ 'accounts.public-config': config(6) });
  expect(await screen.findByText(/a tracker for your car/)).toBeDefined();
  cleanup();
  await open({ 'accounts.public-config': config(0) });
  await waitFor(() => expect(screen.queryByText(/a tracker for your car/)).toBeNull());
});

test('ERR-043: a lock-out shows how long it lasts and disables the button; another user name may be tried', async () => {
  const { user } = await open({
    'auth.sign-in': () => {
      throw new ApiError(429, 'TooManyAttempts', { retryAfterS: 3600 });
    },
  });
  await user.type(name(), 'anna');
  await user.type(password(), 'wrong{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('You can try again in 1:00:00.');
  expect((submit() as HTMLButtonElement).disabled).toBe(true);
  await user.type(name(), 'bella');
  expect((submit() as HTMLButtonElement).disabled).toBe(false);
});

test("the demo's mailbox is offered where there is one", async () => {
  await open({
    'accounts.public-config': () => ({ subsite_id: 0, mailbox_url: '/mailbox', demo_sign_ins: [], secure_context_needed: false }),
  });
  expect((await screen.findByRole('link', { name: "Open the demo's mailbox" })).getAttribute('href')).toBe('/mailbox');
});

test('AUTH-006: a name with other characters is told at its field and costs no attempt; an e-mail address may have them', async () => {
  const { user, send } = await open({
    'auth.sign-in': () => ({ pending: false as const, user: { ...signedInUser(), token: 't' } }),
  });
  await user.type(name(), 'anna lindqvist');
  await user.type(password(), 'right{Enter}');
  expect(screen.getByText(/consists of a-z, 0-9, - and _/)).toBeDefined();
  expect(document.activeElement).toBe(name());
  expect(send.requests.some((each) => each.id === 'auth.sign-in')).toBe(false);
  await user.clear(name());
  await user.type(name(), 'anna+fleet@example.com');
  await user.click(submit());
  await waitFor(() => expect(send.requests.at(-1)?.body).toMatchObject({ username: 'anna+fleet@example.com' }));
});

test('PWD-010: who has just chosen a password signs in by it alone: the name stands, and the focus is to go to the password', async () => {
  keepTypedAddress('anna@example.com');
  await open();
  expect(name().value).toBe('anna@example.com');
  expect(document.querySelector('[data-first]')).toBe(password());
  cleanup();
  await open();
  expect(name().value, 'for whoever comes next').toBe('');
  expect(document.querySelector('[data-first]')).toBe(name());
});
