import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { TripLogScreen } from './screen.tsx';
import { trip, tripPage } from './testing.ts';
import type { TripSearch } from './public/trip-search.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** jsdom has no layout: everything is given the height of ten rows. */
function giveLayout(): void {
  for (const name of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: 680 });
  HTMLElement.prototype.scrollTo = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
}

function Log({ first = {} }: { first?: TripSearch }): ReactNode {
  const [search, setSearch] = useState<TripSearch>(first);
  return (
    <TripLogScreen
      search={search}
      onSearch={(patch) => setSearch({ ...search, ...patch })}
      onBack={() => undefined}
      renderMap={(shown) => <p>map of {shown.id}</p>}
    />
  );
}
const unit = { id: 1, imei: '350000000000001', name: 'Skåpbil 7', registration_number: 'ABC 12D' } as never;
async function open(
  answers: FakeAnswers,
  trips = [trip({ id: 1 }), trip({ id: 2, purpose: 'Delivery' })],
  ongoing: ReturnType<typeof trip>[] = [],
  first: TripSearch = {},
) {
  const send = fakeSend({
    'units.list': () => ({ units: [unit] }),
    'trips.generate': () => tripPage(trips, ongoing),
    'trips.filter-choices': () => ({ drivers: [], departments: [], tags: [], projects: [], places: [] }),
    'trips.purposes': () => ({ purposes: [] }),
    ...answers,
  });
  await renderScreen(<Log first={first} />, { send, user: signedInUser() });
  return { send, user: userEvent.setup() };
}
const purposes = (): Promise<HTMLElement[]> => screen.findAllByRole('combobox', { name: /Purpose of the trip/ });

test('TRIP-020: a purpose is saved when its field is left, says so, and can be undone', async () => {
  const { send, user } = await open({
    'trips.update': ({ params, body }) => ({ trip: trip({ id: Number(params.id), ...body }) }),
  });
  const [field] = await purposes();
  await user.type(field!, 'Visit to a customer{Enter}');
  expect(await screen.findByText('Saved')).toBeDefined();
  expect(send.requests.filter((each) => each.id === 'trips.update').map((each) => each.body)).toEqual([
    { purpose: 'Visit to a customer', if_unchanged: { purpose: '' } },
  ]);

  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(send.requests.at(-1)).toMatchObject({ id: 'trips.update', body: { purpose: '' } }));
  await waitFor(() => expect((field as HTMLInputElement).value).toBe(''));
});

test('TRIP-020: nothing moves when something can be undone: the button is there before, and on a phone the notice has it', async () => {
  const { user } = await open({
    'trips.update': ({ params, body }) => ({ trip: trip({ id: Number(params.id), ...body }) }),
  });
  const [field] = await purposes();
  const buttons = (): number => screen.getByRole('search').nextElementSibling!.querySelectorAll('button').length;
  const before = buttons();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Nothing to undo' }).disabled).toBe(true);
  await user.type(field!, 'Visit{Enter}');
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Undo 1 change' })).disabled).toBe(false);
  expect(buttons()).toBe(before);
});

test('TRIP-020: edits one after the other leave one notice, that of the last, and do not pile up over the rows of a phone', async () => {
  const { send, user } = await open({
    'trips.update': ({ params, body }) => ({ trip: trip({ id: Number(params.id), ...body }) }),
  });
  for (const [i, field] of (await purposes()).entries()) {
    await user.clear(field);
    await user.type(field, `Visit ${i}{Enter}`);
    await waitFor(() => expect(send.requests.at(-1)).toMatchObject({ id: 'trips.update', body: { purpose: `Visit ${i}` } }));
    await screen.findByText('Purpose changed');
  }
  expect(await screen.findByRole('button', { name: 'Undo 2 changes' })).toBeDefined();
  expect(screen.getAllByText('Purpose changed')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(send.requests.at(-1)).toMatchObject({ params: { id: 2 }, body: { purpose: 'Delivery' } }));
});

test('TRIP-020: an undo that comes after somebody else’s change says who it was, writes nothing over it and shows it', async () => {
  let shown = '';
  const { user } = await open({
    'trips.generate': () => tripPage([trip({ id: 1, purpose: shown })]),
    'trips.update': ({ params, body }) => {
      if (body.if_unchanged?.purpose !== shown) throw new ApiError(409, 'TripChangedMeanwhile');
      shown = 'Leverans';
      return { trip: trip({ id: Number(params.id), purpose: body.purpose ?? '' }) };
    },
    'trips.history': () => ({
      changes: [
        { at: '2026-11-21T08:00:00Z', actor: 'Cia Ek', field: 'note', old_value: '', new_value: 'x', is_late: false },
        {
          at: '2026-11-21T07:00:00Z',
          actor: 'Bo Berg',
          field: 'purpose',
          old_value: 'Besök',
          new_value: 'Leverans',
          is_late: false,
        },
      ],
    }),
  });
  const [field] = await purposes();
  await user.type(field!, 'Besök{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Not undone: Bo Berg has changed it in the meantime.')).toBeDefined();
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('Leverans'));
  expect(screen.queryByText('Not saved')).toBeNull();
});

