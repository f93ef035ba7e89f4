import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { FakeAnswers } from '../../lib/testing.tsx';
import { orderOf } from './find-order.ts';
import {
  cars,
  dayIn,
  dialog,
  NONE_FOUND,
  NORTH,
  openBookings,
  partOfDay,
  press,
  SOUTH,
  withRoomAndTime,
} from './testing-screen.tsx';
import { NOW, schedule, TODAY, vehicle } from './testing.ts';

withRoomAndTime();

/** Nobody drives it as a rule, and where it stands is not known. */
const POOL = { usual_driver: null, place: null, place_is_approximate: false };
const foundOf = (vehicles: readonly ScheduleVehicle[], overdue: readonly ('service' | 'inspection')[] = []) => ({
  ...NONE_FOUND,
  vehicles: vehicles.map(({ Schedule: _none, ...rest }) => ({
    ...rest,
    ...POOL,
    booked_h: 0,
    distance_m: null,
    overdue: [...overdue],
  })),
});
const namesFound = (): (string | null)[] =>
  screen.getAllByRole('listitem').flatMap((row) => row.querySelector('strong')?.textContent ?? []);

test('16-C: an hour from now, the rest of the afternoon and the next day are searched for at a press', async () => {
  const { bodies } = await openBookings({ search: { view: 'find' } });
  const quick = within(await screen.findByRole('group', { name: 'Vanliga tider' }));
  const asked = async (name: string) => {
    const before = bodies('bookings.find').length;
    await userEvent.click(quick.getByRole('button', { name }));
    await waitFor(() => expect(bodies('bookings.find').length).toBeGreaterThan(before));
    expect(quick.getByRole('button', { pressed: true }).textContent).toBe(name);
    return bodies('bookings.find').at(-1);
  };
  expect(await asked('I eftermiddag')).toMatchObject({ start_date: '2026-11-24 13:00:00', end_date: '2026-11-24 17:00:00' });
  expect(await asked('Hela dagen i morgon')).toMatchObject({
    start_date: '2026-11-25 08:00:00',
    end_date: '2026-11-25 17:00:00',
  });
  expect(await asked('Nu, en timme')).toMatchObject({ start_date: '2026-11-24 09:20:00', end_date: '2026-11-24 10:20:00' });
});

test('16-C: the find lists free vehicles, and one tap books once there is a purpose', async () => {
  const { bodies } = await openBookings({
    search: { view: 'find' },
    answers: {
      'bookings.find': () => {
        const { Schedule: _none, ...found } = cars()[0]!;
        return {
          ...NONE_FOUND,
          vehicles: [{ ...found, ...POOL, booked_h: 2.5, distance_m: 1200, overdue: [] }],
          departments: ['Drift'],
        };
      },
    },
  });
  await userEvent.type(await screen.findByRole('spinbutton', { name: 'Minst antal platser' }), '5');
  expect(await screen.findByText(/2,5 h bokat på fyra veckor · 5 platser · Diesel · 1,2/)).toBeDefined();
  expect(bodies('bookings.find').at(-1)).toMatchObject({ seats: 5, start_date: '2026-11-24 09:30:00' });
  await press('Boka Skåpbil Norr');
  expect(await screen.findByText('Ange ett ärende.')).toBeDefined();
  expect(screen.queryByText('Behövs för att boka.'), 'it is said once').toBeNull();
  // It stays where it is, marked as needed, and is ready to be typed in.
  const asked = screen.getByRole<HTMLInputElement>('textbox', { name: 'Ärende' });
  expect([asked.required, document.activeElement === asked]).toEqual([true, true]);
  await userEvent.keyboard('Möte');
  expect(screen.queryByText('Behövs för att boka.'), 'it is there').toBeNull();
  await press('Boka Skåpbil Norr');
  expect(await screen.findByText(/^Fordonet är bokat\. /)).toBeDefined();
  expect(bodies('bookings.save')).toMatchObject([{ imei: NORTH, purpose: 'Möte' }]);
});

