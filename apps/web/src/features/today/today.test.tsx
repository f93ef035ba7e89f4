import { readFileSync } from 'node:fs';
import type { GuideStep } from '@spora/contract/accounts/settings';
import type { TodayLine } from '@spora/contract/today/endpoints';
import type { SignedInUser } from '@spora/contract/auth/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ADDRESSES } from '../../lib/addresses.ts';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { useUser } from '../../lib/session-context.tsx';
import type { FeedHost } from '../tracking/live-feed.ts';
import { LiveProvider } from '../tracking/public/live-context.tsx';
import { liveUnit } from '../tracking/testing.ts';
import { zone } from '../zones/testing.ts';
import { TodayPage } from './screen.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const unit = (id: number, name: string) => ({ id, imei: `35000000000000${id}`, name, registration_number: `ABC 12${id}` });
const LINES: readonly TodayLine[] = [
  {
    name: 'alarms-urgent',
    count: 12,
    due: 0,
    items: [
      {
        id: 91,
        kind: 'jamming',
        subject: '',
        unit: unit(1, 'Skåpbil'),
        at: '2026-03-16T13:05:00Z',
        is_day_only: false,
        times: 1,
      },
    ],
  },
  {
    name: 'units-silent',
    count: 2,
    items: [
      { unit: unit(2, 'Grävare'), last_contact_at: new Date(Date.now() - 3.5 * 86_400_000).toISOString() },
      { unit: unit(3, 'Släp'), last_contact_at: null },
    ],
  },
  {
    name: 'bookings-today',
    count: 1,
    items: [
      {
        id: 55,
        unit: unit(1, 'Skåpbil'),
        kind: 'drive',
        driver_name: 'Eva Ek',
        starts_at: '2026-03-17T08:00:00Z',
        ends_at: '2026-03-17T10:00:00Z',
      },
    ],
  },
  {
    name: 'attest-open',
    month: '2026-02',
    count: 1,
    items: [{ unit: unit(1, 'Skåpbil'), user_id: 9, user_name: 'Dan Driver', trips: 14 }],
  },
  { name: 'trips-purpose', from: '2026-02-01', to: '2026-03-17', count: 1, items: [{ unit: unit(1, 'Skåpbil'), trips: 1 }] },
  { name: 'units-missing', count: 1, items: [{ unit: unit(2, 'Grävare'), matters: ['name', 'hours'] }] },
];

/** Follows another tab, so that nothing is streamed. */
const follower = (): FeedHost => ({
  now: () => Date.now(),
  wait: () => Promise.resolve(),
  becomeLeader: () => new Promise(() => undefined),
  channel: { post: () => undefined, listen: () => () => undefined },
});
/** What the session keeps of the wish. */
function Wish() {
  return <output>{String(useUser().StartsWithToday)}</output>;
}
async function open(lines: readonly TodayLine[] = LINES, answers: FakeAnswers = {}, over: Partial<SignedInUser> = {}) {
  const send = fakeSend({
    'today.get': () => ({ today: '2026-03-17', lines: [...lines] }),
    'users.save-preferences': () => ({}),
    ...answers,
  });
  const user = signedInUser(over);
  await renderScreen(
    <>
      <TodayPage />
      <Wish />
    </>,
    { send, user },
  );
  return send;
}
const wish = () => screen.getByRole('status', { name: '' }).textContent;
const linkNamed = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

test('ADM-030: what waits stands in groups of urgency, with its number in words, and each is one press from its answer', async () => {
  await open();
  const headings = (await screen.findAllByRole('heading')).map(({ textContent }) => textContent);
  expect(headings).toEqual([
    'Needs you now',
    '12 urgent alarms',
    'Keep an eye on',
    '2 units without contact',
    '1 booking left today',
    'When there is time',
    '1 log not attested',
    '1 trip without a purpose',
    '1 unit with something missing',
  ]);
  expect(linkNamed('12 urgent alarms')).toBe(`${ADDRESSES.alarms}?urgency=urgent`);
  expect(linkNamed('Show all 12')).toBe(`${ADDRESSES.alarms}?urgency=urgent`);
  expect(linkNamed(/Signal jammed/)).toBe(`${ADDRESSES.alarms}?urgency=urgent&alarm=91`);
  expect(linkNamed(/Eva Ek/)).toBe(`${ADDRESSES.carSchedule}?booking=55`);
  expect(linkNamed(/Dan Driver/)).toContain('month=2026-02&state=open&unit=1&user=9');
  expect(linkNamed('1 trip without a purpose')).toBe(
    `${ADDRESSES.tripLog}?period=custom&from=2026-02-01&to=2026-03-17&matter=purpose&attested=no`,
  );
  expect(screen.getByText('tuesday 17 march', { exact: false })).toBeDefined();
});

