import { cleanup, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADDRESSES } from '../lib/addresses.ts';
import { fakeSend, renderScreen, signedInUser } from '../lib/testing.tsx';
import { createSessionStore } from '../lib/session.ts';
import { SignedOut } from './signed-out.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

test('ADM-024: the sign-in of a new account’s administrator leads to the guide', async () => {
  history.replaceState(null, '', ADDRESSES.start);
  const user = signedInUser({ GuideIsOpen: true });
  const send = fakeSend({ 'auth.sign-in': () => ({ pending: false as const, user: { ...user, token: 't0ken' } }) });
  await renderScreen(<SignedOut reason={null} onIdle={() => undefined} />, { send });
  const person = userEvent.setup();
  await person.type(document.querySelector('[name="username"]')!, 'anna');
  await person.type(document.querySelector('[type="password"]')!, 'right{Enter}');
  await waitFor(() => expect(location.pathname).toBe(ADDRESSES.guide));
});

test('13-A2: whose session ended by itself is asked for the password alone', async () => {
  history.replaceState(null, '', ADDRESSES.start);
  const store = createSessionStore(async () => null);
  await store.begin({ token: 't0ken', user: signedInUser({ Email: 'anna@example.com' }) });
  store.end('expired');
  expect(store.getState()).toEqual({ kind: 'signed-out', reason: 'expired', lastUser: 'anna@example.com' });
  await store.begin({ token: 't0ken', user: signedInUser({ Email: 'anna@example.com' }) });
  store.end('signed-out');
  expect(store.getState()).toEqual({ kind: 'signed-out', reason: 'signed-out' });
  await renderScreen(<SignedOut reason="expired" lastUser="anna@example.com" onIdle={() => undefined} />, { send: fakeSend({}) });
  await waitFor(() => expect(document.querySelector<HTMLInputElement>('[name="username"]')?.value).toBe('anna@example.com'));
});