test('16-C: what is wished for stands in a box of its own, in which its fields keep their distance', async () => {
  await openBookings({ search: { view: 'find' } });
  const wishes = (await screen.findByText('Fler villkor')).closest('details')!;
  expect([...wishes.children].map(({ tagName, className }) => `${tagName}.${className}`)).toEqual(['SUMMARY.', 'DIV.form']);
});

test('16-C: of a free vehicle stands who drives it as a rule and where it is, and by what they are in order', async () => {
  const [one, other] = foundOf([cars()[0]!, cars()[1]!]).vehicles;
  const somebodys = { ...other!, usual_driver: { id: 9, name: 'Kari Olsen' }, place: 'Solna', place_is_approximate: true };
  await openBookings({
    search: { view: 'find' },
    answers: { 'bookings.find': () => ({ ...NONE_FOUND, vehicles: [{ ...one!, state: 'free', place: 'Depån' }, somebodys] }) },
  });
  expect(await screen.findByText('Först fordon utan vanlig förare, sedan övriga.')).toBeDefined();
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  const own = rows.find((row) => row.includes('Skåpbil Norr'));
  expect(own).toContain('Plats nu: Depån');
  expect(own).not.toContain('Körs vanligtvis');
  const kari = rows.find((row) => row.includes('Arbetsbil Syd'));
  expect(kari).toContain('Körs vanligtvis av Kari Olsen');
  expect(kari).toMatch(/Plats nu: nära.Solna/);
});

test("16-C: the sentence of the order speaks of one's own vehicle where that is among them", async () => {
  const [one, other] = foundOf([cars()[0]!, cars()[1]!]).vehicles;
  const own = {
    ...one!,
    state: 'free' as const,
    department: 'Norr',
    booked_h: 70,
    usual_driver: { id: 7, name: 'Anna Lindqvist' },
  };
  const answers = (department: string | null): FakeAnswers => ({
    'bookings.find': () => ({ ...NONE_FOUND, own_department: department, vehicles: [own, other!] }),
  });
  await openBookings({ search: { view: 'find' }, answers: answers(null) });
  expect(
    await screen.findByText('Först det du själv brukar köra, sedan fordon utan vanlig förare. Minst bokade först.'),
  ).toBeDefined();
  cleanup();
  await openBookings({ search: { view: 'find' }, answers: answers('Norr') });
  expect(await screen.findByText(/^Norr står först\. Först det du själv brukar köra, sedan /)).toBeDefined();
});

test('16-C: what somebody drives just now is not counted among those to book, and the list says so where there is no other', async () => {
  const used = vehicle({ Imei: NORTH, Name: 'Bil ett', state: 'in-use' });
  localStorage.removeItem('view.booking-kind');
  const heading = async (fleet: readonly ScheduleVehicle[]) => {
    cleanup();
    await openBookings({ search: { view: 'find' }, cars: [...fleet], answers: { 'bookings.find': () => foundOf(fleet) } });
    return (await screen.findByRole('heading', { level: 3 })).textContent;
  };
  expect(await heading([vehicle({ Imei: SOUTH, Name: 'Bil två' }), used])).toBe('1 fordon att boka');
  expect(await heading([used])).toBe('Bara fordon som används, eller är utan kontakt eller position');
  const trailer = { kind: 'trailer', Name: 'Släp' } as const;
  await heading([
    vehicle({ Imei: SOUTH, Name: 'Bil två' }),
    vehicle({ Imei: '350000000000041', Name: 'Bil tre' }),
    vehicle({ Imei: '350000000000033', ...trailer }),
    { ...used, ...trailer },
  ]);
  expect(screen.getByText('Det finns också 1 ledigt fordon av en annan typ.'), 'nor of other kinds').toBeDefined();
});

