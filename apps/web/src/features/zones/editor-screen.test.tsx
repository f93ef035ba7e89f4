import type { AlarmReceiver } from '@spora/contract/alarms/receivers';
import type { DataOf } from '@spora/contract/endpoint-map';
import { cleanup, renderHook, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, onNarrowScreen, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { alarmReceiver } from '../alarms/receivers/testing.ts';
import { place } from '../places/testing.ts';
import { ZoneEditor } from './editor-screen.tsx';
import { type CircleMapProps, type RenderCircleMap, useShown } from './public/circle-map.tsx';
import { zone, zoneUnit } from './testing.ts';

afterEach(cleanup);

const NORTH = zoneUnit({ imei: '350000000000017', name: 'Skåpbil Norr' });
const FULL = zoneUnit({ imei: '350000000000025', name: 'Skåpbil Full', zones: 5, reason: 'limit' });
const UNTOLD_NORTH = { imei: NORTH.imei, kind: 'zone-left' as const, reason: 'nobody' as const };
const DEPOT = zone({ id: 1, name: 'Depån' });

/** An answer takes its time: what is drawn meanwhile is drawn. */
const onTheWay = <T,>(answer: T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(answer), 20));

async function open(
  id: number | null,
  parts: {
    zones?: DataOf<'zones.list'>['geofences'];
    answers?: FakeAnswers;
    onCircle?: (circle: CircleMapProps['circle']) => void;
    isAdmin?: boolean;
  } = {},
) {
  const send = fakeSend({
    'zones.list': () => ({ geofences: parts.zones ?? [DEPOT], min_radius: 300, can: { add: true } }),
    'zones.units': () => ({ units: [NORTH, FULL], min_radius: 300 }),
    'zones.save': () => onTheWay({ id: 1, geofence: DEPOT }),
    'zones.remove': () => onTheWay({}),
    'places.list': () => ({
      places: [place({ id: 4, label: 'Kontoret', address: 'Storgatan 1', lat: 59.4, lng: 17.9 })],
      can: { add: true, for_all_units: true },
    }),
    'tracking.get-address': () => ({ address: 'Sveavägen 1, Stockholm', is_approximate: false }),
    'tracking.find-address': () => ({
      addresses: [{ label: 'Hamngatan 2, Stockholm', lat: 59.33, lng: 18.07, is_approximate: false }],
    }),
    ...parts.answers,
  });
  const done: boolean[] = [];
  const saved: (number | undefined)[] = [];
  await renderScreen(
    <ZoneEditor
      id={id}
      onDone={(savedId) => done.push(hasUnsaved()) && saved.push(savedId)}
      renderMap={({ circle, others }) => {
        parts.onCircle?.(circle);
        return (
          <>
            <button type="button" onClick={() => circle.place({ lat: 59.25, lng: 18.5 })}>
              Karta, {others.length} andra
            </button>
            <button type="button" onClick={() => circle.change({ radius: '450' })}>
              Dra kanten
            </button>
          </>
        );
      }}
    />,
    { send, language: 'sv', user: signedInUser(parts.isAdmin === undefined ? {} : { IsAdmin: parts.isAdmin }) },
  );
  const bodies = () => send.requests.filter((each) => each.id === 'zones.save').map(({ body }) => body);
  return { send, done, saved, bodies };
}
const box = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const address = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Adress' });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Spara' }));

test('GEO-013: a circle that a field put somewhere is shown in the middle, also where it was in sight; one put there on the map is not', () => {
  const fits: number[] = [];
  const handle = {
    bounds: () => ({ west: 10, south: 55, east: 25, north: 70 }),
    fit: (points: readonly { lat: number }[]) => void fits.push(points[0]!.lat),
  } as unknown as Parameters<typeof useShown>[0];
  const ring = (lat: number) => [{ lat, lng: 18 }];
  const { rerender } = renderHook(({ own, sought }) => useShown(handle, own, sought), {
    initialProps: { own: ring(59), sought: 0 },
  });
  rerender({ own: ring(60), sought: 0 });
  expect(fits, 'as the map appears').toEqual([59]);
  rerender({ own: ring(61), sought: 1 });
  expect(fits).toEqual([59, 61]);
});

