import type { SignedInUser } from '@spora/contract/auth/endpoints';
import type { Profile } from '@spora/contract/users/endpoints';
import { createBrowserHistory, createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ADDRESSES } from '../lib/addresses.ts';
import { ApiError } from '../lib/api-error.ts';
import { reportLiveConnection } from '../lib/connection.ts';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser, onNarrowScreen } from '../lib/testing.tsx';
import { useSessionState } from '../lib/session-context.tsx';
import { trip, tripPage } from '../features/trips/testing.ts';
import { SignedIn } from './signed-in.tsx';

/** NAV-027. */
const MEMBERS_MENU = [
  'Trip log',
  'Alarms',
  'Attest',
  'Summary',
  'Benefit value',
  'Fuel',
  'Tolls',
  'Eco-driving',
  'Drivers',
  'Zones',
  'Places',
  'Units',
  'Sensors',
  'Service',
];

beforeEach(() => {
  localStorage.clear();
  document.title = '';
});
afterEach(cleanup);

/** As the entry does it: the application goes away with the session. */
function Entry(props: { history: RouterHistory }) {
  const state = useSessionState();
  return state.kind === 'signed-in' ? (
    <SignedIn history={props.history} />
  ) : (
    <p>{`over: ${'reason' in state ? state.reason : ''}`}</p>
  );
}

const PROFILE: Profile = {
  full_name: 'Anna Lindqvist',
  first_name: 'Anna',
  last_name: 'Lindqvist',
  phone: '46701234567',
  email: 'anna@example.com',
  language: 'sv',
  two_factor: false,
  alerts: true,
  push: true,
  pending_email: null,
  sign_on_waits: false,
  default_purpose: '',
};

/** Opens the application at an address, without the map unless asked for: its stream and its drawing have tests of their own. */
async function open(
  address: string,
  over: Partial<SignedInUser> = {},
  answers: FakeAnswers = {},
  history: RouterHistory = createMemoryHistory({ initialEntries: [address] }),
) {
  const user = signedInUser({ RealTimeMap: false, ...over });
  const send = fakeSend({
    'auth.me': () => ({ user }),
    'trips.generate': () => new Promise(() => undefined),
    'units.list': () => ({ units: [] }),
    'alarms.open': () => ({ new_count: 0, open_count: 0, newest: null, units: [] }),
    'users.preferences': () => ({ preferences: {} }),
    'users.save-preferences': () => ({}),
    'users.update-profile': ({ body }) => ({ ...PROFILE, ...body }),
    'accounts.announcement': () => '',
    'users.profile': () => PROFILE,
    'users.list': () => ({ user: [] }),
    'safe-return.list': () => [],
    'accounts.car-schedule-status': () => ({ EnableCarSchedule: false }),
    'bookings.week': () => ({
      BookingSchedules: [],
      removed: [],
      OldestBooking: null,
      needs_approval: false,
      can: { choose_driver: true, administer: true },
      server_time: new Date().toISOString(),
    }),
    'bookings.requests': () => [],
    'users.notice': () => ({ position_months: 3, private_position_months: 1, required: false, acknowledged_at: null }),
    'auth.list-sessions': () => ({ sessions: [], trusted_browsers: [] }),
    'auth.sign-out': () => ({}),
    ...answers,
  });
  await renderScreen(<Entry history={history} />, { send, user });
  return { send, path: () => history.location.pathname, history };
}
const heading = async (name: string) => screen.findByRole('heading', { level: 1, name });
const menu = () => screen.findByRole('navigation', { name: 'Main menu' });
const entriesOf = async () =>
  within(await menu())
    .getAllByRole('link')
    .map((link) => link.textContent);

