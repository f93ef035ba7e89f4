import type { User, UserRow } from '@spora/contract/users/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import type { UsersSearch } from './public/users-search.ts';
import { UsersScreen } from './public/users-screen.tsx';

afterEach(cleanup);

const MAY_ALL = { edit: true, disable: true, remove: true, change_admin: true, reset_factor: true };
const row = (over: Partial<UserRow> & { id: number }): UserRow => ({
  full_name: over.full_name ?? `User ${over.id}`,
  first_name: (over.full_name ?? 'User').split(' ')[0] ?? '',
  last_name: (over.full_name ?? `User ${over.id}`).split(' ').slice(1).join(' '),
  email: `user-${over.id}@example.com`,
  phone: '',
  is_admin: false,
  two_factor: false,
  has_strong_factor: false,
  is_disabled: false,
  status: 'active',
  department: '',
  rights: [],
  units: 0,
  last_seen_at: null,
  pending_email: null,
  can: MAY_ALL,
  ...over,
});
const ROWS = [
  row({
    id: 7,
    full_name: 'Anna Lindqvist',
    is_admin: true,
    two_factor: true,
    has_strong_factor: true,
    last_seen_at: new Date().toISOString(),
    can: { edit: true, disable: false, remove: false, change_admin: false, reset_factor: false },
  }),
  row({ id: 8, full_name: 'Bo Ek', phone: '46701234567', department: 'Norr', units: 1 }),
  row({ id: 9, full_name: 'Cilla Åberg', is_disabled: true, status: 'disabled' }),
  row({ id: 10, full_name: 'Dan Vik', status: 'invited', department: 'Syd' }),
];
const userOf = (id: number): User => ({
  ...ROWS.find((each) => each.id === id)!,
  language: 'sv',
  registration_id: '',
  street: '',
  postal_code: '',
  city: '',
  default_purpose: '',
  unit_ids: id === 8 ? [1] : [],
});
const unit = (id: number, name: string, department: string | null, locked_by: number | null = null) => ({
  id,
  name,
  registration_number: `ABC${id}`,
  department,
  locked_by,
});
const MATRIX = {
  users: ROWS.map(({ id, full_name, is_admin, department }) => ({ id, full_name, is_admin, department })),
  units: [unit(1, 'Skåpbil', 'Norr'), unit(2, 'Lastbil', 'Norr'), unit(3, 'Båt', null)],
  access: [[8, 1]] as [number, number][],
};

/** The screen with an address of its own. */
function Page(props: { start: UsersSearch }) {
  const [search, setSearch] = useState(props.start);
  return (
    <>
      <output>{JSON.stringify(search)}</output>
      <UsersScreen search={search} onSearch={(patch) => setSearch((before) => ({ ...before, ...patch }))} />
    </>
  );
}

async function open(answers: FakeAnswers = {}, start: UsersSearch = {}) {
  const send = fakeSend({
    'users.list': () => ({ user: ROWS }),
    'users.get': ({ params }) => userOf(Number(params.id)),
    'users.access-matrix': () => MATRIX,
    'accounts.list-groups': () => ({
      groups: [{ id: 1, name: 'Norr', trip_type: null, is_archived: false, uses: 2, users: 0, trips: 0, attested_trips: 0 }],
      can: { create: true, edit: true },
    }),
    ...answers,
  });
  await renderScreen(<Page start={start} />, { send, user: signedInUser() });
  return send;
}
const sent = (send: Awaited<ReturnType<typeof open>>, id: string) => send.requests.filter((request) => request.id === id);
const lineOf = async (name: RegExp) => within((await screen.findByRole('rowheader', { name })).closest('tr')!);
const shownNames = async () => {
  await screen.findByRole('table');
  return screen.getAllByRole('rowheader').map((each) => within(each).getAllByRole('button')[0]!.textContent);
};

