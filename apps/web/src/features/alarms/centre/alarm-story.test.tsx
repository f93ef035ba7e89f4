import type { DataOf } from '@spora/contract/endpoint-map';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { FakeAnswers } from '../../../lib/testing.tsx';
import { alarmOf, MORE, open, TOWED, UNIT, withCleanScreen } from './testing.tsx';

withCleanScreen();

test('36: a theft tells where the unit is now, what else happened around that time, and the way it was taken; theft mode comes before "handled"', async () => {
  const left = alarmOf({ id: 3, kind: 'zone-left', class: 'security', subject: 'Bygget', at: '2026-11-20T11:00:00Z' });
  const towed = { ...TOWED, state: 'seen' as const, telling: 'told' as const };
  const dayBefore = alarmOf({ id: 4, kind: 'jamming', class: 'security', at: '2026-11-19T20:00:00Z' });
  const position = { time: new Date(Date.now() - 5 * 60_000).toISOString(), lat: 59.4, lng: 18 };
  const unit = { imei: UNIT.imei, kind: 'vehicle', state: 'parked', state_since: position.time, contact_expected_by: null };
  const live = { ...unit, no_position_reason: null, address: 'Hamngatan, Lidingö', address_is_approximate: false, position };
  const answers: FakeAnswers = {
    'tracking.positions': () => ({ units: [live] }) as unknown as DataOf<'tracking.positions'>,
    'modes.get': () => ({ theft: null, can: { theft: true } }) as unknown as DataOf<'modes.get'>,
  };
  await open([towed, left, dayBefore], { answers, first: { alarm: 2 } });
  const sheet = within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  expect((await sheet.findByText('Nu')).nextSibling?.textContent).toMatch(
    /^Parkerad i [45].minHamngatan, Lidingö11.km fågelvägen från larmetSenaste position .*[45].min/,
  );
  const story = within(await sheet.findByRole('region', { name: 'Vad som hände timmarna före och efter' }));
  expect((await story.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
    '2026-11-20 12:00Lämnat en zon (Bygget)',
    '2026-11-20 21:04Flyttad eller bogserad utan tändning (det här larmet)',
  ]);
  const way = story.getByRole('link', { name: 'Se vägen på kartan' }).getAttribute('href');
  expect(way).toMatch(/from=.?2026-11-20/);
  expect(way).toContain(`at=${encodeURIComponent(towed.at)}`);
  const look = async (name: string) => (await sheet.findByRole('button', { name })).className;
  expect(await look('Slå på stöldläge')).toMatch(/primary/);
  expect(await look('Klarmarkera')).not.toMatch(/primary/);
  expect(await sheet.findByRole('button', { name: 'Dela' })).toBeDefined();
  expect(sheet.getByRole('link', { name: 'Skriv stöldrapport' }).getAttribute('href')).toMatch(/tab=theft/);
  await userEvent.click(story.getByRole('button', { name: /Lämnat en zon/ }));
  await waitFor(() => expect(sheet.getByText('När').nextSibling?.textContent).toBe('2026-11-20 12:00'));
});

test('36: of one moment the story tells the zone that was left before the theft mode that this started', async () => {
  const moment = { class: 'security', subject: 'Bygget', at: '2026-11-20T21:43:48.591Z' } as const;
  const mode = alarmOf({ ...moment, id: 9, kind: 'theft-mode' });
  const left = alarmOf({ ...moment, id: 206, kind: 'zone-left' });
  await open([left, mode], { first: { alarm: 206 } });
  const story = within(await screen.findByRole('region', { name: 'Vad som hände timmarna före och efter' }));
  expect((await story.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
    expect.stringMatching(/Lämnat en zon/),
    expect.stringMatching(/Stöldläget slogs på/),
  ]);
});

test('36: of one minute the story tells the seconds, and where the unit stood between', async () => {
  const left = alarmOf({
    id: 3,
    class: 'security',
    kind: 'zone-left',
    subject: 'Bygget',
    at: '2026-11-20T21:43:08Z',
    ended_at: null,
  });
  const mode = { ...left, id: 4, kind: 'theft-mode' as const, at: '2026-11-20T21:43:48Z', ended_at: '2026-11-21T07:13:00Z' };
  const stop = { trip_id: null, lat: 59.36, lng: 17.99, address_is_approximate: false } as const;
  const stops = [
    { ...stop, from: '2026-11-20T16:00:00Z', to: '2026-11-20T21:43:00Z', address: 'Lidingö' },
    { ...stop, from: '2026-11-20T21:58:00Z', to: '2026-11-21T06:43:00Z', address: 'Åsvägen, Solna' },
    { ...stop, from: '2026-11-21T06:58:00Z', to: null, address: 'Lidingö' },
  ];
  const answers: FakeAnswers = { 'tracking.history': () => ({ stops }) as unknown as DataOf<'tracking.history'> };
  await open([mode, left], { answers, first: { alarm: 4 } });
  expect(await screen.findByText(/Åsvägen/)).toBeDefined();
  const story = within(screen.getByRole('region', { name: 'Vad som hände timmarna före och efter' }));
  expect(story.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '2026-11-20 22:43:08Lämnat en zon (Bygget)',
    '2026-11-20 22:43:48Stöldläget slogs på (Bygget) (det här larmet)',
    '2026-11-20 22:58Stod vid Åsvägen, Solna till 2026-11-21 07:43 (8\u00a0h 45\u00a0min)',
    '2026-11-21 08:13Stöldläget stängdes av',
  ]);
});

