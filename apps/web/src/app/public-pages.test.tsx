import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { navigateTo } from '../lib/navigate.ts';
import { useSessionStore } from '../lib/session-context.tsx';
import type { SessionStore } from '../lib/session.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../lib/testing.tsx';
import { Entry } from './entry.tsx';
import { readPublicPages } from './testing-pages.ts';

beforeAll(readPublicPages);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.scrollTo = () => undefined;
});
afterEach(cleanup);

async function openAt(path: string, answers: FakeAnswers = {}, isSignedIn = false) {
  history.replaceState(null, '', path);
  const send = fakeSend({
    'accounts.public-config': () => ({ subsite_id: 0, mailbox_url: null, demo_sign_ins: [], secure_context_needed: false }),
    'auth.me': () => ({ user: signedInUser() }),
    ...answers,
  });
  let session: SessionStore | undefined;
  function Page() {
    session = useSessionStore();
    return <Entry send={send} session={session} />;
  }
  await renderScreen(<Page />, { send, isBare: true, ...(isSignedIn ? { user: signedInUser() } : {}) });
  return { send, session, user: userEvent.setup() };
}
const name = (): Promise<HTMLInputElement> =>
  screen.findByLabelText(/^(E-mail address or user name|E-postadress eller användarnamn)$/);
const password = (): HTMLInputElement => screen.getByLabelText(/^(Password|Lösenord)$/);

test('I18N-012: another language keeps what was typed and translates what was said', async () => {
  const { user } = await openAt('/', {
    'auth.sign-in': () => {
      throw new ApiError(401, { msg: 'InvalidLogin', count: 3 });
    },
  });
  await user.type(await name(), 'anna');
  await user.type(password(), 'hemligt{Enter}');
  await screen.findByRole('alert');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'sv');
  expect(await screen.findByText('Fel användarnamn eller lösenord. 3 försök kvar.')).toBeDefined();
  expect((await name()).value).toBe('anna');
  expect(password().value).toBe('hemligt');
  expect(JSON.parse(localStorage.getItem('language') ?? '')).toEqual({ v: 1, data: 'sv' });
});

test('NAV-001, NAV-002, DEC-18: a page for signed-in people leads to the sign-in at /, which says why', async () => {
  await openAt('/user/create-triplog?type=private');
  await name();
  expect(location.pathname).toBe('/');
  expect(screen.getByText('Sign in to open that page.')).toBeDefined();
});