test('16-C: whoever lets this browser know where they are has the near ones first, and nobody else is asked for it', async () => {
  const getCurrentPosition = vi.fn((tell: (at: unknown) => void) => tell({ coords: { latitude: 59.3, longitude: 18 } }));
  let state = 'prompt';
  const permissions = { query: () => Promise.resolve({ state }) };
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: permissions });
  onTestFinished(() => ['geolocation', 'permissions'].forEach((name) => Reflect.deleteProperty(navigator, name)));
  const answers: FakeAnswers = { 'bookings.find': () => foundOf(cars().map((car) => ({ ...car, state: 'free' }))) };
  await openBookings({ search: { view: 'find' }, answers });
  expect(await screen.findByText('Skåpbil Norr', { selector: 'li strong' })).toBeDefined();
  expect(screen.queryByText('Närmast först.')).toBeNull();
  expect(getCurrentPosition).not.toHaveBeenCalled();
  cleanup();
  state = 'granted';
  const { bodies } = await openBookings({ search: { view: 'find' }, answers });
  expect(await screen.findByText('Närmast först.')).toBeDefined();
  expect(bodies('bookings.find').at(-1)).toMatchObject({ near: { lat: 59.3, lng: 18 } });
});

test('16-C: what was booked from the search is told with vehicle and time, shown in its week and day, and undone', async () => {
  const { bodies, last } = await openBookings({
    search: { view: 'find', q: 'syd' },
    phone: true,
    answers: { 'bookings.find': () => foundOf([cars()[0]!]) },
  });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), 'Möte');
  await userEvent.click(partOfDay('Från, dag', 'day'));
  await userEvent.keyboard('30');
  await press('Boka Skåpbil Norr');
  await waitFor(() =>
    expect(document.body.textContent.replaceAll(/\s/g, ' ')).toContain(
      'Fordonet är bokat. Skåpbil Norr, mån 2026-11-30 09:30–10:30',
    ),
  );
  expect(last.search).toEqual({ week: '2026-11-30', day: '2026-11-30' });
  await press('Ångra');
  await waitFor(() => expect(bodies('bookings.delete')).toEqual([{ id: '99', with_later: false }]));
});

test('16-C: of several bookings made in a row only the newest is offered to be undone', async () => {
  await openBookings({ search: { view: 'find' }, answers: { 'bookings.find': () => foundOf([cars()[0]!]) } });
  for (const purpose of ['Möte', 'Mer']) {
    if (purpose === 'Mer') await press('Hitta ett fordon');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), purpose);
    await press('Boka Skåpbil Norr');
    await screen.findByText(/^Fordonet är bokat\. /);
  }
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Ångra' })).toHaveLength(1));
});

test('16-C, DEC-26: the search says what one has booked oneself then, nothing of an order that cannot be seen, and shows all kinds where only another is free', async () => {
  localStorage.removeItem('view.booking-kind');
  const used = { state: 'in-use', used_by: null } as const;
  const fleet = [
    vehicle({ Imei: '350000000000033', Name: 'Servicebil', kind: 'truck' }),
    vehicle({ Imei: NORTH, Name: 'Bil ett', ...used }),
    vehicle({ Imei: SOUTH, Name: 'Bil två', ...used }),
  ];
  const elsewhere = { unit_name: 'Servicebil', start_date: '2026-11-24 10:00:00', end_date: '2026-11-24 12:00:00' };
  await openBookings({
    search: { view: 'find' },
    cars: fleet,
    answers: { 'bookings.find': () => ({ ...foundOf(fleet), driver_elsewhere: [elsewhere], own_department: 'Norr' }) },
  });
  expect((await screen.findByText('Du har också bokat då:')).parentElement!.textContent).toMatch(/Servicebil, tis.2026-11-24/);
  expect(screen.queryByText(/står först|^Först/), 'of one there is no order').toBeNull();
  expect(namesFound()).toEqual(['Servicebil', 'Bil ett', 'Bil två']);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Typ av fordon' }).value).toBe('any');
});