test('36: the story of a theft is told to its end, and to whom its report was shown', async () => {
  const left = alarmOf({ id: 3, class: 'security', kind: 'zone-left', subject: 'Bygget', at: '2026-11-20T21:43:08Z' });
  const handled = { by: 'Maja Ek', at: '2026-11-21T07:40:00Z' };
  const mode = alarmOf({
    ...left,
    id: 4,
    kind: 'theft-mode',
    at: '2026-11-20T21:43:48Z',
    ended_at: '2026-11-21T07:13:00Z',
    state: 'handled',
    handled,
  });
  const share = { id: 8, version: 1, recipient: 'Försäkringen', created_by: 'Maja Ek', created_at: '2026-11-21T09:00:00Z' };
  const report = {
    latest: { version: 1, track_from: '2026-11-20T00:00:00Z', track_to: '2026-11-21T00:00:00Z' },
    shares: [share, { ...share, id: 7, version: 2, recipient: 'Polisen' }],
  };
  const answers: FakeAnswers = {
    'alarms.get': ({ params }) => ({
      ...(Number((params as { id: number }).id) === 3 ? left : mode),
      ...MORE,
      ...(Number((params as { id: number }).id) === 3 ? { crossed_back_at: '2026-11-21T07:00:00Z' } : { ended_by: 'Maja Ek' }),
    }),
    'object-description.theft-report': () => report as unknown as DataOf<'object-description.theft-report'>,
  };
  await open([mode, left], { answers, first: { alarm: 4 } });
  expect(await screen.findByText(/Tillbaka i zonen/)).toBeDefined();
  const story = within(screen.getByRole('region', { name: 'Vad som hände timmarna före och efter' }));
  expect(story.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '2026-11-20 22:43:08Lämnat en zon (Bygget)',
    '2026-11-20 22:43:48Stöldläget slogs på (Bygget) (det här larmet)',
    '2026-11-21 08:00Tillbaka i zonen (Bygget)',
    '2026-11-21 08:13Maja Ek stängde av stöldläget',
    '2026-11-21 08:40Maja Ek klarmarkerade larmet',
  ]);
  expect((await story.findByText(/^Delad med Försäkringen/)).textContent).toBe(
    'Delad med Försäkringen 2026-11-21 10:00, av Maja Ek',
  );
  expect(story.queryByText(/Polisen/), 'another version').toBeNull();
});

test('OBJ-008: the alarm of a theft leads to the report whose track reaches back to it, and asks for no other to be written', async () => {
  const mode = alarmOf({ id: 2, kind: 'theft-mode', class: 'security', ended_at: null, value: null, limit: null });
  const show = async (track_to: string) => {
    const latest = { version: 1, track_from: '2026-11-01T00:00:00Z', track_to };
    await open([mode], {
      answers: {
        'object-description.theft-report': () => ({ latest, shares: [] }) as unknown as DataOf<'object-description.theft-report'>,
      },
      first: { alarm: 2 },
    });
    return within(await screen.findByRole('dialog', { name: 'Skåpbil' }));
  };
  const sheet = await show('2026-11-21T08:00:00Z');
  expect((await sheet.findByRole('link', { name: 'Stöldrapport, version 1' })).getAttribute('href')).toMatch(/tab=theft/);
  expect(sheet.queryByRole('link', { name: 'Skriv stöldrapport' })).toBeNull();
  cleanup();
  const later = await show('2026-11-10T08:00:00Z');
  expect(await later.findByRole('link', { name: 'Skriv stöldrapport' })).toBeDefined();
  expect(later.queryByRole('link', { name: /version 1/ }), 'the report of an earlier theft').toBeNull();
});

