import { waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { ADDRESSES } from '../lib/addresses.ts';
import { fakeSend, renderScreen, signedInUser } from '../lib/testing.tsx';
import { SignedOut } from './signed-out.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

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
