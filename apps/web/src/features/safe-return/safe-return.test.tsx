import type { DataOf } from '@spora/contract/endpoint-map';
import type { SafeHome } from '@spora/contract/safe-return/endpoints';
import type { Place } from '@spora/contract/places/endpoints';
import { dayIn } from '@spora/calendar/zones';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser, withoutWas } from '../../lib/testing.tsx';
import { browserTimeZone } from '../../lib/i18n.tsx';
import { checkWeeks, previewOf, scheduleFaults, scheduleForm, shownHomes, timesOf } from './model.ts';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { isNotForThem } from './queries.ts';
import { SafeReturnScreen } from './screen.tsx';
import { readSafeReturnSearch, type SafeReturnPatch, type SafeReturnSearch } from './search.ts';

afterEach(cleanup);

const safeHome = (over: Partial<SafeHome> = {}): SafeHome => ({
  imei: '350000000000017',
  name: 'Skåpbil Norr',
  RegistrationNumber: 'ABC 123',
  status: 0,
  schedule: '[]',
  frequency: 1,
  start_date: null,
  time_zone: null,
  alert_time_zone: browserTimeZone(),
  address: '',
  radius: null,
  centerLat: null,
  centerLng: null,
  next_checks: [],
  last_check: null,
  can: { edit: true },
  ...over,
});
const BARE = safeHome();
const FULL = safeHome({
  imei: '350000000000025',
  name: 'Arbetsbil Syd',
  RegistrationNumber: 'XYZ 987',
  status: 1,
  schedule: JSON.stringify([[{ day: 1, time: '17:30' }]]),
  start_date: '2026-11-02',
  time_zone: browserTimeZone(),
  address: 'Hornsgatan 84',
  radius: 400,
  centerLat: 59.3,
  centerLng: 18,
  next_checks: [{ at: new Date(Date.now() + 8 * 86_400_000).toISOString(), is_skipped: false }],
  last_check: { at: '2026-11-02T17:30:00Z', result: 'away', home_at: '2026-11-02T18:10:00Z' },
});

const KNOWN_PLACE = { id: 7, label: 'Depå Söder', address: 'Mässvägen 3', lat: 59.2, lng: 18.1, radius: 120 } as Place;

async function open(homes: readonly SafeHome[] = [BARE, FULL], answers: FakeAnswers = {}, search: SafeReturnSearch = {}) {
  const send = fakeSend({
    'safe-return.list': () => [...homes],
    'safe-return.switch': () => FULL,
    'safe-return.skip': () => FULL,
    'safe-return.save-home': () => FULL,
    'safe-return.remove-home': () => ({ ...FULL, turned_off: true }),
    'safe-return.save-schedule': () => ({ ...FULL, turned_off: false }),
    'safe-return.latest-position': () => ({ Latitude: 59.4, Longitude: 17.9 }),
    'tracking.get-address': () => ({ address: 'Sveavägen 1', is_approximate: false }),
    'places.list': () => ({
      places: [KNOWN_PLACE],
      can: { add: true, for_all_units: true },
    }),
    'zones.list': () => ({ geofences: [], min_radius: 300, can: { add: true } }),
    'tracking.find-address': () => ({ addresses: [] }),
    ...answers,
  });
  const patches: SafeReturnPatch[] = [];
  await renderScreen(
    <SafeReturnScreen
      search={search}
      onSearch={(patch) => patches.push(patch)}
      renderMap={({ circle, start, maxZoom }) => (
        <>
          <output data-testid="zoom">{`${start && 'zoom' in start ? start.zoom : ''} ${maxZoom}`}</output>
          <button type="button" onClick={() => circle.place({ lat: 59.1, lng: 17.1 })}>
            Karta
          </button>
          <button type="button" onClick={() => circle.change({ radius: '512' })}>
            Dra kanten
          </button>
        </>
      )}
    />,
    { send, language: 'sv', user: signedInUser({ TimeZone: browserTimeZone() }) },
  );
  const bodies = (id: string) => send.requests.filter((each) => each.id === id).map(({ body }) => withoutWas(body));
  return { send, bodies, patches };
}
const rowOf = async (name: string) => (await screen.findByRole('rowheader', { name })).closest('tr')!;
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