test('TRIP-020: a failed edit keeps what was typed, says why, and is sent again on request', async () => {
  let attempts = 0;
  const { user } = await open({
    'trips.update': ({ params, body }) => {
      attempts += 1;
      if (attempts === 1) throw new ApiError(403, 'TripNotYours');
      return { trip: trip({ id: Number(params.id), ...body }) };
    },
  });
  const [field] = await purposes();
  await user.type(field!, 'Visit{Enter}');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Not saved');
  expect(alert.textContent).toContain('Only the driver can edit a private trip.');
  expect((field as HTMLInputElement).value).toBe('Visit');

  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Saved')).toBeDefined();
});

test('TRIP-020: Escape takes back what was typed and sends nothing', async () => {
  const { send, user } = await open({});
  const field = (await purposes())[1]!;
  await user.type(field, ' to the wrong house{Escape}');
  expect((field as HTMLInputElement).value).toBe('Delivery');
  expect(send.requests.some((each) => each.id === 'trips.update')).toBe(false);
});

test('NAV-038: arrows go to the same field of the next row', async () => {
  const { user } = await open({});
  const [first, second] = await purposes();
  await user.click(first!);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
});

test('NAV-038: Enter on a trip leads into its details, their arrows to the next trip, and Escape back to the row', async () => {
  const { user } = await open({});
  const [first, second] = await screen.findAllByRole('button', { name: /, Trip$/ });
  first!.focus();
  await user.keyboard('{Enter}');
  const heading = (): HTMLElement => within(screen.getByRole('complementary', { name: 'Trip' })).getAllByRole('heading')[0]!;
  expect(document.activeElement).toBe(heading());
  expect(screen.getByText('map of 1')).toBeDefined();
  await user.keyboard('{ArrowUp}{ArrowDown}');
  expect(screen.getByText('map of 2')).toBeDefined();
  expect(document.activeElement).toBe(heading());
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('complementary', { name: 'Trip' })).toBeNull();
  expect(document.activeElement).toBe(second);
});

test('NAV-038: details that a pointer opened leave the focus where it was', async () => {
  const { user } = await open({});
  const [first] = await screen.findAllByRole('button', { name: /, Trip$/ });
  await user.click(first!);
  expect(screen.getByText('map of 1')).toBeDefined();
  expect(document.activeElement).toBe(first);
});

test('API-065: a type chosen from the chip is sent for that trip alone', async () => {
  const { send, user } = await open({
    'trips.set-type': ({ body }) => ({
      results: [{ id: 1, success: true as const, trip: trip({ id: 1, type: body.type, type_rule: 'edit' }) }],
    }),
  });
  await user.click((await screen.findAllByRole('button', { name: /Type of the trip/ }))[0]!);
  await user.click(await screen.findByRole('menuitemradio', { name: 'Other' }));
  expect(await screen.findByText('Type changed to Other')).toBeDefined();
  expect(send.requests.at(-1)?.body).toEqual({ trip_ids: [1], type: 'other' });
});