test('16-C: who looks for a vehicle is offered what the account has most of, may choose another kind, and finds it chosen next time', async () => {
  localStorage.removeItem('view.booking-kind');
  const fleet = [
    vehicle({ Imei: NORTH, Name: 'Bil ett' }),
    vehicle({ Imei: SOUTH, Name: 'Bil två' }),
    vehicle({ Imei: '350000000000033', Name: 'Släpvagn', kind: 'trailer' }),
  ];
  const find = () => openBookings({ search: { view: 'find' }, cars: fleet, answers: { 'bookings.find': () => foundOf(fleet) } });
  await find();
  const kinds = await screen.findByRole('combobox', { name: 'Typ av fordon' });
  expect(
    within(kinds)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Alla typer', 'Personbilar', 'Släp']);
  await screen.findByRole('heading', { name: '2 fordon att boka' });
  expect(namesFound()).toEqual(['Bil ett', 'Bil två']);
  expect(screen.getByText('Det finns också 1 ledigt fordon av en annan typ.')).toBeDefined();
  await press('Visa alla typer');
  expect(namesFound()).toEqual(['Bil ett', 'Bil två', 'Släpvagn']);
  await userEvent.selectOptions(kinds, 'Släp');
  expect(namesFound()).toEqual(['Släpvagn']);
  cleanup();
  await find();
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Typ av fordon' })).value).toBe('trailer');
  localStorage.removeItem('view.booking-kind');
});

test('16-C: the search begins with the hour from the next quarter, and cars and vans are looked for together', async () => {
  localStorage.removeItem('view.booking-kind');
  const fleet = [
    vehicle({ Imei: NORTH, Name: 'Bil ett' }),
    vehicle({ Imei: SOUTH, Name: 'Skåpbil', kind: 'van' }),
    vehicle({ Imei: '350000000000033', Name: 'Släpvagn', kind: 'trailer' }),
  ];
  const { bodies } = await openBookings({
    search: { view: 'find' },
    cars: fleet,
    answers: { 'bookings.find': () => foundOf(fleet) },
  });
  await screen.findByRole('heading', { name: '2 fordon att boka' });
  expect(bodies('bookings.find')[0]).toMatchObject({ start_date: '2026-11-24 09:30:00', end_date: '2026-11-24 10:30:00' });
  expect(namesFound()).toEqual(['Bil ett', 'Skåpbil']);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Typ av fordon' }).selectedOptions[0]!.textContent).toBe(
    'Personbilar och skåpbilar',
  );
});

test('16-C: what is found says who has it today, what of it is overdue, and that nobody hears from it', async () => {
  const has = { state: 'in-use', used_by: { id: 9, name: 'Kari Olsen' } } as const;
  const fleet = [
    vehicle({ Imei: NORTH, Name: 'Bil ett', ...has }),
    vehicle({ Imei: SOUTH, Name: 'Ny bil', state: 'never-reported' }),
  ];
  const said = [];
  for (const now of [NOW, '2026-11-24T22:50:00Z']) {
    vi.setSystemTime(now);
    const answers: FakeAnswers = {
      'bookings.week': () => schedule(fleet, { server_time: now }),
      'bookings.find': () => foundOf(fleet, ['service', 'inspection']),
    };
    await openBookings({ search: { view: 'find' }, answers });
    const rows = await screen.findAllByRole('listitem');
    const [one, other] = rows.filter((row) => row.querySelector('strong'));
    expect(one?.textContent).toContain('Servicen är försenadBesiktningen är försenad');
    const heads = rows.filter((row) => !row.querySelector('strong')).map(({ textContent }) => textContent);
    said.push([
      one?.textContent.includes('Används av Kari Olsen'),
      other?.textContent.includes('Har aldrig rapporterat'),
      ...heads,
    ]);
    cleanup();
  }
  expect(said, 'the second is of tomorrow').toEqual([
    [true, true, 'Upptagna just nu, men inte bokade då', 'Just nu utan kontakt'],
    [false, true, 'Just nu utan kontakt'],
  ]);
});

test('16-C: for a time later today nothing is said of who drives now, nor what is free now, and all are counted', async () => {
  const has = { state: 'in-use', used_by: { id: 9, name: 'Kari Olsen' } } as const;
  const fleet = [vehicle({ Imei: NORTH, Name: 'Bil ett' }), vehicle({ Imei: SOUTH, Name: 'Bil två', ...has })];
  await openBookings({ search: { view: 'find' }, cars: fleet, answers: { 'bookings.find': () => foundOf(fleet) } });
  const heading = async () => (await screen.findByRole('heading', { level: 3 })).textContent;
  expect(await heading()).toBe('1 fordon att boka');
  const inList = (text: string) => within(screen.getAllByRole('list').at(-1)!).queryAllByText(text).length;
  const said = () => ['Ledigt nu', 'Används av Kari Olsen', 'Upptagna just nu, men inte bokade då'].map(inList);
  expect(said()).toEqual([1, 1, 1]);
  await press('I eftermiddag');
  await waitFor(async () => expect(await heading()).toBe('2 fordon att boka'));
  expect(said()).toEqual([0, 0, 0]);
});

