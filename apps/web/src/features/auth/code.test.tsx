import { DAY_MS } from '@spora/calendar/durations';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import type { SealedBox } from '../../lib/sealed-box.ts';
import type { Session } from '../../lib/session.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { SignInScreen } from './screen.tsx';
import { createAuthStore, type AuthStore } from './store.ts';

const box: SealedBox = {
  seal: (text) => Promise.resolve(btoa(encodeURIComponent(text))),
  open: (sealed) => Promise.resolve(decodeURIComponent(atob(sealed))),
};
const newStore = (): AuthStore => createAuthStore(() => Promise.resolve(box));
const pendingAnswer = () => ({
  pending: true as const,
  user: { ID: 7, EnableTwoFactorAuth: true as const, token: 'p3nd' },
  factors: ['mail' as const],
});
const refused =
  (key: ApiError['errors'], options = {}) =>
  () => {
    throw new ApiError(422, key, options);
  };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function open(answers: FakeAnswers = {}, store = newStore()) {
  const send = fakeSend({
    'auth.sign-in': pendingAnswer,
    'auth.request-code': () => ({ wait_s: 180, sent_to: 'a***@example.com' }),
    'auth.verify-code': () => ({
      user: { ...signedInUser(), token: 't0k' },
      device_token: null,
      device_expires_at: null,
    }),
    ...answers,
  });
  const sessions: { session: Session; isRemembered: boolean }[] = [];
  await renderScreen(
    <SignInScreen
      notice={null}
      isSessionKept
      store={store}
      onSignedIn={(session, isRemembered) => sessions.push({ session, isRemembered })}
    />,
    { send },
  );
  return { send, sessions, store, user: userEvent.setup() };
}
const named = (name: string): HTMLButtonElement => screen.getByRole('button', { name });
const code = (): Promise<HTMLInputElement> => screen.findByRole('textbox', { name: 'Code' });
const clock = (): string | null => screen.getByRole('timer').textContent;
async function reachCode(answers: FakeAnswers = {}, store?: AuthStore) {
  const opened = await open(answers, store);
  await opened.user.type(screen.getByLabelText('E-mail address or user name'), 'anna');
  await opened.user.type(screen.getByLabelText('Password'), 'right{Enter}');
  await code();
  return opened;
}
/** Lets the countdown see another time of day. */
function laterBy(ms: number): void {
  vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] });
}

test('TFA-003, TFA-005: the code is asked for with the pending token, and the screen has what is needed to enter it', async () => {
  const { send } = await reachCode();
  const asked = send.requests.filter((each) => each.id === 'auth.request-code');
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ token: 'p3nd', body: { lang: 'en', user_id: 7 } });
  expect(await screen.findByText(/six digits to a\*\*\*@example.com/)).toBeDefined();
  expect(screen.getByRole('checkbox', { name: /Trust this browser/ })).toBeDefined();
  for (const name of ['Verify', 'Send a new code', 'Cancel']) expect(named(name)).toBeDefined();
  expect((await code()).inputMode).toBe('numeric');
  expect((await code()).autocomplete).toBe('one-time-code');
  expect(document.activeElement).toBe(await code());
});

test('TFA-006, CONST-015: Verify waits for more than five characters', async () => {
  const { user } = await reachCode();
  await user.type(await code(), '12345');
  expect(named('Verify').disabled).toBe(true);
  await user.type(await code(), '6');
  expect(named('Verify').disabled).toBe(false);
});

test('TFA-007: a code is pasted with spaces and dashes, letters are left out, and Enter sends it', async () => {
  const { user, send } = await reachCode();
  await user.type(await code(), 'x1');
  expect((await code()).value).toBe('1');
  await user.clear(await code());
  await user.click(await code());
  await user.paste(' 123-4 56 ');
  expect((await code()).value).toBe('123456');
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(send.requests.find((each) => each.id === 'auth.verify-code')).toMatchObject({
      token: 'p3nd',
      body: { code: '123456', user_id: 7, trust_browser: false },
    }),
  );
});