test('12-A2, TRIP-032: whoever makes a trip private that they did not drive is told what it shows then, and asked first', async () => {
  const { send, user } = await open({
    'trips.set-type': ({ body }) => ({
      results: [{ id: 1, success: true as const, trip: trip({ id: 1, type: body.type, type_rule: 'edit' }) }],
    }),
  });
  const choose = async () => {
    await user.click((await screen.findAllByRole('button', { name: /Type of the trip/ }))[0]!);
    await user.click(await screen.findByRole('menuitemradio', { name: 'Private' }));
  };
  const sent = () => send.requests.filter(({ id }) => id === 'trips.set-type');
  await choose();
  expect(await screen.findByText(/You are not the driver, and the trip has none/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(sent()).toEqual([]);
  await choose();
  await user.click(await screen.findByRole('button', { name: 'Make private' }));
  expect(await screen.findByText('Type changed to Private')).toBeDefined();
  expect(sent().at(-1)?.body).toEqual({ trip_ids: [1], type: 'private' });
});

test('NFR-010, TRIP-015, ERR-036: an empty period is explained and offers a way on', async () => {
  const isOfNow = (to: string): boolean => to >= new Date().toISOString().slice(0, 8);
  const { user, send } = await open({
    'trips.generate': ({ body }) => tripPage(isOfNow(body.to) ? [] : [trip({ id: 1, day: body.to })]),
  });
  expect(await screen.findByText('No data for the chosen period')).toBeDefined();
  expect(screen.getByText(/^Nobody drove in the period\. /)).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Show last month' }));
  await waitFor(() => expect(send.requests.filter((each) => each.id === 'trips.generate')).toHaveLength(3));
  expect(await screen.findByRole('rowheader', { name: '1 trip' })).toBeDefined();
});

test('13-A5, TRIP-028: a new account whose first trip is under way is told so, of no filters, and sent to no empty month', async () => {
  const driving = trip({ id: 9, is_ongoing: true, stop: null, end_rule: 'open', can: { edit: false, route: true } });
  const { send } = await open({}, [], [driving]);
  expect(await screen.findByText('A trip is under way. It appears here when the unit has stopped.')).toBeDefined();
  await waitFor(() => expect(send.requests.filter((each) => each.id === 'trips.generate')).toHaveLength(2));
  expect(screen.queryByText(/filters hide/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show last month' })).toBeNull();
});

test('TRIP-028: of a log that is searched the trips in progress are those of what is looked for', async () => {
  const driving = (id: number, unit_name: string) => trip({ id, unit_name, is_ongoing: true, stop: null, driver_id: id });
  const all = [driving(8, '113 Uppland'), driving(9, '204 Göteborg')];
  await open({}, undefined, all, { q: 'uppland 113' });
  expect(await screen.findByRole('button', { name: /1 trip in progress/ })).toBeDefined();
  cleanup();
  await open({}, undefined, all, { q: 'Lund' });
  await purposes();
  expect(screen.queryByRole('button', { name: /in progress/ })).toBeNull();
  cleanup();
  await open({}, undefined, all, { drivers: '9' });
  expect(await screen.findByRole('button', { name: /1 trip in progress/ })).toBeDefined();
});

test('TRIP-028: an ongoing trip stands on top and has no fields to edit', async () => {
  const driving = trip({ id: 9, is_ongoing: true, stop: null, end_rule: 'open', can: { edit: false, route: true } });
  const { user } = await open({}, [], [driving]);
  await user.click(await screen.findByRole('button', { name: '1 trip in progress', expanded: false }));
  await user.click(await screen.findByRole('button', { name: /Skåpbil 7/, pressed: false }));
  const panel = await screen.findByRole('complementary', { name: 'Trip' });
  expect(within(panel).getByText('It has not ended.')).toBeDefined();
  expect(within(panel).queryAllByRole('textbox')).toEqual([]);
});

test('TRIP-028: of a trip under way its time is counted to now, and its distance says until when it is', async () => {
  const startMs = Math.floor(Date.now() / 60_000) * 60_000 - 88 * 60_000;
  const start = { ...trip({ id: 9 }).start, time: new Date(startMs).toISOString() };
  // The server counted it last after 80 minutes.
  const driving = trip({ id: 9, is_ongoing: true, start, stop: null, end_rule: 'open', duration_s: 4800, distance_m: 116_700 });
  const { user } = await open({}, [], [driving]);
  await user.click(await screen.findByRole('button', { name: '1 trip in progress' }));
  const card = await screen.findByRole('button', { name: /Skåpbil 7/ });
  const text = card.textContent.replaceAll('\u00a0', ' ');
  expect(text).toMatch(/Since \d\d:\d\d · 1 h 2[89] min/);
  expect(text, 'where it began, not where it is').toMatch(/Start: \S/);
  const countedAt = new Date(startMs + 4_800_000).toISOString().slice(14, 16);
  expect(text).toMatch(new RegExp(`116\\.7 km.*until \\d\\d:${countedAt}`));
  await user.click(card);
  const panel = await screen.findByRole('complementary', { name: 'Trip' });
  expect(panel.textContent.replaceAll('\u00a0', ' ')).toMatch(/1 h 2[89] min/);
  expect(panel.textContent).not.toMatch(/1.h.20.min/);
});

test('13-A2, TRIP-028: those on the road are one line that opens to all of them, and shows the one that was chosen', async () => {
  const driving = Array.from({ length: 9 }, (_, i) =>
    trip({
      id: i + 1,
      unit_name: `Bil ${i + 1}`,
      is_ongoing: true,
      stop: null,
      end_rule: 'open',
      can: { edit: false, route: true },
    }),
  );
  const { user } = await open({}, [], driving);
  const line = await screen.findByRole('button', { name: '9 trips in progress' });
  expect(screen.queryByRole('button', { name: /Bil \d/ })).toBeNull();
  await user.click(line);
  expect(screen.getAllByRole('button', { name: /Bil \d/ })).toHaveLength(9);
  await user.click(line);
  expect(screen.queryByRole('button', { name: /Bil \d/ })).toBeNull();
  // Whoever goes on to another filter is looking for trips that are over.
  await user.click(line);
  await user.type(screen.getByRole('searchbox', { name: /Search/ }), 'material');
  await waitFor(() => expect(screen.queryByRole('button', { name: /Bil \d/ })).toBeNull());
});

test('13-A3: one unit that is chosen is told by its name, which has the room, and Escape closes the list at once', async () => {
  const units = Array.from({ length: 10 }, (_, i) => ({
    id: i + 1,
    imei: `35000000000000${i}`,
    name: `Bil ${i}`,
    registration_number: `ABC 12${i}`,
  }));
  const { user } = await open({ 'units.list': () => ({ units: units as never }) }, undefined, [], { unit: '350000000000003' });
  await user.click(await screen.findByRole('button', { name: 'Unit: Bil 3' }));
  await user.type(await screen.findByRole('searchbox', { name: 'Unit' }), 'bil 4');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('searchbox', { name: 'Unit' })).toBeNull());
});

test('13-A3: columns that nobody has written in, or is asked to, leave their room to the addresses', async () => {
  const room = async () => {
    const { dataset } = await screen.findByRole('table', { name: 'Trips' });
    return [dataset['purposes'], dataset['notes']];
  };
  await open({}, [trip({ id: 1, type: 'private' })]);
  expect(await room()).toEqual(['false', 'false']);
  cleanup();
  await open({}, [trip({ id: 1, type: 'business', purpose: '' })]);
  expect(await room(), 'a purpose is asked for, and there is room to write it').toEqual(['true', 'false']);
  cleanup();
  await open({}, [trip({ id: 1, purpose: 'Delivery' }), trip({ id: 2, note: 'Key' })]);
  expect(await room()).toEqual(['true', 'true']);
});

test("TRIP-032: somebody else's private trip shows neither places nor a map", async () => {
  const { start, stop } = trip({ id: 3 });
  const hidden = trip({
    id: 3,
    type: 'private',
    is_masked: true,
    start: { ...start, time: null, address: null },
    stop: stop && { ...stop, time: null, address: null },
    can: { edit: false, route: false },
  });
  const { user } = await open({}, [hidden]);
  expect(document.body.textContent).not.toMatch(/00:00|0 min/);
  await user.click(await screen.findByRole('button', { name: /Time not shown, Trip$/ }));
  expect(screen.queryByText(/map of/)).toBeNull();
  expect(screen.queryByText('Hornsgatan 84')).toBeNull();
  expect(screen.getAllByText(/Only the driver sees when and where/).length).toBeGreaterThan(0);
});

test('decision 0084: of a trip that somebody else drove the details say who may change it', async () => {
  const { user } = await open({}, [trip({ id: 4, is_of_another: true, can: { edit: false, route: true } })]);
  await user.click(await screen.findByRole('button', { name: /Trip$/ }));
  expect(screen.getByText('Only the driver and administrators can change this trip.')).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Purpose' })).toBeNull();
});

test('TRIP-024: the details say which rule decided the type and what ended the trip', async () => {
  const { user } = await open({}, [trip({ id: 4, type_rule: 'working-hours', end_rule: 'gap' })]);
  await user.click(await screen.findByRole('button', { name: /Trip$/ }));
  expect(screen.getByText('map of 4')).toBeDefined();
  expect(screen.getByText('According to the working hours.')).toBeDefined();
  expect(screen.getByText('The unit was not heard from for over an hour.')).toBeDefined();
});

test('NFR-010: a log that cannot be fetched, or may not be seen, says why and is fetched again on request', async () => {
  let attempts = 0;
  const { user } = await open({
    'trips.generate': () => {
      attempts += 1;
      if (attempts === 1) throw new ApiError(403, 'Forbidden');
      return tripPage([trip({ id: 1 })]);
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('You do not have the right to do this.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await purposes()).toHaveLength(1);
});

test('NFR-010: where one unit is looked at and has no trips, it is named', async () => {
  const none = {
    'trips.generate': ({ body }: { body: { imeis?: string[] } }) => tripPage(body.imeis?.length ? [] : [trip({ id: 1 })]),
  };
  await open(none, [], [], { unit: '350000000000001' });
  expect(await screen.findByText('Skåpbil 7 has no trips in the period')).toBeDefined();
  expect(await screen.findByText(/^Other units have \d+ trips? in the period\.$/)).toBeDefined();
  expect(screen.queryByText('Nothing to do in this selection'), 'nothing was driven').toBeNull();
});

test('NFR-010: while the log is fetched its place is held, and no empty period is claimed', async () => {
  let arrive = (): void => undefined;
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await open({
    'trips.generate': async () => {
      await held;
      return tripPage([trip({ id: 1 })]);
    },
  });
  expect(await screen.findByRole('status', { name: /Loading/ })).toBeDefined();
  expect(screen.queryByText('No data for the chosen period')).toBeNull();
  arrive();
  expect(await purposes()).toHaveLength(1);
});

test('NFR-010: trips are shown although the list of units could not be fetched', async () => {
  await open({
    'units.list': () => {
      throw new ApiError(403, 'Forbidden');
    },
  });
  expect(await purposes()).toHaveLength(2);
});

test('NFR-002: of a page of 500 trips only the rows near the window are in the page', async () => {
  const many = Array.from({ length: 500 }, (_, i) => trip({ id: i + 1 }));
  giveLayout();
  await open({}, many);
  const shown = (await purposes()).length;
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThan(60);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('500');
});

test('NAV-037: a link to a trip of another month opens it, and what is changed of it there is shown', async () => {
  let saved = trip({ id: 7, purpose: 'Delivery' });
  const { send, user } = await open(
    {
      'trips.get': () => ({ trip: saved }),
      'trips.update': ({ body }) => {
        saved = { ...saved, note: body.note ?? '' };
        return { trip: saved };
      },
    },
    undefined,
    undefined,
    { trip: 7 },
  );
  const panel = within(await screen.findByRole('complementary', { name: 'Trip' }));
  expect(panel.getByText('map of 7')).toBeDefined();
  expect(send.requests.filter(({ id }) => id === 'trips.get')).toMatchObject([{ params: { id: 7 } }]);
  await user.type(panel.getByRole('textbox', { name: /Note/ }), 'By the harbour');
  await user.tab();
  await waitFor(() => expect(panel.getByRole<HTMLTextAreaElement>('textbox', { name: /Note/ }).value).toBe('By the harbour'));
  await user.click(panel.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('map of 7')).toBeNull();
});

test('NAV-037, SEC-008: a link to a trip that is unknown or not to be seen says so over the log, once it has come; it can be put away', async () => {
  const { user } = await open(
    {
      'trips.get': () => {
        throw new ApiError(404, 'TripNotFound');
      },
    },
    undefined,
    undefined,
    { trip: 7 },
  );
  const said = () => screen.queryByText('There is no such trip, or you may not see it.');
  await waitFor(() => expect(said()).not.toBeNull());
  expect(screen.getByRole('table', { name: 'Trips' })).toBeDefined();
  await user.click(within(said()!.closest<HTMLElement>('[role=status]')!).getByRole('button', { name: 'Close' }));
  expect(said()).toBeNull();
});

test('NAV-037: a link whose trip could not be had for want of the network says that, and asks again', async () => {
  let isOff = true;
  const { user } = await open(
    {
      'trips.get': () => {
        if (isOff) throw new ApiError(0, 'NetworkError');
        return { trip: trip({ id: 7 }) };
      },
    },
    undefined,
    undefined,
    { trip: 7 },
  );
  expect(await screen.findByText(/No contact with the server/)).toBeDefined();
  isOff = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('map of 7')).toBeDefined();
});

test('a trip that leaves the page while it is open is not asked for: it was no link', async () => {
  const { send, user } = await open({
    'trips.get': () => ({ trip: trip({ id: 1 }) }),
    'trips.generate': ({ body }) => tripPage(body.search ? [trip({ id: 2 })] : [trip({ id: 1 }), trip({ id: 2 })]),
  });
  await user.click((await screen.findAllByRole('button', { name: /Trip$/ }))[0]!);
  expect(await screen.findByText('map of 1')).toBeDefined();
  await user.type(screen.getByRole('searchbox'), 'harbour{Enter}');
  await waitFor(() => expect(screen.queryByText('map of 1')).toBeNull());
  expect(send.requests.map(({ id }) => id)).not.toContain('trips.get');
});