test('GEO-013: choosing a place or an address asks the map to go there', async () => {
  let sought = 0;
  await open(null, { onCircle: (circle) => (sought = circle.sought) });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Använd en plats' }), 'Kontoret');
  await waitFor(() => expect(sought).toBe(1));
  await userEvent.type(await address(), ' Hamngatan');
  await userEvent.click(await screen.findByRole('option', { name: /Hamngatan 2/ }));
  expect(sought).toBe(2);
});

test('GEO-013: a place that is chosen gives a zone without a name its own, and takes no name that somebody gave', async () => {
  const places = [
    place({ id: 4, label: 'Kontoret', address: 'Storgatan 1', lat: 59.4, lng: 17.9 }),
    place({ id: 5, label: 'Lagret', address: 'Kajen 2', lat: 59.3, lng: 17.8 }),
  ];
  await open(null, { answers: { 'places.list': () => ({ places, can: { add: true, for_all_units: true } }) } });
  const choose = async (label: string) =>
    userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Använd en plats' }), label);
  const name = await box('Namn');
  await choose('Kontoret');
  await waitFor(() => expect(name.value).toBe('Kontoret'));
  await choose('Lagret');
  await waitFor(() => expect(name.value).toBe('Lagret'));
  await userEvent.type(name, ' norr');
  await choose('Kontoret');
  await waitFor(async () => expect((await address()).value).toBe('Storgatan 1'));
  expect(name.value).toBe('Lagret norr');
});

test('GEO-013: what a zone can begin with stands before its address, which is typed', async () => {
  await open(null);
  const place = await screen.findByRole('combobox', { name: 'Använd en plats' });
  const typed = await address();
  expect(place.compareDocumentPosition(typed) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('what is wrong further down than the first field is named at the foot, each the way to its field', async () => {
  const { bodies } = await open(null);
  await box('Namn');
  expect(screen.queryByRole('group', { name: 'Rätta:' })).toBeNull();
  await save();
  const wrong = within(await screen.findByRole('group', { name: 'Rätta:' }));
  expect(wrong.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Namn', 'Adress', 'Enheter']);
  expect(document.activeElement).toBe(await box('Namn'));
  await userEvent.click(wrong.getByRole('button', { name: 'Enheter' }));
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /^Skåpbil Norr/ }));
  await userEvent.keyboard(' ');
  expect(wrong.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Namn', 'Adress']);
  await userEvent.click(wrong.getByRole('button', { name: 'Adress' }));
  expect(document.activeElement).toBe(await address());
  await userEvent.type(await box('Namn'), 'Depå');
  expect(screen.queryByRole('group', { name: 'Rätta:' }), 'one alone has the focus').toBeNull();
  expect(bodies()).toEqual([]);
});

test('GEO-013: a zone that was kept without an address shows where it lies, is not changed by that, and is saved as it was', async () => {
  const bare = zone({ id: 1, name: 'Depån', address: '' });
  const { bodies, send } = await open(1, { zones: [bare] });
  await waitFor(async () => expect((await address()).value).toBe('Sveavägen 1, Stockholm'));
  expect(send.requests.filter(({ id }) => id === 'tracking.get-address')).toMatchObject([{ query: { lat: 59.3, lng: 18 } }]);
  expect(hasUnsaved()).toBe(false);
  await userEvent.clear(await address());
  expect((await address()).value, 'who empties it has it empty').toBe('');
  expect(hasUnsaved()).toBe(false);
  await userEvent.type(await box('Namn'), ' 2');
  await save();
  await waitFor(() => expect(bodies()).toMatchObject([{ name: 'Depån 2', address: '' }]));
});

test('GEO-013: the address of a zone that has one is not looked up', async () => {
  const { send } = await open(1);
  await waitFor(async () => expect((await address()).value).toBe('Hornsgatan 84, Stockholm'));
  expect(send.requests.filter(({ id }) => id === 'tracking.get-address')).toEqual([]);
});

test('GEO-015: the units that a zone has stand first in its list, and none moves while it is ticked', async () => {
  const units = ['Buss', 'Lastbil', 'Skåp'].map((name, index) => zoneUnit({ imei: `35000000000004${index}`, name }));
  await open(1, {
    zones: [zone({ id: 1, imeis: ['350000000000042'] })],
    answers: { 'zones.units': () => ({ units, min_radius: 300 }) },
  });
  const rows = () =>
    screen
      .getAllByRole('checkbox', { name: /Buss|Lastbil|Skåp/ })
      .map((row) => (row as HTMLInputElement).labels?.[0]?.textContent);
  await screen.findByRole('checkbox', { name: 'Skåp' });
  expect(rows()).toEqual(['Skåp', 'Buss', 'Lastbil']);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Lastbil' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Skåp' }));
  expect(rows()).toEqual(['Skåp', 'Buss', 'Lastbil']);
});

