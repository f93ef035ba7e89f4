import type { CheckIn, DriverTag } from '@spora/contract/drivers/endpoints';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { DriversScreen } from './screen.tsx';
import { type DriversTab } from './search.ts';

export const ANNA = { id: 7, name: 'Anna Lindqvist' };
export const BO = { id: 8, name: 'Bo Berg' };
/** Anna's check-in to a van. */
export const row = (over: Partial<CheckIn> = {}): CheckIn => ({
  unit_id: 1,
  imei: '356307042441013',
  unit_name: 'Skåpbil 7',
  registration_number: 'ABC 123',
  driver: ANNA,
  since: '2026-03-10T08:00:00Z',
  source: 'member',
  is_stale: false,
  is_own: true,
  can: { check_out: true },
  ...over,
});
/** A tag that is nobody's. */
export const tag = (over: Partial<DriverTag> = {}): DriverTag => ({
  id: 3,
  tag: 'AB00000000000001',
  name: '',
  user: null,
  last_read_at: '2026-03-10T08:00:00Z',
  last_read_unit: 'Skåpbil 7',
  unassigned_trips: 4,
  ...over,
});
/** What a check-in of Anna would change: two trips stay. */
export const PREVIEW = {
  from: '2026-03-10T08:00:00Z',
  changed: { all: 14, 'until-next': 3 },
  checked_out: BO,
  driving: null,
  next: { at: '2026-03-12T08:00:00Z', driver: 'Bo Berg' },
  left: [
    {
      id: 5,
      start: '2026-03-11T08:00:00Z',
      distance_m: 9000,
      reason: 'attested' as const,
      is_masked: false,
      is_after_next: false,
    },
    { id: 6, start: '2026-03-13T00:00:00Z', distance_m: 9000, reason: 'private' as const, is_masked: true, is_after_next: true },
  ],
};
export const ANSWERS: FakeAnswers = {
  'drivers.check-ins': () => ({ check_ins: [row()], can: { check_in_others: true } }),
  'trips.drivers': () => ({ drivers: [ANNA, BO] }),
  'drivers.preview-check-in': () => PREVIEW,
  'drivers.check-in': () => ({ changed: 3, left: 1, checked_out: BO }),
  'drivers.check-out': () => ({ changed: 0, left: 0, checked_out: ANNA }),
  'tracking.checked-in': () => ({ units: [] }),
  'drivers.tags': () => ({ tags: [tag(), tag({ id: 4, tag: 'CD01', name: 'Blue key', user: BO, unassigned_trips: 0 })] }),
};
/** Opens a tab of the page of drivers. */
export const drivers = (tab: DriversTab, answers: FakeAnswers = {}) => {
  const send = fakeSend({ ...ANSWERS, ...answers });
  return renderScreen(<DriversScreen tab={tab} onTab={() => undefined} />, { send, user: signedInUser() }).then(() => send);
};
/** The calls of an endpoint. */
export const sentTo = (send: ReturnType<typeof fakeSend>, id: string) => send.requests.filter((request) => request.id === id);
/** What an endpoint was last sent. */
export const bodyOf = (send: ReturnType<typeof fakeSend>, id: string) =>
  send.requests.findLast((request) => request.id === id)?.body;