test('ADM-010, API-024, TFA-020: the list has name, address, phone, role, units, last visit, status and second factor of each user', async () => {
  await open();
  expect(await screen.findByText('4 users')).toBeDefined();
  const anna = await lineOf(/Anna Lindqvist/);
  expect(anna.getByText('You')).toBeDefined();
  expect(anna.getByText('Administrator')).toBeDefined();
  expect(anna.getByText('just now')).toBeDefined();
  const bo = await lineOf(/Bo Ek/);
  expect(bo.getByText('user-8@example.com')).toBeDefined();
  expect(bo.getByText(/^\+46.70.123.45.67$/)).toBeDefined();
  expect(bo.getByText('Norr')).toBeDefined();
  expect(bo.getByText('Never')).toBeDefined();
  expect((await lineOf(/Cilla/)).getByText('Switched off')).toBeDefined();
  expect((await lineOf(/Dan Vik/)).getByText('Invited')).toBeDefined();
});

test('ADM-010: where nobody is in a department there is no column of it', async () => {
  await open();
  expect(await screen.findByRole('columnheader', { name: /Department/ })).toBeDefined();
  cleanup();
  await open({ 'users.list': () => ({ user: ROWS.map((each) => ({ ...each, department: '' })) }) });
  expect(await lineOf(/Bo Ek/)).toBeDefined();
  expect(screen.queryByRole('columnheader', { name: /Department/ })).toBeNull();
});

test('ADM-010: the search forgives accents and finds numbers as people write them; filters and order are in the address', async () => {
  await open({}, { sort: '-name' });
  expect(await shownNames()).toEqual(['Dan Vik', 'Cilla Åberg', 'Bo Ek', 'Anna Lindqvist']);
  const search = screen.getByRole('searchbox', { name: 'Search users' });
  await userEvent.type(search, 'aberg');
  await waitFor(async () => expect(await shownNames()).toEqual(['Cilla Åberg']));
  expect(JSON.parse(screen.getByRole('status').textContent)).toEqual({ sort: '-name', q: 'aberg' });
  await userEvent.clear(search);
  await userEvent.type(search, '070-123 45');
  await waitFor(async () => expect(await shownNames()).toEqual(['Bo Ek']));
  await userEvent.clear(search);
  await userEvent.type(search, 'nobody');
  expect(await screen.findByText('No user matches')).toBeDefined();
});

test('TFA-020: one switch per user, at once, with a way back', async () => {
  const send = await open({
    'users.set-two-factor': ({ params, body }) => ({ ...ROWS.find(({ id }) => id === params.id)!, two_factor: body.enabled }),
  });
  const toggle = (await lineOf(/Bo Ek/)).getByRole<HTMLInputElement>('switch', { name: 'Code at sign-in for Bo Ek' });
  await userEvent.click(toggle);
  await waitFor(() => expect(toggle.checked).toBe(true));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(toggle.checked).toBe(false));
  expect(sent(send, 'users.set-two-factor').map(({ params, body }) => [params, body])).toEqual([
    [{ id: 8 }, { enabled: true }],
    [{ id: 8 }, { enabled: false }],
  ]);
});

test('TFA-020: the switch is in the sheet of the user as well, where a phone has no room for it in the list; never for oneself', async () => {
  const send = await open({ 'users.set-two-factor': () => ({ ...ROWS[1]!, two_factor: true }) }, { user: '8' });
  const sheet = within(await screen.findByRole('dialog', { name: 'Bo Ek' }));
  await userEvent.click(await sheet.findByRole('switch'));
  await waitFor(() => expect(sent(send, 'users.set-two-factor')).toHaveLength(1));
  await waitFor(() => expect(sheet.getByRole<HTMLInputElement>('switch').checked).toBe(true));
  cleanup();
  await open({}, { user: '7' });
  const own = within(await screen.findByRole('dialog', { name: 'Anna Lindqvist' }));
  await own.findByRole('form', { name: 'Edit user' });
  expect(own.queryByRole('switch')).toBeNull();
});

test('TFA-020, ERR-015: a refused switch goes back and says why', async () => {
  await open({
    'users.set-two-factor': () => {
      throw new ApiError(404, 'UserNotFound');
    },
  });
  const toggle = (await lineOf(/Bo Ek/)).getByRole<HTMLInputElement>('switch');
  await userEvent.click(toggle);
  expect(await screen.findByText('The user was not found.')).toBeDefined();
  await waitFor(() => expect(toggle.checked).toBe(false));
});

