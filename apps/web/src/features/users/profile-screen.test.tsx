import type { PendingEmail } from '@spora/contract/users/pending-email';
import type { Profile } from '@spora/contract/users/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { useUser } from '../../lib/session-context.tsx';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { NoticeRequirement } from './public/notice-requirement.tsx';
import { ProfileScreen } from './profile-screen.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const WAITING: PendingEmail = {
  email: 'new@example.com',
  ordered_by: 'administrator',
  by_name: 'Maja Ek',
  asked_at: '2026-11-22T08:00:00.000Z',
  expires_at: '2026-11-29T08:00:00.000Z',
  is_proven: false,
  is_agreed: false,
  is_in_force: false,
};

const PROFILE: Profile = {
  full_name: 'Anna Lindqvist',
  first_name: 'Anna',
  last_name: 'Lindqvist',
  phone: '46701234567',
  email: 'anna@example.com',
  language: 'en',
  two_factor: false,
  alerts: true,
  push: true,
  pending_email: null,
  sign_on_waits: false,
  default_purpose: '',
};

/** What the header shows of the person. */
function Header() {
  const { FullName, Email } = useUser();
  return <p>{`header: ${FullName} ${Email}`}</p>;
}

async function open(answers: FakeAnswers = {}, profile: Partial<Profile> = {}, user = signedInUser()) {
  let now = { ...PROFILE, ...profile };
  const send = fakeSend({
    'second-factor.get': () => ({
      app: null,
      passkeys: [],
      recovery_codes_left: 0,
      mail: false,
      is_required: false,
      is_mail_enough: false,
      needs_code: false,
    }),
    'users.profile': () => now,
    'users.update-profile': ({ body }) => {
      const { phone, full_name: _none, was: _was, ...rest } = body;
      now = {
        ...now,
        ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Partial<Profile>),
        ...(phone === undefined ? {} : { phone: phone.replace(/\D/g, '') }),
      };
      now = { ...now, full_name: `${now.first_name} ${now.last_name}` };
      return now;
    },
    'users.notice': () => ({ position_months: 3, private_position_months: 1, required: false, acknowledged_at: null }),
    'auth.list-sessions': () => ({ sessions: [], trusted_browsers: [] }),
    'alarms.push-browsers': () => ({ key: '', browsers: [], receivers: [] }),
    ...answers,
  });
  await renderScreen(
    <>
      <Header />
      <ProfileScreen />
    </>,
    { send, user },
  );
  await screen.findByLabelText('First name');
  const bodiesOf = (id: string) => send.requests.filter((request) => request.id === id).map(({ body }) => body);
  return { bodiesOf };
}

test('ADM-002, ADM-027: first name, last name and phone are saved together, and the header shows the new name', async () => {
  const { bodiesOf } = await open();
  expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('+46701234567');
  const save = screen.getByRole('button', { name: 'Save' });
  expect((save as HTMLButtonElement).disabled).toBe(true);
  await userEvent.clear(screen.getByLabelText('Last name'));
  await userEvent.type(screen.getByLabelText('Last name'), 'Ek');
  expect(hasUnsaved()).toBe(true);
  await userEvent.click(save);
  expect(await screen.findByText('header: Anna Ek anna@example.com')).toBeDefined();
  expect(bodiesOf('users.update-profile')).toEqual([
    {
      first_name: 'Anna',
      last_name: 'Ek',
      phone: '+46701234567',
      default_purpose: '',
      was: { first_name: 'Anna', last_name: 'Lindqvist', phone: '46701234567', default_purpose: '' },
    },
  ]);
  await waitFor(() => expect(hasUnsaved()).toBe(false));
});

test('WIZ-009, DEC-83: the names of one person that are too long together are told as that before anything is sent', async () => {
  const { bodiesOf } = await open();
  await userEvent.type(screen.getByLabelText('Last name'), 'x'.repeat(45));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getAllByText('First and last name can have at most 50 characters together.')).toHaveLength(2);
  expect(bodiesOf('users.update-profile')).toEqual([]);
});