test('GEO-013, GEO-014, GEO-018: a new zone is clicked onto the map, its edge dragged, named and saved for a unit', async () => {
  const { bodies, done, saved } = await open(null);
  await box('Namn');
  await save();
  expect(await screen.findByText('Ange ett namn.')).toBeDefined();
  expect(screen.getByText(/Välj var zonen ligger/)).toBeDefined();
  const error = screen.getByText('Välj minst en enhet.');
  expect(error.querySelector('svg'), 'as the error of a field looks').not.toBeNull();
  expect(screen.queryByText(/En zon bevakar bara/), 'which says the same').toBeNull();
  expect(screen.queryByText(/^Sök en adress eller tryck på kartan\./), 'which says the same').toBeNull();
  expect(bodies()).toEqual([]);
  await userEvent.type(await box('Namn'), 'Hamnen');
  await userEvent.click(screen.getByRole('button', { name: 'Karta, 1 andra' }));
  await waitFor(async () => expect((await address()).value).toBe('Sveavägen 1, Stockholm'));
  await userEvent.click(screen.getByRole('button', { name: 'Dra kanten' }));
  expect((await box('Radie (m)')).value).toBe('450');
  // What is wrong is led to, below the fold too.
  await save();
  await waitFor(() => expect(document.activeElement?.closest('fieldset')?.textContent).toContain('Välj minst en enhet.'));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Skåpbil Norr' }));
  await userEvent.click(screen.getByRole('radio', { name: /lämnar eller kommer in/ }));
  expect(hasUnsaved()).toBe(true);
  await save();
  await waitFor(() => expect(done).toEqual([false]));
  expect(saved, 'the list marks it').toEqual([expect.any(Number)]);
  expect(bodies()).toEqual([
    expect.objectContaining({
      id: null,
      name: 'Hamnen',
      lat: 59.25,
      lng: 18.5,
      radius: 450,
      address: 'Sveavägen 1, Stockholm',
      imeis: [NORTH.imei],
      alarm: 'both',
      inactive: null,
    }),
  ]);
});

test('GEO-013: a zone begins at an address, at coordinates or at a place', async () => {
  await open(null);
  await userEvent.type(await address(), 'Hamng');
  await userEvent.click(await screen.findByRole('option', { name: 'Hamngatan 2, Stockholm' }));
  expect((await address()).value).toBe('Hamngatan 2, Stockholm');
  expect((await box('Latitud, longitud')).value).toBe('59.330000, 18.070000');
  const coordinates = await box('Latitud, longitud');
  await userEvent.clear(coordinates);
  await userEvent.type(coordinates, '59,1; 17,5{Enter}');
  await waitFor(async () => expect((await address()).value).toBe('Sveavägen 1, Stockholm'));
  expect((await box('Latitud, longitud')).value).toBe('59.100000, 17.500000');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Använd en plats' }), 'Kontoret');
  expect((await address()).value).toBe('Storgatan 1');
});