describe('pages', () => {
  test.each([
    ['NAV-012', ADDRESSES.geofences, 'Zones'],
    ['NAV-012, GEO-010', ADDRESSES.newGeofence, 'New zone'],
    ['NAV-012, GEO-010', `${ADDRESSES.newGeofence}/17`, 'Edit zone'],
    ['NAV-013', ADDRESSES.places, 'Places'],
    ['NAV-013', ADDRESSES.newPlace, 'New place'],
    ['NAV-013', `${ADDRESSES.newPlace}/17`, 'Edit place'],
    ['NAV-015', ADDRESSES.units, 'Units'],
    ['SRV-007', ADDRESSES.service, 'Service'],
    ['ATT-005', ADDRESSES.attest, 'Attest'],
    ['NAV-015, NAV-037', `${ADDRESSES.editUnit}?imei=350000000000012&tab=sensors`, 'Unit'],
    ['NAV-018', ADDRESSES.account, 'Account'],
    ['NAV-021, NAV-030, ALARM-002', ADDRESSES.alarmReceivers, 'Alarm receivers'],
    ['ADM-027', ADDRESSES.profile, 'My profile'],
    ['ALARM-035', ADDRESSES.alarms, 'Alarms'],
    ['NAV-019', ADDRESSES.addUnit, 'Add a unit'],
    ['NAV-010', ADDRESSES.tripLog, 'Trip log'],
    ['NAV-011, REP-008', ADDRESSES.congestionReport, 'Tolls'],
  ])('%s: %s is a page of its own with its title', async (_row, address, title) => {
    const { path } = await open(address);
    await heading(title);
    expect(path()).toBe(address.split('?')[0]);
    await waitFor(() => expect(document.title).toBe(`${title} · Spora`));
  });

  test('NAV-001: who is signed in has the side menu, the header and the page', async () => {
    await open(ADDRESSES.profile);
    await heading('My profile');
    expect(await menu()).toBeDefined();
    expect(within(screen.getByRole('banner')).getByRole('button', { name: 'Sign out' })).toBeDefined();
    expect(screen.getByRole('main')).toBeDefined();
  });

  test('ALARM-035: the menu says beside Alarms how many nobody has seen', async () => {
    const units = [{ id: 11, imei: null, count: 3, urgency: 'urgent' as const }];
    await open(ADDRESSES.profile, {}, { 'alarms.open': () => ({ new_count: 3, open_count: 5, newest: null, units }) });
    expect(await within(await menu()).findByRole('link', { name: /^Alarms ?, 3 new alarms$/ })).toBeDefined();
  });

  test('ALARM-035: where the menu is closed its button has a dot and says the number; without news it is the button alone', async () => {
    const news = { 'alarms.open': () => ({ new_count: 3, open_count: 5, newest: null, units: [] }) };
    await open(ADDRESSES.profile, {}, news);
    const button = await screen.findByRole('button', { name: 'Open menu, 3 new alarms' });
    expect(button.nextElementSibling?.className).toMatch(/news/);
    cleanup();
    await open(ADDRESSES.profile);
    expect((await screen.findByRole('button', { name: 'Open menu' })).nextElementSibling).toBeNull();
  });

  test('NAV-036: in a menu that is longer than its window the page that is open is brought into view, and Tab still begins at the link past the menu', async () => {
    const rect = (top: number, height: number) => ({ top, bottom: top + height, left: 0, width: 100 }) as DOMRect;
    const measure = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return this.getAttribute('aria-current') === 'page' ? rect(900, 32) : rect(0, 400);
    });
    // It would make the entry the place from which Tab goes on.
    const led = vi.fn<typeof HTMLElement.prototype.scrollIntoView>();
    HTMLElement.prototype.scrollIntoView = led;
    await open(ADDRESSES.sensors);
    const [menu] = await screen.findAllByRole('navigation', { name: 'Main menu' });
    await waitFor(() => expect(menu?.scrollTop).toBe(532));
    expect(led.mock.contexts.filter((at) => menu?.contains(at as Element))).toEqual([]);
    measure.mockRestore();
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
  });

  test('NAV-016: editing a unit without naming it shows the list of units', async () => {
    const { path } = await open(`${ADDRESSES.editUnit}?tab=sensors`);
    await heading('Units');
    expect(path()).toBe(ADDRESSES.units);
  });

  test.each(['/nothing', '/user/nothing', '/administration/nothing', `${ADDRESSES.newPlace}/1/2`, `${ADDRESSES.map}/x`])(
    'NAV-023, DEC-18: %s is not found, within the shell',
    async (address) => {
      await open(address);
      await heading('Page not found');
      expect(screen.queryByText(/are for administrators only/)).toBeNull();
      expect(screen.getByRole('link', { name: 'Go to the trip log' })).toBeDefined();
      expect(await menu()).toBeDefined();
    },
  );
});

