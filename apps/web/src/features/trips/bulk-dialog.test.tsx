import type { Trip } from '@spora/contract/trips/endpoints';
import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { keepColumns } from './column-state.ts';
import { USUAL_COLUMNS } from './columns.ts';
import { TripLogScreen } from './screen.tsx';
import { trip, tripPage } from './testing.ts';
import type { TripSearch } from './public/trip-search.ts';

beforeEach(() => keepColumns(USUAL_COLUMNS));
afterEach(cleanup);

let client: QueryClient;
function Log(): ReactNode {
  const [search, setSearch] = useState<TripSearch>({ matter: 'purpose' });
  client = useQueryClient();
  return (
    <TripLogScreen
      search={search}
      onSearch={(patch) => setSearch((old) => ({ ...old, ...patch }))}
      onBack={() => undefined}
      renderMap={() => null}
    />
  );
}

/** The trips without a purpose, as the server lists them now; a change answers for those it does not list with what others wrote. */
async function open(answers: FakeAnswers = {}, first: readonly Trip[] = [1, 2, 3].map((id) => trip({ id }))) {
  let listed = first;
  const send = fakeSend({
    'units.list': () => ({ units: [] }),
    'trips.generate': () => tripPage(listed),
    'trips.filter-choices': () => ({ drivers: [], departments: [], tags: [], projects: [], places: [] }),
    'trips.purposes': ({ query }) => ({
      purposes: [{ text: query?.trip_id === undefined ? 'Service' : 'Byggmöte', source: 'same-ends' as const }],
    }),
    'trips.projects': () => ({ projects: ['Bron'] }),
    'trips.drivers': () => ({ drivers: [{ id: 7, name: 'Anna Lindqvist' }] }),
    'trips.bulk-update': ({ body }) => ({
      results: body.trip_ids.map(Number).map((id) => {
        const read = body.seen?.find((each) => Number(each.id) === id);
        const now = listed.find((each) => each.id === id) ?? trip({ id, purpose: 'Leverans' });
        return read?.purpose !== now.purpose
          ? { id, success: false as const, error: 'TripChangedMeanwhile', trip: now }
          : { id, success: true as const, trip: { ...now, purpose: body.changes.purpose ?? '' } };
      }),
    }),
    ...answers,
  });
  await renderScreen(<Log />, { send, user: signedInUser() });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('checkbox', { name: 'Tick all trips on the page' }));
  const list = async (trips: readonly Trip[]): Promise<void> => {
    listed = trips;
    await act(() => client.invalidateQueries({ queryKey: ['trips.generate'] }));
  };
  const bar = within(screen.getByRole('region', { name: 'Ticked trips' }));
  const change = async (count: number) => {
    await user.click(bar.getByRole('button', { name: 'Change' }));
    return within(await screen.findByRole('dialog', { name: `Change ${count} ${count === 1 ? 'trip' : 'trips'}` }));
  };
  const sent = () => send.requests.filter(({ id }) => id === 'trips.bulk-update').map(({ body }) => body);
  return { user, list, bar, change, sent };
}

test('TRIP-021, TRIP-022: where trips without a purpose are gone through that is what the form is about, with what is usual', async () => {
  const { change } = await open();
  const dialog = await change(3);
  const value = dialog.getByRole('combobox', { name: 'New value' });
  await waitFor(() => expect(document.activeElement).toBe(value));
  expect(await dialog.findByRole('option', { name: /Byggmöte/ })).toBeDefined();
});

test('TRIP-021: what has left the list since it was ticked is not changed, and the form says so', async () => {
  const { user, list, bar, change, sent } = await open();
  expect(bar.getByText('3 trips ticked')).toBeDefined();
  const dialog = await change(3);
  await user.type(dialog.getByRole('combobox', { name: 'New value' }), 'Besök');
  await list([trip({ id: 1 })]);
  expect(await screen.findByRole('dialog', { name: 'Change 1 trip' })).toBeDefined();
  expect(dialog.getByText('2 more are no longer in the list and are left as they are.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Change 1 trip' }));
  await waitFor(() => expect(sent()).toEqual([{ trip_ids: [1], changes: { purpose: 'Besök' }, seen: [{ id: 1, purpose: '' }] }]));
});