test('13-A2: what is typed of an address is asked for whole, with its town, and a town among the hits tells its country', async () => {
  const street = { label: 'Sveavägen, Stockholm', city: 'Stockholm', country_code: 'SE', lat: 59.34, lng: 18.06 };
  const town = { label: 'Stockholm', city: 'Stockholm', country_code: 'SE', lat: 59.33, lng: 18.07 };
  const { send } = await open(null, {
    answers: { 'tracking.find-address': () => ({ addresses: [street, town].map((hit) => ({ ...hit, is_approximate: true })) }) },
  });
  await userEvent.type(await address(), 'Sveavägen, Stockholm');
  await waitFor(() =>
    expect(send.requests.filter(({ id }) => id === 'tracking.find-address').at(-1)?.query).toEqual({ q: 'Sveavägen, Stockholm' }),
  );
  const hits = await screen.findAllByRole('option', { name: /Stockholm/ });
  expect(hits.map(({ textContent }) => textContent)).toEqual(['Sveavägen, Stockholm', 'StockholmSverige']);
  await userEvent.keyboard('{Enter}');
  expect((await address()).value).toBe('Sveavägen, Stockholm');
});

test('GEO-013: a unit whose position is not known says so and moves nothing', async () => {
  await open(1, {
    answers: { 'tracking.positions': () => ({ units: [], server_time: '2026-11-02T10:00:00Z', last_event_id: '' }) },
  });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Använd en enhets position' }), 'Skåpbil Norr');
  expect(await screen.findByText(/inte känt var den är nu/)).toBeDefined();
  expect((await box('Latitud, longitud')).value).toBe('59.300000, 18.000000');
});

test('13-A: with the address that was chosen the keyboard of a touch screen goes', async () => {
  onNarrowScreen(['(pointer: coarse)']);
  await open(null);
  await userEvent.type(await address(), 'Hamng');
  await userEvent.click(await screen.findByRole('option', { name: 'Hamngatan 2, Stockholm' }));
  expect(document.activeElement).toBe(document.body);
});

test('an address that was typed and not chosen is asked about before the zone is saved beside it', async () => {
  const { bodies } = await open(1);
  await userEvent.clear(await address());
  await userEvent.type(await address(), 'Någon annanstans');
  await save();
  expect(await screen.findByText('Välj en adress i listan eller tryck på kartan.')).toBeDefined();
  expect(bodies()).toEqual([]);
});

