import type { TodayLine } from '@spora/contract/today/endpoints';
import { TODAY_LINES, type TodayLineName } from '@spora/contract/today/lines';
import { expect, test } from 'vitest';
import { linkOf, linksOf, type TodayLink } from '../features/today/model.ts';
import { addressOf } from './access.ts';
import { PAGES } from './pages.ts';

const unit = { id: 4, imei: '356307042441013', name: 'Bil', registration_number: null };
const COUNTED = { count: 9 } as const;
const ALARM = { id: 7, kind: 'jamming', subject: '', unit, at: '2026-03-16T13:05:00Z', is_day_only: false, times: 1 } as const;
const ALARMS = { due: 2, items: [ALARM] };
const BOOKING = {
  id: 8,
  unit,
  kind: 'drive',
  driver_name: 'Eva',
  starts_at: '2026-03-17T08:00:00Z',
  ends_at: '2026-03-17T09:00:00Z',
} as const;
const PLAN = { unit, plan_id: 3, kind: 'service', plan_name: '', expected_on: null } as const;
const LOG = { month: '2026-02', items: [{ unit, user_id: 2, user_name: 'Dan', trips: 3 }] };
const TRIPS = { from: '2026-02-01', to: '2026-03-17', items: [{ unit, trips: 3 }] };
const LINES: { [Name in TodayLineName]: Omit<TodayLine, 'name'> } = {
  'alarms-urgent': { ...COUNTED, ...ALARMS },
  'alarms-soon': { ...COUNTED, ...ALARMS },
  'alarms-event': { ...COUNTED, ...ALARMS },
  'bookings-requested': { ...COUNTED, items: [BOOKING] },
  'bookings-today': { ...COUNTED, items: [BOOKING] },
  'service-overdue': { ...COUNTED, items: [PLAN] },
  'service-due-soon': { ...COUNTED, items: [PLAN] },
  'units-silent': { ...COUNTED, items: [{ unit, last_contact_at: null }] },
  'alarms-untold': { ...COUNTED, items: [{ unit, reason: 'nobody' }] },
  'units-missing': { ...COUNTED, items: [{ unit, matters: ['name'] }] },
  'attest-open': { ...COUNTED, ...LOG },
  'attest-reopened': { ...COUNTED, ...LOG },
  'attest-user': { ...COUNTED, ...LOG },
  'trips-purpose': { ...COUNTED, ...TRIPS },
  'trips-driver': { ...COUNTED, ...TRIPS },
};

/** What the page reads of an address: what it does not know it leaves out. */
function asRead({ to, search }: TodayLink): unknown {
  const page = PAGES.find((each) => addressOf(each) === to);
  const read = page?.options.validateSearch as ((raw: object) => unknown) | undefined;
  return read?.({ ...search });
}

test.each(TODAY_LINES)('ADM-030, NAV-037: the page behind %s reads every filter of the link, and of each item', (name) => {
  const line = { name, ...LINES[name] } as TodayLine;
  const links = [linkOf(line), ...linksOf(line).map(({ link }) => link)];
  expect(links).toHaveLength(2);
  for (const link of links) expect(asRead(link)).toEqual(link.search);
});

test('ADM-030: units without contact lead to those that are counted, not to every one that is silent for some minutes', () => {
  expect(linkOf({ name: 'units-silent', count: 1, items: [] }).search).toEqual({ show: 'lost', sort: 'contact' });
});