test('TFA-011: the right code signs in, as the sign-in was to be remembered, and leaves nothing pending', async () => {
  const { user, sessions } = await reachCode();
  await user.type(await code(), '123456{Enter}');
  await waitFor(() => expect(sessions).toEqual([{ session: { token: 't0k', user: signedInUser() }, isRemembered: true }]));
  expect(sessionStorage.getItem('pendingSignIn')).toBeNull();
  expect(localStorage.getItem('trustedBrowsers')).toBeNull();
});

test('TFA-015, TFA-016: a trusted browser keeps the token of the server for its user name', async () => {
  const until = new Date(Date.now() + 180 * DAY_MS).toISOString();
  const { user, sessions, store, send } = await reachCode({
    'auth.verify-code': () => ({ user: { ...signedInUser(), token: 't0k' }, device_token: 'd3vice', device_expires_at: until }),
  });
  await user.click(screen.getByRole('checkbox', { name: /Trust this browser/ }));
  await user.type(await code(), '123456{Enter}');
  await waitFor(() => expect(sessions).toHaveLength(1));
  expect(send.requests.at(-1)?.body).toMatchObject({ trust_browser: true });
  expect(await store.deviceToken('anna')).toBe('d3vice');
});

test('TFA-001, TFA-002: a trusted browser sends its token, and one that the server no longer knows is asked for a code and forgotten', async () => {
  const store = newStore();
  await store.trust({ username: 'anna', userId: 7 }, 'd3vice', Date.now() + 1_000_000);
  const { send } = await reachCode({}, store);
  const signIn = send.requests.find((each) => each.id === 'auth.sign-in');
  expect(signIn?.headers).toEqual({ 'Device-Token': 'd3vice' });
  expect(JSON.stringify(signIn?.body)).not.toContain('d3vice');
  expect(await store.deviceToken('anna')).toBeNull();
});

test('TFA-008, TFA-009, CONST-014: Resend counts down from 03:00, then from 00:10, and is enabled at 00:00', async () => {
  let wait = 180;
  const { user, send } = await reachCode({ 'auth.request-code': () => ({ wait_s: wait, sent_to: 'a***@example.com' }) });
  await screen.findByText(/six digits/);
  expect(clock()).toBe('03:00');
  expect(named('Send a new code').disabled).toBe(true);
  laterBy(181_000);
  await waitFor(() => expect(clock()).toBe('00:00'));
  wait = 10;
  await user.click(named('Send a new code'));
  expect(await screen.findByText('A new code is on its way.')).toBeDefined();
  expect(clock()).toBe('00:10');
  expect(named('Send a new code').disabled).toBe(true);
  expect(send.requests.filter((each) => each.id === 'auth.request-code')).toHaveLength(2);
});

test('TFA-009, TFA-010, STORE-005: a reload comes back to the code with the countdown where time has brought it, and sends no second mail', async () => {
  await reachCode();
  await screen.findByText(/six digits/);
  await waitFor(() => expect(sessionStorage.getItem('pendingSignIn')).not.toBeNull());
  cleanup();
  laterBy(100_000);
  const { send } = await open();
  await code();
  expect(clock()).toBe('01:20');
  expect(send.requests).toEqual([]);
});