test('GEO-009, DEC-01: a radius below the account’s minimum or above 9 999 m is refused with the number, the bounds are not', async () => {
  const { bodies } = await open(1);
  const radius = await box('Radie (m)');
  for (const [typed, text] of [
    ['', /Ange radien/],
    ['299', /300/],
  ] as const) {
    await userEvent.clear(radius);
    if (typed) await userEvent.type(radius, typed);
    await save();
    await waitFor(() => expect(radius.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
  }
  expect(bodies()).toEqual([]);
  await userEvent.clear(radius);
  await userEvent.type(radius, '99x99');
  await save();
  await waitFor(() => expect(bodies()).toMatchObject([{ radius: 9999, was: { radius: 300 } }]));
});

test('GEO-015: a unit with five zones cannot be chosen and says why', async () => {
  await open(null);
  const full = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Skåpbil Full' });
  expect(full.disabled).toBe(true);
  expect(screen.getByText('Har redan 5 zoner. Ta bort den från en annan zon först.')).toBeDefined();
});

test('GEO-016: inactive hours need a weekday and two times, and may pass midnight', async () => {
  const { bodies } = await open(1);
  await userEvent.click(await screen.findByRole('switch', { name: 'Inaktiv vissa tider' }));
  const days = within(screen.getByRole('group', { name: 'Veckodagar' })).getAllByRole('checkbox');
  for (const day of days.slice(0, 5)) await userEvent.click(day);
  await save();
  expect(await screen.findByText('Välj minst en veckodag.')).toBeDefined();
  await userEvent.click(days[4]!);
  const to = await box('Till');
  await userEvent.clear(to);
  await userEvent.type(to, '0530');
  expect(screen.getByText(/fortsätter över midnatt/)).toBeDefined();
  expect(screen.getByText(/tidszonen Europe\/Stockholm/)).toBeDefined();
  await save();
  await waitFor(() => expect(bodies()).toMatchObject([{ inactive: { days: [5], from: '07:00', to: '05:30' } }]));
});

test('GEO-016: a time of no clock stays as it was typed, is told at its own field, and the zone is not saved', async () => {
  const { bodies } = await open(1);
  await userEvent.click(await screen.findByRole('switch', { name: 'Inaktiv vissa tider' }));
  const [from, to] = [await box('Från'), await box('Till')];
  await userEvent.clear(from);
  await userEvent.type(from, '25:99');
  await save();
  expect(await screen.findByText(/^Tiden går inte att använda\./)).toBeDefined();
  expect([from.value, from.getAttribute('aria-invalid'), to.getAttribute('aria-invalid')]).toEqual(['25:99', 'true', null]);
  await userEvent.clear(from);
  await save();
  expect(screen.getByText('Ange båda tiderna.')).toBeDefined();
  expect([from.getAttribute('aria-invalid'), to.getAttribute('aria-invalid')], 'at the empty one').toEqual(['true', null]);
  expect(bodies()).toEqual([]);
});

test('GEO-014: a radius over the most stays as it was typed, is told at once and not sent', async () => {
  const { bodies } = await open(1);
  const radius = await box('Radie (m)');
  await userEvent.clear(radius);
  await userEvent.type(radius, '90000');
  expect(radius.value).toBe('90000');
  expect(screen.getByText(/^Radien får vara högst 9\s999 m\.$/)).toBeDefined();
  await save();
  expect(bodies()).toEqual([]);
});

test('0079: where a zone alarms of whoever leaves it, it says that this is urgent, and how to say when it is not', async () => {
  await open(null);
  expect(await screen.findByText(/^Att lämna zonen är ett brådskande larm\./)).toBeDefined();
  await userEvent.click(screen.getByRole('radio', { name: 'Larm när en enhet kommer in i zonen' }));
  expect(screen.queryByText(/brådskande/)).toBeNull();
});

test('GEO-018: theft mode on leave warns about the battery', async () => {
  await open(1);
  expect(screen.queryByText(/tömma det på några timmar/)).toBeNull();
  await userEvent.click(await screen.findByRole('switch', { name: /Starta stöldläge/ }));
  expect(screen.getByText(/tömma det på några timmar/)).toBeDefined();
});

test('GEO-020: a radius that is small for how seldom a unit reports is warned about by the unit’s name, with one press to the radius that is enough', async () => {
  const hourly = zoneUnit({ imei: '350000000000033', name: 'Släp Syd', report_interval_s: 3_600 });
  await open(1, {
    zones: [zone({ id: 1, imeis: [NORTH.imei, hourly.imei] })],
    answers: { 'zones.units': () => ({ units: [{ ...NORTH, report_interval_s: 600 }, hourly], min_radius: 300 }) },
  });
  const warning = await screen.findByText(/^Rapporterar för sällan för den här radien: Skåpbil Norr\./);
  expect(warning.textContent).toMatch(/4\s200\sm räcker/);
  expect(screen.getByText(/även för den största zonen: Släp Syd\./)).toBeDefined();
  const radius = await box('Radie (m)');
  await userEvent.clear(radius);
  await userEvent.type(radius, '4100');
  expect(screen.queryByText(/för den här radien/)).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Ändra radien till 4\s200\sm$/ }));
  expect(radius.value).toBe('4200');
  expect(screen.queryByText(/för den här radien/)).toBeNull();
  expect(screen.getByText(/även för den största zonen/)).toBeDefined();
});