describe('guards', () => {
  test('NAV-009, AUTH-010, DEC-17: without the real-time map its address leads to the trip log', async () => {
    const { path } = await open(ADDRESSES.map);
    await heading('Trip log');
    expect(path()).toBe(ADDRESSES.tripLog);
  });

  test.each([ADDRESSES.places, ADDRESSES.newPlace, `${ADDRESSES.newPlace}/17`])(
    'NAV-014, DEC-71: %s leads home for whom there are basic subscriptions only',
    async (address) => {
      const { path } = await open(address, { userHasOnlyBasSubscription: true });
      await heading('Log');
      expect(path()).toBe(ADDRESSES.tripLog);
    },
  );

  test.each([
    ADDRESSES.account,
    ADDRESSES.addUnit,
    ADDRESSES.safeReturnHome,
    ADDRESSES.alarmReceivers,
    ADDRESSES.alertNumbers,
    `${ADDRESSES.account}/`,
    '/administration/nothing',
  ])('NAV-025, DEC-18: to a member without the role %s is not there, and says whom to ask', async (address) => {
    const { send } = await open(address, { IsAdmin: false, HasAlertNumbers: true });
    await heading('Page not found');
    expect(screen.getByText(/are for administrators only/).textContent).toContain(address.replace(/\/$/, ''));
    expect(send.requests.map(({ id }) => id)).not.toContain('accounts.safe-home-config');
  });

  test('NAV-022, DEC-21: alert numbers exist under the one parent account only', async () => {
    await open(ADDRESSES.alertNumbers, { HasAlertNumbers: true });
    await heading('Alert numbers');
    cleanup();
    await open(ADDRESSES.alertNumbers, { HasAlertNumbers: false });
    await heading('Page not found');
  });
});

describe.each([
  [ADDRESSES.carSchedule, 'accounts.car-schedule-status', 'EnableCarSchedule', 'Car booking', 'No units yet'],
  [ADDRESSES.safeReturnHome, 'accounts.safe-home-config', 'EnableSafeReturnHome', 'Safe return home', 'No units yet'],
] as const)('the flag of %s', (address, endpoint, flag, title, content) => {
  const answer = (work: () => unknown) => ({ [endpoint]: work }) as FakeAnswers;

  test('NAV-026, BOOK-001: nothing is shown and nobody is sent away before the flag is known; then the page stands', async () => {
    let say: (data: object) => void = () => undefined;
    const { path } = await open(
      address,
      {},
      answer(() => new Promise((resolve) => (say = resolve))),
    );
    await heading(title);
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).not.toBeNull());
    expect(screen.queryByText(content)).toBeNull();
    expect(path()).toBe(address);
    say({ [flag]: true });
    expect(await screen.findByText(content)).toBeDefined();
    expect(path()).toBe(address);
  });

  test('switched off, it leads home', async () => {
    const { path } = await open(
      address,
      {},
      answer(() => ({ [flag]: false })),
    );
    await heading('Trip log');
    expect(path()).toBe(ADDRESSES.tripLog);
  });

  test('NAV-026: when the question fails the page stays shut, and asking again opens it', async () => {
    let isBroken = true;
    const { path } = await open(
      address,
      {},
      answer(() => {
        if (isBroken) throw new ApiError(500, 'SomethingWentWrong');
        return { [flag]: true };
      }),
    );
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(path()).toBe(address);
    isBroken = false;
    await userEvent.click(retry);
    expect(await screen.findByText(content)).toBeDefined();
  });
});

