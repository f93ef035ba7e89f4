import type { CheckIn } from '@spora/contract/drivers/endpoints';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { DriversScreen } from './screen.tsx';
import type { DriversTab } from './search.ts';

afterEach(cleanup);

const ZONE = 'Europe/Stockholm';
/** What is told of the moment of somebody else's private trip on 10 March. */
const DAY_ALONE = '2026-03-09T23:00:00.000Z';
const CHECK_IN: CheckIn = {
  unit_id: 1,
  imei: '356307042441013',
  unit_name: 'Skåpbil 7',
  registration_number: 'ABC 123',
  driver: { id: 8, name: 'Bo Berg' },
  since: DAY_ALONE,
  source: 'member',
  is_stale: false,
  is_own: false,
  can: { check_out: true },
};
const TAG = { id: 3, tag: 'AB01', name: '', user: null, last_read_unit: 'Skåpbil 7', unassigned_trips: 0 };
const shown = async (tab: DriversTab): Promise<string[]> => {
  const send = fakeSend({
    'drivers.check-ins': () => ({ check_ins: [CHECK_IN], can: { check_in_others: true } }),
    'drivers.tags': () => ({
      tags: [
        { ...TAG, last_read_at: DAY_ALONE },
        { ...TAG, id: 4, tag: 'CD02', last_read_at: '2026-03-10T08:00:12Z' },
      ],
    }),
    'trips.drivers': () => ({ drivers: [] }),
    'tracking.checked-in': () => ({ units: [] }),
  });
  await renderScreen(<DriversScreen tab={tab} onTab={() => undefined} />, { send, user: signedInUser({ TimeZone: ZONE }) });
  const rows = await screen.findAllByRole('row', { name: /Skåpbil 7/ });
  return rows.map(({ textContent }) => textContent);
};

test('DRV-011, TRIP-032: of a tag that was read in private use of others the day is told, and no time of the clock', async () => {
  const [read, other] = await shown('tags');
  expect(read).toContain('2026-03-10 · Skåpbil 7');
  expect(read).not.toContain('00:00');
  expect(other).toContain('2026-03-10 09:00 · Skåpbil 7');
});

test('DRV-015, TRIP-032: who checked in in private use of others did that day: for how long is not told, nor that it looks forgotten', async () => {
  const [line] = await shown('now');
  expect(line).toContain('2026-03-10');
  expect(line).not.toMatch(/00:00|\d\sd|Forgotten/);
});
