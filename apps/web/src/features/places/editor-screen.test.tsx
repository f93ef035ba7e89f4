import type { DataOf } from '@spora/contract/endpoint-map';
import type { Place } from '@spora/contract/places/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { useToasts } from '../../ui/toast.tsx';
import { unitRow } from '../units/testing.ts';
import { type EditorProps, PlaceEditor } from './editor-screen.tsx';
import { place } from './testing.ts';

afterEach(cleanup);

const OFFICE = place({ id: 1, label: 'Kontoret', address: 'Hornsgatan 84', lat: 59.3, lng: 18, radius: 150 });
const NOTHING: DataOf<'places.preview'> = { conflicts: [], trips: null };
const UNITS = [unitRow({ id: 1, name: 'Skåpbil Norr', imei: '350000000000017' }), unitRow({ id: 2, name: 'Skåpbil Syd' })];

interface Open {
  readonly places?: Place[];
  readonly can?: { add: boolean; for_all_units: boolean };
  readonly answers?: FakeAnswers;
}
async function open(
  props: Partial<EditorProps> = {},
  { places = [OFFICE], can = { add: true, for_all_units: true }, answers = {} }: Open = {},
) {
  const send = fakeSend({
    'places.list': () => ({ places, can }),
    'units.list': () => ({ units: UNITS, server_time: '2026-11-02T10:00:00Z' }) as unknown as DataOf<'units.list'>,
    'places.preview': () => NOTHING,
    'places.save': () => ({ place: OFFICE, changed_trips: 0 }),
    'places.update': () => ({ place: OFFICE, changed_trips: 0 }),
    ...answers,
  });
  const done: boolean[] = [];
  /** As the page does, it is left when it is done. */
  function Page() {
    const [isLeft, setLeft] = useState(false);
    const toasts = useToasts();
    const leave = () => {
      done.push(hasUnsaved());
      toasts.leavePage();
      setLeft(true);
    };
    return isLeft ? null : <PlaceEditor {...given} onDone={leave} {...props} />;
  }
  const given = {
    id: null,
    trip: null,
    renderMap: ({ rings, onPick }) => (
      <button type="button" disabled={!onPick} onClick={() => onPick?.({ lat: 59.25, lng: 18.5 })}>
        Karta med {rings.length} ringar
      </button>
    ),
  } satisfies Partial<EditorProps>;
  await renderScreen(<Page />, { send, language: 'sv', user: signedInUser() });
  const bodies = (id: string) => send.requests.filter((each) => each.id === id).map(({ body }) => body);
  return { send, done, bodies };
}
const label = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Namn' });
const radius = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Radie/ });
const save = (name = 'Spara') => userEvent.click(screen.getByRole('button', { name }));
const retype = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

test('PLACE-001, PLACE-006: a new place needs a name and a point, has 100 m, and is saved for every unit at a click on the map', async () => {
  const { bodies, done } = await open();
  expect((await label()).maxLength).toBe(50);
  expect(radius().value).toBe('100');
  await save();
  expect(await screen.findByText('Ange ett namn.')).toBeDefined();
  expect(screen.getByText(/Välj var den ligger/)).toBeDefined();
  expect(bodies('places.preview')).toEqual([]);
  await userEvent.type(await label(), 'Lagret');
  await userEvent.click(screen.getByRole('button', { name: /Karta/ }));
  // The one that is there is drawn faintly beside it.
  expect(screen.getByRole('button', { name: 'Karta med 2 ringar' })).toBeDefined();
  await save();
  await waitFor(() => expect(done).toHaveLength(1));
  expect(bodies('places.save')).toMatchObject([
    { label: 'Lagret', lat: 59.25, lng: 18.5, radius: 100, imeis: null, rules: [], apply_from: null },
  ]);
  expect(await screen.findByText(/ är sparad\.$/)).toBeDefined();
});