test('DEC-20: a 401 that is not about the session sends safe return home away and keeps the session', async () => {
  const { path } = await open(
    ADDRESSES.safeReturnHome,
    {},
    {
      'accounts.safe-home-config': () => {
        throw new ApiError(401, 'Forbidden');
      },
    },
  );
  await heading('Trip log');
  expect(path()).toBe(ADDRESSES.tripLog);
});

describe('start', () => {
  test('AUTH-020, AUTH-021: who is signed in lands on the last page', async () => {
    localStorage.setItem('lastActivePage', JSON.stringify({ v: 1, data: `${ADDRESSES.editUnit}?imei=350000000000012` }));
    const { history } = await open('/');
    await heading('Unit');
    expect(history.location.href).toBe(`${ADDRESSES.editUnit}?imei=350000000000012`);
  });

  test('AUTH-010, DEC-16: without a last page, and without the map, the trip log is home', async () => {
    const { path } = await open('/');
    await heading('Trip log');
    expect(path()).toBe(ADDRESSES.tripLog);
  });

  test('STORE-009: each page that is visited becomes the last one, but never one that does not exist', async () => {
    await open(ADDRESSES.geofences);
    await heading('Zones');
    const kept = () => (JSON.parse(localStorage.getItem('lastActivePage') ?? '{}') as { data?: string }).data;
    await waitFor(() => expect(kept()).toBe(ADDRESSES.geofences));
    cleanup();
    await open('/user/nothing');
    await heading('Page not found');
    expect(kept()).toBe(ADDRESSES.geofences);
  });
});