test.each([
  ['InvalidCode', 'The code is wrong. Check it, or ask for a new one.'],
  ['ExpiredCode', 'The code is no longer valid. Ask for a new one.'],
] as const)(
  'TFA-012, TFA-013, DEC-13, ERR-005: %s is told, clears what was kept and lets a new code be sent at once, until a reload',
  async (key, text) => {
    const { user, send, sessions } = await reachCode({ 'auth.verify-code': refused(key) });
    await user.type(await code(), '123456{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    expect((await code()).value).toBe('');
    expect(clock()).toBe('00:00');
    expect(sessionStorage.getItem('pendingSignIn')).toBeNull();
    expect(sessions).toEqual([]);
    await user.click(named('Send a new code'));
    await screen.findByText('A new code is on its way.');
    expect(send.requests.at(-1)).toMatchObject({ id: 'auth.request-code', token: 'p3nd' });
    expect(sessionStorage.getItem('pendingSignIn')).toBeNull();
    cleanup();
    await open();
    expect(screen.getByLabelText('E-mail address or user name')).toBeDefined();
  },
);

test('ERR-040: a code that nobody answered stays typed, and nothing that was kept is lost', async () => {
  const { user } = await reachCode({
    'auth.verify-code': () => {
      throw new ApiError(0, 'NetworkError', { cause: new TypeError('Failed to fetch') });
    },
  });
  await screen.findByText(/six digits/);
  await user.type(await code(), '123456{Enter}');
  await screen.findByRole('alert');
  expect((await code()).value).toBe('123456');
  expect(sessionStorage.getItem('pendingSignIn')).not.toBeNull();
});

test('TFA-004, ERR-006: a code that could not be sent is told, and can be asked for again at once', async () => {
  await reachCode({ 'auth.request-code': refused('InvalidEmail2FA') });
  expect((await screen.findByRole('alert')).textContent).toContain('The code could not be sent by e-mail.');
  expect(clock()).toBe('00:00');
  expect(named('Send a new code').disabled).toBe(false);
});

test('ERR-043: after too many wrong codes the wait is shown, and Resend is disabled until it is over', async () => {
  const { user } = await reachCode({ 'auth.verify-code': refused('TooManyCodeAttempts', { retryAfterS: 900 }) });
  await user.type(await code(), '123456{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('You can try again in 15:00.');
  expect(clock()).toBe('15:00');
  expect(named('Send a new code').disabled).toBe(true);
  fireEvent.change(await code(), { target: { value: '123456' } });
  expect(named('Verify').disabled, 'no code is judged until then').toBe(true);
});

test('ERR-043, DEC-13: too many calls judge no code: it stays typed, and waits with its button', async () => {
  const { user } = await reachCode({ 'auth.verify-code': refused('TooManyRequests', { retryAfterS: 10 }) });
  await user.type(await code(), '123456{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('You can try again in 00:10.');
  expect((await code()).value).toBe('123456');
  expect(named('Verify').disabled).toBe(true);
  expect(sessionStorage.getItem('pendingSignIn'), 'a reload comes back to the code').not.toBeNull();
});

test('ERR-043: a code that is not sent again yet does not keep the one before from being entered', async () => {
  await reachCode({ 'auth.request-code': refused('CodeTooSoon', { retryAfterS: 60 }) });
  fireEvent.change(await code(), { target: { value: '123456' } });
  expect(named('Send a new code').disabled).toBe(true);
  expect(named('Verify').disabled).toBe(false);
});

test('ERR-044, ERR-006: of a code that could not be sent for a fault of the server the reference is told', async () => {
  await reachCode({
    'auth.request-code': () => {
      throw new ApiError(500, 'SomethingWentWrong', { reference: 'ABCD2345' });
    },
  });
  expect((await screen.findByRole('alert')).textContent).toMatch(/The code could not be sent by e-mail.*ABCD2345/);
});

test('AUTH-018: a pending sign-in that has run out leads back to the password, with the reason', async () => {
  const { user } = await reachCode({ 'auth.verify-code': refused('Unauthenticated', { isSessionOver: true }) });
  await user.type(await code(), '123456{Enter}');
  expect(await screen.findByLabelText('E-mail address or user name')).toBeDefined();
  expect(screen.getByText(/You are no longer signed in/)).toBeDefined();
});

test('TFA-014: Cancel forgets the sign-in, its code and its countdown', async () => {
  const { user, sessions } = await reachCode();
  await screen.findByText(/six digits/);
  fireEvent.change(await code(), { target: { value: '123456' } });
  await user.click(named('Cancel'));
  expect(await screen.findByLabelText('E-mail address or user name')).toBeDefined();
  expect(sessionStorage.getItem('pendingSignIn')).toBeNull();
  expect(sessions).toEqual([]);
});
