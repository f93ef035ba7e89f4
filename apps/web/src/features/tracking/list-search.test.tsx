import type { SearchOptions } from '@spora/contract/tracking/endpoints';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeSend, onNarrowScreen, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { FIRST_OPTIONS } from './filter-search.ts';
import type { FeedHost } from './live-feed.ts';
import { readTrackingSearch, type TrackingSearch } from './model.ts';
import { LiveProvider } from './public/live-context.tsx';
import { TrackingScreen } from './screen.tsx';
import { liveUnit } from './testing.ts';

beforeEach(() => {
  for (const name of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: 640 });
  HTMLElement.prototype.scrollTo = () => undefined;
});
afterEach(cleanup);

const hostOf = (): FeedHost => ({
  now: () => Date.now(),
  wait: () => Promise.resolve(),
  becomeLeader: () => new Promise(() => undefined),
  channel: { post: () => undefined, listen: () => () => undefined },
});
const UNITS = [
  liveUnit({ id: 1, name: 'Anna', department: 'Norr' }),
  liveUnit({ id: 2, name: 'Bosse', department: 'Syd' }),
  liveUnit({ id: 3, name: 'Cilla', department: 'Syd' }),
];

/** The page with an address that can be gone to, and with what the member has saved. */
async function open(search: TrackingSearch, saved: Partial<SearchOptions> = {}, units = UNITS) {
  const send = fakeSend({
    'tracking.positions': () => ({ units, server_time: '2026-11-02T10:00:00Z', last_event_id: '1' }),
    'tracking.search-options': () => ({ ...FIRST_OPTIONS, ...saved }),
    'tracking.save-search-options': ({ body }) => body as never,
    'accounts.map-config': () => ({ providers: [] }),
    'alarms.open': () => ({ new_count: 0, open_count: 0, newest: null, units: [] }),
    'alarms.list': () => ({ alarms: [], next: null }),
  });
  let address: TrackingSearch = search;
  let goTo: (next: TrackingSearch) => void = () => undefined;
  function Page(): ReactNode {
    const [shown, setShown] = useState(search);
    goTo = (next) => setShown((address = next));
    return (
      <LiveProvider hostOf={hostOf}>
        <TrackingScreen
          search={shown}
          onSearch={({ unit, from, to }) => goTo({ ...address, unit, from, to })}
          onFilters={(filters) => goTo({ ...readTrackingSearch({ unit: address.unit }), ...filters })}
          onAddPhone={null}
        />
      </LiveProvider>
    );
  }
  await renderScreen(<Page />, { send, user: signedInUser() });
  await screen.findByRole('listbox');
  const kept = () => send.requests.filter(({ id }) => id === 'tracking.save-search-options').map(({ body }) => body);
  return { user: userEvent.setup(), address: () => address, goTo: (next: TrackingSearch) => act(() => goTo(next)), kept };
}
const rows = (): (string | undefined)[] =>
  screen.getAllByRole('option').map(({ textContent }) => /Anna|Bosse|Cilla|Norr|Syd/.exec(textContent)?.[0]);

test('NAV-037: what the list is narrowed to stands in the address, and the first view needs no word', async () => {
  const { user, address } = await open({});
  expect(address()).toEqual({});
  await user.click(screen.getByRole('button', { name: 'Reverse the order' }));
  await waitFor(() => expect(address()).toEqual({ reversed: true }));
  await user.type(screen.getByRole('searchbox', { name: /Search name/ }), 'cil');
  await waitFor(() => expect(address()).toEqual({ reversed: true, q: 'cil' }));
  expect(rows()).toEqual(['Cilla']);
});

test('NAV-037, MAP-018: a link shows its own filters in place of the saved ones, which stay saved', async () => {
  const { kept, goTo } = await open({ departments: ['Syd'] }, { search: 'anna' });
  await waitFor(() => expect(rows()).toEqual(['Bosse', 'Cilla']));
  goTo({ q: 'cil' });
  await waitFor(() => expect(rows()).toEqual(['Cilla']));
  cleanup();
  expect(kept()).toEqual([]);
});

test('NAV-037, MAP-018: saved filters are told to the address, so that a copied link shows them to others', async () => {
  const { address } = await open({}, { departments: ['Norr'] });
  await waitFor(() => expect(rows()).toEqual(['Anna']));
  await waitFor(() => expect(address()).toEqual({ departments: ['Norr'] }));
});

