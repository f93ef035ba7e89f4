import type { LiveUnit } from '@spora/contract/tracking/endpoints';
import { decodePackedPositions } from '@spora/telemetry/packed-positions';
import { expect, test } from 'vitest';
import { fakeSend } from '../../lib/testing.tsx';
import { largeFleet, liveUnit } from './testing.ts';
import { briefUnits, createFleetLoader, keepDetails } from './whole-fleet.ts';

const NOW = Date.parse('2026-11-02T10:00:00Z');
const { signal } = new AbortController();
const NOWHERE = { position: null, address: null, address_is_approximate: true, state_since: null };
const UNITS: readonly LiveUnit[] = [
  liveUnit({ id: 3, name: 'Anna', tags: ['a'], department: 'North', driver: 'Kim', hides_speed: true }),
  liveUnit({
    id: 5,
    state: 'moving',
    contact_expected_by: '2026-11-02T10:03:00Z',
    position: { ...liveUnit({ id: 5 }).position!, speed_kmh: 70, heading_deg: 90 },
  }),
  liveUnit({ id: 8, ...NOWHERE, last_contact: null, contact_expected_by: null, no_position_reason: 'private' }),
  liveUnit({ id: 9, ...NOWHERE, no_position_reason: 'hidden' }),
  liveUnit({ id: 10, ...NOWHERE, no_position_reason: 'no-fix' }),
  liveUnit({ id: 11, ...NOWHERE, kind: 'sensor', no_position_reason: 'bluetooth-only' }),
  liveUnit({
    id: 12,
    ...NOWHERE,
    state: 'no-contact',
    last_contact: null,
    contact_expected_by: null,
    no_position_reason: 'never-connected',
  }),
];

/** What the list and the map show of a unit that came whole. */
const shown = (unit: LiveUnit) => {
  const { id, imei, kind, name, registration_number, colour, marker_symbol, icon, department, project, tags, driver } = unit;
  const { state, last_contact, contact_expected_by, no_position_reason, hides_speed, position } = unit;
  const place = position && {
    time: Date.parse(position.time),
    lat: position.lat.toFixed(4),
    lng: position.lng.toFixed(4),
    speed_kmh: position.speed_kmh,
    heading_deg: position.heading_deg,
  };
  return [
    { id, imei, kind, name, registration_number, colour, marker_symbol, icon, department, project, tags, driver, hides_speed },
    { state, last_contact, contact_expected_by, no_position_reason, place },
  ].map((part) => JSON.stringify(part).replaceAll(/\.000Z/g, 'Z'));
};

test('API-055: of a large fleet list and map know what they know of a small one, waiting no shorter for a silent unit', () => {
  const { packed, names } = largeFleet(UNITS, NOW);
  const brief = briefUnits(names, decodePackedPositions(packed).positions);
  const rounded = UNITS.map((unit) => {
    const of = brief.find(({ id }) => id === unit.id)!;
    if (unit.contact_expected_by)
      expect(Date.parse(of.contact_expected_by!)).toBeGreaterThanOrEqual(Date.parse(unit.contact_expected_by));
    return { ...unit, contact_expected_by: of.contact_expected_by };
  });
  expect(brief.map((unit) => shown(unit as LiveUnit))).toEqual(rounded.map(shown));
  expect(brief.filter(({ isBrief }) => isBrief).map(({ id }) => id)).toEqual([3, 5, 9, 10, 11]);
});

test('API-055: names are loaded once, and then only whether they hold; a fleet that came whole asks for none', async () => {
  const { packed, names } = largeFleet(UNITS, NOW);
  const send = fakeSend({
    'tracking.positions': () => packed,
    'tracking.fleet': ({ query }) => ({ version: 'v1', units: query?.known === 'v1' ? null : names }),
  });
  const load = createFleetLoader(send);
  const first = await load(signal);
  expect(first.lastEventId).toBe('7');
  expect(await load(signal)).toEqual(first);
  expect(send.requests.map(({ id, query }) => [id, query?.['known']])).toEqual([
    ['tracking.positions', undefined],
    ['tracking.fleet', undefined],
    ['tracking.fleet', 'v1'],
    ['tracking.positions', undefined],
  ]);
  const small = fakeSend({
    'tracking.positions': () => ({ units: [...UNITS], server_time: '2026-11-02T10:00:00Z', last_event_id: '9' }),
  });
  expect(await createFleetLoader(small)(signal)).toEqual({ units: UNITS, lastEventId: '9' });
});

test('what was known of a unit is kept until it has moved on', () => {
  const { packed, names } = largeFleet(UNITS, NOW);
  const [brief] = briefUnits(names, decodePackedPositions(packed).positions);
  const [known] = UNITS;
  expect(keepDetails(known, brief!)).toMatchObject({ address: known!.address, position: known!.position, isBrief: false });
  expect(keepDetails({ ...known!, state_may_be_older: true }, brief!)).toMatchObject({ state_may_be_older: true });
  expect(keepDetails({ ...known!, position: { ...known!.position!, time: '2026-11-02T09:58:00Z' } }, brief!)).toBe(brief);
  expect(keepDetails({ ...known!, state: 'moving' }, brief!)).toBe(brief);
  expect(keepDetails(undefined, brief!)).toBe(brief);
});
