import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADDRESSES } from '../../lib/addresses.ts';
import { parseSearch, stringifySearch } from '../../lib/search-text.ts';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { FIRST_OPTIONS } from './filter-search.ts';
import type { FeedHost } from './live-feed.ts';
import { readTrackingSearch } from './model.ts';
import { TrackingPage } from './page.tsx';
import { LiveProvider } from './public/live-context.tsx';
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
const imeiOf = (id: number): string => String(350000000000000 + id);
const BEFORE = '/user/today';

/** The map after another page, with the browser's own history around it. */
async function open(search = '') {
  const history = createMemoryHistory({ initialEntries: [BEFORE, `${ADDRESSES.map}${search}`] });
  const root = createRootRoute({ component: Outlet });
  const map = createRoute({
    getParentRoute: () => root,
    path: ADDRESSES.map,
    validateSearch: readTrackingSearch,
    component: () => (
      <LiveProvider hostOf={hostOf}>
        <TrackingPage />
      </LiveProvider>
    ),
  });
  const before = createRoute({ getParentRoute: () => root, path: BEFORE, component: () => 'The page before' });
  const router: AnyRouter = createRouter({ routeTree: root.addChildren([map, before]), history, parseSearch, stringifySearch });
  const units = ['Anna', 'Bosse'].map((name, i) => liveUnit({ id: i + 1, name }));
  const send = fakeSend({
    'tracking.positions': () => ({ units, server_time: '2026-11-02T10:00:00Z', last_event_id: '1' }),
    'tracking.search-options': () => FIRST_OPTIONS,
    'tracking.save-search-options': ({ body }) => body as never,
    'accounts.map-config': () => ({ providers: [] }),
    'alarms.open': () => ({ new_count: 0, open_count: 0, newest: null, units: [] }),
    'alarms.list': () => ({ alarms: [], next: null }),
    'tracking.history': () => new Promise(() => undefined),
  });
  await renderScreen(<RouterProvider router={router} />, { send, user: signedInUser() });
  const back = () => act(() => history.back());
  return { user: userEvent.setup(), back, forward: () => act(() => history.forward()), history };
}
const card = (name: string) => screen.findByRole('region', { name: `Details of ${name}` });
const historyOf = (name: string) => screen.findByRole('region', { name: `History of ${name}` });
const list = () => screen.findByRole('listbox');
const row = (name: string) => screen.findByRole('option', { name: new RegExp(name) });

test('NAV-037, MAP-016: Back leads from the history to the card, from the card to the list, and only then off the map', async () => {
  const { user, back, forward } = await open();
  await user.click(await row('Anna'));
  await card('Anna');
  await user.click(screen.getByRole('button', { name: 'History' }));
  await historyOf('Anna');
  // Another day is the same step.
  await user.click(screen.getByRole('button', { name: 'Previous day' }));
  back();
  await card('Anna');
  back();
  await list();
  forward();
  await card('Anna');
  back();
  await list();
  back();
  expect(await screen.findByText('The page before')).toBeDefined();
});

test('NAV-037: what is closed by its cross or by Escape is gone from the way back, and nothing stands there twice', async () => {
  const { user, back, history } = await open();
  await user.click(await row('Anna'));
  await card('Anna');
  await user.click(screen.getByRole('button', { name: 'History' }));
  await historyOf('Anna');
  await user.keyboard('{Escape}');
  await card('Anna');
  // Somebody in a hurry presses twice.
  const cross = screen.getByRole('button', { name: 'Close the details' });
  act(() => (cross.click(), cross.click()));
  await list();
  expect(history.location.pathname).toBe(ADDRESSES.map);
  await user.click(await row('Bosse'));
  await card('Bosse');
  await user.keyboard('{Escape}');
  await list();
  back();
  expect(await screen.findByText('The page before')).toBeDefined();
});

test('MAP-022: the settings of a unit are reached from its menu, and Back leads to its card again', async () => {
  const { user, back, history } = await open(`?unit=${imeiOf(1)}`);
  await card('Anna');
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Settings' }));
  await waitFor(() => expect(history.location.pathname).toBe(ADDRESSES.editUnit));
  expect(history.location.search).toContain(imeiOf(1));
  back();
  await card('Anna');
});

test('NAV-037: a link to a history opens it, and closing leads to card and list of the map, Back to where the link stood', async () => {
  const { user, back, history } = await open(`?unit=${imeiOf(1)}&from=2026-11-02&to=2026-11-02`);
  await historyOf('Anna');
  await user.keyboard('{Escape}');
  await card('Anna');
  await user.keyboard('{Escape}');
  await list();
  await waitFor(() => expect(history.location.search).not.toContain('unit'));
  back();
  expect(await screen.findByText('The page before')).toBeDefined();
});
