import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import type { TrackingScreenProps } from './screen.tsx';
import { FIRST_OPTIONS } from './filter-search.ts';
import { largeFleet, liveUnit } from './testing.ts';
import { imeiOf, open, tell, withRoomAndInk } from './screen.testing.tsx';

withRoomAndInk();

const names = (): (string | undefined)[] =>
  screen.getAllByRole('option').map((row) => /Anna|Bosse|Cilla/.exec(row.textContent)?.[0]);

test('MAP-016, NAV-038: arrows move along the list, Enter opens the card, Escape goes back and the focus returns', async () => {
  const { user } = await open();
  const list = await screen.findByRole('listbox');
  act(() => list.focus());
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(await screen.findByRole('region', { name: 'Details of Bosse' })).toBe(document.activeElement);
  await user.keyboard('{Escape}');
  const again = await screen.findByRole('listbox');
  expect(document.activeElement).toBe(again);
  expect(within(again).getByRole('option', { selected: true }).textContent).toContain('Bosse');
});

test('MAP-018: a filter and the order apply at once and are saved on the server a moment later, without what was typed', async () => {
  const { send, user } = await open({ units: [liveUnit({ id: 1, name: 'Anna' }), liveUnit({ id: 2, name: 'Bosse' })] });
  await screen.findByRole('listbox');
  await user.click(screen.getByRole('button', { name: 'Reverse the order' }));
  expect(names()).toEqual(['Bosse', 'Anna']);
  await user.type(screen.getByRole('searchbox', { name: /Search name/ }), 'ann');
  expect(names()).toEqual(['Anna']);
  const saved = () => send.requests.filter((each) => each.id === 'tracking.save-search-options').map((each) => each.body);
  await waitFor(() => expect(saved()).toEqual([{ ...FIRST_OPTIONS, descending: true }]), { timeout: 2_000 });
});

test('MAP-018: a filter that is chosen just before leaving the page is saved too', async () => {
  const { send, user } = await open({ units: [liveUnit({ id: 1 })] });
  await screen.findByRole('listbox');
  await user.click(screen.getByRole('button', { name: 'Reverse the order' }));
  cleanup();
  expect(send.requests.filter((each) => each.id === 'tracking.save-search-options').map((each) => each.body)).toMatchObject([
    { descending: true },
  ]);
});