describe('side menu', () => {
  test('NAV-027, ROLE-007: a member sees the pages that are theirs, and no map where it is switched off', async () => {
    await open(ADDRESSES.geofences, { IsAdmin: false });
    expect(await entriesOf()).toEqual(MEMBERS_MENU);
    expect(within(await menu()).queryByText('Administration')).toBeNull();
  });

  test('NAV-028: an administrator has the administration as well', async () => {
    await open(ADDRESSES.geofences);
    expect(await entriesOf()).toEqual(['Today', ...MEMBERS_MENU, 'Account', 'Alarm receivers']);
    const namesIn = async (name: string) =>
      within(within(await menu()).getByRole('list', { name }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    // Under small headings, so that it is read by parts.
    expect(await namesIn('Reports')).toEqual(['Summary', 'Benefit value', 'Fuel', 'Tolls', 'Eco-driving']);
    expect(await namesIn('Units and places')).toEqual(['Drivers', 'Zones', 'Places', 'Units', 'Sensors', 'Service']);
    const group = within(await menu()).getByRole('list', { name: 'Administration' });
    expect(within(group).getByRole('link', { name: 'Account' }).getAttribute('href')).toBe(ADDRESSES.account);
  });

  test('NAV-027: only the entry of the page that is open is marked, also where its address begins with that of another one', async () => {
    await open(ADDRESSES.greenDriving, {}, { 'eco.green-driving': () => new Promise(() => undefined) });
    await heading('Eco-driving');
    const marked = within(await menu()).getAllByRole('link', { current: 'page' });
    expect(marked.map(({ textContent }) => textContent)).toEqual(['Eco-driving']);
  });

  test('ADM-030: Today stands first in the menu of administrators; a member who types its address gets the trip log, as at the start', async () => {
    const { path } = await open(ADDRESSES.today, {}, { 'today.get': () => ({ today: '2026-03-17', lines: [] }) });
    await heading('Today');
    expect((await entriesOf())[0]).toBe('Today');
    expect(path()).toBe(ADDRESSES.today);
    cleanup();
    const member = await open(ADDRESSES.today, { IsAdmin: false });
    await heading('Trip log');
    expect(member.path()).toBe(ADDRESSES.tripLog);
    expect(member.send.requests.map(({ id }) => id)).not.toContain('today.get');
  });

  test('NAV-017, NAV-027: car booking stands in the menu of everybody whose account has it, after the units', async () => {
    await open(ADDRESSES.geofences, { IsAdmin: false }, { 'accounts.car-schedule-status': () => ({ EnableCarSchedule: true }) });
    const withBooking = MEMBERS_MENU.toSpliced(MEMBERS_MENU.indexOf('Units') + 1, 0, 'Car booking');
    await waitFor(async () => expect(await entriesOf()).toEqual(withBooking));
  });

  test('NAV-017, NAV-027: who has nobody else in the account is not offered who drives and who has booked what', async () => {
    const alone = { IsPrivatePerson: true, IsAlone: true };
    await open(ADDRESSES.geofences, alone, { 'accounts.car-schedule-status': () => ({ EnableCarSchedule: true }) });
    const entries = await entriesOf();
    expect(entries).not.toContain('Drivers');
    await new Promise((done) => setTimeout(done, 50));
    expect(await entriesOf()).not.toContain('Car booking');
    expect(entries).toContain('Attest');
  });

  test('NAV-020: safe return home stands in the menu of an administrator whose account has it, and of nobody else', async () => {
    const on: FakeAnswers = { 'accounts.safe-home-config': () => ({ EnableSafeReturnHome: true }) };
    await open(ADDRESSES.geofences, {}, on);
    await waitFor(async () => expect(await entriesOf()).toContain('Safe return home'));
    cleanup();
    const { send } = await open(ADDRESSES.geofences, { IsAdmin: false }, on);
    expect(await entriesOf()).not.toContain('Safe return home');
    expect(send.requests.map(({ id }) => id)).not.toContain('accounts.safe-home-config');
    cleanup();
    await open(ADDRESSES.geofences, {}, { 'accounts.safe-home-config': () => ({ EnableSafeReturnHome: false }) });
    expect(await entriesOf()).not.toContain('Safe return home');
  });

  test('NAV-010, TRIP-033: with basic subscriptions only it is a log', async () => {
    await open(ADDRESSES.tripLog, { userHasOnlyBasSubscription: true, IsAdmin: false });
    await heading('Log');
    expect(await entriesOf()).toEqual(['Log', 'Alarms', 'Drivers', 'Zones', 'Units', 'Sensors', 'Service']);
  });

  test('NAV-036: a phone folds reports and administration until they are asked for or one of their pages is open, and remembers it', async () => {
    const drawer = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Open menu' }));
      return within(await screen.findByRole('dialog', { name: 'Main menu' }));
    };
    const names = (within: Awaited<ReturnType<typeof drawer>>) =>
      within.getAllByRole('link').map(({ textContent }) => textContent);
    await open(ADDRESSES.geofences);
    const first = await drawer();
    expect(names(first)).not.toContain('Fuel');
    expect(names(first), 'what is at hand on the road').toEqual(expect.arrayContaining(['Trip log', 'Units', 'Service']));
    const reports = first.getByRole('button', { name: 'Reports' });
    expect(reports.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(reports);
    expect(first.getByRole('list', { name: 'Reports' })).toBeDefined();
    expect(names(first)).toContain('Fuel');
    cleanup();
    await open(ADDRESSES.alarmReceivers);
    const second = await drawer();
    expect(names(second), 'as it was left, and with where one is').toEqual(expect.arrayContaining(['Fuel', 'Alarm receivers']));
    await userEvent.click(second.getByRole('button', { name: 'Administration' }));
    expect(names(second)).not.toContain('Alarm receivers');
  });

  test('NAV-036: it collapses to icons, keeps their names, and is so again at the next visit', async () => {
    await open(ADDRESSES.geofences);
    await menu();
    await userEvent.click(screen.getByRole('button', { name: 'Collapse menu' }));
    const link = within(await menu()).getByRole('link', { name: 'Trip log' });
    expect(link.textContent).toBe('');
    cleanup();
    await open(ADDRESSES.geofences);
    expect(await screen.findByRole('button', { name: 'Expand menu' })).toBeDefined();
  });
});

describe('header', () => {
  test('NAV-029, I18N-002, I18N-012: it has the title, the menu toggle, support, the languages and the way out', async () => {
    const { send } = await open(ADDRESSES.geofences);
    await heading('Zones');
    expect(screen.getByRole('button', { name: 'Collapse menu' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toMatch(/^mailto:/);
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Language: English' }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Svenska' }));
    await heading('Zoner');
    expect(localStorage.getItem('language')).toContain('sv');
    // Mail is written in the language that was picked.
    await waitFor(() => expect(send.requests.find(({ id }) => id === 'users.update-profile')?.body).toEqual({ language: 'sv' }));
  });

  test('NAV-029, DEC-61: an announcement stands above the page and can be closed', async () => {
    await open(ADDRESSES.geofences, {}, { 'accounts.announcement': () => 'Maintenance on Sunday' });
    expect(await screen.findByText('Maintenance on Sunday')).toBeDefined();
    await userEvent.click(within(screen.getByText('Maintenance on Sunday').closest('[role="status"]')!).getByRole('button'));
    await waitFor(() => expect(screen.queryByText('Maintenance on Sunday')).toBeNull());
  });

  test('NAV-033: the user at the foot of the side menu opens the change of password', async () => {
    await open(ADDRESSES.geofences);
    await userEvent.click(await screen.findByRole('button', { name: 'Anna Lindqvist: Change password' }));
    expect(await screen.findByLabelText('Current password')).toBeDefined();
  });

  test('NAV-033: the name beside the sign of the user leads to the profile', async () => {
    await open(ADDRESSES.geofences);
    const name = await screen.findByRole('link', { name: 'Anna Lindqvist' });
    expect(name.getAttribute('href')).toBe(ADDRESSES.profile);
    await userEvent.click(name);
    expect(screen.queryByLabelText('Current password')).toBeNull();
  });

  test('NAV-031, NAV-032: signing out ends the session here although the call fails', async () => {
    const { send } = await open(
      ADDRESSES.geofences,
      {},
      {
        'auth.sign-out': () => {
          throw new ApiError(0, 'NetworkError');
        },
      },
    );
    await heading('Zones');
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('over: signed-out')).toBeDefined();
    expect(send.requests.map(({ id }) => id)).toContain('auth.sign-out');
  });

  test('NAV-032: who signs out without a network is signed out on the server when there is one again', async () => {
    let isAway = true;
    const { send } = await open(
      ADDRESSES.geofences,
      {},
      {
        'auth.sign-out': () => {
          if (isAway) throw new ApiError(0, 'NetworkError');
          return {};
        },
      },
    );
    await heading('Zones');
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await screen.findByText('over: signed-out');
    const told = () => send.requests.filter(({ id }) => id === 'auth.sign-out');
    await waitFor(() => expect(told()).toHaveLength(1));
    isAway = false;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(told()).toHaveLength(2));
    expect(told()[1]?.token).toBe(told()[0]?.token);
    expect(told()[0]?.token).toBeDefined();
  });

  test('NAV-040: it is said when live updates are broken, and since when', async () => {
    await open(ADDRESSES.geofences);
    await heading('Zones');
    reportLiveConnection({ isBroken: true, lastGoodMs: Date.UTC(2026, 2, 4, 7, 5) });
    expect(await screen.findByText(/No live updates since 2026-03-04 08:05/)).toBeDefined();
    reportLiveConnection({ isBroken: false, lastGoodMs: null });
    await waitFor(() => expect(screen.queryByText(/No live updates/)).toBeNull());
  });

  test('NAV-038: ? lists the shortcuts, Escape closes the list and focus returns', async () => {
    await open(ADDRESSES.geofences);
    const toggle = await screen.findByRole('button', { name: 'Collapse menu' });
    toggle.focus();
    await userEvent.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(dialog.contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(toggle));
  });

  test('NAV-038: the way to the search is listed where the page has one', async () => {
    await open(ADDRESSES.profile);
    await screen.findByLabelText('Last name');
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(dialog.queryByText('/')).toBeNull();
    expect(dialog.getByText('?')).toBeDefined();
  });
});