test('SAFE-003, SAFE-004, SAFE-018, SAFE-031: each unit has its switch, name, plate, schedule with next check and last result, and home', async () => {
  await open(undefined, {}, { sort: 'name' });
  expect((await screen.findByRole('columnheader', { name: /Namn/ })).getAttribute('aria-sort')).toBe('ascending');
  const full = (await rowOf('Arbetsbil Syd')).textContent ?? '';
  for (const part of ['XYZ 987', 'mån 17:30', 'Nästa kontroll', 'Inte hemma', 'Kom hem', 'Hornsgatan 84'])
    expect(full).toContain(part);
  expect(within(await rowOf('Skåpbil Norr')).getByRole('button', { name: 'Lägg till hem för Skåpbil Norr' })).toBeDefined();
});

test('SAFE-002, SAFE-003: search by name or plate with or without its space, sorted by name or plate from the address', () => {
  const names = (raw: Record<string, unknown>) => shownHomes([BARE, FULL], readSafeReturnSearch(raw)).map(({ name }) => name);
  expect(names({})).toEqual(['Arbetsbil Syd', 'Skåpbil Norr']);
  expect(names({ sort: 'name' })).toEqual(['Arbetsbil Syd', 'Skåpbil Norr']);
  expect(names({ sort: 'regnr' })).toEqual(['Skåpbil Norr', 'Arbetsbil Syd']);
  expect(names({ sort: '-name' })).toEqual(['Skåpbil Norr', 'Arbetsbil Syd']);
  expect(names({ q: 'abc123' })).toEqual(['Skåpbil Norr']);
  expect(names({ q: 'skapbil' })).toEqual(['Skåpbil Norr']);
});

test('SAFE-005, ERR-034: without a unit, and with a search that finds none, it says that there are no records', async () => {
  await open([]);
  expect(await screen.findByText('Det finns inga poster')).toBeDefined();
  cleanup();
  await open([BARE], {}, { q: 'nix' });
  expect(await screen.findByText('Det finns inga poster')).toBeDefined();
});