test('GEO-017: a zone with theft mode is deleted only after the question that says what stops', async () => {
  const { send, done } = await open(1, { zones: [{ ...DEPOT, theft_mode_on_leave: true }] });
  await userEvent.click(await screen.findByRole('button', { name: 'Ta bort zonen' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/Stöldläget startar inte längre/)).toBeDefined();
  expect(send.requests.map(({ id }) => id)).not.toContain('zones.remove');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Ta bort zonen Depån' }));
  await waitFor(() => expect(done).toEqual([false]));
});

test('GEO-004: a refusal of the server is told and nothing typed is lost', async () => {
  const { done } = await open(1, {
    answers: {
      'zones.save': () => {
        throw new ApiError(409, 'ZoneLimitReached');
      },
    },
  });
  await userEvent.type(await box('Namn'), ' norr');
  await save();
  expect(await screen.findByText(/högst 5 zoner/)).toBeDefined();
  expect((await box('Namn')).value).toBe('Depån norr');
  expect([done, hasUnsaved()]).toEqual([[], true]);
});

test('GEO-006, GEO-021: the editor promises a circle, and a unit its zone the next time it connects', async () => {
  await open(null);
  expect(await screen.findByText(/En zon är en cirkel/)).toBeDefined();
  expect(screen.getByText(/nästa gång de ansluter/)).toBeDefined();
});

test('GEO-010: a zone that is not there says so', async () => {
  await open(9, {
    answers: {
      'zones.units': () => {
        throw new ApiError(404, 'ZoneNotFound');
      },
    },
  });
  expect(await screen.findByText(/Zonen hittades inte/)).toBeDefined();
});

test('13-D: a zone that is on says of which units nobody is told, and leads to the receivers', async () => {
  await open(1, { answers: { 'alarms.untold': () => ({ units: [UNTOLD_NORTH] }) } });
  expect(await screen.findByText(/Skåpbil Norr saknar mottagare av säkerhetslarm/)).toBeDefined();
  const link = screen.getByRole('link', { name: 'Välj vem som får larm' });
  expect(link.getAttribute('href')).toBe('/administration/configure-alarm-receiver');
  // Of what the zone does not tell of nobody need be told.
  await userEvent.click(screen.getByRole('radio', { name: 'Larm när en enhet kommer in i zonen' }));
  expect(screen.queryByText(/saknar mottagare/)).toBeNull();
});

test('ALARM-030: a new zone says before any unit is chosen whom its alarm goes to, and leads administrators to them', async () => {
  await open(null, { isAdmin: true });
  expect(await screen.findByText(/^Larmet går till dem som får enheternas säkerhetslarm\./)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Alla larmmottagare' }).getAttribute('href')).toBe(
    '/administration/configure-alarm-receiver',
  );
  cleanup();
  await open(null, { isAdmin: false });
  expect(await screen.findByText(/En administratör väljer vilka det är\.$/)).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Alla larmmottagare' })).toBeNull();
});

test('ALARM-030: whoever goes to the receivers from a zone that is not saved keeps what was typed: they open in a tab of their own', async () => {
  await open(1, { isAdmin: true, answers: { 'alarms.untold': () => ({ units: [UNTOLD_NORTH] }) } });
  await userEvent.type(await box('Namn'), ' norr');
  await screen.findByText(/saknar mottagare av säkerhetslarm/);
  for (const name of ['Välj vem som får larm', 'Alla larmmottagare']) {
    const link = screen.getByRole<HTMLAnchorElement>('link', { name });
    expect([link.target, link.title], name).toEqual(['_blank', 'Öppnas i en ny flik']);
  }
});

test('GEO-015: a zone says who gets its alarm, which units are not in it, and how soon a crossing is noticed', async () => {
  const far = zoneUnit({ imei: '350000000000033', name: 'Grävare', report_interval_s: 1800 });
  const quick = zoneUnit({ imei: '350000000000041', name: 'Lastbil', takes_zones: true });
  const ids: Record<string, number> = { [NORTH.imei]: 1, [far.imei]: 3, [quick.imei]: 4 };
  const receiver = (over: Partial<AlarmReceiver>) => ({ ...alarmReceiver(over), terminal_id: 1, device_type: 'gps' as const });
  const maja = receiver({ id: 1, name: 'Maja', security_alarm: 1 });
  const guard = receiver({ id: 2, name: 'Jouren', security_alarm: 1 });
  const idle = receiver({ id: 3, name: 'Tyst', security_alarm: 0 });
  await open(1, {
    zones: [zone({ id: 1, imeis: Object.keys(ids) })],
    answers: {
      'zones.units': () => ({ units: [NORTH, far, quick], min_radius: 300 }),
      'units.list': () => ({ units: Object.entries(ids).map(([imei, id]) => ({ id, imei, department: null })) }) as never,
      'alarms.unit-receivers': ({ params }) => ({
        alarmReceivers: params.deviceId === 4 ? [maja, guard, idle] : [maja, idle],
        SmsCredits: 5,
        can: { add: true },
      }),
      'tracking.positions': () =>
        ({
          units: [
            { id: 1, name: NORTH.name, position: { lat: 59.3, lng: 18 } },
            { id: 3, name: far.name, position: { lat: 59.5, lng: 18 } },
            { id: 4, name: quick.name, position: null },
          ],
        }) as never,
    },
  });
  expect(await screen.findByText(/Larmet går till Maja och Jouren \(1 av 3 enheter\)\./)).toBeDefined();
  expect(await screen.findByText(/^Är inte i zonen nu: Grävare\. Den larmar först när/)).toBeDefined();
  const noticed = screen.getByText(/^Spåraren säger till direkt vid gränsen: Lastbil\./).textContent.replaceAll('\u00a0', ' ');
  expect(noticed).toMatch(/Märks vid nästa position: Skåpbil Norr \(inom 30 s\), Grävare \(inom 30 min\)\.$/);
  await save();
  expect(await screen.findByText(/är sparad\. Larmet går till Maja och Jouren/)).toBeDefined();
});

test('GEO-015: what raises the alarm is chosen before the units, of whoever comes in nothing is said of those outside', async () => {
  const away = { units: [{ id: 1, name: NORTH.name, position: { lat: 59.5, lng: 18 } }] } as never;
  await open(1, { answers: { 'tracking.positions': () => away } });
  const unit = await screen.findByRole('checkbox', { name: 'Skåpbil Norr' });
  const enter = screen.getByRole('radio', { name: 'Larm när en enhet kommer in i zonen' });
  expect(enter.compareDocumentPosition(unit) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(await screen.findByText(/^Är inte i zonen nu: Skåpbil Norr/)).toBeDefined();
  await userEvent.click(enter);
  expect(screen.queryByText(/^Är inte i zonen nu/)).toBeNull();
  // One that alarms both ways alarms as it comes in.
  await userEvent.click(screen.getByRole('radio', { name: 'Larm när en enhet lämnar eller kommer in i zonen' }));
  expect(screen.queryByText(/^Är inte i zonen nu/)).toBeNull();
});

test('13-D, ALARM-038: a zone says where its receivers cannot be reached, for want of text messages or of a device', async () => {
  const untold = (['no-credits', 'no-device'] as const).map((reason) => ({
    imei: '350000000000017',
    kind: 'zone-left' as const,
    reason,
  }));
  await open(1, { answers: { 'alarms.untold': () => ({ units: untold }) } });
  expect(await screen.findByText(/mottagarna för Skåpbil Norr får bara sms, och inga sms finns kvar/)).toBeDefined();
  expect(
    screen.getByText(/mottagarna för Skåpbil Norr får bara pushnotiser, och ingen har slagit på dem i sin webbläsare/),
  ).toBeDefined();
});

test.each([
  ['where the units are', [[57.7, 11.9]], { west: 11.9, east: 11.9, south: 57.7, north: 57.7 }],
  [
    'where most units are: one far away would show a continent',
    [
      [59.3, 18],
      [59.4, 18.1],
      [59.3, 18.2],
      [59.2, 18.1],
      [51.5, -0.1],
    ],
    { west: 18, east: 18.2, south: 59.2, north: 59.4 },
  ],
])('13-D: the map of a new zone begins %s', async (_, at, bounds) => {
  const units = at.map(([lat, lng]) => ({ position: { lat, lng } }));
  const seen: unknown[] = [];
  const send = fakeSend({
    'zones.list': () => ({ geofences: [DEPOT], min_radius: 300, can: { add: true } }),
    'zones.units': () => ({ units: [NORTH], min_radius: 300 }),
    'places.list': () => ({ places: [], can: { add: true, for_all_units: true } }),
    'tracking.positions': () => ({ units }) as unknown as DataOf<'tracking.positions'>,
  });
  await renderScreen(
    <ZoneEditor
      id={null}
      onDone={() => undefined}
      renderMap={({ start }) => {
        seen.push(start);
        return <p>{start ? 'placerad' : 'väntar'}</p>;
      }}
    />,
    { send, language: 'sv', user: signedInUser() },
  );
  await screen.findByText('placerad');
  expect(seen[0]).toBeNull();
  expect(seen.at(-1)).toEqual({ bounds });
});

test('13-D: the map of a zone shows where its units are, and follows which are chosen', async () => {
  const seen: unknown[] = [];
  const send = fakeSend({
    'zones.list': () => ({ geofences: [DEPOT], min_radius: 300, can: { add: true } }),
    'zones.units': () => ({ units: [NORTH], min_radius: 300 }),
    'places.list': () => ({ places: [], can: { add: true, for_all_units: true } }),
    'tracking.positions': ({ query }) =>
      ({
        units: query['imeis'] === NORTH.imei ? [{ id: 7, name: 'Skåpbil Norr', position: { lat: 59.3, lng: 18 } }] : [],
      }) as unknown as DataOf<'tracking.positions'>,
  });
  const renderMap: RenderCircleMap = ({ units }) => {
    seen.push(units);
    return null;
  };
  await renderScreen(<ZoneEditor id={DEPOT.id} onDone={() => undefined} renderMap={renderMap} />, {
    send,
    language: 'sv',
    user: signedInUser(),
  });
  await waitFor(() => expect(seen.at(-1)).toMatchObject([{ label: 'Skåpbil Norr', lat: 59.3, lng: 18 }]));
  await userEvent.click(screen.getByRole('checkbox', { name: /Skåpbil Norr/ }));
  await waitFor(() => expect(seen.at(-1)).toEqual([]));
});

test('36, GEO-015: it says before that a zone needs a unit, and all of a department or of a search are taken at once', async () => {
  const SOUTH = zoneUnit({ imei: '350000000000033', name: 'Skåpbil Syd' });
  const units = [NORTH, FULL, SOUTH];
  const departments = ['Bygg', 'Bygg', 'Service'];
  const { bodies } = await open(null, {
    answers: {
      'zones.units': () => ({ units, min_radius: 300 }),
      'units.list': () =>
        ({
          units: units.map(({ imei, name }, i) => ({ imei, name, department: departments[i] })),
        }) as unknown as DataOf<'units.list'>,
    },
  });
  expect(await screen.findByText('En zon bevakar bara de enheter som är valda. Välj minst en.')).toBeDefined();
  await userEvent.selectOptions(await screen.findByLabelText('Avdelning'), 'Bygg');
  expect(screen.queryByLabelText(/Skåpbil Syd/)).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Avdelning'), 'Alla avdelningar');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Markera alla (2)' }));
  expect(screen.getByRole('group', { name: 'Enheter: 2 valda' })).toBeDefined();
  await userEvent.type(await box('Namn'), 'Gården');
  await userEvent.click(screen.getByRole('button', { name: /^Karta/ }));
  await save();
  await waitFor(() => expect(bodies()).toMatchObject([{ imeis: [NORTH.imei, SOUTH.imei] }]));
});

