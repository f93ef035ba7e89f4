import type { DataOf } from '@spora/contract/endpoint-map';
import type { Alarm } from '@spora/contract/alarms/centre';
import { cleanup } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../../lib/testing.tsx';
import { AlarmsScreen } from './screen.tsx';
import { type AlarmsSearch, readAlarmsSearch } from './search.ts';

/** What tests of the alarm centre begin and end with: call it once in a file. */
export function withCleanScreen(): void {
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    vi.useRealTimers();
    cleanup();
    vi.unstubAllGlobals();
  });
}

export const UNIT = {
  id: 11,
  imei: '356307042441011',
  name: 'Skåpbil',
  registration_number: 'ABC 123',
  kind: 'vehicle',
} as const;
/** An alarm of tests. */
export const alarmOf = (over: Partial<Alarm> = {}): Alarm => ({
  id: 1,
  kind: 'over-speed',
  class: 'function',
  subject: '',
  unit: UNIT,
  at: '2026-11-20T20:04:00Z',
  is_day_only: false,
  is_place_hidden: false,
  is_delayed: false,
  ended_at: '2026-11-20T20:09:00Z',
  began_at: null,
  is_lasting: true,
  lat: 59.3,
  lng: 18,
  place: 'Storgatan 1, Solna',
  is_position_unknown: false,
  value: 121,
  limit: 110,
  telling: 'told',
  repeats: 0,
  state: 'new',
  seen: null,
  handled: null,
  note: '',
  noted: null,
  reopened: null,
  ...over,
});
/** What the alarm that is open is told with beside its line. */
export const MORE = {
  muted_until: null,
  can: { mute: true },
  call: { name: 'Dan Driver', phone: '46701234567' },
  noticed_at: null,
  ended_by: null,
  crossed_back_at: null,
  driver: null,
  usual_driver: null,
  repeats_of: null,
  sensor_id: null,
  messages: null,
  escalations: null,
};
export const TOWED = alarmOf({ id: 2, kind: 'towing', class: 'security', ended_at: null, value: null, limit: null, repeats: 2 });

function Held({ first }: { first: AlarmsSearch }) {
  const [search, setSearch] = useState(first);
  return <AlarmsScreen search={search} onSearch={(patch) => setSearch((before) => readAlarmsSearch({ ...before, ...patch }))} />;
}
/** The alarm centre with these alarms, in Swedish. */
export async function open(
  alarms: readonly Alarm[],
  { answers = {}, first = {} }: { answers?: FakeAnswers; first?: AlarmsSearch } = {},
) {
  const send = fakeSend({
    'alarms.list': () => ({ alarms: [...alarms], next: null }),
    'alarms.get': ({ params }) => ({
      ...alarms.find(({ id }) => id === Number((params as { id: number }).id))!,
      ...MORE,
    }),
    'alarms.mute': () => ({}),
    'alarms.set-state': () => ({ alarms: [] }),
    'units.list': () => ({ units: [] }),
    'alarms.untold': () => ({ units: [] }),
    ...answers,
  });
  await renderScreen(<Held first={first} />, { send, language: 'sv', user: signedInUser() });
  return send;
}
export const WITH_UNITS = {
  answers: { 'units.list': () => ({ units: [{ ...UNIT, kind: 'vehicle' }] }) as unknown as DataOf<'units.list'> },
};
export const sentTo = (send: ReturnType<typeof fakeSend>, id: string) => send.requests.filter((request) => request.id === id);