describe('unsaved edits', () => {
  async function type() {
    const opened = await open(ADDRESSES.profile);
    await userEvent.type(await screen.findByLabelText('Last name'), ' Ek');
    return opened;
  }
  const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });

  test('NAV-039: leaving the page asks first; staying keeps what was typed', async () => {
    const { path } = await type();
    await userEvent.click(within(await menu()).getByRole('link', { name: 'Trip log' }));
    await userEvent.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(path()).toBe(ADDRESSES.profile);
    expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Lindqvist Ek');

    await userEvent.click(within(await menu()).getByRole('link', { name: 'Trip log' }));
    await userEvent.click(within(await question()).getByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(path()).toBe(ADDRESSES.tripLog));
  });

  test('NAV-039: closing the tab asks while something is unsaved, and only then', async () => {
    // Only the browser's own history hears of tabs.
    window.history.replaceState(null, '', ADDRESSES.profile);
    const { path } = await open(ADDRESSES.profile, {}, {}, createBrowserHistory());
    await userEvent.type(await screen.findByLabelText('Last name'), ' Ek');
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(true);
    expect(path()).toBe(ADDRESSES.profile);
    await userEvent.clear(screen.getByLabelText('Last name'));
    await userEvent.type(screen.getByLabelText('Last name'), 'Lindqvist');
    expect(leave()).toBe(false);
  });

  test('NAV-039: signing out asks too, and a dialog with something typed in it', async () => {
    await open(ADDRESSES.profile);
    await userEvent.click(await screen.findByRole('button', { name: 'Change e-mail' }));
    await userEvent.type(await screen.findByLabelText('New e-mail address'), 'new@example.com');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
    const typed = await screen.findByLabelText<HTMLInputElement>('New e-mail address');
    expect(typed.value).toBe('new@example.com');
    await waitFor(() => expect(document.activeElement).toBe(typed));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(within(await question()).getByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await userEvent.type(screen.getByLabelText('Last name'), ' Ek');
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await userEvent.click(within(await question()).getByRole('button', { name: 'Leave without saving' }));
    expect(await screen.findByText('over: signed-out')).toBeDefined();
  });
});

