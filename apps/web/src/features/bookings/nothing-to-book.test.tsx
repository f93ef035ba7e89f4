import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { NothingToBook } from './components/nothing-to-book.tsx';
import { withRoomAndTime } from './testing-screen.tsx';

withRoomAndTime();

const IMEI = '356307042441013';
const unit = (over: object = {}) => ({ imei: IMEI, name: 'Skåpbil Norr', kind: 'vehicle', features: ['tolls'], ...over });

async function show(units: readonly object[], user: Parameters<typeof signedInUser>[0] = {}) {
  const send = fakeSend({ 'units.list': () => ({ units }) as never });
  await renderScreen(<NothingToBook />, { send, user: signedInUser(user) });
}

test('FEAT-001: of units whose booking is off that is said, and an administrator is led to where it is turned on', async () => {
  await show([unit()]);
  expect(await screen.findByText('Booking is off for the units.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Turn on booking for Skåpbil Norr' }).getAttribute('href')).toBe(
    `/user/edit-terminal?imei=${IMEI}&tab=features`,
  );
});

test('FEAT-001: whoever is no administrator is told who can turn booking on', async () => {
  await show([unit(), unit({ name: 'Skåpbil Syd' })], { IsAdmin: false });
  expect(await screen.findByText(/An administrator can turn it on\.$/)).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

test.each([
  [
    'the subscription',
    [unit({ features: [] })],
    { userHasOnlyBasSubscription: true },
    /^The Bas subscription has no vehicle booking/,
  ],
  [
    'the subscription of a vehicle beside a phone',
    [unit({ features: [] }), unit({ kind: 'phone' })],
    {},
    /^The Bas subscription/,
  ],
  ['their kind', [unit({ kind: 'phone' })], {}, /^Vehicles, boats and machines can be booked/],
] as const)('DEC-73: of units that cannot be booked by %s that is said', async (_, units, user, text) => {
  await show(units, user);
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});
