import type { IoData } from '@spora/contract/commands/endpoints';
import type { ModeData } from '@spora/contract/modes/endpoints';
import type { LiveUnit } from '@spora/contract/tracking/endpoints';
import type { UnitDetails } from '@spora/contract/units/endpoints';
import { act, cleanup, renderHook, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { endAddingPhone, useConnectedPhone } from '../../lib/add-phone.ts';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { CARD_PARTS } from './card-parts.tsx';
import type { FeedHost } from './live-feed.ts';
import { FIRST_OPTIONS } from './filter-search.ts';
import type { TrackingSearch } from './model.ts';
import { LiveProvider } from './public/live-context.tsx';
import { TrackingScreen } from './screen.tsx';
import { liveUnit } from './testing.ts';

afterEach(cleanup);
const IMEI = '350000000000001';
/** Each part is a file of its own, fetched when it is first shown. */
const LOADING_MS = 20_000;

const hostOf = (): FeedHost => ({
  now: () => Date.now(),
  wait: () => Promise.resolve(),
  becomeLeader: () => new Promise(() => undefined),
  channel: { post: () => undefined, listen: () => () => undefined },
});
const modes = (may: boolean): Partial<ModeData> => ({
  ...{ profile: null, current: null, pending: null, theft: null, interval_s: null, rates: null, modes: [] },
  security_receiver_names: [],
  can: { set: may, theft: may, track: may },
});
const siren = (may: boolean) => ({
  ...{ number: 1, name: 'Siren', type: 'siren', is_configured: true, is_on: false, normal_state: false, pulse_s: null },
  ...{ as_of: null, last: null, needs_confirmation: false, dangerous_wish: null, can: { switch: may } },
});

/** What the server answers of the unit to whoever may do all of it, or only look. */
const answersFor = (may: boolean): FakeAnswers => ({
  'modes.get': () => modes(may) as ModeData,
  'zones.armed': () => ({ geofence: null, can: { arm: may } }),
  'commands.io': () => ({ inputs: [], outputs: [siren(may)], is_moving: false, can: { edit: false } }) as unknown as IoData,
});
const LOCKED = () => {
  throw new ApiError(403, 'UnitLocked');
};
const locked: FakeAnswers = { 'modes.get': LOCKED, 'zones.armed': LOCKED, 'commands.io': LOCKED };

async function openCard(answers: FakeAnswers, over: Partial<LiveUnit> = {}) {
  const unit = liveUnit({ id: 1, name: 'Anna', ...over });
  const searches: TrackingSearch[] = [];
  const send = fakeSend({
    'tracking.positions': () => ({ units: [unit], server_time: '2026-11-02T10:00:00Z', last_event_id: '1' }),
    'tracking.search-options': () => FIRST_OPTIONS,
    'accounts.map-config': () => ({ providers: [] }),
    'alarms.open': () => ({ new_count: 0, open_count: 0, newest: null, units: [] }),
    'alarms.list': () => ({ alarms: [], next: null }),
    ...answers,
  });
  function Page(): ReactNode {
    const [search, setSearch] = useState<TrackingSearch>({ unit: IMEI });
    return (
      <LiveProvider hostOf={hostOf}>
        <TrackingScreen
          search={search}
          onSearch={(next) => (searches.push(next), setSearch(next))}
          onAddPhone={null}
          {...CARD_PARTS}
        />
      </LiveProvider>
    );
  }
  await renderScreen(<Page />, { send, user: signedInUser() });
  const card = within(await screen.findByRole('region', { name: 'Details of Anna' }));
  // The last of what comes later, whatever comes.
  await card.findByRole('button', { name: 'Share' }, { timeout: LOADING_MS });
  const asked = ['modes.get', 'zones.armed', 'commands.io'].filter((id) => id !== 'zones.armed' || unit.position !== null);
  await waitFor(() => expect(asked.filter((id) => !send.requests.some((each) => each.id === id))).toEqual([]));
  const sent = (id: string) => send.requests.filter((each) => each.id === id);
  const user = userEvent.setup();
  const texts = (elements: readonly HTMLElement[]) =>
    elements.map((one) => (one.querySelector('[slot=label]') ?? one).textContent);
  const inRow = () => texts([...card.queryAllByRole('button'), ...card.queryAllByRole('link')]);
  const inMenu = async () => {
    await user.click(card.getByRole('button', { name: 'More' }));
    const items = texts(await screen.findAllByRole('menuitem'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    return items;
  };
  const actions = async () => [...inRow(), ...(await inMenu())];
  return { card, searches, sent, actions, inRow, inMenu, user };
}

const FOR_EVERYBODY = ['Follow', 'History', 'Trip log', 'Settings', 'Navigate to', 'Share'];
const BY_RIGHT = ['Active tracking', 'Alarm if it leaves this place', 'Turn on theft mode', 'Turn on'];

test('MAP-022: the card offers every action to who may do them all', async () => {
  const { card, actions } = await openCard(answersFor(true));
  await card.findByRole('button', { name: 'Turn on Siren' });
  expect(await actions()).toEqual(expect.arrayContaining([...FOR_EVERYBODY, ...BY_RIGHT]));
});

test('MAP-022: before the facts stand a few actions in one row, the others in a menu, what is dangerous last and looking so', async () => {
  const { card, inMenu, user } = await openCard(answersFor(true));
  await card.findByRole('button', { name: 'Turn on Siren' });
  const isBeforeFacts = (element: HTMLElement) =>
    (element.compareDocumentPosition(card.getByText('Last contact')) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  const before = [...card.getAllByRole('button'), ...card.getAllByRole('link')].filter(isBeforeFacts);
  // The first closes the card.
  expect(before.map(({ textContent }) => textContent)).toEqual(['', 'Follow', 'History', 'Share', 'More', 'Trip log']);
  expect((await inMenu()).at(-1)).toBe('Turn on theft mode');
  // What is alike says how it differs.
  await user.click(card.getByRole('button', { name: 'More' }));
  const helpOf = (name: string): string | undefined =>
    screen.getByRole('menuitem', { name }).querySelector('[slot=description]')?.textContent;
  expect(helpOf('Alarm if it leaves this place')).toMatch(/^For the night, the harbour/);
  expect(helpOf('Active tracking')).toMatch(/while you watch\. No alarm\.$/);
  expect(helpOf('Turn on theft mode')).toMatch(/^When it is stolen/);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  // By keyboard alone; and of two actions none has the other's picture.
  act(() => card.getByRole('button', { name: 'More' }).focus());
  await user.keyboard('{Enter}');
  const items = await screen.findAllByRole('menuitem');
  expect(items.at(-1)?.className).toContain('dangerous');
  expect(items.filter(({ className }) => className.includes('dangerous'))).toHaveLength(1);
  const pictures = [...document.querySelectorAll('[role=menuitem] path, .actions > :is(button, a) path')].map((path) =>
    path.getAttribute('d'),
  );
  expect(new Set(pictures).size).toBe(pictures.length);
  expect(pictures.length).toBeGreaterThan(8);
  await user.keyboard('{End}{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Turn on theft mode for Anna?' })).toBeDefined();
});

test.each([
  ['who may only look', answersFor(false)],
  ['who meets a lock', locked],
])('MAP-022: the card offers %s what looking needs, and nothing that the server would refuse', async (_, answers) => {
  const { actions } = await openCard(answers);
  const offered = await actions();
  expect(offered).toEqual(expect.arrayContaining(FOR_EVERYBODY));
  for (const action of BY_RIGHT) expect(offered).not.toContain(action);
});

test('MAP-022, MAP-031: of a unit that is driven privately there is no place to follow, arm or go to', async () => {
  const { actions } = await openCard(answersFor(false), { position: null, address: null, no_position_reason: 'private' });
  const offered = await actions();
  for (const action of ['Follow', 'Navigate to', 'Alarm if it leaves this place']) expect(offered).not.toContain(action);
  expect(offered).toEqual(expect.arrayContaining(['History', 'Trip log', 'Settings', 'Share']));
});

test.each([
  ['a driver, who checks in only oneself, has it in sight', false, ['Check in', 'Follow']],
  ['whoever looks after all finds it among the other actions', true, ['Follow']],
])('DRV-001: %s', async (_, check_in_others, first) => {
  const { card, inMenu } = await openCard({
    ...answersFor(false),
    'drivers.check-ins': () => ({ check_ins: [], can: { check_in_others } }),
  });
  if (!check_in_others) await card.findByRole('button', { name: 'Check in' }, { timeout: LOADING_MS });
  await waitFor(async () => expect((await inMenu()).includes('Check in')).toBe(check_in_others));
  const names = card.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names.filter(Boolean).slice(0, first.length)).toEqual(first);
});

test('MAP-022: each action does what it says', async () => {
  const { card, searches, sent, user } = await openCard({
    ...answersFor(true),
    'modes.active-tracking': () => ({ command_id: 9, confirm_by: new Date(Date.now() + 90_000).toISOString(), lasts_s: 600 }),
    'zones.arm': () => ({}) as never,
    'commands.switch-output': () => ({ command_id: 4 }),
    'tracking.history': LOCKED,
  });
  const press = async (name: string) => user.click(await card.findByRole('button', { name }));
  const choose = async (name: string) => {
    await press('More');
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await press('Follow');
  expect(card.getByRole('button', { name: 'Stop following' }).getAttribute('aria-pressed')).toBe('true');
  await choose('Alarm if it leaves this place');
  await waitFor(() => expect(sent('zones.arm')).toMatchObject([{ body: { imei: IMEI } }]));
  await press('Turn on Siren');
  await waitFor(() =>
    expect(sent('commands.switch-output')).toMatchObject([{ params: { imei: IMEI, n: 1 }, body: { state: true } }]),
  );
  await choose('Active tracking');
  await waitFor(() => expect(sent('modes.active-tracking')).toMatchObject([{ body: { imei: IMEI, state: 1 } }]));
  await choose('Turn on theft mode');
  expect(await screen.findByRole('dialog', { name: 'Turn on theft mode for Anna?' })).toBeDefined();
  await user.keyboard('{Escape}');
  await press('Share');
  expect(screen.getByRole('dialog', { name: 'Share on a map' })).toBeDefined();
  await user.keyboard('{Escape}');
  const target = (name: string) => card.getByRole('link', { name }).getAttribute('href');
  expect(target('Trip log')).toContain(IMEI);
  await press('More');
  expect((await screen.findByRole('menuitem', { name: 'Navigate to' })).getAttribute('href')).toBe('geo:59.36,18?q=59.36,18');
  await user.keyboard('{Escape}');
  await press('History');
  expect(searches.at(-1)).toMatchObject({ unit: IMEI, from: expect.any(String) as string });
});

test('MAP-022: the card of a boat leads to its trips, which nobody drove', async () => {
  const { inRow } = await openCard(answersFor(false), { kind: 'boat' });
  expect(inRow()).toContain('Trips');
  expect(inRow()).not.toContain('Trip log');
});

test('MODE-010: of a unit in theft mode the card tells whether it moves or stands, too', async () => {
  const unit = { state: 'moving' } as UnitDetails;
  const { card } = await openCard({ ...answersFor(true), 'units.get': () => unit }, { state: 'theft' });
  expect((await card.findByText(/· Moving$/)).textContent).toBe('Theft mode · Moving');
});

test('6: the card of a phone that never connected leads administrators to a code, and shows no number that is ours', async () => {
  const never = { kind: 'phone', position: null, address: null, no_position_reason: 'never-connected' } as const;
  await openCard(answersFor(true), never);
  const { result } = renderHook(() => useConnectedPhone());
  await userEvent.click(await screen.findByRole('button', { name: 'Connect the phone' }));
  expect(result.current).toEqual({ imei: IMEI, name: 'Anna' });
  act(() => endAddingPhone());
  expect(screen.queryByText('IMEI')).toBeNull();
  expect(screen.queryByRole('button', { name: 'History' }), 'there is none').toBeNull();
});

test('NAV-019: the card of a tracker that never connected leads administrators to how it is pointed here', async () => {
  const { card } = await openCard(answersFor(true), { position: null, address: null, no_position_reason: 'never-connected' });
  expect(card.getByRole('link', { name: 'How to connect it' }).getAttribute('href')).toBe(
    `/user/edit-terminal?imei=${IMEI}&tab=connection`,
  );
});