test("ASVS 7.5.1: one's own is not switched here but on the profile page, where the password is asked for", async () => {
  await open();
  const anna = await lineOf(/Anna Lindqvist/);
  expect(anna.queryByRole('switch')).toBeNull();
  expect(anna.getByRole('link', { name: 'Change in your profile' })).toBeDefined();
});

test('a list that cannot be fetched says so and can be asked for again', async () => {
  let isBroken = true;
  await open({
    'users.list': () => {
      if (isBroken) throw new ApiError(500, 'SomethingWentWrong');
      return { user: ROWS };
    },
  });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isBroken = false;
  await userEvent.click(retry);
  expect(await screen.findByText('Bo Ek')).toBeDefined();
});

test('ADM-002, ADM-010, DEC-27, LOCK-001, ROLE-001, ROLE-006: an invitation carries the rights and the units, a whole department at once', async () => {
  const send = await open({ 'users.invite': () => userOf(10) });
  await userEvent.click(await screen.findByRole('button', { name: 'Invite user' }));
  const form = within(await screen.findByRole('form', { name: 'Invite user' }));
  expect(form.queryByLabelText(/Password/), 'nobody sets the password of somebody else').toBeNull();
  await userEvent.type(form.getByLabelText('First name'), 'Eva');
  await userEvent.type(form.getByLabelText('Last name'), 'Ny');
  await userEvent.type(form.getByLabelText('E-mail address'), 'eva@example.com');
  expect(form.getByRole<HTMLInputElement>('checkbox', { name: 'Change places and zones of their units' }).checked).toBe(true);
  expect(form.getByRole<HTMLInputElement>('checkbox', { name: 'Change the bookings of others' }).checked).toBe(false);
  expect(form.getByLabelText('Change how often units report')).toBeDefined();
  await userEvent.click(form.getByLabelText('Change the settings of their units'));
  await userEvent.click(await form.findByRole('checkbox', { name: /^Norr/ }));
  expect(form.getByText('2 of 3 units')).toBeDefined();
  const sees = within(form.getByRole('region', { name: 'Sees and may do' }));
  expect(sees.getByText('Sees 2 units')).toBeDefined();
  expect(sees.getByText(/^Sees every trip that the units made, those that others drove too\./)).toBeDefined();
  expect(sees.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Skåpbil (ABC1)',
    'Lastbil (ABC2)',
    'Sees every trip that the units made, those that others drove too.',
    'Of the private trips of others only day, distance and odometer are shown.',
    'May check in as driver.',
    'May handle the alarms of the units.',
    'May share where the units are by a link.',
    'Change the settings of their units',
    'Change places and zones of their units',
  ]);
  await userEvent.click(form.getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText(/An invitation is on its way/)).toBeDefined();
  expect(sent(send, 'users.invite')[0]!.body).toMatchObject({
    first_name: 'Eva',
    last_name: 'Ny',
    email: 'eva@example.com',
    is_admin: false,
    rights: ['edit-places', 'edit-units'],
    unit_ids: [1, 2],
  });
  expect(screen.queryByRole('form')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(sent(send, 'users.get').at(-1)?.params).toEqual({ id: 10 }));
});

test('WIZ-009, DEC-83: two names that are too long together are told as that, at both fields, and nothing is sent', async () => {
  const send = await open({}, { user: 'new' });
  const form = within(await screen.findByRole('form'));
  await userEvent.type(form.getByLabelText('First name'), 'E'.repeat(39));
  await userEvent.type(form.getByLabelText('Last name'), 'N'.repeat(31));
  await userEvent.type(form.getByLabelText('E-mail address'), 'eva@example.com');
  await userEvent.click(form.getByRole('button', { name: 'Send invitation' }));
  expect(form.getAllByText('First and last name can have at most 50 characters together.')).toHaveLength(2);
  expect(sent(send, 'users.invite')).toEqual([]);
});

