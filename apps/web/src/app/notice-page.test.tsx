import type { SignedInUser } from '@spora/contract/auth/endpoints';
import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADDRESSES } from '../lib/addresses.ts';
import { ApiError } from '../lib/api-error.ts';
import { useSessionState } from '../lib/session-context.tsx';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../lib/testing.tsx';
// Fetched lazily: here they are there at once, however busy the machine is.
import '../features/accounts/account-page.tsx';
import './notice-page.tsx';
import { SignedIn } from './signed-in.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const history = createMemoryHistory({ initialEntries: [ADDRESSES.account] });
function Entry() {
  return useSessionState().kind === 'signed-in' ? <SignedIn history={history} /> : <p>signed out</p>;
}

async function open(answers: FakeAnswers = {}, language: 'en' | 'sv' = 'en', of: Partial<SignedInUser> = {}) {
  const user = signedInUser({ MustAcknowledgeNotice: true, ...of });
  const send = fakeSend({
    'auth.me': () => ({ user }),
    'auth.sign-out': () => ({}),
    'accounts.announcement': () => '',
    'users.preferences': () => ({ preferences: {} }),
    'users.list': () => ({ user: [] }),
    'users.notice': () => ({ position_months: 3, private_position_months: 1, required: true, acknowledged_at: null }),
    'users.acknowledge-notice': () => ({
      position_months: 3,
      private_position_months: 1,
      required: true,
      acknowledged_at: '2026-11-21T10:00:00Z',
    }),
    ...answers,
  });
  await renderScreen(<Entry />, { send, user, language });
  return send;
}
const isRead = () => screen.getByRole('button', { name: 'I have read this' });

test('SEC-016: before anything else stands the notice, with what, why, who and how long, and nothing of the account behind it', async () => {
  const send = await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'What is collected when you drive' })).toBe(document.activeElement);
  await screen.findByText('Positions are kept for at most 3 months.');
  expect(screen.getByText('Positions of private trips are kept for a shorter time: at most 1 month.')).toBeDefined();
  expect(screen.getByText(/it stands in the history of the unit/)).toBeDefined();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'What is collected',
    'Why',
    'Who sees it',
    'For how long',
    'Your rights',
  ]);
  expect(screen.getByText(/^The administrators of Norrbud/)).toBeDefined();
  expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull();
  expect(send.requests.map(({ id }) => id)).not.toContain('users.list');

  await userEvent.click(isRead());
  expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeDefined();
  expect(history.location.pathname).toBe(ADDRESSES.account);
});

test('SEC-016: who does not want to goes out, and is not said to have read it', async () => {
  const send = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('signed out')).toBeDefined();
  expect(send.requests.map(({ id }) => id)).not.toContain('users.acknowledge-notice');
});

test('SEC-016: a notice that cannot be fetched is not read, and can be asked for again', async () => {
  let isDown = true;
  await open({
    'users.notice': () => {
      if (isDown) throw new ApiError(403, 'Forbidden');
      return { position_months: 1, private_position_months: 1, required: true, acknowledged_at: null };
    },
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByRole('button', { name: 'I have read this' })).toBeNull();
  isDown = false;
  await userEvent.click(again);
  await screen.findByText('Positions are kept for at most 1 month.');
});

test('SEC-016: a failure to say so is told, and the notice stays', async () => {
  await open({
    'users.acknowledge-notice': () => {
      throw new ApiError(429, 'TooManyRequests');
    },
  });
  await screen.findByText(/^Positions are kept/);
  await userEvent.click(isRead());
  expect(await screen.findByText('Too many requests. Wait a moment and try again.')).toBeDefined();
  await waitFor(() => expect(isRead()).toBeDefined());
});

test('SEC-016: the notice is in the language of the page', async () => {
  await open({}, 'sv');
  expect(await screen.findByRole('heading', { level: 1, name: 'Det här samlas in när du kör' })).toBeDefined();
  expect(await screen.findByText('Positioner sparas i högst 3 månader.')).toBeDefined();
});

test('SEC-016: all that is kept of a driver is named, how the vehicle is driven too, and the way to the file of it', async () => {
  await open({}, 'sv');
  await screen.findByText(/^Hur fordonet körs, där sparsam körning är påslagen/);
  for (const said of [/^Betalstationer/, /tankning och laddning/, /när och varifrån du loggar in/, /sparas i högst 12 månader/])
    expect(screen.getByText(said)).toBeDefined();
  expect(screen.getByText('Du kan hämta det som sparas om dig som en fil: ”Hämta mina uppgifter”, på din profil.')).toBeDefined();
  expect(screen.queryByText(/inte till för att kontrollera[^.]*hur du kör/)).toBeNull();
});

test('SEC-016: who uses boats and machines alone reads nothing of toll stations or of how vehicles are driven', async () => {
  await open({}, 'sv', { HasNoRoadVehicle: true });
  await screen.findByText(/när och varifrån du loggar in/);
  expect(screen.queryByText(/Betalstationer|[Ss]parsam körning|Hur fordonet kör/)).toBeNull();
});