test('16: a vehicle that never said where it is stands apart, and is not counted as free', async () => {
  const fleet = [vehicle({ Imei: NORTH, Name: 'Bil ett' }), vehicle({ Imei: SOUTH, Name: 'Bil i garage', state: 'no-position' })];
  const answers: FakeAnswers = { 'bookings.week': () => schedule(fleet), 'bookings.find': () => foundOf(fleet, []) };
  await openBookings({ search: { view: 'find' }, answers });
  expect(await screen.findByRole('heading', { name: '1 fordon att boka' })).toBeDefined();
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows.slice(-2)).toEqual(['Just nu utan position', expect.stringMatching(/^Bil i garage.*Ingen position/)]);
});

test('BOOK-049: on a phone the search for a vehicle and a new booking propose the day that is looked at', async () => {
  for (const way of ['Hitta ett fordon', 'Ny bokning']) {
    await openBookings({ phone: true, search: { day: '2026-11-28' } });
    await press(way);
    await dialog();
    expect(dayIn('Från, dag')).toBe('2026-11-28');
    expect(dayIn('Till, dag')).toBe('2026-11-28');
    cleanup();
  }
});

test('BOOK-020: in another week the search proposes its first day that can be booked, and never one that has passed', async () => {
  for (const [week, day] of [
    ['2026-11-30', '2026-11-30'],
    ['2026-11-16', TODAY],
    [undefined, TODAY],
  ] as const) {
    await openBookings({ search: week ? { week } : {} });
    await press('Hitta ett fordon');
    await dialog();
    expect(dayIn('Från, dag')).toBe(day);
    cleanup();
  }
});

test('16-C: what is free is told as soon as the search opens and for each other time, before anything is pressed', async () => {
  const { bodies } = await openBookings({ search: { view: 'find' }, answers: { 'bookings.find': () => foundOf(cars()) } });
  const time = () => screen.queryByRole('heading', { name: '1 fordon att boka' })?.nextElementSibling?.textContent;
  await waitFor(() => expect(time()).toBe('tis 2026-11-24 09:30–10:30'));
  // Of one that is not booked at all there is no figure.
  expect(screen.queryByText(/0 h bokat/)).toBeNull();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Till, tid' }), '14:00');
  await waitFor(() => expect(time()).toBe('tis 2026-11-24 09:30–14:00'));
  expect(bodies('bookings.find')).toMatchObject([{ end_date: '2026-11-24 10:30:00' }, { end_date: '2026-11-24 14:00:00' }]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Ärende' }), 'Möte');
  await press('Boka Skåpbil Norr');
  await waitFor(() => expect(bodies('bookings.save')).toMatchObject([{ end_date: '2026-11-24 14:00:00', purpose: 'Möte' }]));
});

test('16-C: of the order of free vehicles stands what can be seen in it', () => {
  const [car] = foundOf([cars()[0]!]).vehicles;
  const kari = { ...car!, usual_driver: { id: 9, name: 'Kari Olsen' } };
  const mine = { ...car!, usual_driver: { id: 7, name: 'Anna Lindqvist' } };
  const of = (vehicles: readonly (typeof kari)[], over = {}) =>
    orderOf(vehicles, { memberId: 7, department: null, isNear: false, ...over });
  expect(of([kari, kari])).toEqual({ isOwnFirst: false, kinds: [], by: null });
  expect(of([mine, { ...kari, booked_h: 3 }, { ...kari, booked_h: 0 }])).toMatchObject({
    kinds: ['own', 'booked', 'others'],
    by: 'booked',
  });
  expect(of([kari, kari], { isNear: true })).toMatchObject({ by: 'near' });
  const norr = { ...kari, department: 'Norr' };
  expect(of([norr, kari], { department: 'Norr' })).toMatchObject({ isOwnFirst: true });
  expect(of([norr, norr], { department: 'Norr' })).toMatchObject({ isOwnFirst: false });
});