test('STORE-010: theme and side menu follow the person to a new browser, and a change is sent', async () => {
  const { send } = await open(
    ADDRESSES.geofences,
    {},
    {
      'users.preferences': () => ({ preferences: { theme: 'dark', 'side-menu': true } }),
    },
  );
  expect(await screen.findByRole('button', { name: 'Expand menu' })).toBeDefined();
  expect(document.documentElement.dataset['theme']).toBe('dark');
  await userEvent.click(screen.getByRole('button', { name: 'Appearance: Dark' }));
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Light' }));
  await waitFor(
    () =>
      expect(send.requests.find(({ id }) => id === 'users.save-preferences')?.body).toEqual({ preferences: { theme: 'light' } }),
    { timeout: 3000 },
  );
});

test('ROLE-009, ROLE-010: coming back to the page asks for the rights again; what is no longer allowed is gone', async () => {
  const admin = signedInUser({ RealTimeMap: false });
  let now = admin;
  await open(ADDRESSES.addUnit, {}, { 'auth.me': () => ({ user: now }) });
  await heading('Add a unit');
  now = { ...admin, IsAdmin: false };
  window.dispatchEvent(new Event('focus'));
  await heading('Page not found');
  expect(await entriesOf()).toEqual(MEMBERS_MENU);
});

test('ROLE-010: an open page notices changed rights within 60 seconds, without anybody touching it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const admin = signedInUser({ RealTimeMap: false });
    const { send } = await open(ADDRESSES.geofences, {}, { 'auth.me': () => ({ user: { ...admin, IsAdmin: false } }) });
    const asked = () => send.requests.filter(({ id }) => id === 'auth.me').length;
    expect(asked()).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(asked()).toBe(1);
  } finally {
    vi.useRealTimers();
  }
  await waitFor(async () => expect(await entriesOf()).toEqual(MEMBERS_MENU));
});

test('ROLE-009: a refused call says why and asks for the rights again', async () => {
  const admin = signedInUser({ RealTimeMap: false });
  await open(
    ADDRESSES.carSchedule,
    {},
    {
      'auth.me': () => ({ user: { ...admin, IsAdmin: false } }),
      'accounts.car-schedule-status': () => {
        throw new ApiError(403, 'Forbidden');
      },
    },
  );
  expect(await screen.findByText(/You do not have the right to do this/)).toBeDefined();
  await waitFor(async () => expect(await entriesOf()).toEqual(MEMBERS_MENU));
});

