import type { Trip } from '@spora/contract/trips/endpoints';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { keepColumns } from './column-state.ts';
import { USUAL_COLUMNS } from './columns.ts';
import { TripLogScreen } from './screen.tsx';
import { trip, tripPage } from './testing.ts';
import type { TripSearch } from './public/trip-search.ts';

beforeEach(() => keepColumns(USUAL_COLUMNS));
afterEach(cleanup);

let named: string[] = [];
function Log(): ReactNode {
  const [search, setSearch] = useState<TripSearch>({});
  return (
    <TripLogScreen
      search={search}
      onSearch={(patch) => setSearch((old) => ({ ...old, ...patch }))}
      onBack={() => undefined}
      renderMap={() => null}
      renderPlaceLink={({ id }, which) => <a href={`/place/${id}/${which}`}>Save as place</a>}
      onNamePlace={({ id }, which) => named.push(`${id} ${which}`)}
    />
  );
}
async function open(trips: readonly Trip[], over = {}) {
  named = [];
  await renderScreen(<Log />, {
    send: fakeSend({
      'units.list': () => ({ units: [] }),
      'trips.generate': () => tripPage(trips),
      'trips.filter-choices': () => ({ drivers: [], departments: [], tags: [], projects: [], places: [] }),
    }),
    user: signedInUser(over),
  });
  await screen.findByRole('table');
  return userEvent.setup();
}
const menus = () => screen.queryAllByRole('button', { name: /^Save start or stop/ });
const base = trip({ id: 1 });
const NAMED = { ...base, start: { ...base.start, place: 'Office' } };

test('TRIP-014, PLACE-011: a stop is saved as a place from the row of its trip, by its address', async () => {
  const user = await open([base]);
  await user.click(menus()[0]!);
  const menu = within(await screen.findByRole('menu'));
  expect(menu.getAllByRole('menuitem').map((each) => each.textContent)).toEqual(['Hornsgatan 84', 'near Kungsgatan 12']);
  await user.click(menu.getByRole('menuitem', { name: 'near Kungsgatan 12' }));
  expect(named).toEqual(['1 stop']);
});

test('PLACE-011: where the place that an end was called after is removed, another can be made there', async () => {
  const removed = { ...base, start: { ...base.start, place: 'Offcie', place_is_removed: true } };
  const user = await open([{ ...removed, stop: null }]);
  await user.click(menus()[0]!);
  await user.click(await screen.findByRole('menuitem', { name: 'Offcie' }));
  expect(named).toEqual(['1 start']);
});

test('TRIP-014: the opened trip has it beside the address, on a phone too; an end that has a name is left alone', async () => {
  const user = await open([NAMED]);
  await user.click(menus()[0]!);
  const menu = await screen.findByRole('menu');
  expect(within(menu).getAllByRole('menuitem')).toHaveLength(1);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: /, Trip$/ }));
  const ends = within(await screen.findByRole('list', { name: 'Start and stop' })).getAllByRole('listitem');
  expect(ends.map((end) => within(end).queryByRole('link')?.getAttribute('href'))).toEqual([undefined, '/place/1/stop']);
});

test('DEC-69, TRIP-014: a driver who may not change places is offered none, neither in the row nor in the opened trip', async () => {
  const user = await open([base], { IsAdmin: false });
  expect(menus()).toEqual([]);
  await user.click(screen.getByRole('button', { name: /, Trip$/ }));
  const ends = within(await screen.findByRole('list', { name: 'Start and stop' }));
  expect(ends.queryAllByRole('link')).toEqual([]);
  cleanup();
  await open([base], { IsAdmin: false, MayEditPlaces: true });
  expect(menus()).not.toEqual([]);
});

test('PLACE-003, TRIP-032: nothing is offered with basic subscriptions, where both ends have names, and of what is not told', async () => {
  await open([base], { userHasOnlyBasSubscription: true });
  expect(menus()).toEqual([]);
  cleanup();
  const nowhere = { lat: null, lng: null, address: null, time: null };
  const masked = { ...base, id: 3, is_masked: true, start: { ...base.start, ...nowhere }, stop: { ...base.stop!, ...nowhere } };
  await open([{ ...NAMED, stop: { ...NAMED.stop!, place: 'Home' } }, masked]);
  expect(menus()).toEqual([]);
});