test('ERR-008: an address in use is told beside the field, which gets the focus; what was typed stays', async () => {
  await open(
    {
      'users.invite': () => {
        throw new ApiError(422, { email: ['EmailInUse'] });
      },
    },
    { user: 'new' },
  );
  const form = within(await screen.findByRole('form', { name: 'Invite user' }));
  await userEvent.type(form.getByLabelText('First name'), 'Eva');
  await userEvent.type(form.getByLabelText('Last name'), 'Ny');
  const email = form.getByLabelText<HTMLInputElement>('E-mail address');
  await userEvent.type(email, 'bo@example.com');
  await userEvent.click(form.getByRole('button', { name: 'Send invitation' }));
  expect(await form.findByText(/already in use/)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(email));
  expect(form.getByLabelText<HTMLInputElement>('First name').value).toBe('Eva');
});

test('ERR-041: a user whom somebody else changed meanwhile is not overwritten unseen', async () => {
  let department = 'Norr';
  const send = await open(
    {
      'users.get': () => ({ ...userOf(8), department }),
      'users.update': ({ body }) => {
        if (body.was) throw new ApiError(409, 'ChangedMeanwhile');
        return userOf(8);
      },
    },
    { user: '8' },
  );
  const form = within(await screen.findByRole('form', { name: 'Edit user' }));
  await userEvent.selectOptions(form.getByLabelText('Department'), 'No department');
  department = 'Syd';
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Department is now: Syd')).toBeDefined();
  await userEvent.click(form.getByRole('button', { name: 'Overwrite with mine' }));
  await waitFor(() =>
    expect(sent(send, 'users.update').map(({ body }) => body)).toMatchObject([
      { was: { department: 'Norr' } },
      { department: '' },
    ]),
  );
});

test('ADM-010: a user who was changed opens with what was saved, and never with what it was before', async () => {
  let department = 'Norr';
  await open(
    {
      'users.get': async () => {
        const told = { ...userOf(8), department };
        await new Promise((done) => setTimeout(done, 30));
        return told;
      },
      'users.update': () => {
        department = '';
        return userOf(8);
      },
    },
    { user: '8' },
  );
  const form = within(await screen.findByRole('form', { name: 'Edit user' }));
  await userEvent.selectOptions(form.getByLabelText('Department'), 'No department');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('Bo Ek is saved');
  await userEvent.click(screen.getAllByRole('button', { name: /Bo Ek/ })[0]!);
  const again = within(await screen.findByRole('form', { name: 'Edit user' }));
  expect(again.getByLabelText<HTMLSelectElement>('Department').selectedOptions[0]?.text).toBe('No department');
});

test('ADM-002, ADM-010: a changed user sends only what was changed, and the change of access beside it', async () => {
  const send = await open(
    {
      'users.update': () => userOf(8),
      'users.change-access': ({ body }) => ({
        given: body.give?.length ?? 0,
        taken: body.take?.length ?? 0,
        bookings: 0,
        refused: [],
      }),
    },
    { user: '8' },
  );
  const form = within(await screen.findByRole('form', { name: 'Edit user' }));
  await userEvent.selectOptions(form.getByLabelText('Language'), 'no');
  await userEvent.click(await form.findByRole('checkbox', { name: /Skåpbil/ }));
  await userEvent.click(form.getByRole('checkbox', { name: /Båt/ }));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Bo Ek is saved and sees one unit now')).toBeDefined();
  expect(sent(send, 'users.update').map(({ params, body }) => [params, body])).toEqual([
    [{ id: 8 }, { language: 'no', was: { language: 'sv' } }],
  ]);
  expect(sent(send, 'users.change-access')[0]!.body).toEqual({
    give: [{ user_id: 8, unit_id: 3 }],
    take: [{ user_id: 8, unit_id: 1 }],
  });
});

test('ADM-003, ADM-004: what the server does not allow is not offered: one cannot remove, switch off or degrade oneself', async () => {
  await open({}, { user: '7' });
  const form = within(await screen.findByRole('form', { name: 'Edit user' }));
  expect(form.getByLabelText<HTMLSelectElement>('Role').disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
  expect(screen.getAllByRole('menuitem').map((each) => each.textContent)).toEqual(['Download data']);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: 'Switch off' })).toBeNull();
});