test('ADM-030, I18N-010: times are the account’s, silence is an age, and what is missing is named', async () => {
  await open();
  const silent = within(await screen.findByRole('region', { name: '2 units without contact' }));
  expect(silent.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Grävare · ABC\u00a0122Last contact3 days ago',
    'Släp · ABC\u00a0123Last contactNever',
  ]);
  const booked = within(screen.getByRole('region', { name: '1 booking left today' })).getByRole('listitem');
  expect(booked.textContent, 'an hour ahead of UTC').toMatch(/2026-03-17 09:00–11:00$/);
  expect(screen.getByText('2026-03-17').textContent, 'the day has a line of its own').toBe('2026-03-17 ');
  expect(
    within(screen.getByRole('region', { name: /something missing/ })).getByText(/a name of its own, operating hours/i),
  ).toBeDefined();
});

test('ADM-030, ALARM-039: the same of one unit stands once with how often, and what is due is called by its name', async () => {
  const alarm = { id: 91, subject: '', unit: unit(1, 'Skåpbil'), at: '2026-03-16T13:05:00Z', is_day_only: false, times: 1 };
  await open([
    {
      name: 'alarms-soon',
      count: 6,
      due: 2,
      items: [
        { ...alarm, kind: 'over-speed', times: 4 },
        { ...alarm, id: 92, kind: 'service-due', subject: 'inspection' },
        { ...alarm, id: 93, kind: 'service-due', subject: 'Oljebyte' },
      ],
    },
  ]);
  const items = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(items).toEqual([
    'Skåpbil · ABC\u00a0121Over the speed limit · 4 times2026-03-16 14:05',
    'Skåpbil · ABC\u00a0121Inspection is due2026-03-16 14:05',
    'Skåpbil · ABC\u00a0121Oljebyte is due2026-03-16 14:05',
  ]);
  // The number in the menu counts these too.
  expect(screen.getByText('and 2 alarms about service, see the service cards')).toBeDefined();
});

