import type { Trip } from '@spora/contract/trips/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { ManualDialog } from './components/manual-dialog.tsx';
import { trip, tripPage } from './testing.ts';
import type { TripEdits } from './use-trip-edits.ts';

afterEach(cleanup);

const unit = { id: 1, imei: '350000000000001', name: 'Skåpbil 7', registration_number: 'ABC 12D' } as never;
const { start: depot, stop: shop } = trip({ id: 0 });
const at = (end: Trip['stop'], time: string, odometer_km: number) => ({ ...end!, time, odometer_km });
const morning = trip({
  id: 1,
  start: at(depot, '2026-11-20T07:10:00Z', 1000),
  stop: at(shop, '2026-11-20T07:40:00Z', 1012),
  driver_id: 7,
  driver: 'Anna Lindqvist',
});
/** A private trip of somebody else: only its day and its odometer are told. */
const hidden = { time: null, lat: null, lng: null, address: null };
const masked = trip({
  id: 2,
  day: '2026-11-19',
  start: { ...depot, ...hidden, odometer_km: 980 },
  stop: { ...shop!, ...hidden, odometer_km: 1000 },
  is_masked: true,
});

async function open(trips: readonly Trip[] = [morning, masked], answers: FakeAnswers = {}) {
  const send = fakeSend({
    'trips.generate': () => tripPage(trips),
    'trips.drivers': () => ({ drivers: [{ id: 7, name: 'Anna Lindqvist' }] }),
    'trips.purposes': () => ({ purposes: [{ text: 'Byggmöte', source: 'account' as const }] }),
    'places.list': () => ({
      places: [{ id: 4, label: 'Depå Söder', address: 'Tumbavägen 3, Tumba', lat: 59.2, lng: 17.8 } as never],
      can: { add: false, for_all_units: false },
    }),
    'tracking.find-address': () => ({
      addresses: [{ label: 'Kungsgatan 12, Stockholm', lat: 59.33, lng: 18.06, is_approximate: false }],
    }),
    'trips.add-manual': () => ({ trip: trip({ id: 9, is_manual: true }) }),
    'trips.remove-manual': () => ({}),
    ...answers,
  });
  const took = vi.fn<TripEdits['took']>();
  await renderScreen(<ManualDialog units={[unit]} first={null} today="2026-11-20" edits={{ took }} onClose={() => undefined} />, {
    send,
    user: signedInUser(),
  });
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole('dialog', { name: 'Add trip' }));
  const fill = async (name: string, text: string): Promise<void> => {
    await user.clear(dialog.getByLabelText(name, { selector: 'input' }));
    await user.type(dialog.getByLabelText(name, { selector: 'input' }), text);
  };
  const press = () => user.click(dialog.getByRole('button', { name: 'Add trip' }));
  const sent = (id: string) => send.requests.filter((each) => each.id === id).map(({ body, params }) => body ?? params);
  return { dialog, user, fill, press, sent, took };
}

test('TRIP-030: for a trip by hand places, addresses and where the unit stood are offered, who drives it is chosen, and its odometer told', async () => {
  const { dialog, user, fill, press, sent, took } = await open();
  await fill('Start time', '09:00');
  await fill('Stop time', '09:30');
  expect(await dialog.findByText(/^The trip before ended at 1.012(\.0)?.km\. Left empty/)).toBeDefined();
  await waitFor(() => expect(dialog.getByLabelText<HTMLSelectElement>('Driver').value).toBe('7'));
  await user.click(dialog.getByLabelText('Start address', { selector: 'input' }));
  expect(dialog.getByRole('option', { name: /near Kungsgatan 12.*Where the trip before ended/ })).toBeDefined();
  await fill('Start address', 'depå');
  await user.click(dialog.getByRole('option', { name: /Depå Söder, Tumbavägen 3, Tumba/ }));
  await fill('Stop address', 'kungsg');
  await user.click(await dialog.findByRole('option', { name: /Kungsgatan 12, Stockholm/ }));
  expect(dialog.getByText(/^In a straight line it is 20\.\d.km\.$/)).toBeDefined();
  await fill('Distance', '25');
  await press();
  await waitFor(() =>
    expect(sent('trips.add-manual')).toMatchObject([
      {
        start_address: 'Depå Söder, Tumbavägen 3, Tumba',
        stop_address: 'Kungsgatan 12, Stockholm',
        start_odometer_km: null,
        driver_id: 7,
      },
    ]),
  );
  await waitFor(() => expect(took).toHaveBeenCalled());
  took.mock.calls[0]?.[1]?.run();
  await waitFor(() => expect(sent('trips.remove-manual'), 'the way back').toEqual([{ id: 9 }]));
});

test('TRIP-030, TRIP-032: a clash names the trip that the log tells; of one that it does not tell nothing is said but that there is one', async () => {
  const refused = {
    'trips.add-manual': () => {
      throw new ApiError(409, 'ManualTripOverlaps');
    },
  };
  const { dialog, fill, press } = await open([morning], refused);
  await fill('Start time', '08:20');
  await fill('Stop time', '08:50');
  const named = 'The unit already has a trip then: 08:10–08:40, Hornsgatan 84 – near Kungsgatan 12.';
  expect(await dialog.findByText(named), 'before it is sent').toBeDefined();
  await fill('Start address', 'Hamnen');
  await fill('Stop address', 'Lagret');
  await fill('Distance', '25');
  await press();
  expect((await dialog.findByRole('alert')).textContent).toBe(named);
  cleanup();

  const untold = await open([masked], refused);
  for (const [name, text] of [
    ['Start time', '08:20'],
    ['Stop time', '08:50'],
    ['Start address', 'Hamnen'],
    ['Stop address', 'Lagret'],
    ['Distance', '25'],
  ] as const)
    await untold.fill(name, text);
  await untold.press();
  expect((await untold.dialog.findByRole('alert')).textContent).toBe('The unit already has a trip at that time.');
});

test('TRIP-030: where several drove a unit nobody is chosen for its trip', async () => {
  const { dialog } = await open([morning, trip({ id: 3, driver_id: 8, driver: 'Bo Ek' })]);
  expect(await dialog.findByText(/^The trip before ended at/)).toBeDefined();
  expect(dialog.getByLabelText<HTMLSelectElement>('Driver').value).toBe('');
});