test('ERR-041: what others have filled in since it was read is left, told with what it says now, and changed all the same if one wants', async () => {
  const { user, list, bar, change, sent } = await open();
  await list([]);
  expect(await bar.findByText('0 trips ticked')).toBeDefined();
  expect(bar.queryByRole('button', { name: 'Change' })).toBeNull();
  await user.click(bar.getByRole('button', { name: 'Include' }));
  const again = await change(3);
  await user.type(again.getByRole('combobox', { name: 'New value' }), 'Besök');
  await user.click(again.getByRole('button', { name: 'Change 3 trips' }));
  expect(await again.findByText('3 trips were changed in the meantime and left as they are.')).toBeDefined();
  expect(again.getAllByText(/Purpose: Leverans/)).toHaveLength(3);
  await user.click(again.getByRole('button', { name: 'Change them too' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent().at(-1)).toEqual({
    trip_ids: [1, 2, 3],
    changes: { purpose: 'Besök' },
    seen: [1, 2, 3].map((id) => ({ id, purpose: 'Leverans' })),
  });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ trip_ids: [1, 2, 3], changes: { purpose: 'Leverans' } }));
});

test('TRIP-021: a field that was left empty changes nothing, and says what is missing', async () => {
  const { user, change, sent } = await open();
  const dialog = await change(3);
  await user.click(dialog.getByRole('checkbox', { name: 'Driver' }));
  await user.click(dialog.getByRole('button', { name: 'Change 3 trips' }));
  expect(dialog.getByText('Write what it should say, or choose to remove what is there.')).toBeDefined();
  expect(dialog.getByText('Choose a driver, or “No driver”.')).toBeDefined();
  expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: 'New value' }));
  expect(sent()).toEqual([]);
});

test('TRIP-022: the purpose of many trips is suggested as that of one is, by the keyboard too', async () => {
  const { user, change } = await open();
  const dialog = await change(3);
  const field = dialog.getByRole<HTMLInputElement>('combobox', { name: 'New value' });
  field.focus();
  await user.keyboard('{ArrowDown}');
  // All three go the same way with the same unit.
  expect((await dialog.findByRole('option')).textContent).toBe('Byggmötesame way');
  await user.keyboard('{Escape}');
  expect(dialog.queryByRole('option')).toBeNull();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(field.value).toBe('Byggmöte');
});

test('TRIP-021: what is ticked is written at once, and Enter changes the trips', async () => {
  const { user, change, sent } = await open();
  await change(3);
  await user.keyboard('Besök{Enter}');
  await waitFor(() => expect(sent()).toMatchObject([{ trip_ids: [1, 2, 3], changes: { purpose: 'Besök' } }]));
});

test('TRIP-021: of what is ticked only what one may change is, and the others are told before', async () => {
  const others = [2, 3].map((id) => trip({ id, is_of_another: true, can: { edit: false, route: true } }));
  const said = '2 that are ticked you cannot change: they are attested or somebody else’s.';
  const { user, bar, change, sent } = await open({}, [trip({ id: 1 }), ...others]);
  expect(bar.getByText(said)).toBeDefined();
  const dialog = await change(1);
  expect(dialog.getByText(said)).toBeDefined();
  await user.keyboard('Besök{Enter}');
  await waitFor(() => expect(sent()).toMatchObject([{ trip_ids: [1] }]));
  cleanup();
  const none = await open({}, others);
  expect(none.bar.getByText(said)).toBeDefined();
  expect(none.bar.queryByRole('button', { name: 'Change' })).toBeNull();
  expect(none.bar.queryByRole('button', { name: 'Merge' })).toBeNull();
  expect(none.bar.getByRole('button', { name: 'Show on a map' })).toBeDefined();
});