test('NFR-010, MAP-036: an empty account offers an administrator to add a phone, and tells a member whom to ask', async () => {
  const onAddPhone = vi.fn();
  const { user } = await open({ units: [], onAddPhone });
  await user.click(await screen.findByRole('button', { name: 'Add a phone' }));
  expect(onAddPhone).toHaveBeenCalledOnce();
  // 13-A1: the text names a tracker, so there is a way to one.
  expect(screen.getByRole('link', { name: 'Add a unit' }).getAttribute('href')).toBe('/administration/add-terminal');
  cleanup();
  await open({ units: [], isAdmin: false });
  expect(await screen.findByText(/Ask the administrator of Norrbud/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add a phone' })).toBeNull();
});

test('NFR-010, MAP-033: a unit without a position stands apart with its reason', async () => {
  await open({
    units: [liveUnit({ id: 1 }), liveUnit({ id: 2, position: null, address: null, no_position_reason: 'never-connected' })],
  });
  expect(await screen.findByText('Without a position')).toBeDefined();
  expect(screen.getByText('Has never connected')).toBeDefined();
});

test('MAP-017: a search that matches nothing says so and offers all units', async () => {
  const { user } = await open();
  await user.type(await screen.findByRole('searchbox', { name: /Search name/ }), 'zzz');
  await user.click(await screen.findByRole('button', { name: 'Show all units' }));
  expect(names()).toEqual(['Anna', 'Bosse']);
});

test('MAP-017: the list is narrowed to a zone or a place, and that is remembered', async () => {
  const away = { ...liveUnit({ id: 2 }).position!, lat: 60 };
  const yard = { id: 7, name: 'Gården', lat: 59.36, lng: 18, radius: 300 };
  const { user, send } = await open({
    units: [liveUnit({ id: 1, name: 'Anna' }), liveUnit({ id: 2, name: 'Bosse', position: away })],
    answers: {
      'zones.list': () => ({ geofences: [yard as never], min_radius: 300, can: { add: true } }),
      'places.list': () => ({
        places: [{ ...yard, id: 4, label: 'Lagret', lat: 60 } as never],
        can: { add: true, for_all_units: true },
      }),
    },
  });
  await waitFor(() => expect(names()).toEqual(['Anna', 'Bosse']));
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(await screen.findByRole('button', { name: /Zone or place/ }));
  await user.click(await screen.findByRole('option', { name: 'Gården' }));
  await waitFor(() => expect(names()).toEqual(['Anna']));
  await user.click(screen.getByRole('button', { name: /Zone or place/ }));
  await user.click(await screen.findByRole('option', { name: 'Lagret' }));
  await waitFor(() => expect(names()).toEqual(['Bosse']));
  await waitFor(() =>
    expect(send.requests.findLast(({ id }) => id === 'tracking.save-search-options')?.body).toMatchObject({ areas: ['place:4'] }),
  );
});

test('MAP-020: ages tick without a call', async () => {
  vi.useFakeTimers({ now: Date.parse('2031-01-02T10:00:00Z'), shouldAdvanceTime: true });
  const { send } = await open({ units: [liveUnit({ id: 1, last_contact: '2031-01-02T09:58:00Z' })] });
  expect(await screen.findByText('2 min ago')).toBeDefined();
  const asked = send.requests.length;
  await act(() => vi.advanceTimersByTimeAsync(3 * 60_000));
  expect(screen.getByText('5 min ago')).toBeDefined();
  expect(send.requests).toHaveLength(asked);
});

test('MAP-025: of a burst of events list and card show the newest once a second, and end with the last', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-02T10:00:00Z') });
  await open();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.getByRole('listbox')).toBeDefined();
  const shown: string[] = [];
  const look = () => {
    const [address] = /Nygatan \d+/.exec(document.body.textContent) ?? [];
    if (address && address !== shown.at(-1)) shown.push(address);
  };
  // 50 events in 5 seconds.
  for (let i = 1; i <= 50; i += 1) {
    const last_contact = new Date(Date.now()).toISOString();
    act(() => tell({ kind: 'position', units: [liveUnit({ id: 1, name: 'Anna', address: `Nygatan ${i}`, last_contact })] }));
    await act(() => vi.advanceTimersByTimeAsync(100));
    look();
  }
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  look();
  expect(shown.length).toBeGreaterThanOrEqual(4);
  expect(shown.length).toBeLessThanOrEqual(6);
  expect(shown.at(-1)).toBe('Nygatan 50');
});

test('NFR-010, NAV-040: without contact the list says that it keeps trying', async () => {
  await open({
    answers: {
      'tracking.positions': () => {
        throw new ApiError(0, 'NetworkError');
      },
    },
  });
  expect(await screen.findByText('The data could not be fetched')).toBeDefined();
});