test('ADM-010: of somebody who is switched off the sheet says that they may do nothing, and what they may once switched on again', async () => {
  await open({}, { user: '9' });
  const sees = within(await screen.findByRole('region', { name: 'Sees and may do' }));
  expect(sees.getByText(/^Can neither see nor do anything while switched off\./)).toBeDefined();
});

test('ADM-010: somebody is switched off with a way back, and an invitation is sent again or says why not', async () => {
  let bookings = 0;
  const answers = {
    'users.update': () => userOf(8),
    'users.dependents': () => ({ trips: 0, locked_units: [], sessions: 0, bookings, alarm_units: 0, driven_units: [] }),
  };
  const send = await open(answers, { user: '8' });
  await userEvent.click(await screen.findByRole('button', { name: 'Switch off' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent(send, 'users.update').map(({ body }) => body)).toEqual([{ is_disabled: true }, { is_disabled: false }]),
  );
  bookings = 2;
  await userEvent.click(await screen.findByRole('button', { name: 'Switch off' }));
  const question = within(await screen.findByRole('dialog', { name: 'Switch off Bo Ek?' }));
  expect(question.getByText(/^2 bookings to come are cancelled/), 'ADM-011: what Undo does not bring back').toBeDefined();
  expect(sent(send, 'users.update')).toHaveLength(2);
  await userEvent.click(question.getByRole('button', { name: 'Switch off' }));
  await waitFor(() => expect(sent(send, 'users.update')).toHaveLength(3));
  cleanup();
  await open(
    {
      'users.resend-invitation': () => {
        throw new ApiError(409, 'InvitationJustSent');
      },
    },
    { user: '10' },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(
    await screen.findByText('An invitation was sent less than an hour ago. Wait a little before you send a new one.'),
  ).toBeDefined();
});

test('12-A4 a member is signed out everywhere after a question; oneself is not offered it', async () => {
  const send = await open({ 'users.end-sessions': () => ({ ended: 2 }) }, { user: '8' });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sign out everywhere' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign out Bo Ek everywhere?' }));
  expect(sent(send, 'users.end-sessions')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
  expect(await screen.findByText('Bo Ek: signed out in 2 places')).toBeDefined();
  cleanup();
  await open({}, { user: '7' });
  await screen.findByRole('button', { name: 'Save' });
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
  expect(screen.queryByRole('menuitem', { name: 'Sign out everywhere' })).toBeNull();
});

test('12-A3 an address that waits is shown in the list and on the sheet, where it is sent again or withdrawn', async () => {
  const pending = {
    ...{ email: 'new@example.com', ordered_by: 'administrator' as const, by_name: 'Anna Lindqvist' },
    ...{ asked_at: '2026-11-22T08:00:00.000Z', expires_at: '2026-11-29T08:00:00.000Z' },
    ...{ is_proven: true, is_agreed: false, is_in_force: false },
  };
  const waiting = { ...userOf(8), pending_email: pending };
  const send = await open(
    {
      'users.list': () => ({ user: [ROWS[0]!, { ...ROWS[1]!, pending_email: pending }] }),
      'users.get': () => waiting,
      'users.resend-user-email': () => waiting,
      'users.withdraw-user-email': () => userOf(8),
    },
    { user: '8' },
  );
  expect(await screen.findByText('Waiting: new@example.com')).toBeDefined();
  expect(screen.getAllByText('Waiting for confirmation').length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('The links are on their way')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Withdraw' }).at(-1)!);
  await waitFor(() => expect(sent(send, 'users.withdraw-user-email')).toHaveLength(1));
});

test('ADM-002: nobody becomes an administrator by the way: it is asked first, and told afterwards, as the units are that somebody sees', async () => {
  const send = await open(
    { 'users.update': () => userOf(8), 'users.change-access': () => ({ given: 0, taken: 1, bookings: 0, refused: [] }) },
    { user: '8' },
  );
  const form = within(await screen.findByRole('form', { name: 'Edit user' }));
  const role = form.getByLabelText<HTMLSelectElement>('Role');
  await waitFor(() => expect(role.value).toBe('member'));
  await userEvent.selectOptions(role, 'admin');
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('dialog', { name: 'Make Bo Ek an administrator?' }));
  expect(sent(send, 'users.update')).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Make administrator' }));
  expect(await screen.findByText('Bo Ek is now an administrator')).toBeDefined();
  expect(sent(send, 'users.update')[0]!.body).toMatchObject({ is_admin: true });
});