test('GEO-005: a zone that is off says in its form, and as it is saved, that it does not alarm, and whom it would tell', async () => {
  const { bodies } = await open(1, {
    answers: {
      'units.list': () => ({ units: [{ id: 1, imei: NORTH.imei, department: null }] }) as never,
      'alarms.unit-receivers': () => ({
        alarmReceivers: [
          { ...alarmReceiver({ id: 1, name: 'Åsa', security_alarm: 1 }), terminal_id: 1, device_type: 'gps' as const },
        ],
        SmsCredits: 5,
        can: { add: true },
      }),
    },
  });
  expect(await screen.findByText('Larmet går till Åsa.')).toBeDefined();
  await userEvent.click(screen.getByRole('switch', { name: 'Zonen är på' }));
  expect(screen.getByText('Zonen är av. Den larmar inte förrän du slår på den.')).toBeDefined();
  expect(screen.getByText('När zonen är på går larmet till Åsa.')).toBeDefined();
  await save();
  expect(await screen.findByText('Depån är sparad. Den är av och larmar inte.')).toBeDefined();
  expect(bodies()).toMatchObject([{ active: false }]);
});

test('DEC-01, GEO-020: of a radius that cannot be saved it is told what can, and not that another would be safer', async () => {
  await open(null);
  const radius = await box('Radie (m)');
  await userEvent.clear(radius);
  await userEvent.type(radius, '50');
  await userEvent.click(screen.getByRole('button', { name: 'Spara' }));
  expect(await screen.findByText('Radien måste vara minst 300 m.')).toBeDefined();
  expect(screen.queryByText(/75 m eller mer är säkrare/)).toBeNull();
});
