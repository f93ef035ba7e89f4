import type { Driver } from '@spora/contract/drivers/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { trip, tripPage } from '../trips/testing.ts';
import { CheckInDialog } from './public/check-in-dialog.tsx';
import { CodeScreen } from './code-screen.tsx';
import { StaleCheckIns } from './checked-in-tab.tsx';
import { DriversScreen } from './screen.tsx';
import { readDriversSearch } from './search.ts';
import { DriverFacts } from './public/driver-facts.tsx';
import { ANNA, BO, row, tag, ANSWERS, drivers, sentTo, bodyOf } from './testing.tsx';

afterEach(cleanup);

test('a driver reads whom the page is about and not the lead for managers, and how somebody came in: in the app', async () => {
  const send = fakeSend(ANSWERS);
  await renderScreen(<DriversScreen tab="now" onTab={() => undefined} />, { send, user: signedInUser({ IsAdmin: false }) });
  await screen.findByText('In the app');
  await screen.findByText('Who drives which unit right now. Check in to the one you drive.');
  expect(screen.queryByText(/the trips that have no driver/)).toBeNull();
});

test('DRV-015: a check-in without driving for over a day asks to be ended, and is', async () => {
  const stale = { check_ins: [row({ is_stale: true })], can: { check_in_others: false } };
  const send = fakeSend({ ...ANSWERS, 'drivers.check-ins': () => stale });
  await renderScreen(<StaleCheckIns />, { send, user: signedInUser({ IsAdmin: false }) });
  const [prompt] = await screen.findAllByText(/You have been checked in to Skåpbil 7/);
  expect(prompt).toBeTruthy();
  await userEvent.click(screen.getAllByRole('button', { name: 'Check out' })[0] as HTMLElement);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Check out' }));
  await waitFor(() => expect(bodyOf(send, 'drivers.check-out')).toMatchObject({ driver_id: 7 }));
});

test('DRV-011, DRV-012: an unassigned tag is linked by one choice; to take one from somebody is confirmed', async () => {
  const send = await drivers('tags', { 'drivers.link-tag': () => ({ tag: tag({ user: ANNA }), changed: 4 }) });
  expect(await screen.findByText('4 trips without driver')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Link to … AB00000000000001' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Anna Lindqvist' }));
  await waitFor(() => expect(bodyOf(send, 'drivers.link-tag')).toEqual({ user_id: 7, confirmed: false }));
  const linked = screen.getByRole('row', { name: /Blue key/ });
  expect(within(linked).getByText('Bo Berg'), 'a row says whose it is, and no press in it moves the tag').toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Change Blue key' }));
  await userEvent.selectOptions(await screen.findByLabelText('Linked to'), 'Anna Lindqvist');
  expect(sentTo(send, 'drivers.link-tag')).toHaveLength(1);
  await userEvent.click(await screen.findByRole('button', { name: 'Move the tag to Anna Lindqvist' }));
  await waitFor(() => expect(bodyOf(send, 'drivers.link-tag')).toEqual({ user_id: 7, confirmed: true }));
});

test('DRV-009: a scanned code asks before it checks in, and says why where it may not', async () => {
  const code = 'a'.repeat(32);
  const unit = { unit_id: 1, unit_name: 'Skåpbil 7', registration_number: null, checked_in: null, has_access: true };
  const send = fakeSend({
    'drivers.read-code': () => unit,
    'drivers.check-in-by-code': () => ({ unit_id: 1, since: '2026-03-10T08:00:00Z', checked_out: null }),
  });
  const { unmount } = await renderScreen(<CodeScreen code={code} />, { send, user: signedInUser() });
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, check me in' }));
  await screen.findByText(/You are checked in/);
  expect(bodyOf(send, 'drivers.check-in-by-code')).toEqual({ code, check_out: false, lat: null, lng: null });
  unmount();
  const refused = fakeSend({
    'drivers.read-code': () => {
      throw new ApiError(403, 'CheckInNeedsAccess');
    },
  });
  await renderScreen(<CodeScreen code={code} />, { send: refused, user: signedInUser() });
  expect((await screen.findByRole('alert')).textContent).toContain('no access to this unit');
});

