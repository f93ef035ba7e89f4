import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { DataOf } from '@spora/contract/endpoint-map';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { storedLanguage } from '../../lib/language.ts';
import { fakeSend, renderScreen } from '../../lib/testing.tsx';
import { OptOutPage } from './opt-out-page.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  location.hash = '';
});

type Receiver = DataOf<'alarms.look-at-link'>;
const EK: Receiver = { account: 'Östs Åkeri', language: 'sv', ways: ['email', 'sms'], stopped_at: null };

async function open(receiver: Receiver | (() => never) = EK) {
  location.hash = '#t0ken';
  const look = typeof receiver === 'function' ? receiver : () => receiver;
  const send = fakeSend({
    'alarms.look-at-link': look,
    'alarms.stop-by-link': ({ body }) => ({ ...EK, stopped_at: body.stops ? '2026-11-28T09:00:00Z' : null }),
  });
  await renderScreen(<OptOutPage />, { send, language: 'sv' });
  return () => send.requests.filter(({ id }) => id === 'alarms.stop-by-link').map(({ body }) => body);
}

test('ALARM-039: the page of a link says who sends and how; to open it changes nothing; one press stops, one begins again', async () => {
  const sent = await open();
  await screen.findByText(/^Östs Åkeri skickar larm till dig genom .+\. De kommer via e-post och sms\.$/);
  expect(sent()).toEqual([]);
  expect(screen.queryByLabelText('Lösenord')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Stoppa larmen' }));
  expect(await screen.findByText(/^Larmen är stoppade sedan 2026-11-28 \d\d:\d\d\. Östs Åkeri ser det\.$/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Ta emot larm igen' }));
  expect(await screen.findByText('Larmen kommer till dig igen.')).toBeDefined();
  expect(sent()).toEqual([
    { token: 't0ken', stops: true },
    { token: 't0ken', stops: false },
  ]);
});

test('ALARM-039: a link that opens nothing says so and where a newer one is', async () => {
  await open(() => {
    throw new ApiError(404, 'ReceiverLinkUnknown');
  });
  expect((await screen.findByRole('alert')).textContent).toContain('det senaste larmet');
  expect(screen.queryByRole('button', { name: 'Stoppa larmen' })).toBeNull();
});

test('ALARM-039: the page speaks as the message did, unless a language was chosen here', async () => {
  await open({ ...EK, language: 'en' });
  expect(await screen.findByRole('button', { name: 'Stop the alerts' })).toBeDefined();
  cleanup();
  storedLanguage.write('sv');
  await open({ ...EK, language: 'en' });
  expect(await screen.findByRole('button', { name: 'Stoppa larmen' })).toBeDefined();
});

test('NAV-007: without a token the page asks for name and password', async () => {
  await renderScreen(<OptOutPage />, { send: fakeSend({}), language: 'sv' });
  expect(screen.getByLabelText('Lösenord')).toBeDefined();
});
