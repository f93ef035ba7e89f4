import type { LiveEvent } from '@spora/contract/live-event';
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { AnnouncementBanner } from '../features/accounts/components/announcement-banner.tsx';
import { item, schedule } from '../features/bookings/testing.ts';
import { cars, openBookings, withRoomAndTime } from '../features/bookings/testing-screen.tsx';
import type { FeedHost } from '../features/tracking/live-feed.ts';
import { LiveProvider } from '../features/tracking/public/live-context.tsx';
import { fakeSend, renderScreen, signedInUser } from '../lib/testing.tsx';
import { useFreshPages } from './use-fresh-pages.ts';

withRoomAndTime();

let tell: (event: LiveEvent) => void = () => undefined;
/** Follows another tab, so that a test hands in the events. */
const hostOf = (): FeedHost => ({
  now: () => Date.now(),
  wait: () => Promise.resolve(),
  becomeLeader: () => new Promise(() => undefined),
  channel: { post: () => undefined, listen: (listener) => ((tell = listener), () => undefined) },
});

function Fresh(): null {
  useFreshPages();
  return null;
}
const live = (page: ReactNode): ReactNode => (
  <LiveProvider hostOf={hostOf}>
    <Fresh />
    {page}
  </LiveProvider>
);
const FLEET = { units: [], server_time: '2026-11-25T10:00:00Z', last_event_id: '1' };

test('DEC-59, API-061, BOOK-039: an open bookings page shows what somebody else books as the stream tells of it, and asks once for a burst', async () => {
  const vehicles = cars();
  const { send } = await openBookings({
    around: live,
    answers: { 'tracking.positions': () => FLEET, 'bookings.week': () => schedule(vehicles) },
  });
  await screen.findByText(/Kundbesök/);
  const asked = () => send.requests.filter(({ id }) => id === 'bookings.week').length;
  const before = asked();
  const theirs = { driver_id: 9, driver_name: 'Kari Olsen', booked_by: 9, booked_by_name: 'Kari Olsen' };
  vehicles[0] = {
    ...vehicles[0]!,
    Schedule: [...vehicles[0]!.Schedule, item({ booking_id: 77, date: '2026-11-28', ...theirs, purpose: 'Mässan i Älvsjö' })],
  };
  act(() => {
    for (let i = 0; i < 3; i += 1) tell({ kind: 'booking', unit_id: 1 });
  });
  expect(await screen.findByText(/Mässan i Älvsjö/)).toBeDefined();
  await waitFor(() => expect(asked()).toBe(before + 1));
  // What is told of something else asks for no booking.
  act(() => tell({ kind: 'alarm', unit_id: 1 }));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(asked()).toBe(before + 1);
});

test('DEC-59, DEC-61: an open page shows what support announces', async () => {
  let text = '';
  const send = fakeSend({ 'tracking.positions': () => FLEET, 'accounts.announcement': () => text });
  await renderScreen(live(<AnnouncementBanner />), { send, language: 'sv', user: signedInUser() });
  await waitFor(() => expect(send.requests.map(({ id }) => id)).toContain('accounts.announcement'));
  text = 'Arbete i natt';
  act(() => tell({ kind: 'announcement' }));
  expect(await screen.findByText('Arbete i natt', {}, { timeout: 5_000 })).toBeDefined();
});