const person = (over: Partial<Driver> = {}): Driver => ({
  ...ANNA,
  is_disabled: false,
  tags: [{ id: 4, tag: 'CD01', name: 'Blue key' }],
  usual_units: [{ unit_id: 1, imei: '356307042441013', unit_name: 'Skåpbil 7', registration_number: 'ABC 123' }],
  trips: 12,
  ...over,
});
const PEOPLE: FakeAnswers = {
  'drivers.list': () => ({
    from_day: '2026-02-09',
    to_day: '2026-03-10',
    drivers: [
      person(),
      person({ id: 9, name: 'Åke Öst', is_disabled: true, tags: [], usual_units: [], trips: 0 }),
      person({ ...BO, tags: [], usual_units: [], trips: 0 }),
    ],
  }),
};

test('DRV-015: who is checked in is told for how long, and longer than a working day looks forgotten, unless a tag does it', async () => {
  const since = (hours: number) => new Date(Date.now() - hours * 3_600_000 - 60_000).toISOString();
  await drivers('now', {
    'drivers.check-ins': () => ({
      check_ins: [
        row({ since: since(33), is_own: false }),
        row({ unit_id: 2, unit_name: 'Lastbil 3', driver: BO, since: since(9), is_own: false }),
        row({ unit_id: 3, unit_name: 'Lastbil 4', driver: BO, since: since(33), source: 'tag', is_own: false }),
      ],
      can: { check_in_others: true },
    }),
  });
  const long = await screen.findByRole('row', { name: /Skåpbil 7/ });
  expect(long.textContent).toMatch(/1\sd\s9\sh/);
  expect(within(long).getByText('Forgotten to check out?')).toBeTruthy();
  expect(within(long).getByRole('button', { name: 'Check out' })).toBeTruthy();
  const short = screen.getByRole('row', { name: /Lastbil 3/ });
  expect(short.textContent).toMatch(/9\sh/);
  expect(within(short).queryByText('Forgotten to check out?')).toBeNull();
  const byTag = within(screen.getByRole('row', { name: /Lastbil 4/ }));
  expect(byTag.queryByText('Forgotten to check out?')).toBeNull();
  expect(byTag.getByText(/^Holds until another tag is read/)).toBeTruthy();
  expect(byTag.getByRole('link', { name: 'Bo Berg' }).getAttribute('href')).toContain('user=8');
});

