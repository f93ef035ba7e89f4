import type { LiveUnit } from '@spora/contract/tracking/endpoints';
import type { Catalogue } from '@spora/messages/languages';
import { no } from '@spora/messages/no';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../../lib/testing.tsx';
import type { OpenOfUnit } from '../../alarms/public/open-alarms.ts';
import { liveUnit } from '../testing.ts';
import { toMapUnit } from '../use-live.ts';
import { isAlarming } from '../../alarms/public/alarm-urgency.ts';
import { UnitCard } from './unit-card.tsx';
import { UnitList } from './unit-list.tsx';

const NOW = Date.parse('2026-11-02T10:00:00Z');
/** Text that breaks out of HTML, of an attribute or of a template where something forgets to escape it. */
const HOSTILE = `<img src=x onerror="alert(1)">"'&{{name}}`;
const nothing = (): void => undefined;

/** jsdom has no layout: the scroller is given a height of ten rows. */
beforeEach(() => {
  for (const name of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: 640 });
  HTMLElement.prototype.scrollTo = nothing;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing;
      unobserve = nothing;
      disconnect = nothing;
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const list = (units: readonly LiveUnit[], openAlarms: ReadonlyMap<number, OpenOfUnit> = new Map(), catalogue?: Catalogue) =>
  renderScreen(
    <UnitList
      groups={{ onMap: units, withoutPosition: [] }}
      nowMs={NOW}
      openAlarms={openAlarms}
      startId={null}
      onSelect={nothing}
      onHover={nothing}
      onNeed={nothing}
    />,
    { send: fakeSend({}), ...(catalogue ? { catalogue } : {}) },
  );

test('14-3, MAP-021: a row says how many alarms of its unit are open, and the card leads to them', async () => {
  const unit = liveUnit({ id: 2, name: 'Anna' });
  const arrived = liveUnit({ id: 3, name: 'Bea' });
  const open = new Map([
    [2, { id: 2, imei: unit.imei, count: 2, urgency: 'urgent' as const }],
    [3, { id: 3, imei: arrived.imei, count: 1, urgency: 'event' as const }],
  ]);
  await list([liveUnit({ id: 1 }), unit, arrived], open);
  const rows = await screen.findAllByRole('option');
  expect(rows.map((row) => /2 open alarms/.test(row.textContent))).toEqual([false, true, false]);
  const marks = ['2 open alarms', '1 open alarm'].map((text) => screen.getByTitle(text).querySelector('path')!.getAttribute('d'));
  expect(marks[0], 'an arrival has another mark than what is urgent').not.toBe(marks[1]);
  cleanup();
  const card = (
    <UnitCard
      unit={unit}
      nowMs={NOW}
      openAlarms={{ count: 2, urgency: 'urgent' }}
      isFollowed={false}
      onFollow={nothing}
      onHistory={nothing}
      onClose={nothing}
    />
  );
  await renderScreen(card, { send: fakeSend({}), user: signedInUser() });
  expect(screen.getByRole('link', { name: '2 open alarms' }).getAttribute('href')).toBe(`/user/alarms?unit=${unit.imei}`);
});

test('13-A2, 0079: an alarm has one sign in list, card, marker and under Alarms, by how urgent it is', async () => {
  const urgencies = ['event', 'soon', 'urgent'] as const;
  const units = [1, 2, 3].map((id) => liveUnit({ id }));
  const open = units.map(({ id, imei }, i) => ({ id, imei, count: 1, urgency: urgencies[i]! }));
  await list(units, new Map(open.map((unit) => [unit.id, unit])));
  const urgencyOf = (text: HTMLElement) => text.closest('[data-urgency]')?.getAttribute('data-urgency');
  const signOf = (text: HTMLElement) => text.closest('[data-urgency]')?.querySelector('path')?.getAttribute('d');
  const told = await screen.findAllByText('1 open alarm');
  expect(told.map(urgencyOf)).toEqual(urgencies);
  const signs = told.map(signOf);
  expect(new Set(signs).size).toBe(3);
  // As on the map.
  expect(units.map((unit, i) => toMapUnit(unit, NOW, isAlarming(urgencies[i]!))?.state)).toEqual(['parked', 'parked', 'alarm']);
  cleanup();
  for (const [i, alarms] of open.entries()) {
    const props = { unit: units[0]!, nowMs: NOW, isFollowed: false, onFollow: nothing, onHistory: nothing, onClose: nothing };
    await renderScreen(<UnitCard {...props} openAlarms={alarms} />, { send: fakeSend({}), user: signedInUser() });
    const link = screen.getByRole('link', { name: '1 open alarm' });
    expect([urgencyOf(link), signOf(link)]).toEqual([urgencies[i], signs[i]]);
    cleanup();
  }
});

test('13-A2, MAP-031, MAP-033: nobody says that a unit is parked of which nobody is told, or which has no position yet', async () => {
  const [hidden, blind] = [
    liveUnit({ id: 1, position: null, no_position_reason: 'private', state_since: null }),
    liveUnit({ id: 2, position: null, no_position_reason: 'no-fix' }),
  ];
  const { container } = await list([hidden, blind, liveUnit({ id: 3 })]);
  const rows = await screen.findAllByRole('option');
  expect(rows.map((row) => row.textContent.includes('Parked'))).toEqual([false, false, true]);
  expect(rows.map((row) => row.querySelectorAll('[data-sign="parking"]').length)).toEqual([0, 0, 1]);
  expect(container.textContent).toContain('Connected, but no satellite position yet');
  cleanup();
  for (const unit of [hidden, blind]) {
    const props = { nowMs: NOW, openAlarms: null, isFollowed: false, onFollow: nothing, onHistory: nothing, onClose: nothing };
    await renderScreen(<UnitCard {...props} unit={unit} />, { send: fakeSend({}), user: signedInUser() });
    expect(screen.getByRole('heading', { level: 2 }).closest('section')!.textContent).not.toContain('Parked');
    cleanup();
  }
});

test('13-A2: of a unit that has not been heard of for a while list and card tell the speed as the last one, the marker none', async () => {
  const heard = (minutes: number) => ({ time: new Date(NOW - minutes * 60_000).toISOString(), speed_kmh: 51 });
  const unit = (id: number, minutes: number) => {
    const plain = liveUnit({ id, state: 'moving', contact_expected_by: new Date(NOW + 600_000).toISOString() });
    return { ...plain, position: { ...plain.position!, ...heard(minutes) } };
  };
  const [now, old] = [unit(1, 1), unit(2, 5)];
  await list([now, old]);
  const rows = (await screen.findAllByRole('option')).map((row) => row.textContent.replaceAll(/\s/g, ' '));
  expect(rows.map((text) => /(last )?51 km\/h/.exec(text)?.[0])).toEqual(['51 km/h', 'last 51 km/h']);
  const labels = [now, old].map((each) => toMapUnit(each, NOW, false, (_unit, speed) => `${speed} km/h`)!.title);
  expect(labels.map((label) => label.includes('51 km/h'))).toEqual([true, false]);
});

test('MAP-019, MAP-020: a row tells how long a unit has stood as its card does, and the age beside it as that of when it was seen', async () => {
  const at = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();
  const calm = { contact_expected_by: at(-1), last_contact: at(2 / 60) };
  const units = [
    liveUnit({ id: 1, ...calm, state_since: at(3.9) }),
    liveUnit({ id: 2, ...calm, kind: 'boat', state_since: at(119) }),
    liveUnit({ id: 3, ...calm, state: 'stopped', state_since: at(14.4) }),
    liveUnit({ id: 4, state: 'no-contact', contact_expected_by: null, last_contact: at(3) }),
    liveUnit({ id: 5, ...calm, kind: 'boat', state_since: at(119), state_may_be_older: true, last_contact: at(0) }),
    liveUnit({ id: 6, ...calm, state: 'stopped', state_since: at(0) }),
  ];
  await list(units);
  const rows = (await screen.findAllByRole('option')).map((row) => row.textContent.replaceAll('\u00a0', ' '));
  expect(rows.map((text) => /^Bil \d (.*?) Storgatan.* (seen .*)$/.exec(text)?.slice(1))).toEqual([
    ['Parked for 3 h 54 min', 'seen 2 min ago'],
    ['At rest for 4 d', 'seen 2 min ago'],
    ['Stopped for 14 h', 'seen 2 min ago'],
    ['No contact', 'seen 3 hours ago'],
    // It lay there when its record began, and was heard of within the minute.
    ['At rest for at least 4 d', 'seen just now'],
    ['Just stopped', 'seen 2 min ago'],
  ]);
  cleanup();
  await list(units.slice(4, 5), new Map(), no);
  expect((await screen.findByRole('option')).textContent, 'not “sett nå nettopp”').toMatch(/sett nå$/);
});

test('MAP-019: of one that drove when it was last heard of neither list nor card says that it drives still', async () => {
  const time = new Date(NOW - 6 * 60_000).toISOString();
  const silent = (id: number, over: Partial<LiveUnit>) => {
    const unit = liveUnit({ id, state: 'moving', last_contact: time, contact_expected_by: '2026-11-02T10:04:00Z', ...over });
    return { ...unit, position: { ...unit.position!, time, speed_kmh: 51 } };
  };
  const units = [silent(1, { hides_speed: true }), silent(2, { kind: 'boat' })];
  await list(units);
  const rows = (await screen.findAllByRole('option')).map((row) => row.textContent.replaceAll('\u00a0', ' '));
  expect(rows[0]).toMatch(/Was moving .*6 min ago$/);
  expect(rows[1]).toMatch(/last 27.5 kn .*6 min ago$/);
  cleanup();
  await list([{ ...silent(3, {}), last_contact: new Date(NOW - 20_000).toISOString() }]);
  expect((await screen.findByRole('option')).textContent, 'the age is that of the speed').toMatch(/6 min ago$/);
  cleanup();
  const told = [];
  for (const unit of units) {
    const props = {
      unit,
      nowMs: NOW,
      openAlarms: null,
      isFollowed: false,
      onFollow: nothing,
      onHistory: nothing,
      onClose: nothing,
    };
    await renderScreen(<UnitCard {...props} />, { send: fakeSend({}), user: signedInUser() });
    told.push(screen.getByRole('heading', { level: 2 }).nextElementSibling?.textContent);
    cleanup();
  }
  expect(told).toEqual(['Was moving 6 min ago', 'Was under way 6 min ago']);
});

test('13-A2: a boat at rest has an anchor, not the sign of a parking place', async () => {
  await list([liveUnit({ id: 1, kind: 'boat', marker_symbol: 'boat' }), liveUnit({ id: 2 })]);
  const rows = await screen.findAllByRole('option');
  expect(rows.map((row) => row.querySelector('[data-sign]')?.getAttribute('data-sign'))).toEqual(['anchor', 'parking']);
});

test('NFR-002: of 5,000 units only the rows near the window are in the page, and each knows its place among all', async () => {
  await list(Array.from({ length: 5_000 }, (_, i) => liveUnit({ id: i + 1 })));
  const rows = await screen.findAllByRole('option');
  expect(rows.length).toBeGreaterThanOrEqual(10);
  expect(rows.length).toBeLessThan(60);
  expect(rows[0]?.getAttribute('aria-setsize')).toBe('5000');
});

test('SEC-010: hostile names, plates and addresses stand in the list as text', async () => {
  const { container } = await list([
    liveUnit({ id: 1, name: HOSTILE, registration_number: HOSTILE, address: HOSTILE, colour: '"><script>' }),
  ]);
  expect(await screen.findAllByText(HOSTILE)).toHaveLength(3);
  expect(container.querySelectorAll('img, script')).toHaveLength(0);
});

test('SEC-010: hostile names, drivers and departments stand in the card as text', async () => {
  const unit = liveUnit({ id: 1, name: HOSTILE, driver: HOSTILE, department: HOSTILE, address: HOSTILE });
  const { container } = await renderScreen(
    <UnitCard
      unit={unit}
      nowMs={NOW}
      openAlarms={null}
      isFollowed={false}
      onFollow={nothing}
      onHistory={nothing}
      onClose={nothing}
    />,
    { send: fakeSend({}), user: signedInUser() },
  );
  expect(screen.getAllByText(HOSTILE)).toHaveLength(4);
  expect(container.querySelectorAll('img, script')).toHaveLength(0);
});

test('13-A1: the card of a boat has the words and the measure of a boat', async () => {
  const unit = liveUnit({ id: 1, kind: 'boat', state: 'parked', state_since: new Date(NOW - 4 * 86_400_000).toISOString() });
  const position = { ...unit.position!, odometer_m: 18_520_000, ignition: false };
  await renderScreen(
    <UnitCard
      unit={{ ...unit, position, contact_expected_by: null }}
      nowMs={NOW}
      openAlarms={null}
      isFollowed={false}
      onFollow={nothing}
      onHistory={nothing}
      onClose={nothing}
    />,
    { send: fakeSend({}), user: signedInUser() },
  );
  const card = screen.getByRole('heading', { level: 2 }).closest('section')!.textContent.replaceAll('\u00a0', ' ');
  expect(card).toContain('At rest for 4 d');
  expect(card).toContain('EngineOff');
  expect(card).toMatch(/Distance logged10.000 nm/);
  expect(card).not.toMatch(/Parked|Ignition|Odometer/);
});

test('MAP-021: an engine has hours, however many, and no days', async () => {
  const unit = liveUnit({ id: 1 });
  const position = { ...unit.position!, operating_hours_s: 1585 * 3600 + 60 };
  await renderScreen(
    <UnitCard
      unit={{ ...unit, position }}
      nowMs={NOW}
      openAlarms={{ count: 3, urgency: 'soon' }}
      isFollowed={false}
      onFollow={nothing}
      onHistory={nothing}
      onClose={nothing}
    />,
    { send: fakeSend({}), user: signedInUser() },
  );
  expect(screen.getByText(/^1.585 h$/)).toBeDefined();
});