test('MAP-018: a text that was typed once, here or on another machine, narrows no list that is opened anew', async () => {
  const { user, address, kept } = await open({}, { search: 'anna', sort: 'state' });
  await waitFor(() => expect(address()).toEqual({ sort: 'state' }));
  expect(rows()).toEqual(expect.arrayContaining(['Anna', 'Bosse', 'Cilla']));
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: /Search name/ });
  expect(field.value).toBe('');
  await user.type(field, 'bos');
  await waitFor(() => expect(rows()).toEqual(['Bosse']));
  await user.click(screen.getByRole('button', { name: 'Reverse the order' }));
  await waitFor(() => expect(address()).toEqual({ q: 'bos', sort: 'state', reversed: true }));
  await user.type(field, 's');
  cleanup();
  expect(kept()).toEqual([{ ...FIRST_OPTIONS, sort: 'state', descending: true }]);
});

test('MAP-017: from the search the arrow goes on in the list, and Enter opens the only hit', async () => {
  const { user, address } = await open({});
  const field = screen.getByRole('searchbox', { name: /Search name/ });
  await user.type(field, 'a');
  await waitFor(() => expect(rows()).toEqual(['Anna', 'Cilla']));
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toMatchObject({ unit: UNITS[2]!.imei }));
  await user.click(screen.getByRole('button', { name: 'Close the details' }));
  await user.clear(screen.getByRole('searchbox', { name: /Search name/ }));
  await user.type(screen.getByRole('searchbox', { name: /Search name/ }), 'bos');
  await waitFor(() => expect(rows()).toEqual(['Bosse']));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toMatchObject({ unit: UNITS[1]!.imei }));
});

test('MAP-018: a text alone is nothing to keep', async () => {
  const { user, kept } = await open({});
  await user.type(screen.getByRole('searchbox', { name: /Search name/ }), 'bos');
  await waitFor(() => expect(rows()).toEqual(['Bosse']));
  cleanup();
  expect(kept()).toEqual([]);
});

test('MAP-018, MAP-036: what is the whole list can not be folded away, and the keyboard goes past its name', async () => {
  const only = liveUnit({ id: 1, name: 'Anna', position: null });
  const { user } = await open({}, {}, [only]);
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Anna')]);
  expect(screen.getByText('Without a position')).toBeTruthy();
  act(() => screen.getByRole('listbox').focus());
  await user.keyboard('{Home}{ArrowUp}');
  expect(screen.getByRole('listbox').getAttribute('aria-activedescendant')).toBe('unit-1');
});

test('MAP-018: a group that somebody closes stays closed, by mouse and by keyboard, and is saved', async () => {
  const { user, kept } = await open({}, { group_by: 'department' });
  await waitFor(() => expect(rows()).toEqual(['Norr', 'Anna', 'Syd', 'Bosse', 'Cilla']));
  await user.click(screen.getByRole('option', { name: /Syd.*open/ }));
  expect(rows()).toEqual(['Norr', 'Anna', 'Syd']);
  expect(screen.getByRole('option', { name: /Syd 2 closed/ })).toBeDefined();
  act(() => screen.getByRole('listbox').focus());
  await user.keyboard('{Home}{Enter}');
  expect(rows()).toEqual(['Norr', 'Syd']);
  cleanup();
  expect(kept().at(-1)).toMatchObject({ group_by: 'department', closed_groups: ['department:Syd', 'department:Norr'] });
});

test('MAP-017: on a phone the list follows what is typed over the map, unless that is an address', async () => {
  onNarrowScreen(['(width < 768px)']);
  const { user } = await open({});
  const field = screen.getByRole('combobox', { name: 'Search unit or address' });
  const list = () =>
    within(screen.getByRole('listbox', { name: 'Units' }))
      .getAllByRole('option')
      .map(({ textContent }) => /Anna|Bosse|Cilla/.exec(textContent)?.[0]);
  await user.type(field, 'cil');
  expect(list()).toEqual(['Cilla']);
  expect(screen.getByText(/^1 of 3 units/)).toBeDefined();
  expect(screen.getByRole('button', { name: /^No contact ?1$/ }), 'what a press on the chip would show').toBeDefined();
  await user.type(field, 'lavägen');
  expect(list()).toEqual(['Anna', 'Bosse', 'Cilla']);
  await user.keyboard('{Escape}');
  expect(list()).toEqual(['Anna', 'Bosse', 'Cilla']);
});

test('MAP-018: whoever comes back to some units of many has one press to all of them', async () => {
  const { user, address } = await open({ departments: ['Syd'] });
  await waitFor(() => expect(rows()).toEqual(['Bosse', 'Cilla']));
  await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
  expect(rows()).toEqual(['Anna', 'Bosse', 'Cilla']);
  expect(address()).toEqual({});
  expect(screen.queryByRole('button', { name: 'Clear the filters' })).toBeNull();
});