test('ROLE-011: support staff see whose account they are in as long as they are, read only, and leave it for their own pages', async () => {
  const user = userEvent.setup();
  const Support = { Name: 'Sara Stöd', Until: '2026-01-01T10:00:00Z' };
  const visitor = { ID: 0, FullName: 'Sara Stöd', Email: '', AccountName: 'Bålsta Åkeri', Support };
  const { send } = await open(ADDRESSES.alarmReceivers, visitor, {
    'alarms.receivers': () => ({ alarmReceivers: [], SmsCredits: 0 }),
  });
  expect(await screen.findByText('You are in the account Bålsta Åkeri.')).toBeDefined();
  expect(screen.getByText(/Read only, as support staff Sara Stöd, until/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  // What would change something is off, with why.
  const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'New alarm receiver' });
  expect([add.disabled, add.title]).toEqual([
    true,
    'Support staff can look at the account, but cannot change or download anything here.',
  ]);
  await user.click(screen.getByRole('button', { name: 'Leave the account' }));
  expect(await screen.findByText('over: signed-out')).toBeDefined();
  expect(send.requests.some(({ id }) => id === 'auth.sign-out')).toBe(true);
  expect(location.pathname).toBe('/support');
});

test('ROLE-011: on a phone the banner of a visit has a line for the account and one for the rest', async () => {
  onNarrowScreen(['(max-width: 767px)']);
  const Support = { Name: 'Sara Stöd', Until: '2026-01-01T10:00:00Z' };
  const visitor = { ID: 0, FullName: 'Sara Stöd', Email: '', AccountName: 'Bålsta Åkeri', Support };
  await open(ADDRESSES.alarmReceivers, visitor, { 'alarms.receivers': () => ({ alarmReceivers: [], SmsCredits: 0 }) });
  const leave = await screen.findByRole('button', { name: 'Leave the account' });
  expect(leave.closest('[role="status"]')?.textContent).toMatch(/^Bålsta ÅkeriRead only until \d\d:\d\dLeave the account$/);
});

test('12-A3 what is closed until one agrees is said everywhere, with the way to the profile where that is elsewhere', async () => {
  await open(ADDRESSES.attest, { PrivateIsClosed: true });
  expect(await screen.findByText(/Your private trips are closed until you agree/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'To your profile' })).toBeDefined();
  cleanup();
  await open(ADDRESSES.profile, { PrivateIsClosed: true }, { 'users.profile': () => PROFILE });
  expect(await screen.findByText(/Your private trips are closed until you agree/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'To your profile' })).toBeNull();
});

test('13-A2: a period that nobody understands in an address falls back to the usual one', async () => {
  const { send } = await open(`${ADDRESSES.tripLog}?period=winter&type=holiday&page=-4`);
  expect(await screen.findByRole('button', { name: /This month/ })).toBeDefined();
  const asked = send.requests.find(({ id }) => id === 'trips.generate')?.body;
  expect(asked).toMatchObject({ page: 1, types: [], from: expect.stringMatching(/-01$/) as string });
});

test('TRIP-020: what can be undone on a page is not offered over the next one', async () => {
  await open(
    ADDRESSES.tripLog,
    {},
    {
      'trips.generate': () => tripPage([trip({ id: 1 })]),
      'trips.filter-choices': () => ({ drivers: [], departments: [], tags: [], projects: [], places: [] }),
      'trips.purposes': () => ({ purposes: [] }),
      'trips.update': ({ params, body }) => ({ trip: trip({ id: Number(params.id), ...body }) }),
    },
  );
  await userEvent.type(await screen.findByRole('combobox', { name: /Purpose of the trip/ }), 'Kund{Enter}');
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeDefined();
  await userEvent.click(screen.getByRole('link', { name: 'Zones' }));
  await heading('Zones');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
});