test('DRV-014: the tab of trips without a driver counts them, and nothing there is a button that does nothing yet', async () => {
  await drivers('missing', {
    'trips.generate': () => tripPage([trip({ id: 5, driver: null }), trip({ id: 6, driver: null })]),
    'drivers.suggest': () => ({ suggestions: [] }),
  });
  expect(await screen.findByRole('tab', { name: 'Without driver (2)' })).toBeTruthy();
  const panel = within(screen.getByRole('tabpanel'));
  await panel.findByText(/^Tick trips and choose who drove them/);
  expect(panel.queryByRole('button', { name: /suggestion/ })).toBeNull();
  expect(panel.queryByRole('button', { name: /^Assign/ })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all trips' }));
  await userEvent.selectOptions(panel.getByLabelText('Assign to'), 'Bo Berg');
  expect(panel.getByRole('button', { name: 'Assign 2 trips' })).toBeTruthy();
});

test('DRV-014: a trip without a driver says from when to when and how far it went, and leads to itself in the log', async () => {
  await drivers('missing', {
    'trips.generate': () => tripPage([trip({ id: 5, unit_id: 1 }), trip({ id: 6, unit_id: 2, distance_m: 18_520 })]),
    'drivers.suggest': () => ({ suggestions: [] }),
    'units.list': () =>
      ({
        units: [
          { id: 1, kind: 'vehicle' },
          { id: 2, kind: 'boat' },
        ],
      }) as never,
  });
  const [van, boat] = await screen.findAllByRole('link', { name: /2026-11-20 \d\d:10–\d\d:40/ });
  expect(van?.getAttribute('href')).toBe(
    '/user/create-triplog?period=custom&from=2026-11-20&to=2026-11-20&unit=350000000000001&trip=5',
  );
  expect(van?.closest('tr')?.textContent).toMatch(/12\.3\skm/);
  await waitFor(() => expect(boat?.closest('tr')?.textContent).toMatch(/10\.0\snm/));
});

test('DRV-014: of more trips than fit it is said how many are shown; of fewer nothing', async () => {
  const page = tripPage([trip({ id: 5, driver: null }), trip({ id: 6, driver: null })]);
  const of = (count: number) => ({
    'trips.generate': () => ({ ...page, totals: { ...page.totals, count } }),
    'drivers.suggest': () => ({ suggestions: [] }),
  });
  await drivers('missing', of(250));
  expect(await screen.findByText(/^2 of 250 trips of the last 30 days are shown/)).toBeTruthy();
  cleanup();
  await drivers('missing', of(2));
  await screen.findByText(/^Tick trips and choose who drove them/);
  expect(screen.queryByText(/of the last 30 days are shown/)).toBeNull();
});

test('DRV-005: the check-in says from the start what it waits for, and can be left', async () => {
  const close = vi.fn<() => void>();
  const send = fakeSend({ ...ANSWERS, 'units.rows': () => ({ units: [], fleet_groups: [] }) as never });
  await renderScreen(<CheckInDialog target={{}} onClose={close} />, { send, user: signedInUser() });
  await screen.findByText(/^Choose a unit and a driver/);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(close).toHaveBeenCalledOnce();
});

test('DRV-010: the people who drive are listed with what they are checked in to, drive as a rule and have, as ways to them, and found by a unit', async () => {
  await drivers('people', PEOPLE);
  const anna = await screen.findByRole('row', { name: /Anna Lindqvist/ });
  expect(within(anna).getByRole('link', { name: 'Anna Lindqvist' }).getAttribute('href')).toBe(
    '/administration/user-accounts?tab=users&user=7',
  );
  expect(await within(anna).findByText(/since /)).toBeTruthy();
  expect(within(anna).getAllByRole('link', { name: 'Skåpbil 7' })).toHaveLength(2);
  expect(within(anna).getByText('Blue key')).toBeTruthy();
  const trips = within(anna).getByRole('link', { name: '12 trips' }).getAttribute('href');
  expect(trips).toContain('from=2026-02-09&to=2026-03-10&drivers=7');
  const names = screen.getAllByRole('row').map((line) => line.textContent);
  expect(names.at(-1), 'who cannot sign in stands last').toContain('Åke Öst Cannot sign in');
  await userEvent.type(screen.getByRole('searchbox'), 'abc123');
  await waitFor(() => expect(screen.queryByText('Bo Berg')).toBeNull());
  expect(screen.getByText('Anna Lindqvist')).toBeTruthy();
});

test('DRV-010: the sheet of a person tells their tags, usual units and trips', async () => {
  const send = fakeSend({ ...ANSWERS, ...PEOPLE });
  await renderScreen(<DriverFacts userId={7} />, { send, user: signedInUser() });
  const facts = await screen.findByRole('region', { name: 'As a driver' });
  expect(facts.textContent).toContain('Blue key');
  expect(within(facts).getByRole('link', { name: '12 trips' })).toBeTruthy();
});

test('DRV-010: a tag that is added is given to somebody in the same form, and says one thing of a wrong number', async () => {
  let isWrong = true;
  const send = await drivers('tags', {
    'drivers.add-tag': () => {
      if (isWrong) throw new ApiError(422, { tag: ['InvalidDriverTag'] });
      return { tag: tag({ id: 5, tag: 'EF02', name: 'Red key', user: BO }) };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add tag' }));
  const form = within(await screen.findByRole('dialog'));
  await userEvent.type(form.getByLabelText('Tag'), 'XY');
  // NAV-039: Escape does not throw away what was typed.
  await userEvent.keyboard('{Escape}');
  await userEvent.selectOptions(form.getByLabelText('Linked to'), 'Bo Berg');
  await userEvent.click(form.getByRole('button', { name: 'Add tag' }));
  expect(await form.findByText(/A tag number has 4 to 64 digits/)).toBeTruthy();
  expect(form.queryByText(/The number on the tag/)).toBeNull();
  isWrong = false;
  await userEvent.click(form.getByRole('button', { name: 'Add tag' }));
  expect(await screen.findByText('Red key is linked to Bo Berg')).toBeTruthy();
  expect(bodyOf(send, 'drivers.add-tag')).toEqual({ tag: 'XY', name: '', user_id: 8 });
});

test('DRV-014: the open tab is in the address', () => {
  expect(readDriversSearch({ tab: 'missing' })).toEqual({ tab: 'missing' });
  expect(readDriversSearch({ tab: 'now', q: ' bil ' })).toEqual({ tab: 'now', q: 'bil' });
  expect(readDriversSearch({ tab: 'elsewhere' })).toEqual({});
});