test('ADM-024, ADM-030: a new account is told how far it is and has every step before it, not that nothing waits; until the guide is finished or closed', async () => {
  const step = (id: GuideStep, over = {}) => ({ id, is_done: false, is_optional: false, ...over });
  const steps = [step('unit-name'), step('odometer'), step('invite', { is_optional: true })];
  const guide = { is_open: true, unit: null, waits_for: null, steps };
  await open([], { 'accounts.guide': () => guide }, { GuideIsOpen: true });
  const card = within(await screen.findByRole('region', { name: 'First steps' }));
  expect(card.getByText('0 of 2 done')).toBeDefined();
  expect(card.getByText('1 optional step')).toBeDefined();
  expect(card.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Add the first unit',
    'Set the odometer',
    'Invite a driverOptional',
  ]);
  expect(linkNamed('Add a unit')).toBe(ADDRESSES.addUnit);
  expect(screen.queryByText('Nothing waits for you')).toBeNull();
  cleanup();
  await open(LINES, { 'accounts.guide': () => guide }, { GuideIsOpen: true });
  const short = within(await screen.findByRole('region', { name: 'First steps' }));
  expect(short.getByText('Add the first unit'), 'beside what waits the guide takes little room').toBeDefined();
  expect(short.queryByRole('list')).toBeNull();
  expect(linkNamed('Go on')).toBe(ADDRESSES.guide);
  cleanup();
  const done = steps.map((each) => ({ ...each, is_done: !each.is_optional }));
  await open([], { 'accounts.guide': () => ({ ...guide, steps: done }) }, { GuideIsOpen: true });
  expect(await screen.findByRole('heading', { name: 'Nothing waits for you' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Go on' })).toBeNull();
});

test('ADM-030, ALARM-033: units whose alarms reach nobody lead to who gets them; in a new account that is a step of the guide', async () => {
  const untold: TodayLine = { name: 'alarms-untold', count: 1, items: [{ unit: unit(1, 'Havsörnen'), reason: 'nobody' }] };
  await open([untold]);
  expect(await screen.findByRole('heading', { name: '1 unit whose alarms reach nobody' })).toBeDefined();
  expect(screen.queryByText('Nothing waits for you')).toBeNull();
  expect(linkNamed(/^1 unit whose/)).toBe(ADDRESSES.alarmReceivers);
  expect(linkNamed('Havsörnen · ABC 121')).toBe(`${ADDRESSES.editUnit}?imei=350000000000001&tab=alarms`);
  // With its mending beside it, where nothing of it is left out.
  expect(screen.getByRole('button', { name: 'Tell me by e-mail' })).toBeDefined();
  cleanup();
  await open([{ ...untold, count: 6 }]);
  await screen.findByRole('heading', { name: '6 units whose alarms reach nobody' });
  expect(screen.queryByRole('button', { name: 'Tell me by e-mail' })).toBeNull();
  cleanup();
  const steps = [{ id: 'receiver' as const, is_done: false, is_optional: false }];
  const guide = { is_open: true, unit: null, waits_for: null, steps };
  await open([untold], { 'accounts.guide': () => guide }, { GuideIsOpen: true });
  await screen.findByRole('heading', { name: 'First steps' });
  expect(screen.queryByRole('heading', { name: /reach nobody/ })).toBeNull();
});

test('ADM-030: when nothing waits the page says so, and when it cannot be fetched it can be asked again', async () => {
  await open([]);
  expect(await screen.findByRole('heading', { name: 'Nothing waits for you' })).toBeDefined();
  expect(screen.getByText(/bookings/)).toBeDefined();
  cleanup();
  await open([], {}, { IsAlone: true });
  expect(await screen.findByText(/show up here/), 'nobody to book for').toBeDefined();
  expect(screen.queryByText(/bookings/)).toBeNull();
  cleanup();
  let isBroken = true;
  await open([], {
    'today.get': () => {
      if (isBroken) throw new ApiError(422, 'SomethingWentWrong');
      return { today: '2026-03-17', lines: [] };
    },
  });
  isBroken = false;
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Nothing waits for you' })).toBeDefined();
});

test('ADM-030, STORE-010: who wishes to start here is remembered by the server, and may take it back', async () => {
  const send = await open();
  const toggle = await screen.findByRole('switch', { name: 'Start here after signing in' });
  await userEvent.click(toggle);
  await waitFor(() => expect(wish()).toBe('true'));
  await userEvent.click(toggle);
  await waitFor(() => expect(wish()).toBe('undefined'));
  const saved = send.requests.filter(({ id }) => id === 'users.save-preferences').map(({ body }) => body);
  expect(saved).toEqual([{ preferences: { 'first-page': 'today' } }, { preferences: { 'first-page': null } }]);
});

test('ADM-030: a wish that was not saved is not shown as one; support staff on a visit have none', async () => {
  await open(LINES, {
    'users.save-preferences': () => {
      throw new ApiError(500, 'SomethingWentWrong');
    },
  });
  const toggle = await screen.findByRole('switch');
  await userEvent.click(toggle);
  expect(await screen.findByRole('alert')).toBeDefined();
  expect((toggle as HTMLInputElement).checked).toBe(false);
  cleanup();
  await open(LINES, {}, { Support: { Name: 'Sam', Until: '2026-03-18T00:00:00Z' } });
  await screen.findByRole('heading', { name: '12 urgent alarms' });
  expect(screen.queryByRole('switch')).toBeNull();
});

test('ADM-030: whoever is alone in an account sees where the units are, with the way to each on the map; others do not', async () => {
  const of = liveUnit({ id: 1 });
  const position = { ...of.position!, external_voltage_v: 12.6 };
  const boat = liveUnit({ id: 1, name: 'Havsörnen', kind: 'boat', address: 'Drøbak', address_is_approximate: true, position });
  const armed = zone({ id: 3, is_armed: true, armed_since: '2026-03-16T21:40:00Z', imeis: [boat.imei!] });
  const figure = { trips: 0, distance_m: 0, at_sea_m: 0, duration_s: 0, in_log: true };
  const shown = async (over: Partial<SignedInUser>, units = [boat]) => {
    const send = fakeSend({
      'today.get': () => ({ today: '2026-03-17', lines: [] }),
      'tracking.positions': () => ({ units, server_time: '2026-11-02T10:00:00Z', last_event_id: '1' }),
      'zones.list': () => ({ geofences: [armed], min_radius: 300, can: { add: true } }),
      'reports.summary': ({ body }) => {
        expect(body).toMatchObject({ from: '2026-03-17', to: '2026-03-17' });
        const total = { business: figure, private: { ...figure, trips: 2, distance_m: 18_520 }, other: figure };
        return { rows: [{ id: 1, total }] } as never;
      },
    });
    await renderScreen(
      <LiveProvider hostOf={follower}>
        <TodayPage />
      </LiveProvider>,
      { send, user: signedInUser(over) },
    );
    await screen.findByText('Nothing waits for you');
    return send;
  };
  await shown({ IsAlone: true });
  const own = await screen.findByRole('link', { name: /Havsörnen/ });
  expect(own.getAttribute('href')).toBe(`${ADDRESSES.map}?unit=350000000000001`);
  expect(own.textContent).toContain('near Drøbak · battery 12.6\u00a0V');
  await within(own).findByText('Alarm on since 2026-03-16 22:40');
  expect((await within(own).findByText(/^2 trips today/)).textContent).toBe('2 trips today · 10.0\u00a0nm');
  cleanup();
  await shown(
    { IsAlone: true },
    Array.from({ length: 6 }, (_, id) => liveUnit({ id, name: `Bil ${id}` })),
  );
  expect(screen.queryByRole('link', { name: /Bil/ })).toBeNull();
  cleanup();
  await shown({});
  expect(screen.queryByRole('link', { name: /Havsörnen/ })).toBeNull();
});

test('on a phone the place of a unit of one’s own has a line to itself, and what it does stands beside its name', () => {
  const path = '../tracking/public/own-units.module.css';
  const css = readFileSync(new URL(path, import.meta.url), 'utf8');
  const onPhone = css.slice(css.indexOf('@media (max-width: 767px)'));
  expect(onPhone).toMatch(/\.does \{[^}]*grid-area: 1 \/ 3;[^}]*max-width: none/);
  expect(onPhone).toMatch(/\.where \{[^}]*grid-area: 2 \/ 2 \/ auto \/ span 2/);
});