test('36: of a unit with its engine off it says since when that is, and in which zone it is; of a handled alarm opened again, that', async () => {
  const off = new Date(Date.now() - 3 * 3_600_000).toISOString();
  const position = { time: new Date().toISOString(), lat: 59.4, lng: 18, ignition: false };
  const unit = { imei: UNIT.imei, kind: 'vehicle', state: 'parked', state_since: off, contact_expected_by: null };
  const live = { ...unit, no_position_reason: null, address: 'Hamngatan', address_is_approximate: false, position };
  const zone = (name: string, lat: number) => ({ id: lat, name, lat, lng: 18, radius: 400 });
  const answers: FakeAnswers = {
    'tracking.positions': () => ({ units: [live] }) as unknown as DataOf<'tracking.positions'>,
    'zones.list': () => ({ geofences: [zone('Depån', 59), zone('Bygget', 59.401)] }) as unknown as DataOf<'zones.list'>,
  };
  const done = { by: 'Maja Ek', at: '2026-11-20T21:00:00Z' };
  await open([{ ...TOWED, state: 'handled', seen: done, handled: done }], { answers, first: { alarm: 2 } });
  const now = (await screen.findByText('Nu')).nextSibling!;
  await waitFor(() => expect(now.textContent).toMatch(/^Parkerad sedan .*\d\d:\d\d, tändningen avi zonen Bygget, Hamngatan/));
  await userEvent.click(screen.getByRole('button', { name: 'Öppna igen' }));
  expect(await screen.findByText('Larmet är öppet igen.')).toBeDefined();
});

test('MAP-013: a unit that is where it was armed is not said to be in a zone by the name that the armed place has', async () => {
  const position = { time: new Date().toISOString(), lat: 59.4, lng: 18, ignition: false };
  const unit = { imei: UNIT.imei, kind: 'boat', state: 'parked', state_since: position.time, contact_expected_by: null };
  const live = { ...unit, no_position_reason: null, address: 'Hamngatan', address_is_approximate: false, position };
  const at = { lat: 59.4, lng: 18, radius: 300 };
  const armed = { ...at, id: 1, name: 'Larm på: Havsörn', is_armed: true };
  const answersWith = (...geofences: object[]): FakeAnswers => ({
    'tracking.positions': () => ({ units: [live] }) as unknown as DataOf<'tracking.positions'>,
    'zones.list': () => ({ geofences }) as unknown as DataOf<'zones.list'>,
  });
  await open([TOWED], { answers: answersWith(armed), first: { alarm: 2 } });
  await waitFor(() => expect(screen.getByText('Nu').nextSibling?.textContent).toContain('där den larmades på, Hamngatan'));
  expect(screen.queryByText(/Larm på: Havsörn/)).toBeNull();
  cleanup();
  await open([TOWED], { answers: answersWith(armed, { ...at, id: 2, name: 'Hamnen', is_armed: false }), first: { alarm: 2 } });
  await waitFor(() => expect(screen.getByText('Nu').nextSibling?.textContent).toContain('i zonen Hamnen, Hamngatan'));
});

test('36: where a unit is is told by its zone, without the town nearby over again; near a town where no zone is', async () => {
  const position = { time: new Date().toISOString(), lat: 59.4, lng: 18, ignition: false };
  const unit = { imei: UNIT.imei, kind: 'machine', state: 'parked', state_since: position.time, contact_expected_by: null };
  const live = { ...unit, no_position_reason: null, place: null, address: 'Lidingö', address_is_approximate: true, position };
  const answersWith = (...geofences: object[]): FakeAnswers => ({
    'tracking.positions': () => ({ units: [live] }) as unknown as DataOf<'tracking.positions'>,
    'zones.list': () => ({ geofences }) as unknown as DataOf<'zones.list'>,
  });
  const zone = { id: 1, name: 'Bygget', lat: 59.4, lng: 18, radius: 300, is_armed: false };
  await open([TOWED], { answers: answersWith(zone), first: { alarm: 2 } });
  const now = async () => (await screen.findByText('Nu')).nextSibling?.textContent ?? '';
  await waitFor(async () => expect(await now()).toContain('i zonen Bygget'));
  expect(await now()).not.toMatch(/·|Lidingö/);
  cleanup();
  await open([TOWED], { answers: answersWith(), first: { alarm: 2 } });
  expect(await now()).toMatch(/nära\sLidingö/);
});

test('36: of a unit that drove when it was heard of last, minutes ago, nobody says that it drives now', async () => {
  const position = { time: new Date(Date.now() - 6 * 60_000).toISOString(), lat: 59.4, lng: 18 };
  const unit = { imei: UNIT.imei, kind: 'vehicle', state: 'moving', state_since: position.time, contact_expected_by: null };
  const live = { ...unit, no_position_reason: null, address: 'Hamngatan', address_is_approximate: false, position };
  const answers: FakeAnswers = { 'tracking.positions': () => ({ units: [live] }) as unknown as DataOf<'tracking.positions'> };
  await open([TOWED], { answers, first: { alarm: 2 } });
  const now = (await screen.findByText('Nu')).nextSibling!;
  await waitFor(() => expect(now.textContent).toMatch(/^KördeHamngatan.*Senaste position .*[56].min/));
});