test('ADM-011: before a user loses a unit in their form it is told how many of their bookings go', async () => {
  const send = await open({ 'bookings.losses': () => ({ bookings: 2 }) }, { user: '8' });
  const form = within(await screen.findByRole('form', { name: 'Edit user' }));
  await userEvent.click(await form.findByRole('checkbox', { name: /Båt/ }));
  expect(sent(send, 'bookings.losses')).toEqual([]);
  await userEvent.click(form.getByRole('checkbox', { name: /Skåpbil/ }));
  expect(await form.findByText(/^2 bookings to come are cancelled/)).toBeDefined();
  expect(sent(send, 'bookings.losses').map(({ body }) => body)).toEqual([
    { losses: [{ user_id: 8, unit_id: 1 }], by_lock: false },
  ]);
});

test('ADM-011: after a user lost a unit in their form the notice says how many bookings are cancelled, and can be undone', async () => {
  const send = await open(
    {
      'bookings.losses': () => ({ bookings: 2 }),
      'users.change-access': ({ body }) => ({
        given: body.give?.length ?? 0,
        taken: body.take?.length ?? 0,
        bookings: body.take?.length ? 2 : 0,
        refused: [],
      }),
    },
    { user: '8' },
  );
  const form = within(await screen.findByRole('form', { name: 'Edit user' }));
  await userEvent.click(await form.findByRole('checkbox', { name: /Skåpbil/ }));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Bo Ek is saved and sees no unit now. 2 bookings are cancelled within a minute.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Saved: 1 given, 0 taken away'), 'the sheet is closed by then').toBeDefined();
  expect(sent(send, 'users.change-access').map(({ body }) => body)).toEqual([
    { give: [], take: [{ user_id: 8, unit_id: 1 }] },
    { give: [{ user_id: 8, unit_id: 1 }], take: [] },
  ]);
});

test('ADM-011: before an administrator is made a member it is told what becomes of their bookings', async () => {
  const answers = {
    'users.dependents': () => ({ trips: 0, locked_units: [], sessions: 0, bookings: 1, alarm_units: 0, driven_units: [] }),
    'users.get': () => ({ ...userOf(8), is_admin: true }),
  };
  await open(answers, { user: '8' });
  const form = within(await screen.findByRole('form', { name: 'Edit user' }));
  const role = form.getByLabelText<HTMLSelectElement>('Role');
  await waitFor(() => expect(role.value).toBe('admin'));
  expect(screen.queryByText(/^1 booking to come/)).toBeNull();
  await userEvent.selectOptions(role, 'member');
  expect(await screen.findByText(/^1 booking to come: it is cancelled if its unit/)).toBeDefined();
});

test('ADM-011, LOCK-011: before somebody is removed it is told what stays, and that only support can then unlock their units', async () => {
  const send = await open(
    {
      'users.dependents': () => ({
        trips: 12,
        locked_units: ['Skåpbil'],
        sessions: 2,
        bookings: 3,
        alarm_units: 4,
        driven_units: ['Bil 2', 'Bil 7'],
      }),
      'users.remove': () => ({}),
    },
    { user: '8' },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  const removal = screen.getByRole('menuitem', { name: 'Remove' });
  expect(removal.closest('[role=group]')?.textContent, 'it stands apart').toBe('Remove');
  await userEvent.click(removal);
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Bo Ek?' }));
  expect(await dialog.findByText('12 trips stay under this name.')).toBeDefined();
  expect(dialog.getByText('3 bookings to come are cancelled, and the vehicles are free.')).toBeDefined();
  expect(dialog.getByText(/^Is told of the alarms of 4 units/)).toBeDefined();
  expect(dialog.getByText(/^Drives as a rule, or is checked in: Bil 2 and Bil 7/)).toBeDefined();
  expect(dialog.getByText(/only support can unlock them: Skåpbil/)).toBeDefined();
  expect(sent(send, 'users.remove')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Remove Bo Ek' }));
  expect(await screen.findByText('Bo Ek is removed')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
});