test('ADM-013, ADM-014: a usual purpose that the account has archived says that new trips do not get it', async () => {
  await open({
    'users.profile': () => ({ ...PROFILE, default_purpose: 'kundbesök' }),
    'accounts.list-groups': () => ({
      groups: [{ id: 1, name: 'Kundbesök', trip_type: null, is_archived: true, uses: 1, users: 1, trips: 0, attested_trips: 0 }],
      can: { create: false, edit: false },
    }),
  });
  expect(await screen.findByText('The purpose is archived, so new trips do not get it.')).toBeDefined();
  await userEvent.type(screen.getByLabelText('Usual purpose'), ' 2');
  expect(screen.queryByText(/The purpose is archived/), 'another').toBeNull();
});

test('ERR-041: what an administrator changed of the profile meanwhile is told, and taken or overwritten', async () => {
  let profile = PROFILE;
  const { bodiesOf } = await open({
    'users.profile': () => profile,
    'users.update-profile': ({ body }) => {
      if (body.was === undefined) return { ...profile, first_name: 'Anja', last_name: 'Lindqvist' };
      profile = { ...PROFILE, last_name: 'Berg' };
      throw new ApiError(409, 'ChangedMeanwhile');
    },
  });
  const [first, last] = ['First name', 'Last name'].map((label) => screen.getByLabelText<HTMLInputElement>(label));
  const save = async () => {
    await userEvent.clear(first!);
    await userEvent.type(first!, 'Anja');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  };
  await save();
  expect(await screen.findByText('Last name is now: Berg')).toBeDefined();
  expect([first!.value, last!.value], 'what was typed').toEqual(['Anja', 'Lindqvist']);
  await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }));
  expect([first!.value, last!.value], 'what they left alone stays as it was typed').toEqual(['Anja', 'Berg']);
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Overwrite with mine' }));
  expect(await screen.findByText('Saved')).toBeDefined();
  const sent = bodiesOf('users.update-profile');
  expect(sent).toMatchObject([{ was: { last_name: 'Lindqvist' } }, { was: { last_name: 'Berg' } }, { first_name: 'Anja' }]);
  expect(sent[2]).not.toHaveProperty('was');
});

/** Fills in the days and asks what that is about. */
async function askToErase() {
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Erase' });
  expect(button.disabled).toBe(true);
  for (const [label, day] of [
    ['From', '20260301'],
    ['To', '20260331'],
  ] as const) {
    const group = screen.getByRole('group', { name: new RegExp(`^${label}`) });
    await userEvent.click(within(group).getAllByRole('spinbutton')[0]!);
    await userEvent.keyboard(day);
  }
  await userEvent.click(button);
}

test('SEC-015: where one drove privately is erased after a question that says how much, attested ones among them', async () => {
  const { bodiesOf } = await open({
    'trips.erase-private': () => ({ trips: 3, attested: 1 }),
  });
  await askToErase();
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase where your private trips went?' }));
  expect(dialog.getByText('Where 3 private trips went is erased for good.')).toBeDefined();
  expect(dialog.getByText(/1 of them is attested/)).toBeDefined();
  const asked = bodiesOf('trips.erase-private');
  expect(asked).toMatchObject([{ commit: false }]);
  await userEvent.click(dialog.getByRole('button', { name: 'Erase for good' }));
  expect(await screen.findByText('3 trips are being erased')).toBeDefined();
  expect(bodiesOf('trips.erase-private').at(-1)).toEqual({ ...(asked[0] as object), commit: true });
});

test('SEC-015: where nothing is to be erased, nothing is asked', async () => {
  await open({ 'trips.erase-private': () => ({ trips: 0, attested: 0 }) });
  await askToErase();
  const dialog = within(await screen.findByRole('dialog', { name: 'Where I drove privately' }));
  expect(dialog.getByText(/no private trips left to erase on these days/)).toBeDefined();
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close']);
});

test('ADM-027: a refused field says why, has the focus, and what was typed is still there', async () => {
  await open({
    'users.update-profile': () => {
      throw new ApiError(422, { phone: ['InvalidPhone'] });
    },
  });
  const phone = screen.getByLabelText<HTMLInputElement>('Phone');
  await userEvent.clear(phone);
  await userEvent.type(phone, '12');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter the phone number with 8 to 15 digits.')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(phone));
  expect(phone.value).toBe('12');
});