test('PLACE-001: what the page is called stands in its head alone; whoever only looks reads the name of the place', async () => {
  await open();
  await label();
  expect(screen.queryByRole('heading', { name: 'Ny plats' })).toBeNull();
  cleanup();
  await open({ id: 1 });
  await label();
  expect(screen.queryByRole('heading', { name: 'Ändra plats' })).toBeNull();
  cleanup();
  const other = { ...OFFICE, can: { ...OFFICE.can, edit: false } };
  await open({ id: 1 }, { places: [other] });
  expect(await screen.findByRole('heading', { name: 'Kontoret' })).toBeDefined();
});

test('PLACE-006: a radius below 50 m or above 9 999 m is not sent; the bounds themselves are', async () => {
  const { bodies } = await open({ id: 1 });
  await label();
  for (const text of ['49', '0', '']) {
    await userEvent.clear(radius());
    if (text) await userEvent.type(radius(), text);
    await save();
    expect(await screen.findByText('Radien är ett heltal mellan 50 och 9 999 m.')).toBeDefined();
  }
  // A fifth digit is no way to another radius than was typed: it stays, and the bounds are told at once.
  await retype(radius(), '90000');
  expect(radius().value).toBe('90000');
  expect(radius().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Radien är ett heltal mellan 50 och 9 999 m.')).toBeDefined();
  await save();
  // Letters are not taken.
  await retype(radius(), '9x999');
  expect(radius().value).toBe('9999');
  expect(bodies('places.preview')).toEqual([]);
  await save();
  await waitFor(() => expect(bodies('places.update')).toMatchObject([{ radius: 9999 }]));
});

test('PLACE-001: an address is found and gives the point; what the server refuses stands at its field and nothing typed is lost', async () => {
  const found = { label: 'Sveavägen 1, Stockholm', lat: 59.33, lng: 18.06, is_approximate: false };
  const { done } = await open(
    {},
    {
      answers: {
        'tracking.find-address': () => ({ addresses: [found] }),
        'places.preview': () => {
          throw new ApiError(422, { label: ['PlaceNameLength'] });
        },
      },
    },
  );
  await userEvent.type(await label(), 'Kunden');
  await save();
  expect(screen.getByText('Välj var den ligger: sök adressen, eller tryck på kartan.')).toBeDefined();
  const address = screen.getByRole<HTMLInputElement>('combobox', { name: 'Adress' });
  await userEvent.type(address, 'Sveav');
  await userEvent.click(await screen.findByRole('option', { name: found.label }));
  expect([address.value, address.getAttribute('aria-invalid')], 'found, and no longer asked for').toEqual([found.label, null]);
  await save();
  await waitFor(() => expect(screen.getByText(/50 tecken/)).toBeDefined());
  expect((await label()).value).toBe('Kunden');
  expect([done, hasUnsaved()]).toEqual([[], true]);
});

test('PLACE-007, PLACE-008: a rule says when and what it sets, a schedule when it holds; both are sent as they stand', async () => {
  const { bodies } = await open({ id: 1 }, { places: [OFFICE, place({ id: 2, label: 'Lagret' })] });
  await label();
  await userEvent.click(screen.getByRole('button', { name: 'Lägg till en regel' }));
  const rule = within(screen.getByRole('group', { name: 'Regel 1' }));
  await userEvent.selectOptions(rule.getByRole('combobox', { name: 'När en resa' }), 'between');
  await userEvent.selectOptions(rule.getByRole('combobox', { name: 'Den andra platsen' }), 'Lagret');
  await userEvent.selectOptions(rule.getByRole('combobox', { name: 'Typ' }), 'private');
  await userEvent.type(rule.getByRole('textbox', { name: 'Ärende' }), 'Pendling');
  await userEvent.click(screen.getByRole('switch', { name: 'Reglerna gäller bara vissa tider' }));
  const hours = within(screen.getByRole('group', { name: 'Tid 1' }));
  const days = hours.getAllByRole<HTMLInputElement>('checkbox').filter((box) => box.checked);
  expect(days).toHaveLength(5);
  await userEvent.click(days[4]!);
  await save();
  await waitFor(() => expect(bodies('places.update')).toHaveLength(1));
  expect(bodies('places.update')).toMatchObject([
    {
      rules: [{ when: 'between', other_place_id: 2, type: 'private', purpose: 'Pendling', imeis: null }],
      schedule: { is_active: true, intervals: [{ weekdays: [1, 2, 3, 4], from: '07:00', to: '18:00' }] },
    },
  ]);
});

test('PLACE-008: hours of no clock stay as they were typed, are told at their field and not sent', async () => {
  const { bodies } = await open({ id: 1 }, { places: [OFFICE] });
  await label();
  await userEvent.click(screen.getByRole('button', { name: 'Lägg till en regel' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Reglerna gäller bara vissa tider' }));
  const hours = within(screen.getByRole('group', { name: 'Tid 1' }));
  const from = hours.getByRole<HTMLInputElement>('textbox', { name: 'Från' });
  await userEvent.clear(from);
  await userEvent.type(from, '25:99');
  await save();
  expect(hours.getByText(/^Tiden går inte att använda\./)).toBeDefined();
  expect([from.value, from.getAttribute('aria-invalid')]).toEqual(['25:99', 'true']);
  expect(hours.getByRole('textbox', { name: 'Till' }).getAttribute('aria-invalid')).toBeNull();
  expect(bodies('places.preview')).toEqual([]);
  expect(bodies('places.update')).toEqual([]);
});

test('PLACE-007: a rule is for all units of its place or for those that are chosen, and says which it is for', async () => {
  const own = { when: 'start', other_place_id: null, type: 'private', purpose: '', project: '', note: '' } as const;
  const [north, south] = UNITS.map(({ imei }) => imei ?? '');
  const rules = [
    { ...own, imeis: [south!] },
    { ...own, when: 'stop' as const, imeis: [] },
  ];
  const { bodies } = await open({ id: 1 }, { places: [place({ ...OFFICE, imeis: [north!, south!], rules })] });
  await label();
  const box = async (of: HTMLElement, name: string) => within(of).findByRole<HTMLInputElement>('checkbox', { name });
  const [first, second] = [screen.getByRole('group', { name: 'Regel 1' }), screen.getByRole('group', { name: 'Regel 2' })];
  expect((await box(first, 'Platsens alla enheter')).checked).toBe(false);
  expect([(await box(first, 'Skåpbil Norr')).checked, (await box(first, 'Skåpbil Syd')).checked]).toEqual([false, true]);
  await userEvent.click(await box(first, 'Skåpbil Norr'));
  // The units that it is for have no tracker: that is not to be for all of them.
  expect((await box(second, 'Platsens alla enheter')).checked).toBe(false);
  await userEvent.click(await box(second, 'Platsens alla enheter'));
  expect(within(second).queryByRole('checkbox', { name: 'Skåpbil Norr' })).toBeNull();
  await save();
  await waitFor(() => expect(bodies('places.update')).toHaveLength(1));
  expect(bodies('places.update')).toMatchObject([{ rules: [{ imeis: [south, north] }, { imeis: null }] }]);
});

test('PLACE-007: where its place is for one unit there is nothing to choose for a rule', async () => {
  await open({ id: 1 }, { places: [place({ ...OFFICE, imeis: [UNITS[0]!.imei!] })] });
  await label();
  await userEvent.click(screen.getByRole('button', { name: 'Lägg till en regel' }));
  expect(await screen.findByRole('checkbox', { name: 'Skåpbil Syd' })).toBeDefined();
  const rule = within(screen.getByRole('group', { name: 'Regel 1' }));
  expect(rule.queryByRole('checkbox', { name: 'Platsens alla enheter' })).toBeNull();
});

test.each([
  ['intervals.0.weekdays', 'SelectWorkingDay', /^Välj minst en veckodag/],
  ['intervals.0.from', 'InvalidTime', /^Tiden går inte att använda/],
  ['intervals.0.to', 'IntervalIsEmpty', /^Sluttiden måste skilja sig/],
  ['intervals', 'SelectWorkingDay', /^Välj minst en veckodag/],
] as const)('PLACE-008: what is refused of the hours of its rules is said beside them: %s', async (field, key, said) => {
  const preview = () => {
    throw new ApiError(422, { [`schedule.${field}`]: [key] });
  };
  const { done } = await open({ id: 1 }, { answers: { 'places.preview': preview } });
  await label();
  await userEvent.click(screen.getByRole('button', { name: 'Lägg till en regel' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Reglerna gäller bara vissa tider' }));
  await save();
  expect(await screen.findByText(said)).toBeDefined();
  if (field !== 'intervals') expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
  expect(done).toEqual([]);
});

test('PLACE-008: hours that are refused are said also where no rule is left to show them with', async () => {
  const preview = () => {
    throw new ApiError(422, { 'schedule.intervals.0.weekdays': ['SelectWorkingDay'] });
  };
  await open({ id: 1 }, { answers: { 'places.preview': preview } });
  await label();
  await retype(radius(), '60');
  await save();
  expect(await screen.findByText(/^Välj minst en veckodag/)).toBeDefined();
});

test('PLACE-009: of a place that only gets another name or address nothing else is asked', async () => {
  const stands = {
    rule: 0,
    other_place_id: 2,
    other_label: 'Lagret',
    other_when: 'stop',
    other_type: 'other',
    wins: true,
  } as const;
  const own = { when: 'stop', other_place_id: null, imeis: null, type: 'private', purpose: '', project: '', note: '' } as const;
  const { bodies, done } = await open(
    { id: 1 },
    {
      places: [place({ ...OFFICE, rules: [own] })],
      answers: { 'places.preview': () => ({ conflicts: [{ ...stands, decided_by: 'order' }], trips: null }) },
    },
  );
  await retype(await label(), 'Kontoret i Växjö');
  await save();
  await waitFor(() => expect(done).toEqual([false]));
  expect([bodies('places.preview'), bodies('places.update')]).toMatchObject([[], [{ label: 'Kontoret i Växjö' }]]);
});

test('PLACE-009: what it stands against is shown before it is saved, and asked anew after a change', async () => {
  const conflict = {
    rule: 0,
    other_place_id: 2,
    other_label: 'Lagret',
    other_when: 'stop',
    other_type: 'other',
    wins: false,
  } as const;
  const { bodies, done } = await open(
    { id: 1 },
    { answers: { 'places.preview': () => ({ conflicts: [{ ...conflict, decided_by: 'radius' }], trips: null }) } },
  );
  await label();
  await userEvent.click(screen.getByRole('button', { name: 'Lägg till en regel' }));
  await save();
  expect(await screen.findByText('Regeln för Lagret går före regel 1: den mindre platsen avgör.')).toBeDefined();
  expect(bodies('places.update')).toEqual([]);
  await retype(radius(), '60');
  expect(screen.queryByText(/Den för Lagret/)).toBeNull();
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Spara ändå' }));
  await waitFor(() => expect(done).toEqual([false]));
  expect([bodies('places.preview').length, bodies('places.update').length]).toEqual([2, 1]);
});

const DRAFT = {
  address: 'Storgatan 12, Växjö',
  lat: 56.8777,
  lng: 14.8059,
  imei: '350000000000017',
  day: '2026-03-10',
  place_id: null,
};

test('PLACE-010, PLACE-011: begun from a trip it has the trip’s address, point and day; the trips that change are counted before, attested ones stay', async () => {
  const { bodies, send } = await open(
    { trip: { trip_id: 77, which: 'stop' } },
    {
      answers: {
        'places.draft': () => DRAFT,
        'places.preview': () => ({
          conflicts: [],
          trips: {
            changed: 12,
            attested: 3,
            sample: [{ id: 5, unit_name: 'Skåpbil Norr', start: '2026-03-11T07:00:00Z', type: 'business', new_type: 'private' }],
          },
        }),
        'places.save': () => ({ place: OFFICE, changed_trips: 12 }),
      },
    },
  );
  expect((await label()).value).toBe('Storgatan 12');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Adress' }).value).toBe(DRAFT.address);
  expect(send.requests.find(({ id }) => id === 'places.draft')).toMatchObject({ query: { trip_id: 77, which: 'stop' } });
  // Nothing has to be asked for: day and place are there from the start, and a name changes nothing of it.
  expect(await screen.findByText('12 resor ändras.')).toBeDefined();
  await userEvent.type(await label(), ' A');
  expect(screen.getByText('3 attesterade resor ändras inte.')).toBeDefined();
  expect(screen.getByText(/Skåpbil Norr: Privat, tidigare: Tjänst/)).toBeDefined();
  expect(bodies('places.preview')).toMatchObject([{ id: null, lat: 56.8777, lng: 14.8059, apply_from: '2026-03-10' }]);
  expect(bodies('places.save')).toEqual([]);
  await save('Spara och ändra 12 resor');
  expect(await screen.findByText(/ är sparad\. 12 resor ändrades\.$/)).toBeDefined();
});

test('PLACE-011: a place that was just saved is undone from the notice, though its page was left; what fails is told', async () => {
  for (const isLate of [false, true]) {
    const { send, done } = await open(
      { trip: { trip_id: 77, which: 'stop' } },
      {
        answers: {
          'places.draft': () => DRAFT,
          'places.save': () => ({ place: OFFICE, changed_trips: 8 }),
          'places.undo-save': () => {
            if (isLate) throw new ApiError(409, 'PlaceUndoTooLate');
            return { changed_trips: 8 };
          },
        },
      },
    );
    await label();
    await save();
    expect(await screen.findByText(/ är sparad\. 8 resor ändrades\.$/)).toBeDefined();
    expect([done.length, screen.queryByRole('textbox', { name: 'Namn' })], 'the page is left').toEqual([1, null]);
    await userEvent.click(screen.getByRole('button', { name: 'Ångra' }));
    const said = isLate ? /Platsen kan inte ångras längre/ : 'Platsen är borttagen igen. 8 resor ändrades tillbaka.';
    expect(await screen.findByText(said)).toBeDefined();
    expect(send.requests.findLast(({ id }) => id === 'places.undo-save')).toMatchObject({ params: { id: OFFICE.id } });
    cleanup();
  }
});

test('PLACE-001: what was there before it was changed is not undone by taking it away', async () => {
  await open({ id: 1 });
  await retype(await label(), 'Kontoret 2');
  await save();
  expect(await screen.findByText(/ är sparad\.$/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Ångra' })).toBeNull();
});

test('ERR-041: a place that somebody else has changed meanwhile shows what it is now, and theirs can be taken', async () => {
  let now = OFFICE;
  const { bodies } = await open(
    { id: OFFICE.id },
    {
      answers: {
        'places.list': () => ({ places: [now], can: { add: true, for_all_units: true } }),
        'places.update': ({ body }) => {
          if ((body.was as { radius?: number } | undefined)?.radius !== now.radius) throw new ApiError(409, 'ChangedMeanwhile');
          return { place: now, changed_trips: 0 };
        },
      },
    },
  );
  await label();
  await retype(radius(), '444');
  now = { ...OFFICE, radius: 777 };
  await save();
  expect(await screen.findByText(/är nu: 777/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Använd den andras' }));
  expect(radius().value).toBe('777');
  expect(bodies('places.update')).toMatchObject([{ radius: 444, was: { radius: OFFICE.radius, label: OFFICE.label } }]);
});

test.each<[what: string, theirs: Partial<Place>, told: string]>([
  ['where it is', { lat: 59.4, lng: 18.1, address: '' }, 'Adress är nu: 59.4, 18.1'],
  ['its units', { imeis: ['350000000000017'], unit_names: ['Skåpbil Norr'] }, 'Enheter är nu: Skåpbil Norr'],
  [
    'its rules',
    { rules: [{ when: 'start', other_place_id: null, type: 'private', purpose: '', project: '', note: '', imeis: null }] },
    'Regler är nu: Börjar här: Privat',
  ],
  [
    'its hours',
    { schedule: { is_active: true, intervals: [{ weekdays: [1, 2], from: '07:00', to: '16:00' }] } },
    'Tider är nu: mån, tis 07:00–16:00',
  ],
])('ERR-041: %s that somebody else has changed meanwhile is told', async (_, theirs, told) => {
  let now = OFFICE;
  await open(
    { id: OFFICE.id },
    {
      answers: {
        'places.list': () => ({ places: [now], can: { add: true, for_all_units: true } }),
        'places.update': () => {
          throw new ApiError(409, 'ChangedMeanwhile');
        },
      },
    },
  );
  await label();
  now = { ...OFFICE, ...theirs };
  await save();
  expect((await screen.findAllByText(/ är nu: /)).map(({ textContent }) => textContent)).toEqual([told]);
});

test('DEC-69, PLACE-011: a member’s place is for units of theirs, the trip’s to begin with, and needs one', async () => {
  const { bodies } = await open(
    { trip: { trip_id: 77, which: 'start' } },
    { can: { add: true, for_all_units: false }, answers: { 'places.draft': () => DRAFT } },
  );
  await label();
  expect(screen.queryByRole('checkbox', { name: 'Alla enheter' })).toBeNull();
  const van = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Skåpbil Norr' });
  expect(van.checked).toBe(true);
  await userEvent.click(van);
  await save();
  expect(await screen.findByText('Välj minst en enhet.')).toBeDefined();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Skåpbil Syd' }));
  await save();
  await waitFor(() => expect(bodies('places.save')).toMatchObject([{ imeis: [UNITS[1]?.imei] }]));
});

test('DEC-69, PLACE-004: who may not change a place reads it; one that is not there is told as such', async () => {
  await open({ id: 1 }, { places: [{ ...OFFICE, can: { edit: false } }] });
  expect(await screen.findByRole('heading', { name: 'Kontoret' })).toBeDefined();
  expect((await label()).closest('fieldset')!.disabled).toBe(true);
  expect(screen.getByText(/Bara en administratör/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Spara' })).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Karta/ }).disabled).toBe(true);
  cleanup();
  await open({ id: 99 });
  expect(await screen.findByText(/hittades inte/)).toBeDefined();
  cleanup();
  await open(
    { trip: { trip_id: 5, which: 'stop' } },
    {
      answers: {
        'places.draft': () => {
          throw new ApiError(404, 'TripNotFound');
        },
      },
    },
  );
  expect((await screen.findByRole('alert')).textContent).toMatch(/Resan/);
});

test('PLACE-001: a place is asked about by its name before it is removed; what fails is told, and the question can be left', async () => {
  let fails = true;
  const remove = () => {
    if (fails) throw new ApiError(403, 'Forbidden');
    return {};
  };
  const { done, send } = await open({ id: 1 }, { answers: { 'places.remove': remove } });
  const removals = () => send.requests.filter(({ id }) => id === 'places.remove');
  await label();
  const ask = () => userEvent.click(screen.getByRole('button', { name: 'Ta bort' }));
  await ask();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(removals()).toEqual([]);
  await ask();
  const dialog = within(await screen.findByRole('dialog', { name: 'Ta bort Kontoret' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Ta bort Kontoret' }));
  expect(await dialog.findByRole('alert')).toBeDefined();
  fails = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Ta bort Kontoret' }));
  await waitFor(() => expect(done).toEqual([false]));
  expect(removals()).toMatchObject([{ params: { id: 1 } }, { params: { id: 1 } }]);
});

test('PLACE-011: a place that was just added can be taken back from its trips where it is removed, also once the notice has gone', async () => {
  const fresh = { ...OFFICE, undo_until: '2026-11-28T13:00:00Z' };
  const { done, send } = await open(
    { id: 1 },
    { places: [fresh], answers: { 'places.undo-save': () => ({ changed_trips: 2 }) } },
  );
  await label();
  await userEvent.click(screen.getByRole('button', { name: 'Ta bort' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ta bort Kontoret' }));
  expect(screen.getByRole('dialog').textContent).toContain('Det går till 2026-11-28 14:00, så länge ingen ändrar platsen.');
  // What the tick takes back is not said to be lost; only the place is.
  expect(dialog.queryByText(/går inte att ångra/)).toBeNull();
  expect(dialog.getByText('Själva platsen går inte att få tillbaka.')).toBeDefined();
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Ta också tillbaka/ }));
  expect(dialog.getByText(/blir som de var innan/)).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Ta bort Kontoret' }));
  await waitFor(() => expect(done).toEqual([false]));
  expect(send.requests.filter(({ id }) => ['places.remove', 'places.undo-save'].includes(id)).map(({ id }) => id)).toEqual([
    'places.undo-save',
  ]);
});