test('DEC-18: an address that does not exist is named as such, with a way to the sign-in', async () => {
  await openAt('/user/nonsense');
  expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  expect(screen.getByText(/nonsense/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/');
});

test.each([
  ['NAV-003', '/user/register'],
  ['NAV-004', '/user/forgot-password'],
  ['NAV-005', '/user/reset-password'],
  ['NAV-006', '/account/deletion'],
  ['NAV-002', '/'],
])('%s, NAV-008: %s stands in the public layout, with brand, language and theme', async (_, path) => {
  await openAt(path, { 'accounts.contact': () => ({ email: 'support@spora.example', phone: '+46 8 465 004 00' }) });
  expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
  expect(screen.getByRole('combobox', { name: 'Language' })).toBeDefined();
  expect(screen.getByRole('link', { name: /Spora/ }).getAttribute('href')).toBe('/');
  expect(screen.getAllByRole('main')).toHaveLength(1);
});

test('NAV-007, DEC-19: the alert opt-out has neither header nor menu', async () => {
  await openAt('/user/alerts');
  expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
  expect(screen.queryByRole('banner')).toBeNull();
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('NAV-007: the alert opt-out leads back by its mark, and its language can be chosen there', async () => {
  await openAt('/user/alerts');
  expect((await screen.findByRole('link', { name: 'Spora' })).getAttribute('href')).toBe('/');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['English', 'Svenska', 'Norsk']);
});

test('0039: the link of a mail that confirms an address opens a page, without anything that signed-in pages bring along', async () => {
  await openAt('/user/confirm-email?_c=code', {
    'users.look-at-email-change': () => {
      throw new ApiError(422, { code: ['InvalidEmailLink'] });
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('no longer');
});

test('ALARM-039: the link of an alarm opens the page that stops them, without a sign-in', async () => {
  await openAt('/user/alerts#t0ken', {
    'alarms.look-at-link': () => ({ account: 'Östs Åkeri', language: 'en', ways: ['sms'], stopped_at: null }),
  });
  expect(await screen.findByRole('button', { name: 'Stop the alerts' })).toBeDefined();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('DEC-19: reset stays reachable for who is signed in; register and forgot lead to the application', async () => {
  await openAt('/user/reset-password?_c=x', {}, true);
  expect(await screen.findByLabelText('New password')).toBeDefined();
  cleanup();
  await openAt('/user/forgot-password', {}, true);
  await waitFor(() => expect(location.pathname).not.toBe('/user/forgot-password'));
  expect(screen.queryByLabelText('E-mail address')).toBeNull();
});

test('AUTH-028, NFR-005: from page to page the focus is where one goes on, and back is the page before', async () => {
  const { user } = await openAt('/');
  await user.click(await screen.findByRole('link', { name: 'Forgot the password?' }));
  const address = await screen.findByLabelText('E-mail address');
  await waitFor(() => expect(document.activeElement).toBe(address));
  expect(document.title).toContain('Forgot the password');
  navigateTo('/');
  await waitFor(async () => expect(document.activeElement).toBe(await name()));
});

test('NAV-035: by their labels one comes from the sign-in to the registration wizard, and to the code where one is asked for', async () => {
  const { user } = await openAt('/', {
    'auth.sign-in': () => ({
      pending: true as const,
      user: { ID: 7, EnableTwoFactorAuth: true as const, token: 'p3nd' },
      factors: ['mail' as const],
    }),
    'auth.request-code': () => ({ wait_s: 180, sent_to: 'a***@example.com' }),
  });
  await user.click(await screen.findByRole('link', { name: 'Register a unit' }));
  expect(await screen.findByRole('navigation', { name: 'Steps of the registration' })).toBeDefined();
  expect(location.pathname).toBe('/user/register');
  navigateTo('/');
  await user.type(await name(), 'anna');
  await user.type(password(), 'right{Enter}');
  expect(await screen.findByLabelText(/^Code/)).toBeDefined();
});

test('AUTH-009, AUTH-017: signing in begins the session and goes to the map', async () => {
  const { user, session } = await openAt('/', {
    'auth.sign-in': () => ({ pending: false as const, user: { ...signedInUser(), token: 't0k' } }),
  });
  await user.type(await name(), 'anna');
  await user.type(password(), 'right{Enter}');
  await waitFor(() => expect(session?.token()).toBe('t0k'));
  expect(location.pathname).toBe('/user/realtime-tracking');
});

test('AUTH-019, DEC-16: who was sent to the sign-in from a page comes back to it', async () => {
  const { user, session } = await openAt('/user/create-triplog?type=private', {
    'auth.sign-in': () => ({ pending: false as const, user: { ...signedInUser(), token: 't0k' } }),
  });
  await user.type(await name(), 'anna');
  await user.type(password(), 'right{Enter}');
  await waitFor(() => expect(session?.token()).toBe('t0k'));
  expect(location.pathname + location.search).toBe('/user/create-triplog?type=private');
});

test('TFA-014, DEC-14: Cancel of the code goes to the map, whose guard ends at / without a session', async () => {
  const { user, session } = await openAt('/', {
    'auth.sign-in': () => ({
      pending: true as const,
      user: { ID: 7, EnableTwoFactorAuth: true as const, token: 'p3nd' },
      factors: ['mail' as const],
    }),
    'auth.request-code': () => ({ wait_s: 180, sent_to: 'a***@example.com' }),
  });
  await user.type(await name(), 'anna');
  await user.type(password(), 'right{Enter}');
  const visited: string[] = [];
  window.addEventListener('popstate', () => visited.push(location.pathname));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await name();
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(visited).toEqual(['/user/realtime-tracking', '/']);
  expect(session?.getState().kind).toBe('signed-out');
  expect(session?.token()).toBeNull();
  expect(sessionStorage.getItem('pendingSignIn')).toBeNull();
});