test('NAV-039: spaces in the same number are no change', async () => {
  await open();
  const phone = screen.getByLabelText('Phone');
  await userEvent.clear(phone);
  await userEvent.type(phone, '+46 70 123 45 67');
  expect(hasUnsaved()).toBe(false);
});

test('ADM-027: the e-mail address asks for the password; a wrong one and a taken address stand at their fields', async () => {
  const refusals = [new ApiError(422, { password: ['WrongPassword'] }), new ApiError(422, { email: ['EmailInUse'] })];
  const { bodiesOf } = await open({
    'users.change-email': ({ body }) => {
      const refusal = refusals.shift();
      if (refusal) throw refusal;
      return { ...PROFILE, pending_email: { ...WAITING, email: body.email ?? '', is_agreed: true } };
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Change e-mail' }));
  await userEvent.type(await screen.findByLabelText('New e-mail address'), 'new@example.com');
  await userEvent.type(screen.getByLabelText('Current password'), 'secret');
  const save = () => userEvent.click(screen.getAllByRole('button', { name: 'Save' }).at(-1)!);
  await save();
  expect(await screen.findByText('The password is wrong.')).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Current password')));
  await save();
  expect(await screen.findByText(/already in use/)).toBeDefined();
  await save();
  expect(await screen.findByText('Waiting: new@example.com')).toBeDefined();
  expect(screen.getByText('header: Anna Lindqvist anna@example.com'), 'as before').toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bodiesOf('users.change-email').at(-1)).toEqual({ email: 'new@example.com', password: 'secret' });
});

test('12-A3 an address that somebody else asked for is agreed to with the password, sent again, or withdrawn after a question', async () => {
  const waiting = { ...PROFILE, pending_email: WAITING };
  const { bodiesOf } = await open(
    {
      'users.resend-email': () => waiting,
      'users.agree-to-email': () => ({ ...waiting, pending_email: { ...WAITING, is_agreed: true } }),
      'users.withdraw-email': () => PROFILE,
    },
    waiting,
  );
  expect(screen.getByText('Waiting: new@example.com')).toBeDefined();
  expect(screen.getByText(/Maja Ek has asked for it\. The link that was sent there has not been opened yet\./)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('The links are on their way')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Agree' }));
  await userEvent.type(await screen.findByLabelText('Current password'), 'secret{Enter}');
  await waitFor(() => expect(bodiesOf('users.agree-to-email')).toEqual([{ password: 'secret' }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Nothing changes at sign-in. Both addresses get a message.')).toBeDefined();
  await userEvent.click(screen.getAllByRole('button', { name: 'Withdraw' }).at(-1)!);
  await waitFor(() => expect(screen.queryByText('Waiting: new@example.com')).toBeNull());
});

test('12-A3 whom the organisation signs in is told what is closed, and opens it with the own password', async () => {
  const { bodiesOf } = await open({ 'users.agree-to-sign-on': () => PROFILE }, { ...PROFILE, sign_on_waits: true });
  expect(screen.getByText(/Your private trips and the units you have locked are closed until you agree\./)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Agree' }));
  await userEvent.type(await screen.findByLabelText('Current password'), 'secret{Enter}');
  await waitFor(() => expect(bodiesOf('users.agree-to-sign-on')).toEqual([{ password: 'secret' }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull());
});

test('12-A3 while support’s address is not agreed to, the profile says what is closed and offers no way around it', async () => {
  await open({}, { pending_email: { ...WAITING, ordered_by: 'support', is_proven: true, is_in_force: true } });
  expect(screen.getByText('Your private trips and the units you have locked are closed until you agree.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Agree' }));
  expect(await screen.findByText('If you did not know about it, do not agree, but tell an administrator.')).toBeDefined();
  expect(screen.queryByText(/withdraw it instead/)).toBeNull();
});

test('TFA-020: the second factor is switched with the password, and the switch moves when the server has said yes', async () => {
  const { bodiesOf } = await open({ 'users.set-own-two-factor': ({ body }) => ({ ...PROFILE, two_factor: body.enabled }) });
  const toggle = () =>
    screen.getByRole<HTMLInputElement>('switch', { name: 'Ask for a code by e-mail at sign-in', hidden: true });
  await userEvent.click(toggle());
  expect(toggle().checked).toBe(false);
  await userEvent.type(await screen.findByLabelText('Current password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Switch on the code' }));
  await waitFor(() => expect(toggle().checked).toBe(true));
  expect(bodiesOf('users.set-own-two-factor')).toEqual([{ enabled: true, password: 'secret' }]);
});

test('ADM-027: alerts that were stopped by the opt-out page are resumed by one switch; a refusal puts it back', async () => {
  let isBroken = true;
  const { bodiesOf } = await open(
    {
      'users.update-profile': ({ body }) => {
        if (isBroken) throw new ApiError(500, 'SomethingWentWrong');
        return { ...PROFILE, ...body };
      },
    },
    { alerts: false },
  );
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: 'Alerts by e-mail and SMS' });
  await userEvent.click(toggle);
  expect(await screen.findByText(/Something went wrong/)).toBeDefined();
  expect(toggle.checked).toBe(false);
  isBroken = false;
  await userEvent.click(toggle);
  await waitFor(() => expect(toggle.checked).toBe(true));
  expect(bodiesOf('users.update-profile').at(-1)).toEqual({ alerts: true });
});

test('ADM-027, I18N-012: language and theme are chosen here too, and switching loses nothing that was typed', async () => {
  await open();
  await userEvent.type(screen.getByLabelText('Last name'), ' Ek');
  await userEvent.selectOptions(screen.getByLabelText('Appearance'), 'Dark');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'Svenska');
  expect((await screen.findByLabelText<HTMLInputElement>('Efternamn')).value).toBe('Lindqvist Ek');
});

test('SEC-016: the notice for drivers can be read again, with when it was read', async () => {
  await open({
    'users.notice': () => ({
      position_months: 3,
      private_position_months: 1,
      required: true,
      acknowledged_at: '2026-11-21T10:00:00Z',
    }),
  });
  const read = await screen.findByRole('button', { name: 'Read the information' });
  await waitFor(() => expect((read as HTMLButtonElement).disabled).toBe(false));
  await userEvent.click(read);
  const dialog = await screen.findByRole('dialog', { name: 'What is collected when you drive' });
  expect(dialog.textContent).toMatch(
    /others see only the day, the distance and the odometer, never the route.*The exception is theft mode: while it is on, everybody with access/,
  );
  expect(within(dialog).getByText(/^You read this/).textContent).toBe('You read this 2026-11-21 11:00.');
});

test('SEC-016, 13b: what everybody must do is not chosen among one’s own things: an administrator is led to the account’s settings', async () => {
  await open();
  expect((await screen.findByRole('link', { name: 'Open the settings' })).getAttribute('href')).toBe(
    '/administration/user-accounts?tab=options',
  );
  expect(screen.queryByRole('switch', { name: /Everybody must/ })).toBeNull();
  cleanup();
  await open({}, {}, signedInUser({ IsAdmin: false }));
  await screen.findByRole('button', { name: 'Read the information' });
  expect(screen.queryByRole('link', { name: 'Open the settings' })).toBeNull();
});

test('SEC-016: an administrator asks everybody to read it', async () => {
  let required = false;
  const send = fakeSend({
    'users.notice': () => ({ position_months: 3, private_position_months: 1, required, acknowledged_at: null }),
    'users.require-notice': ({ body }) => {
      required = body.required;
      return { position_months: 3, private_position_months: 1, required, acknowledged_at: null };
    },
  });
  await renderScreen(<NoticeRequirement />, { send, user: signedInUser() });
  const all = await screen.findByRole<HTMLInputElement>('switch', { name: 'Everybody must read what is collected' });
  await userEvent.click(all);
  await waitFor(() => expect(all.checked).toBe(true));
  expect(send.requests.filter(({ id }) => id === 'users.require-notice').map(({ body }) => body)).toEqual([{ required: true }]);
});

test('ADM-027, 13b: the switches of alarms say to which address and number they go, which kinds, and who decides that', async () => {
  const receiver = { email: 'anna@example.com', phone: '', security_alarm: true, function_alarm: true };
  await open({ 'alarms.push-browsers': () => ({ key: '', browsers: [], receivers: [receiver] }) });
  expect(
    await screen.findByText('Security alarms and function alarms: anna@example.com. No number for text messages is given.'),
  ).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open alarm receivers' })).toBeDefined();
  cleanup();
  await open({ 'alarms.push-browsers': () => ({ key: '', browsers: [], receivers: [{ ...receiver, phone: '+4741234567' }] }) });
  expect(await screen.findByText(/text messages to \+47 412 34 567/), 'as people write it').toBeDefined();
  cleanup();
  await open({}, {}, signedInUser({ IsAdmin: false }));
  expect(await screen.findByText(/You are not an alarm receiver/)).toBeDefined();
  expect(screen.getByText(/An administrator chooses address, number/)).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Open alarm receivers' })).toBeNull();
});

test('ADM-027: without a browser that takes push nobody is told that alarms are pushed; with one there is a switch', async () => {
  await open();
  const alerts = within(screen.getByRole('region', { name: 'Alerts' }));
  expect(await alerts.findByText(/You are not an alarm receiver/)).toBeDefined();
  expect(alerts.queryByRole('switch'), 'none that is on of who is told of nothing').toBeNull();
  expect(alerts.queryByText(/push/i), 'what the next part says').toBeNull();
  cleanup();
  const browser = {
    id: 1,
    browser: 'Firefox',
    fingerprint: 'x',
    since: '2026-05-04T08:00:00.000Z',
    last_ok_at: null,
    last: null,
  };
  const { bodiesOf } = await open({ 'alarms.push-browsers': () => ({ key: '', browsers: [browser], receivers: [] }) });
  const pushed = await screen.findByRole<HTMLInputElement>('switch', { name: 'Alerts as push notifications' });
  expect(pushed.checked).toBe(true);
  await userEvent.click(pushed);
  await waitFor(() => expect(bodiesOf('users.update-profile')).toEqual([{ push: false }]));
});

test('SEC-016: who keeps their own account is not told of what everybody in a company must read', async () => {
  const line = /^Whether everybody in the company must read it/;
  await open();
  expect(await screen.findByText(line)).toBeDefined();
  cleanup();
  await open({}, {}, signedInUser({ IsAdmin: true, IsPrivatePerson: true }));
  expect(await screen.findByRole('region', { name: 'Alerts' })).toBeDefined();
  expect(screen.queryByText(line)).toBeNull();
});

test('SEC-015: a private person finds the end of their account at their own page; a company’s members do not', async () => {
  await open();
  expect(await screen.findByRole('region', { name: 'Alerts' })).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Remove the account' })).toBeNull();
  cleanup();
  await open({}, {}, signedInUser({ IsAdmin: true, IsPrivatePerson: true }));
  const part = within(await screen.findByRole('region', { name: 'Remove the account' }));
  expect(part.getByRole('link').getAttribute('href')).toContain('tab=data');
});

test('13b: a table of contents leads to each part of the long page', async () => {
  await open();
  Element.prototype.scrollIntoView = () => undefined;
  const contents = within(screen.getByRole('navigation', { name: 'Contents' }));
  const titles = contents.getAllByRole('link').map((link) => link.textContent);
  expect(titles).toHaveLength(10);
  expect(titles.every((title) => screen.queryByRole('region', { name: title }) !== null)).toBe(true);
  await userEvent.click(contents.getByRole('link', { name: 'Alerts' }));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Alerts' }));
});

test('a link to where push notifications are turned on ends at that part of the page', async () => {
  Element.prototype.scrollIntoView = () => undefined;
  location.hash = '#push';
  try {
    await open();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Alarms in your browsers' })));
  } finally {
    location.hash = '';
  }
});