test('NFR-010: while the units are fetched their place is held, and no empty account is claimed', async () => {
  let arrive = (): void => undefined;
  const held = new Promise<void>((resolve) => (arrive = resolve));
  const units = [liveUnit({ id: 1, name: 'Anna' })];
  await open({
    answers: {
      'tracking.positions': async () => {
        await held;
        return { units, server_time: '2026-11-02T10:00:00Z', last_event_id: '1' };
      },
    },
  });
  expect(await screen.findByLabelText(/Loading/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add a phone' })).toBeNull();
  arrive();
  expect(await screen.findByText('Anna')).toBeDefined();
});

test('DRV-001: the card of a unit has who is checked in; a unit without tracker has nobody to check in', async () => {
  const renderCheckIn: TrackingScreenProps['renderCheckIn'] = ({ id, imei, name }) => `Check-in of ${[id, imei, name].join()}`;
  await open({ search: { unit: imeiOf(1) }, renderCheckIn });
  const card = await screen.findByRole('region', { name: 'Details of Anna' });
  expect(card.textContent).toContain(`Check-in of 1,${imeiOf(1)},Anna`);
});

test('MAP-021: a card tells where and how old first, then who drives it, and what is of the tracker last', async () => {
  const unit = liveUnit({ id: 1, name: 'Anna', driver: 'Kim', department: 'Norr', registration_number: 'ABC123' });
  await open({ units: [unit], search: { unit: imeiOf(1) } });
  const card = await screen.findByRole('region', { name: /Anna/ });
  const age = within(card).getByText(/^Last position/);
  const terms = [...card.querySelectorAll('dt')];
  expect(age.compareDocumentPosition(terms[0]!) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  const labels = terms.map(({ textContent }) => textContent);
  expect(labels[0]).toBe('Usual driver');
  expect(labels.slice(-2)).toEqual(['GPS', 'IMEI']);
  expect(labels).not.toContain('Last position');
});

test('PLACE-012, MAP-031: of a unit that somebody drives privately neither place nor address is shown', async () => {
  const hidden = { position: null, address: null, no_position_reason: 'private' as const };
  await open({ units: [liveUnit({ id: 1, name: 'Anna', place: 'Depån', ...hidden })], search: { unit: imeiOf(1) } });
  expect((await screen.findByRole('region', { name: 'Details of Anna' })).textContent).not.toContain('Depån');
});

test('PLACE-012, MAP-021: the card tells the street or town beside the place, the list the place alone', async () => {
  const anna = liveUnit({ id: 1, name: 'Anna', place: 'Distrikt Väst', address: 'Lundbyleden, Göteborg' });
  const { user } = await open({
    units: [{ ...anna, address_is_approximate: true }, liveUnit({ id: 2, name: 'Bosse', place: 'Depån' })],
  });
  expect((await screen.findByRole('option', { name: /Anna/ })).textContent).not.toContain('Lundbyleden');
  await user.click(screen.getByRole('option', { name: /Anna/ }));
  await screen.findByText('Distrikt Väst · near Lundbyleden, Göteborg');
  await user.click(screen.getByRole('button', { name: 'Close the details' }));
  await user.click(await screen.findByRole('option', { name: /Bosse/ }));
  await screen.findByText('Depån · Storgatan 12, 171 45 Solna');
});

test('MAP-027: the card of a place that was searched for is gone once a unit is chosen', async () => {
  const place = { label: 'Solna', city: 'Solna', lat: 59.36, lng: 18, is_approximate: true };
  const { user } = await open({ answers: { 'tracking.find-address': () => ({ addresses: [place] }) } });
  await screen.findByRole('listbox');
  const find = async () => {
    await user.type(screen.getByRole('combobox', { name: 'Find an address or place' }), 'Solna{Enter}');
    await screen.findByRole('heading', { name: 'Nearest units' });
  };
  await find();
  await user.click(screen.getByRole('option', { name: /Anna/ }));
  await screen.findByRole('region', { name: 'Details of Anna' });
  expect(screen.queryByRole('heading', { name: 'Nearest units' })).toBeNull();
  // Nor does it come back with the list; one of the nearest is chosen the same way.
  await user.keyboard('{Escape}');
  await screen.findByRole('listbox');
  expect(screen.queryByRole('heading', { name: 'Nearest units' })).toBeNull();
  await find();
  await user.click(screen.getAllByRole('button', { name: /Bosse.*km/ })[0]!);
  await screen.findByRole('region', { name: 'Details of Bosse' });
  expect(screen.queryByRole('heading', { name: 'Nearest units' })).toBeNull();
});

test('PLACE-012: a place that is edited is another on an open map with the next event', async () => {
  const anna = liveUnit({ id: 1, name: 'Anna', place: 'Depån' });
  await open({ units: [anna] });
  await screen.findByText('Depån');
  act(() => tell({ kind: 'position', units: [{ ...anna, place: 'Hamnen' }] }));
  expect(await screen.findByText('Hamnen', undefined, { timeout: 2_000 })).toBeDefined();
});

test('MAP-001: what is drawn beside the units knows which of them there are, and whether a history is shown', async () => {
  const told: string[] = [];
  const renderOnMap: TrackingScreenProps['renderOnMap'] = ({ units, isPast }) => {
    told.push(`${units.map(({ name }) => name).join()} ${isPast ? 'past' : 'now'}`);
    return null;
  };
  const { user } = await open({ renderOnMap });
  await user.click(await screen.findByRole('option', { name: /Anna/ }));
  expect(told.at(-1)).toBe('Anna,Bosse now');
  await user.click(await screen.findByRole('button', { name: 'History' }));
  await waitFor(() => expect(told.at(-1)).toBe('Anna,Bosse past'));
});

test('13-A2: following waits while the history is open, and goes on when it is closed', async () => {
  const { user } = await open({ search: { unit: imeiOf(1) } });
  await user.click(await screen.findByRole('button', { name: 'Follow' }));
  expect(screen.getByRole('button', { name: 'Stop following' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'History' }));
  await screen.findByRole('region', { name: 'History of Anna' });
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Stop following' })).toBeDefined();
});

test('13-A1, MAP-028: what a filter may do to the map stands under it, once it leaves something out', async () => {
  const { user } = await open();
  const field = await screen.findByRole('searchbox', { name: /Search name/ });
  expect(screen.queryByRole('switch', { name: 'Filter the map too' })).toBeNull();
  await user.type(field, 'ann');
  expect(names()).toEqual(['Anna']);
  const filter = screen.getByRole<HTMLInputElement>('switch', { name: 'Filter the map too' });
  expect(filter.checked).toBe(false);
  expect(screen.getByRole('button', { name: 'Show on the map' })).toBeDefined();
  await user.click(filter);
  expect(filter.checked).toBe(true);
});

test('API-055, MAP-021: of a large fleet the rows in view and the card are completed by what they show, in one question each', async () => {
  const units = Array.from({ length: 60 }, (_, i) => liveUnit({ id: i + 1, name: `Bil ${i + 1}`, address: `Gata ${i + 1}` }));
  const { packed, names: fleet } = largeFleet(units, Date.parse('2026-11-02T10:00:00Z'));
  const chosen = ({ query }: { query?: { ids?: string | undefined } | undefined }) =>
    units.filter(({ id }) => query?.ids?.split(',').includes(String(id)));
  const { send, user } = await open({
    answers: {
      'tracking.positions': (input) =>
        input.query?.ids ? { units: chosen(input), server_time: '2026-11-02T10:00:00Z', last_event_id: '1' } : packed,
      'tracking.fleet': () => ({ version: 'v1', units: fleet }),
    },
  });
  expect(await screen.findByText('Gata 3')).toBeDefined();
  const asked = () =>
    send.requests.flatMap(({ id, query }) => (id === 'tracking.positions' && query?.['ids'] ? [query['ids']] : []));
  expect(asked()).toHaveLength(1);
  expect(String(asked()[0]).split(',').length).toBeLessThan(60);
  await user.type(screen.getByRole('searchbox', { name: /Search name/ }), 'Bil 58');
  await user.click(await screen.findByText('Bil 58'));
  const card = await screen.findByRole('region', { name: 'Details of Bil 58' });
  expect(await within(card).findByText('Gata 58')).toBeDefined();
  expect(await within(card).findByText(/11 satellites/)).toBeDefined();
  expect(asked()).toHaveLength(2);
});
