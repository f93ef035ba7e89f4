import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { useSessionStore } from '../lib/session-context.tsx';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../lib/testing.tsx';
import { Entry } from './entry.tsx';

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
  function Page() {
    return <Entry send={send} session={useSessionStore()} />;
  }
  await renderScreen(<Page />, { send, ...(isSignedIn ? { user: signedInUser() } : {}) });
  return { send, user: userEvent.setup() };
}
const name = (): Promise<HTMLInputElement> => screen.findByLabelText(/^(User name|Användarnamn)$/);
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

test('NAV-002, DEC-18: a page for signed-in people leads to the sign-in at /, which says why', async () => {
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
