import type { UnitDetails } from '@spora/contract/units/endpoints';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { item, NOW, schedule, TODAY, vehicle } from '../bookings/testing.ts';
import { modeOf } from '../modes/testing.ts';
import { trip, tripPage } from '../trips/testing.ts';
import { unitDetails } from './testing.ts';
import { UnitScreen } from './unit-screen.tsx';

const IMEI = '350000000000017';
beforeEach(() => vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Page() {
  const [tab, setTab] = useState<string>();
  return (
    <UnitScreen
      imei={IMEI}
      tab={tab}
      onTab={setTab}
      history={undefined}
      onHistory={() => undefined}
      onMoved={() => undefined}
      onLeave={() => undefined}
      onChanged={() => undefined}
      renderNow={({ name }) => <p>where {name} is</p>}
      renderGeoData={() => null}
    />
  );
}

async function open(over: Partial<UnitDetails> = {}, answers: FakeAnswers = {}, user = signedInUser()) {
  const send = fakeSend({
    'units.get': () => unitDetails(over),
    'modes.get': () => modeOf(),
    'commands.list': () => ({ rows: [], pending: 0 }),
    'maintenance.plans': () => {
      throw new ApiError(403, 'FeatureOff');
    },
    'alarms.open': () => ({ new_count: 0, open_count: 0, newest: null, units: [] }),
    'bookings.week': () => schedule([vehicle({ Imei: IMEI, Name: 'Skåpbil Norr' })]),
    'trips.generate': () => tripPage([]),
    ...answers,
  });
  await renderScreen(<Page />, { send, user });
  await screen.findByRole('link', { name: 'Overview', current: 'page' });
  return { send, user: userEvent.setup() };
}
const isOff = () => {
  throw new ApiError(403, 'BookingIsOff');
};
const part = async (name: string) => within(await screen.findByRole('region', { name }));

test('NAV-016: an address without a tab opens the unit at a glance, and its form is one press away', async () => {
  const { user } = await open({ subscription_type: 'Plus', tags: ['Kyl'], note: 'Står vid kajen' });
  expect(screen.getByText('where Skåpbil Norr is')).toBeDefined();
  const about = await part('About the unit');
  expect(about.getByText('Plus')).toBeDefined();
  expect(about.getByText('Kyl')).toBeDefined();
  expect(about.getByText('Står vid kajen')).toBeDefined();
  expect(await about.findByText('None'), 'of open alarms').toBeDefined();
  expect(screen.queryByLabelText('Name')).toBeNull();
  await user.click(about.getByRole('button', { name: 'Edit' }));
  expect(await screen.findByLabelText('Name')).toBeDefined();
});

test('the newest trip is told as the log tells it: of somebody else’s private one neither times nor who drove', async () => {
  const { send } = await open(
    {},
    { 'trips.generate': () => tripPage([trip({ id: 7, purpose: 'Kundbesök', driver: 'Dan Förare' })]) },
  );
  const last = await part('Last trip');
  expect((await last.findByText(/Dan Förare · Kundbesök/)).textContent).toMatch(/^[\d,.]+\skm · Business · /);
  expect(send.requests.find(({ id }) => id === 'trips.generate')?.body).toMatchObject({ imeis: [IMEI], page_size: 1, to: TODAY });
  expect(last.getByRole('link', { name: 'Trip log' }).getAttribute('href')).toContain(IMEI);
  cleanup();
  const start = { ...trip({ id: 8 }).start, time: null };
  const masked = trip({
    id: 8,
    is_masked: true,
    type: 'private',
    driver: null,
    day: TODAY,
    start,
    stop: null,
    distance_m: 12_000,
  });
  await open({}, { 'trips.generate': () => tripPage([masked]) });
  const told = await part('Last trip');
  expect(await told.findByText(TODAY), 'the day alone').toBeDefined();
  expect(told.queryByText(/No driver/)).toBeNull();
});

test('BOOK-043: who has it next, from now on; nothing where it cannot be booked or there is nobody to share it with', async () => {
  const over = [
    item({ booking_id: 1, date: TODAY, start_time: '07:00:00', end_time: '08:00:00' }),
    item({ booking_id: 2, date: '2026-11-25', driver_id: 4, driver_name: 'Nils Ny' }),
    item({ booking_id: 3, date: TODAY, start_time: '09:00:00', end_time: '17:00:00', purpose: 'Leverans' }),
    item({ booking_id: 4, date: '2026-11-26' }),
    item({ booking_id: 5, date: '2026-11-29', start_time: '20:00:00', end_time: '24:00:00', continues_after: true }),
  ];
  await open(
    {},
    {
      'bookings.week': ({ query }) =>
        schedule([vehicle({ Imei: IMEI, Name: 'x', Schedule: String(query?.['week_day']) === '2026-11-23' ? over : [] })]),
    },
  );
  const next = await part('Next bookings');
  expect((await next.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/2026-11-24 09:00–17:00 .*Leverans/),
    expect.stringMatching(/2026-11-25 10:00–12:00 Nils Ny/),
    expect.stringMatching(/2026-11-26/),
  ]);
  expect(next.getByText('1 more booking this week and next')).toBeDefined();
  cleanup();
  await open({}, { 'bookings.week': isOff });
  await part('Last trip');
  expect(screen.queryByRole('region', { name: 'Next bookings' })).toBeNull();
  cleanup();
  const { send } = await open({ features: [] });
  expect(send.requests.some(({ id }) => id === 'bookings.week')).toBe(false);
});

test('a part whose answer does not come says so, and the others stay', async () => {
  await open(
    {},
    {
      'trips.generate': () => {
        throw new ApiError(403, 'UnitLocked');
      },
    },
  );
  const last = await part('Last trip');
  expect(await last.findByRole('alert')).toBeDefined();
  expect(await part('About the unit')).toBeDefined();
});