test('SAFE-007, SAFE-008, DEC-34: a refused switch stays off, and the dialog offers the step that is missing', async () => {
  await open([BARE], {
    'safe-return.switch': () => {
      throw new ApiError(409, 'SafeHomeEnableMsg');
    },
  });
  await userEvent.click(await screen.findByRole('switch', { name: 'Trygg hemkomst för Skåpbil Norr' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Skåpbil Norr är inte påslagen ännu' }));
  expect(dialog.getByRole('button', { name: 'Välj tider' })).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Lägg till hem' }));
  expect(await screen.findByRole('dialog', { name: 'Lägg till hem för Skåpbil Norr' })).toBeDefined();
  expect(screen.queryByRole('dialog', { name: /inte påslagen/ })).toBeNull();
});

test('SAFE-008: of one that is being switched on each missing step follows the other, and then it is on', async () => {
  const withHome = safeHome({ address: 'Depå Söder', radius: 300, centerLat: 59.2, centerLng: 18.1 });
  let presses = 0;
  const { bodies } = await open([BARE], {
    'safe-return.switch': () => {
      presses += 1;
      if (presses === 1) throw new ApiError(409, 'SafeHomeEnableMsg');
      return { ...FULL, imei: BARE.imei };
    },
    'safe-return.save-home': () => withHome,
    'safe-return.save-schedule': () => ({
      ...withHome,
      schedule: FULL.schedule,
      start_date: FULL.start_date,
      turned_off: false,
    }),
  });
  await userEvent.click(await screen.findByRole('switch', { name: 'Trygg hemkomst för Skåpbil Norr' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Lägg till hem' }));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Samma som en plats eller zon' }), 'Depå Söder');
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Adress' }).value).toBe('Depå Söder'));
  await press('Spara');
  await userEvent.click(await screen.findByRole('button', { name: 'Välj måndag till fredag' }));
  expect(screen.getAllByRole<HTMLInputElement>('checkbox', { checked: true })).toHaveLength(5);
  await press('Spara');
  expect(await screen.findByText('Skåpbil Norr är påslagen.')).toBeDefined();
  expect(bodies('safe-return.save-home')).toEqual([
    { imei: BARE.imei, radius: 300, centerLat: '59.200000', centerLng: '18.100000', address: 'Depå Söder' },
  ]);
  expect(bodies('safe-return.switch')).toEqual([
    { imei: BARE.imei, status: 1 },
    { imei: BARE.imei, status: 1 },
  ]);
});

test('a place and a zone of one name are told apart where a home takes over where they lie', async () => {
  const zoneOf = (id: number, name: string) => ({ id, name, lat: 59.2, lng: 18.1, radius: 500, is_armed: false });
  await open([BARE], {
    'safe-return.switch': () => {
      throw new ApiError(409, 'SafeHomeEnableMsg');
    },
    'zones.list': () =>
      ({ geofences: [zoneOf(1, 'Depå Söder'), zoneOf(2, 'Hamnen')], min_radius: 300, can: { add: true } }) as never,
  });
  await userEvent.click(await screen.findByRole('switch', { name: 'Trygg hemkomst för Skåpbil Norr' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Lägg till hem' }));
  const known = await screen.findByRole('combobox', { name: 'Samma som en plats eller zon' });
  await waitFor(() =>
    expect(
      within(known)
        .getAllByRole('option')
        .slice(1)
        .map(({ textContent }) => textContent),
    ).toEqual(['Depå Söder (plats)', 'Depå Söder (zon)', 'Hamnen']),
  );
});

test('SAFE-018, SAFE-024: a schedule and a home that are set from the row say that it is still off, with the next step at hand', async () => {
  const scheduled = safeHome({ schedule: FULL.schedule, start_date: FULL.start_date, time_zone: FULL.time_zone });
  const home = { ...scheduled, address: 'Depå Söder', radius: 300, centerLat: 59.2, centerLng: 18.1 };
  const { bodies } = await open([BARE], {
    'safe-return.save-schedule': () => ({ ...scheduled, turned_off: false }),
    'safe-return.save-home': () => home,
    'safe-return.switch': () => ({ ...home, status: 1 }),
  });
  await userEvent.click(await screen.findByRole('button', { name: /Schema för Skåpbil Norr$/ }));
  await press('Välj måndag till fredag');
  await press('Spara');
  const off = 'Trygg hemkomst är av för Skåpbil Norr, så inget kontrolleras.';
  expect(await screen.findByText(`Schemat är sparat. ${off}`)).toBeDefined();
  await press('Lägg till hem');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Samma som en plats eller zon' }), 'Depå Söder');
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Adress' }).value).toBe('Depå Söder'));
  await press('Spara');
  expect(await screen.findByText(`Hemmet är sparat. ${off}`)).toBeDefined();
  expect(bodies('safe-return.switch'), 'nothing is switched on unasked').toEqual([]);
  await press('Slå på');
  expect(await screen.findByText('Skåpbil Norr är påslagen.')).toBeDefined();
  expect(bodies('safe-return.switch')).toEqual([{ imei: BARE.imei, status: 1 }]);
});

test('SAFE-003, SAFE-021: days and times of a schedule in a few words, and only those that are on', () => {
  const at = (time: string, days: readonly number[]) => days.map((day) => ({ day, time }));
  const nameOf = (day: number): string => ['sön', 'mån', 'tis', 'ons', 'tors', 'fre', 'lör'][day] ?? '';
  const weeks = JSON.stringify([[...at('18:00', [1, 2, 3, 4]), ...at('15:00', [5, 0])], at('07:30', [1, 3, 6, 0])]);
  const of = (frequency: number) => timesOf(safeHome({ schedule: weeks, frequency }), nameOf);
  expect(of(1)).toEqual(['mån–tors 18:00, fre, sön 15:00']);
  expect(of(3)).toEqual(['mån–tors 18:00, fre, sön 15:00', 'mån, ons, lör, sön 07:30', '']);
  const on = readSafeReturnSearch({ on: 'true' });
  expect(on, 'as the address has it after a reload').toEqual(readSafeReturnSearch({ on: true }));
  expect(shownHomes([BARE, FULL], on).map(({ name }) => name)).toEqual(['Arbetsbil Syd']);
});

test('SAFE-011, SAFE-013, SAFE-014, SAFE-027, CONST-003, CONST-051: a new home begins at the latest position with 300 m, follows the map, and is sent with six decimals', async () => {
  const { bodies } = await open([BARE]);
  await userEvent.click(await screen.findByRole('button', { name: 'Lägg till hem för Skåpbil Norr' }));
  const coordinates = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Latitud, longitud' });
  await waitFor(() => expect(coordinates.value).toBe('59.400000, 17.900000'));
  const radius = screen.getByRole<HTMLInputElement>('textbox', { name: 'Radie (m)' });
  expect([radius.value, radius.placeholder]).toEqual(['300', '300']);
  await press('Karta');
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Adress' }).value).toBe('Sveavägen 1'));
  await press('Dra kanten');
  expect(radius.value).toBe('512');
  await press('Spara');
  expect(await screen.findByText('Hemmet är sparat.')).toBeDefined();
  expect(bodies('safe-return.save-home')).toEqual([
    { imei: BARE.imei, radius: 512, centerLat: '59.100000', centerLng: '17.100000', address: 'Sveavägen 1' },
  ]);
});

test('SAFE-010, SAFE-012, SAFE-017, CONST-050, ERR-034: without a position it begins in Stockholm; when that cannot be asked it says so in English', async () => {
  await open([BARE], { 'safe-return.latest-position': () => ({}) });
  await userEvent.click(await screen.findByRole('button', { name: 'Lägg till hem för Skåpbil Norr' }));
  const coordinates = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Latitud, longitud' });
  await waitFor(async () => expect((await coordinates()).value).toBe('59.329300, 18.068600'));
  cleanup();
  await open([BARE], {
    'safe-return.latest-position': () => {
      throw new ApiError(500, 'SomethingWentWrong');
    },
    'tracking.get-address': () => {
      throw new ApiError(500, 'SomethingWentWrong');
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Lägg till hem för Skåpbil Norr' }));
  expect(await screen.findByText('An error occurred while fetching location.')).toBeDefined();
});

test('SAFE-013, SAFE-016: of a home that was moved to where no address could be asked, the one it had is not kept', async () => {
  const { bodies } = await open([FULL], {
    'tracking.get-address': () => {
      throw new ApiError(500, 'SomethingWentWrong');
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: /Ändra hemmet för Arbetsbil Syd/ }));
  const address = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Adress' });
  expect(address.value).not.toBe('');
  await press('Karta');
  await waitFor(() => expect(address.value).toBe(''));
  await press('Spara');
  expect(await screen.findByText('Ange hemmets adress.')).toBeDefined();
  expect(bodies('safe-return.save-home')).toEqual([]);
});

test('SAFE-015, SAFE-016: a radius below 300 m and an empty address are refused, 300 m is saved', async () => {
  const { bodies } = await open([FULL]);
  await userEvent.click(await screen.findByRole('button', { name: /Ändra hemmet för Arbetsbil Syd/ }));
  const radius = await screen.findByRole('textbox', { name: 'Radie (m)' });
  await userEvent.clear(radius);
  await userEvent.type(radius, '-29x9');
  await press('Spara');
  expect(await screen.findByText('Radien måste vara minst 300 meter.')).toBeDefined();
  await userEvent.clear(radius);
  await userEvent.type(radius, '300');
  await userEvent.clear(screen.getByRole('combobox', { name: 'Adress' }));
  await press('Spara');
  expect(await screen.findByText('Ange hemmets adress.')).toBeDefined();
  expect(bodies('safe-return.save-home')).toEqual([]);
  await press('Karta');
  await waitFor(() => expect(screen.queryByText('Ange hemmets adress.')).toBeNull());
  await press('Spara');
  await waitFor(() => expect(bodies('safe-return.save-home')).toMatchObject([{ radius: 300 }]));
});

test('SAFE-032: a home is removed after a question, and that it switched off is told', async () => {
  await open([FULL]);
  await userEvent.click(await screen.findByRole('button', { name: /Ändra hemmet för Arbetsbil Syd/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Ta bort hemmet' }));
  await press('Ta bort hemmet för Arbetsbil Syd');
  expect(await screen.findByText(/Trygg hemkomst slogs samtidigt av/)).toBeDefined();
});

test('SAFE-019, SAFE-020, SAFE-021, SAFE-022, SAFE-023, SAFE-024, CONST-042, DEC-36: a schedule keeps the weeks that are hidden, and sends the checked days of those shown', async () => {
  const { bodies } = await open([FULL]);
  await userEvent.click(await screen.findByRole('button', { name: /Schema för Arbetsbil Syd$/ }));
  const cycle = await screen.findByRole('combobox', { name: 'Upprepas' });
  await userEvent.selectOptions(cycle, 'Var tredje vecka');
  const third = () => within(screen.getByRole('group', { name: 'Vecka 3' }));
  const sunday = third().getByRole<HTMLSelectElement>('combobox', { name: /sön/ });
  expect([sunday.disabled, sunday.value, sunday.options.length]).toEqual([true, '18:00', 96]);
  await userEvent.click(third().getByRole('checkbox', { name: /sön/ }));
  await userEvent.selectOptions(sunday, '22:45');
  await userEvent.selectOptions(cycle, 'Varje vecka');
  expect(screen.queryByRole('group', { name: 'Vecka 3' })).toBeNull();
  await userEvent.selectOptions(cycle, 'Var tredje vecka');
  expect(third().getByRole<HTMLSelectElement>('combobox', { name: /sön/ }).value).toBe('22:45');
  expect(within(screen.getByRole('heading', { name: 'Nästa kontroller' }).parentElement!).getAllByRole('listitem')).toHaveLength(
    6,
  );
  await press('Spara');
  expect(await screen.findByText('Schemat är sparat.')).toBeDefined();
  expect(bodies('safe-return.save-schedule')).toEqual([
    {
      imei: FULL.imei,
      schedule: [[{ day: 1, time: '17:30' }], [], [{ day: 0, time: '22:45' }]],
      frequency: 3,
      start_date: '2026-11-02',
      time_zone: browserTimeZone(),
    },
  ]);
});

test('SAFE-031, decision 0092: a check on a day off is made all the same, and both the list and the preview say what day it is', async () => {
  const next = Date.parse(FULL.next_checks[0]?.at ?? '');
  const days = [
    dayIn(next, browserTimeZone()),
    ...previewOf(scheduleForm(FULL, '2026-11-02'), browserTimeZone(), Date.now()).map((at) => dayIn(at, browserTimeZone())),
  ];
  const off = (day: string) =>
    ({ day, holiday: null, kind: 'own', name: 'Klämdag', is_off: true, is_own: true, is_open: true }) as const;
  await open([FULL], {
    'days-off.list': ({ query }) => ({
      year: Number(query.year),
      today: days[0] ?? '',
      country: 'se',
      days: [days[0] ?? '', days[1] ?? ''].filter((day) => day.startsWith(String(query.year))).map(off),
      first_day: '2025-11-21',
      last_day: '2031-12-31',
      units_with_hours: 0,
      can: { edit: true },
    }),
  });
  expect(await within(await rowOf('Arbetsbil Syd')).findByText('Ledig dag: Klämdag')).toBeDefined();
  await userEvent.click(await screen.findByRole('button', { name: /Schema för Arbetsbil Syd$/ }));
  const preview = within((await screen.findByRole('heading', { name: 'Nästa kontroller' })).parentElement!);
  expect(preview.getAllByRole('listitem').map((each) => each.textContent.includes('Ledig dag: Klämdag'))).toEqual(
    days.slice(1).map((day) => day === days[0] || day === days[1]),
  );
  expect(preview.getByText(/^Kontrollerna görs också på lediga dagar/)).toBeDefined();
});

test('SAFE-025, DEC-33: a start date that passed is refused only where it was changed', () => {
  const first = scheduleForm(FULL, '2026-11-23');
  expect(scheduleFaults(first, first, '2026-11-23').start_date).toBeNull();
  expect(scheduleFaults({ ...first, startDate: '2026-11-22' }, first, '2026-11-23').start_date).toBe('ErrSavePastDateMsg');
  expect(scheduleFaults({ ...first, startDate: '2026-11-23' }, first, '2026-11-23').start_date).toBeNull();
  expect(scheduleForm(BARE, '2026-11-23').startDate).toBe('2026-11-23');
});

test.each([
  [401, 'Forbidden', true],
  [403, 'Forbidden', true],
  [409, 'SafeHomeIsOff', true],
  [422, 'SafeHomeEnableMsg', false],
  [500, 'SomethingWentWrong', false],
] as const)('SAFE-028: whom a safe-home call refuses with %i %s leaves for the map: %s', (status, key, leaves) => {
  expect(isNotForThem(new ApiError(status, key))).toBe(leaves);
});

test('ERR-041: a home and times that somebody else has saved meanwhile are shown, and overwritten only on purpose', async () => {
  let homes = [FULL];
  const refuse = (stands: SafeHome) => (request: { body?: unknown }) => {
    if (!(request.body as { was?: unknown }).was) return { ...FULL, turned_off: false };
    homes = [stands];
    throw new ApiError(409, 'ChangedMeanwhile');
  };
  const theirs = { ...FULL, radius: 900 };
  const { send } = await open(undefined, {
    'safe-return.list': () => [...homes],
    'safe-return.save-home': refuse(theirs),
    'safe-return.save-schedule': refuse({ ...theirs, schedule: JSON.stringify([[{ day: 5, time: '20:00' }]]) }),
  });
  const sent = (id: string) => send.requests.findLast((request) => request.id === id)?.body;
  await userEvent.click(await screen.findByRole('button', { name: /Hornsgatan 84/ }));
  await press('Dra kanten');
  await press('Spara');
  expect(await screen.findByText('Radie (m) är nu: 900')).toBeDefined();
  expect(sent('safe-return.save-home')).toMatchObject({ radius: 512, was: { radius: 400, address: 'Hornsgatan 84' } });
  await press('Skriv över med det jag skrev');
  await waitFor(() => expect(sent('safe-return.save-home')).not.toHaveProperty('was'));
  await userEvent.click(await screen.findByRole('button', { name: /Schema för Arbetsbil Syd$/ }));
  await userEvent.click(await screen.findByRole('checkbox', { name: /tis/ }));
  await press('Spara');
  expect(await screen.findByText(/^Schema är nu: fre 20:00/)).toBeDefined();
  await press('Använd den andras');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /fre/ }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /tis/ }).checked).toBe(false);
});

test.each([401, 403])('SAFE-028: when the page is not theirs any more (%i) it shows nothing', async (status) => {
  await open([FULL], {
    'safe-return.list': () => {
      throw new ApiError(status, 'Forbidden');
    },
  });
  await waitFor(() => expect(document.body.textContent).toBe(''));
  expect(screen.queryByText('Arbetsbil Syd')).toBeNull();
});

test('SAFE-031: the preview is told by the clock of the zone, over its change', () => {
  const form = scheduleForm({ ...FULL, schedule: JSON.stringify([[{ day: 0, time: '18:00' }]]) }, '2026-10-01');
  expect(
    previewOf({ ...form, startDate: '2026-10-18' }, 'Europe/Stockholm', Date.parse('2026-10-17T12:00:00Z')).slice(0, 2),
  ).toEqual([Date.parse('2026-10-18T16:00:00Z'), Date.parse('2026-10-25T17:00:00Z')]);
  expect(checkWeeks(scheduleForm({ ...FULL, schedule: 'broken' }, '2026-10-01')).flat()).toEqual([]);
});

test('DEC-35: a browser in another zone than the alerts is warned of', async () => {
  await open([{ ...FULL, alert_time_zone: 'America/New_York' }]);
  await userEvent.click(await screen.findByRole('button', { name: /Schema för Arbetsbil Syd$/ }));
  expect(await screen.findByText(/larm skrivs i America\/New_York/)).toBeDefined();
});

test('SAFE-030: one check is said not to be needed', async () => {
  const { bodies } = await open([FULL]);
  await userEvent.click(await screen.findByRole('button', { name: /^Hoppa över nästa, .*: Arbetsbil Syd$/ }));
  await waitFor(() =>
    expect(bodies('safe-return.skip')).toEqual([{ imei: FULL.imei, at: FULL.next_checks[0]?.at, is_skipped: true }]),
  );
});

test('SAFE-032: a schedule that was emptied and switched it off says so', async () => {
  const off: DataOf<'safe-return.save-schedule'> = { ...FULL, turned_off: true };
  await open([FULL], { 'safe-return.save-schedule': () => off });
  await userEvent.click(await screen.findByRole('button', { name: /Schema för Arbetsbil Syd$/ }));
  await userEvent.click(await screen.findByRole('checkbox', { name: /mån/ }));
  expect(screen.getByText('Inga: välj minst en veckodag.')).toBeDefined();
  await press('Spara');
  expect(await screen.findByText(/slogs av för Arbetsbil Syd/)).toBeDefined();
});

test('13-D: without an order the units in use come first, then those that somebody has begun with', () => {
  const homes = [
    safeHome({ name: 'A' }),
    safeHome({ name: 'B', address: 'Hornsgatan 84', centerLat: 59.3, centerLng: 18 }),
    safeHome({ name: 'C', status: 1 }),
  ];
  expect(shownHomes(homes, {}).map(({ name }) => name)).toEqual(['C', 'B', 'A']);
  expect(shownHomes(homes, { sort: 'name' }).map(({ name }) => name)).toEqual(['A', 'B', 'C']);
});

test('13-D: a home that is on and of which nobody is told says so, in the list and where the home is set', async () => {
  const untold = { imei: FULL.imei, kind: 'safe-home-missed' as const, reason: 'nobody' as const };
  await open(undefined, { 'alarms.untold': () => ({ units: [untold] }) });
  expect(await within(await rowOf('Arbetsbil Syd')).findByText('Ingen får veta')).toBeDefined();
  await userEvent.click(await screen.findByRole('button', { name: /Hornsgatan 84/ }));
  expect(await screen.findByText(/Arbetsbil Syd saknar mottagare av säkerhetslarm/)).toBeDefined();
});

test('13-D: the page of an account without units leads to where it begins', async () => {
  await open([], { 'units.list': () => ({ units: [] }) });
  expect((await screen.findByRole('link', { name: 'Lägg till enhet' })).getAttribute('href')).toBe(
    '/administration/add-terminal',
  );
  expect(screen.getAllByText(/ska enheten vara inne i sitt hem/), 'what the page is for is said once').toHaveLength(1);
});

test('SAFE-010, CONST-050: the map comes by itself no nearer than 14 to a new home, and 15 to one that is changed', async () => {
  await open();
  for (const [name, zoom] of [
    [/^Lägg till hem/, '14 14'],
    [/^Ändra hemmet/, '15 15'],
  ] as const) {
    await userEvent.click(await screen.findByRole('button', { name }));
    expect((await screen.findByTestId('zoom')).textContent).toBe(zoom);
    await press('Avbryt');
  }
});

test('NAV-039: a new home that was placed by itself closes without a question, one that somebody touched asks', async () => {
  await open();
  const add = async () => userEvent.click(await screen.findByRole('button', { name: /^Lägg till hem/ }));
  await add();
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Adress' }).value).toBe('Sveavägen 1'));
  expect(hasUnsaved()).toBe(false);
  await press('Dra kanten');
  expect(hasUnsaved()).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Radie (m)' }).value).toBe('512');
});

test.each([
  ['safe-return.save-home', /^Ändra hemmet för Arbetsbil Syd/, 'Dra kanten'],
  ['safe-return.save-schedule', /Schema för Arbetsbil Syd$/, 'Välj måndag till fredag'],
] as const)('SAFE-028: who is refused with a 401 of %s is held by nothing that was typed', async (id, opener, change) => {
  await open(undefined, {
    [id]: () => {
      throw new ApiError(401, 'Forbidden');
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: opener }));
  await press(change);
  expect(hasUnsaved()).toBe(true);
  await press('Spara');
  await waitFor(() => expect(hasUnsaved()).toBe(false));
});
