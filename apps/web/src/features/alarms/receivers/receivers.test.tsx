import type { AlarmReceiver } from '@spora/contract/alarms/receivers';
import { ALARM_KIND_NAMES, kindsOfClass } from '@spora/contract/alarms/kinds';
import { brandOf } from '@spora/contract/brands';
import { sv } from '@spora/messages/sv';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { showBrand } from '../../../lib/brand.ts';
import { type FakeAnswers, fakeSend, readAs, renderScreen, signedInUser, withoutWas } from '../../../lib/testing.tsx';
import { ReceiversTab } from '../public/receivers-tab.tsx';
import { KindsHint } from './kinds-hint.tsx';
import { ReceiversScreen } from './screen.tsx';
import { type ReceiverSearch, readReceiverSearch } from './search.ts';
import { alarmReceiver } from './testing.ts';

beforeEach(() => {
  localStorage.clear();
  showBrand(0);
});
afterEach(() => {
  cleanup();
  delete document.documentElement.dataset['brand'];
});

const SPORA = brandOf(0);
const ASA = alarmReceiver({ id: 1, country_code: '46', phone: '701234567' });
const BO = alarmReceiver({ id: 2, name: 'Bo Berg', email: 'bo@example.test', security_alarm: 0, total_units: 0 });

const UNITS = {
  gps: [
    { ID: 11, Name: 'Ångvält', Imei: '356307042441011', registration_number: null, IsSelected: true, isLocked: false },
    { ID: 12, Name: 'Bil 2', Imei: '356307042441012', registration_number: 'AXR 43M', IsSelected: false, isLocked: false },
    { ID: 13, Name: 'Bil låst', Imei: '356307042441013', registration_number: null, IsSelected: false, isLocked: true },
  ],
  ble: [],
};

function Held() {
  const [search, setSearch] = useState<ReceiverSearch>({});
  return (
    <ReceiversScreen search={search} onSearch={(patch) => setSearch((before) => readReceiverSearch({ ...before, ...patch }))} />
  );
}
async function open(
  receivers: AlarmReceiver[],
  answers: FakeAnswers = {},
  language: 'en' | 'sv' = 'en',
  user: Parameters<typeof signedInUser>[0] = {},
) {
  const send = fakeSend({
    'alarms.receivers': () => ({ alarmReceivers: receivers, SmsCredits: 42 }),
    'alarms.receiver-units': () => UNITS,
    'accounts.options': () => ({
      alert_language: 'sv' as const,
      alert_time_zone: 'Europe/Stockholm',
      alert_time_zones: ['Europe/Stockholm', 'Europe/London'],
      purpose_required: false,
      driver_required: false,
      monthly_attest_reminder: false,
    }),
    ...answers,
  });
  await renderScreen(<Held />, { send, language, user: signedInUser(user) });
  return send;
}
const sentTo = (send: ReturnType<typeof fakeSend>, id: string) =>
  send.requests.filter((request) => request.id === id).map(({ body, params }) => withoutWas(body ?? params));
const rowOf = async (name: string) => within((await screen.findByRole('rowheader', { name: new RegExp(name) })).closest('tr')!);

test('14-A6: what stands below the list does not stand in its place while the list is loaded', async () => {
  let loaded = (): void => undefined;
  const receivers = new Promise<{ alarmReceivers: AlarmReceiver[]; SmsCredits: number }>((resolve) => {
    loaded = () => resolve({ alarmReceivers: [ASA], SmsCredits: 42 });
  });
  const send = await open([ASA], { 'alarms.receivers': () => receivers });
  await waitFor(() => expect(send.requests.map(({ id }) => id)).toContain('alarms.receivers'));
  expect(screen.queryByRole('heading', { name: 'Language and time zone of alarms' })).toBeNull();
  loaded();
  expect(await screen.findByRole('heading', { name: 'Language and time zone of alarms' })).toBeDefined();
  expect(screen.getByRole('rowheader', { name: /Åsa Öst/ })).toBeDefined();
});

test('ALARM-003, ALARM-004: each receiver is told with units, e-mail, phone and switches, and the SMS that are left', async () => {
  await open([ASA, BO]);
  const row = await rowOf('Åsa Öst');
  expect(row.getByText('2 units')).toBeDefined();
  expect(row.getByText('asa@example.test')).toBeDefined();
  expect(row.getByText('+46-701234567')).toBeDefined();
  expect(row.getByRole<HTMLInputElement>('switch', { name: 'Security alarms to Åsa Öst' }).checked).toBe(true);
  expect(row.getByRole<HTMLInputElement>('switch', { name: 'Function alarms to Åsa Öst' }).checked).toBe(false);
  expect(screen.getByText('SMS left: 42')).toBeDefined();
});

test('ALARM-006: pressing a heading sorts, and pressing it again turns the order round', async () => {
  await open([ASA, BO]);
  const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent?.slice(0, 3));
  await rowOf('Bo Berg');
  const email = screen.getByRole('button', { name: 'E-mail address' });
  await userEvent.click(email);
  expect(names()).toEqual(['Åsa', 'Bo ']);
  await userEvent.click(email);
  expect(names()).toEqual(['Bo ', 'Åsa']);
  expect(screen.getByRole('columnheader', { name: 'E-mail address' }).getAttribute('aria-sort')).toBe('descending');
});

test('ALARM-007, ALARM-008: a switch is saved at once and closed meanwhile; refused it flips back and says why', async () => {
  let settle: (error?: Error) => void = () => undefined;
  const send = await open([ASA], {
    'alarms.toggle-receiver': () =>
      new Promise((resolve, reject) => {
        settle = (error) => (error ? reject(error) : resolve({}));
      }),
  });
  const box = (await rowOf('Åsa Öst')).getByRole('switch', { name: 'Function alarms to Åsa Öst' }) as HTMLInputElement;
  await userEvent.click(box);
  await waitFor(() => expect(sentTo(send, 'alarms.toggle-receiver')).toEqual([{ receiverId: 1, type: 'function', state: 1 }]));
  expect([box.checked, box.disabled]).toEqual([true, true]);
  settle(new ApiError(404, 'ReceiverNotFound'));
  await waitFor(() => expect([box.checked, box.disabled]).toEqual([false, false]));
  expect(await screen.findByText(/was not found/)).toBeDefined();
  await userEvent.click(box);
  await waitFor(() => expect(sentTo(send, 'alarms.toggle-receiver')).toHaveLength(2));
  settle();
  await waitFor(() => expect([box.checked, box.disabled]).toEqual([true, false]));
});

test('ALARM-032: the info icons list every alarm of their class in the reader’s language', async () => {
  await open([ASA], {}, 'sv');
  await screen.findByRole('button', { name: 'Vad säkerhetslarm är' });
  for (const [label, type] of [
    ['Vad säkerhetslarm är', 'security'],
    ['Vad funktionslarm är', 'function'],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name: label }));
    const told = (await screen.findByRole('dialog', { name: label })).textContent ?? '';
    for (const kind of kindsOfClass(type, SPORA)) expect(told).toContain(sv[`AlarmKind_${kind}`]);
    await userEvent.keyboard('{Escape}');
  }
  expect(kindsOfClass('security', SPORA).length + kindsOfClass('function', SPORA).length).toBe(ALARM_KIND_NAMES.length);
});

test('an empty list invites, and the first receiver is led on to its units', async () => {
  const send = await open([], { 'alarms.save-receiver': () => ({ id: 9 }), 'alarms.assign-units': () => ({}) });
  await userEvent.click(await screen.findByRole('button', { name: 'New alarm receiver' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'New alarm receiver' }));
  const save = sheet.getByRole('button', { name: 'Save' }) as HTMLButtonElement;
  expect(save.disabled, 'ALARM-018').toBe(true);
  expect(sheet.queryByRole('switch', { name: 'Push notifications' }), 'ALARM-016').toBeNull();
  expect(sheet.getByText('Push notifications go to users only.')).toBeDefined();
  expect(sheet.getByText(/at least 8 digits/), 'ALARM-017').toBeDefined();
  await userEvent.type(sheet.getByLabelText('Name'), 'Vakten');
  await userEvent.type(sheet.getByLabelText('E-mail address'), 'vakt@example.test');
  await userEvent.type(sheet.getByLabelText('Phone number'), '070-123 45 67');
  expect(save.disabled, 'a leading zero').toBe(true);
  await userEvent.clear(sheet.getByLabelText('Phone number'));
  await userEvent.type(sheet.getByLabelText('Phone number'), '70-123 45 67');
  await userEvent.click(save);
  await waitFor(() =>
    expect(sentTo(send, 'alarms.save-receiver')).toEqual([
      {
        id: null,
        member_id: null,
        name: 'Vakten',
        email: 'vakt@example.test',
        country_code: '46',
        phone: '701234567',
        push_notification: 0,
        security_alarm: 1,
        function_alarm: 0,
        quiet_from: null,
        quiet_to: null,
        escalate_to: null,
        escalate_after_min: null,
      },
    ]),
  );
  expect(await screen.findByRole('dialog', { name: 'Choose units for Vakten' })).toBeDefined();
});

test('36: in an account of a few units a new receiver is told of all of them, which the form says; of more it says that none is chosen', async () => {
  const answers = (count: number): FakeAnswers => ({
    'alarms.save-receiver': () => ({ id: 9 }),
    'alarms.assign-units': () => ({}),
    'units.list': () => ({ units: ['Bilen', 'Havørn', 'C', 'D', 'E', 'F'].slice(0, count).map((name) => ({ name })) }) as never,
  });
  const add = async (count: number) => {
    const send = await open([], answers(count));
    await userEvent.click(await screen.findByRole('button', { name: 'New alarm receiver' }));
    return { send, sheet: within(await screen.findByRole('dialog', { name: 'New alarm receiver' })) };
  };
  const { send, sheet } = await add(2);
  expect(await sheet.findByText('The alarms are about Bilen and Havørn.')).toBeDefined();
  await userEvent.type(sheet.getByLabelText('Name'), 'Pappa');
  await userEvent.type(sheet.getByLabelText('E-mail address'), 'pappa@example.test');
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Security alarms of Ångvält and Bil 2 now go to Pappa.')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  const terminals = [11, 12].map((terminal_id) => ({ terminal_id, device_type: 'gps' }));
  expect(sentTo(send, 'alarms.assign-units'), 'not the one that is locked').toEqual([{ receiver_id: 9, terminals }]);
  cleanup();
  expect(
    await (await add(6)).sheet.findByText('No units are chosen yet. Choose them here, or once this is saved.'),
  ).toBeDefined();
});

test('8: a number that is too short is told at its field when that is left, and a pasted one with its country code fits', async () => {
  await open([ASA]);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Åsa Öst' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit alarm receiver' }));
  const phone = sheet.getByLabelText<HTMLInputElement>('Phone number');
  await userEvent.clear(phone);
  await userEvent.type(phone, '7012');
  expect(phone.getAttribute('aria-invalid')).toBeNull();
  await userEvent.tab();
  expect(sheet.getByText('The phone number needs at least 8 digits after the country code.')).toBeDefined();
  expect(phone.getAttribute('aria-invalid')).toBe('true');
  await userEvent.clear(phone);
  await userEvent.click(phone);
  await userEvent.paste('+46701740606');
  expect(phone.value).toBe('701740606');
  expect(phone.getAttribute('aria-invalid')).toBeNull();
});

test('ALARM-015, CONST-047: a receiver without a number opens with the dial code of the account, and saves a number under it', async () => {
  const send = await open([alarmReceiver()], { 'alarms.save-receiver': () => ({ id: 1 }) }, 'en', { TimeZone: 'Europe/Oslo' });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Åsa Öst' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit alarm receiver' }));
  expect(sheet.getByRole('button', { name: /Country code/ }).textContent).toContain('Norway +47');
  await userEvent.type(sheet.getByLabelText('Phone number'), '41234567');
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sentTo(send, 'alarms.save-receiver')).toMatchObject([{ country_code: '47', phone: '41234567' }]));
});

test('ALARM-036: quiet hours of no clock stay as they were typed and are told at their field; nothing is saved, and nothing erased', async () => {
  const send = await open([{ ...ASA, quiet_from: '22:00', quiet_to: '06:00' }], { 'alarms.save-receiver': () => ({ id: 1 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Åsa Öst' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit alarm receiver' }));
  const from = sheet.getByLabelText<HTMLInputElement>('From');
  await userEvent.clear(from);
  await userEvent.type(from, '25:99');
  await userEvent.clear(sheet.getByLabelText('Until'));
  expect(sheet.getByText(/^The time cannot be used\./, { selector: '[id$="-error"]' })).toBeDefined();
  expect([from.value, from.getAttribute('aria-invalid')]).toEqual(['25:99', 'true']);
  expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await userEvent.type(from, '{Enter}');
  expect(sentTo(send, 'alarms.save-receiver')).toEqual([]);
  // A whole hour is enough, also of who sends the form from within the field.
  await userEvent.type(sheet.getByLabelText('Until'), '6');
  await userEvent.clear(from);
  await userEvent.type(from, '22');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(sentTo(send, 'alarms.save-receiver')).toMatchObject([{ quiet_from: '22:00', quiet_to: '06:00' }]));
});

test('ALARM-018: an e-mail address that is none is told at its field once that is left', async () => {
  await open([ASA]);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Åsa Öst' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit alarm receiver' }));
  const email = sheet.getByLabelText<HTMLInputElement>('E-mail address');
  await userEvent.clear(email);
  await userEvent.type(email, 'asa@');
  expect(email.getAttribute('aria-invalid'), 'it may be going on').toBeNull();
  await userEvent.tab();
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(sheet.getByText(/^Enter a valid e-mail address/, { selector: '[id$="-error"]' })).toBeDefined();
  await userEvent.type(email, 'example.test');
  expect(email.getAttribute('aria-invalid')).toBeNull();
});

test('ALARM-021: what the server refuses stands at its field, and what was typed stays', async () => {
  await open([ASA], {
    'alarms.save-receiver': () => {
      throw new ApiError(422, { email: ['ReceiverEmailExists'] });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Åsa Öst' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit alarm receiver' }));
  await userEvent.clear(sheet.getByLabelText('E-mail address'));
  await userEvent.type(sheet.getByLabelText('E-mail address'), 'bo@example.test');
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  expect(await sheet.findByText('There is already an alarm receiver with this e-mail address.')).toBeDefined();
  expect(sheet.getByLabelText<HTMLInputElement>('E-mail address').value).toBe('bo@example.test');
});

test('API-009, ALARM-016: that no browser takes push any longer is told at its switch, not swallowed', async () => {
  await open([alarmReceiver({ id: 1, member_id: 8, member: { id: 8, name: 'Åsa', push_id: 'p1' } })], {
    'alarms.save-receiver': () => {
      throw new ApiError(422, { push_notification: ['ReceiverPushNowhere'] });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Åsa Öst' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit alarm receiver' }));
  await userEvent.click(sheet.getByRole('switch', { name: 'Push notifications' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  expect((await sheet.findByRole('alert')).textContent).toBe(
    'Push notifications cannot be turned on: the user has no browser that takes them.',
  );
});

test('ALARM-012, ALARM-013, ALARM-014: an existing user is found and fills the form with its switches off', async () => {
  const user = {
    id: 7,
    full_name: 'Dag Driver',
    first_name: 'Dag',
    last_name: 'Driver',
    email: 'dag@example.test',
    phone: '',
    is_admin: false,
    two_factor: false,
    has_strong_factor: false,
    is_disabled: false,
    status: 'active' as const,
    department: '',
    rights: [],
    units: 0,
    last_seen_at: null,
    pending_email: null,
    can: { edit: true, disable: true, remove: true, change_admin: true, reset_factor: true },
  };
  const send = await open([alarmReceiver({ id: 3, member_id: 8, name: 'Eva' })], {
    'users.list': () => ({
      user: [
        user,
        { ...user, id: 8, full_name: 'Eva', email: 'eva@example.test' },
        ...Array.from({ length: 101 }, (_, at) => ({
          ...user,
          id: 100 + at,
          full_name: `Förare ${at}`,
          email: `f${at}@example.test`,
        })),
      ],
    }),
    'alarms.save-receiver': () => ({ id: 9 }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'New alarm receiver' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Choose existing user' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose existing user' }));
  await dialog.findByRole('button', { name: /Dag Driver/ });
  expect(dialog.queryByRole('button', { name: /Eva/ })).toBeNull();
  expect(dialog.getByText('2 more users. Search to find them.')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: /Dag Driver/ }));
  const sheet = within(await screen.findByRole('dialog', { name: 'New alarm receiver' }));
  expect(sheet.getByLabelText<HTMLInputElement>('E-mail address').value).toBe('dag@example.test');
  expect(sheet.getByRole<HTMLInputElement>('switch', { name: 'Security alarms' }).checked).toBe(false);
  // That they are off is told where they are, and asked about before it is saved.
  expect(sheet.getByText('Dag Driver gets no alarms yet: choose which below.')).toBeDefined();
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('dialog', { name: 'Save Dag Driver without alarms?' }));
  expect(sentTo(send, 'alarms.save-receiver')).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Turn on security alarms and save' }));
  await waitFor(() => expect(sentTo(send, 'alarms.save-receiver')).toMatchObject([{ member_id: 7, security_alarm: 1 }]));
});

test('a receiver who gets no alarms is saved only on purpose, and the notice says that nothing is sent', async () => {
  const send = await open([ASA], { 'alarms.save-receiver': () => ({ id: 1 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Åsa Öst' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Edit alarm receiver' }));
  await userEvent.click(sheet.getByRole('switch', { name: 'Security alarms' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Turn on security alarms' }));
  expect(sheet.queryByText(/gets no alarms yet/)).toBeNull();
  await userEvent.click(sheet.getByRole('switch', { name: 'Security alarms' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Save' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save without alarms' }));
  await waitFor(() => expect(sentTo(send, 'alarms.save-receiver')).toMatchObject([{ id: 1, security_alarm: 0 }]));
  expect(await screen.findByText('Saved. Åsa Öst gets no alarms.')).toBeDefined();
});

test('ALARM-016: the push switch is there for users, and shut without a browser that takes it: where it is turned on is said', async () => {
  const of = (id: number) => alarmReceiver({ member_id: id, push_notification: 1, member: { id, name: 'Åsa', push_id: null } });
  await open([of(8)], {}, 'en', { ID: 7 });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Åsa Öst' }));
  const push = await screen.findByRole('switch', { name: 'Push notifications' });
  expect((push as HTMLInputElement).disabled).toBe(true);
  expect((push as HTMLInputElement).checked, 'nothing is pushed, whatever was chosen').toBe(false);
  expect(screen.getByText(/No browser is registered yet, so none are sent\./)).toBeDefined();
  expect(screen.getByText(/^Åsa turns push notifications on under My profile/)).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Open My profile' })).toBeNull();
  cleanup();
  await open([of(7)], {}, 'en', { ID: 7 });
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Åsa Öst' }));
  expect((await screen.findByRole('link', { name: 'Open My profile' })).getAttribute('href')).toBe('/user/profile#push');
});

test('ALARM-015, ALARM-017: a first zero is spoken of where the chosen country has one', async () => {
  await open([], {}, 'en', { TimeZone: 'Europe/Oslo' });
  await userEvent.click(await screen.findByRole('button', { name: 'New alarm receiver' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'New alarm receiver' }));
  expect(sheet.getByText(/at least 8 digits/)).toBeDefined();
  expect(sheet.queryByText(/first zero/)).toBeNull();
  await userEvent.click(sheet.getByLabelText('Phone number'));
  await userEvent.paste('+46701740606');
  expect(sheet.getByText('Without the first zero.')).toBeDefined();
});

test('ALARM-023 to ALARM-026, LOCK-013: units are chosen by tab and search; locked ones are shut, and none is refused', async () => {
  const send = await open([ASA], { 'alarms.assign-units': () => ({}) });
  await userEvent.click(await screen.findByRole('button', { name: 'Choose units for Åsa Öst' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose units for Åsa Öst' }));
  expect((await dialog.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(['Units (1 of 3)', 'Bluetooth (0 of 0)']);
  const box = (name: RegExp) => dialog.getByRole<HTMLInputElement>('checkbox', { name });
  expect(box(/Bil 2 ?AXR 43M ?356307042441012/).checked).toBe(false);
  expect([box(/Bil låst/).disabled, box(/Bil låst/).checked]).toEqual([true, false]);
  await userEvent.click(box(/Ångvält/));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByRole('alert').textContent).toContain('Choose at least one unit.');
  expect(sentTo(send, 'alarms.assign-units')).toEqual([]);
  await userEvent.type(dialog.getByRole('searchbox'), 'bil');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Select all (1)' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sentTo(send, 'alarms.assign-units')).toEqual([
      { receiver_id: 1, terminals: [{ terminal_id: 12, device_type: 'gps' }] },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('Security alarms of Bil 2 now go to Åsa Öst.')).toBeDefined();
});

test('ALARM-023, ALARM-024: sensors are chosen on their own tab by name or address, and count as what somebody is told of', async () => {
  const ble = [
    { id: 7, Name: 'Kylen', SerialNumber: '7C:D9:F4:11:0C:40', IsSelected: false },
    { id: 8, Name: 'Frysen', SerialNumber: '7C:D9:F4:11:33:46', IsSelected: true },
  ];
  const send = await open([ASA], {
    'alarms.receiver-units': () => ({ gps: UNITS.gps, ble }),
    'alarms.assign-units': () => ({}),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Choose units for Åsa Öst' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Choose units for Åsa Öst' }));
  await userEvent.click(await dialog.findByRole('tab', { name: 'Bluetooth (1 of 2)' }));
  await userEvent.type(dialog.getByRole('searchbox'), '11:0c');
  expect(dialog.queryByRole('checkbox', { name: /Frysen/ })).toBeNull();
  await userEvent.click(dialog.getByRole('checkbox', { name: /Kylen/ }));
  await userEvent.click(dialog.getByRole('tab', { name: /Units/ }));
  await userEvent.click(dialog.getByRole('checkbox', { name: /Ångvält/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sentTo(send, 'alarms.assign-units')).toEqual([
      {
        receiver_id: 1,
        terminals: [8, 7].map((terminal_id) => ({ terminal_id, device_type: 'ble' })),
      },
    ]),
  );
});

test('ALARM-004: a receiver without units is warned of, and sensors are counted in words', async () => {
  await open([
    { ...ASA, total_units: 0 },
    { ...BO, total_units: 1, total_ble_units: 2 },
  ]);
  expect((await rowOf('Åsa Öst')).getByText('Gets no alarms: no units chosen')).toBeDefined();
  expect(screen.getByText('1 unit, 2 Bluetooth sensors')).toBeDefined();
  expect(screen.getAllByText(/no units chosen/)).toHaveLength(1);
  cleanup();
  await open([{ ...ASA, total_units: 1, only_unit: 'Havørn' }]);
  expect((await rowOf('Åsa Öst')).getByText('1 unit: Havørn')).toBeDefined();
});

test('ALARM-022: deleting is asked first, with Yes and Cancel', async () => {
  const send = await open([ASA], { 'alarms.remove-receiver': () => ({}) });
  const choose = async () => {
    await userEvent.click((await rowOf('Åsa Öst')).getByRole('button', { name: 'More for Åsa Öst' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    return within(await screen.findByRole('dialog', { name: 'Delete Åsa Öst?' }));
  };
  await userEvent.click((await choose()).getByRole('button', { name: 'Cancel' }));
  expect(sentTo(send, 'alarms.remove-receiver')).toEqual([]);
  await userEvent.click((await choose()).getByRole('button', { name: 'Yes, remove Åsa Öst' }));
  await waitFor(() => expect(sentTo(send, 'alarms.remove-receiver')).toEqual([{ id: 1 }]));
});

test('ALARM-037: a test is sent by each channel that the receiver has, and the log tells what became of it', async () => {
  const send = await open([ASA], {
    'alarms.test-receiver': () => ({ state: 'no-credits' }),
    'alarms.receiver-messages': () => ({
      messages: [
        {
          id: 2,
          at: '2026-11-22T10:00:00.000Z',
          purpose: 'alarm' as const,
          channel: 'email' as const,
          recipient: 'asa@example.test',
          state: 'failed' as const,
          reason: '550 unknown',
          perhaps_twice: false,
          kind: 'towing' as const,
          unit: 'Bil 2',
        },
        {
          id: 1,
          at: '2026-11-22T09:00:00.000Z',
          purpose: 'alarm' as const,
          channel: 'email' as const,
          recipient: 'asa@example.test',
          state: 'sent' as const,
          reason: null,
          perhaps_twice: true,
          kind: 'jamming' as const,
          unit: 'Bil 3',
        },
        ...(['delivered', 'undelivered'] as const).map((state, i) => ({
          id: -i,
          at: '2026-11-22T08:00:00.000Z',
          purpose: 'alarm' as const,
          channel: 'sms' as const,
          recipient: '+46701234567',
          state,
          reason: null,
          perhaps_twice: false,
          kind: 'panic' as const,
          unit: `Bil ${4 + i}`,
        })),
      ],
      has_more: false,
    }),
  });
  // In sight, and not behind the menu alone.
  await userEvent.click((await rowOf('Åsa Öst')).getByRole('button', { name: 'Send test to Åsa Öst' }));
  const sheet = within(await screen.findByRole('dialog'));
  const line = within((await sheet.findByText(/Bil 2/)).closest('tr')!);
  expect(line.getByText(/Moved or towed/)).toBeDefined();
  expect(line.getByText(/550 unknown/)).toBeDefined();
  expect(line.queryByText(/arrived twice/)).toBeNull();
  expect(within(sheet.getByText(/Bil 3/).closest('tr')!).getByText('May have arrived twice')).toBeDefined();
  expect(within(sheet.getByText(/Bil 4/).closest('tr')!).getByText('Delivered')).toBeDefined();
  expect(within(sheet.getByText(/Bil 5/).closest('tr')!).getByText('Not delivered')).toBeDefined();
  expect(sheet.queryByRole('button', { name: /push/ })).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'Send test by SMS' }));
  await waitFor(() => expect(sentTo(send, 'alarms.test-receiver')).toEqual([{ channel: 'sms' }]));
  expect(await screen.findByText('The test was not sent. The log says why.')).toBeDefined();
});

test('ALARM-016, ALARM-037: push is tested where a browser takes it', async () => {
  const member = { id: 7, name: 'Åsa' };
  const offered = async (push_id: string | null) => {
    await open([alarmReceiver({ member_id: 7, member: { ...member, push_id } })], {
      'alarms.receiver-messages': () => ({ messages: [], has_more: false }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Send test to Åsa Öst' }));
    const sheet = within(await screen.findByRole('dialog'));
    const names = sheet.getAllByRole('button', { name: /^Send test/ }).map(({ textContent }) => textContent);
    cleanup();
    return names;
  };
  expect(await offered(null)).toEqual(['Send test by e-mail']);
  expect(await offered('7')).toEqual(['Send test by e-mail', 'Send test as push notification']);
});

test('OPT-001, ALARM-037, ALARM-039: who has stopped alerts is shown so with since when, nothing seems to be sent, and no test can be', async () => {
  const stopped = { state: 'stopped', stopped_at: '2026-11-26T09:30:00Z' } as const;
  const send = await open([alarmReceiver(stopped), BO], {
    'alarms.receiver-messages': () => ({ messages: [], has_more: false }),
  });
  const row = await rowOf('Åsa Öst');
  expect(row.getByText(readAs('Has stopped alerts since 2026-11-26 10:30'))).toBeDefined();
  expect(row.getByRole('switch', { name: 'Security alarms to Åsa Öst', checked: true })).toBeDefined();
  expect(row.getAllByText('Not sent'), 'of what is switched on').toHaveLength(1);
  expect((await rowOf('Bo Berg')).queryByText('Not sent')).toBeNull();
  expect(row.queryByRole('button', { name: /test/ })).toBeNull();
  await userEvent.click(row.getByRole('button', { name: 'Why nothing is sent to Åsa Öst' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText(/^The receiver stopped the alarms by the link/)).toBeDefined();
  expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Send test by e-mail' }).disabled).toBe(true);
  expect(sentTo(send, 'alarms.test-receiver')).toEqual([]);
});

test('ALARM-009, ALARM-010: language and zone stand below the table and are saved once something was changed', async () => {
  const send = await open([ASA], { 'accounts.set-options': () => ({}) });
  const form = within(await screen.findByRole('form', { name: 'Alarms' }));
  const save = form.getByRole('button', { name: 'Save' }) as HTMLButtonElement;
  expect(save.disabled).toBe(true);
  await userEvent.selectOptions(form.getByLabelText(/time zone/i), 'Europe/London');
  expect(save.disabled).toBe(false);
  await userEvent.click(save);
  await waitFor(() => expect(sentTo(send, 'accounts.set-options')).toEqual([{ alert_time_zone: 'Europe/London' }]));
});

test('ALARM-028, ALARM-029: the unit’s page tells who is told of it, adds another and takes one off, with a way back', async () => {
  const ofUnit = { ...ASA, terminal_id: 11, device_type: 'gps' as const };
  const send = fakeSend({
    'alarms.unit-receivers': () => ({ alarmReceivers: [ofUnit], SmsCredits: 0, can: { add: true } }),
    'alarms.receivers': () => ({ alarmReceivers: [ASA, BO], SmsCredits: 0 }),
    'alarms.add-unit-receiver': () => ({}),
    'alarms.remove-unit-receiver': () => ({}),
  });
  await renderScreen(<ReceiversTab unitId={11} name="Bil 2" />, { send, user: signedInUser() });
  expect(await screen.findByText(/Security alarms/)).toBeDefined();
  await userEvent.selectOptions(await screen.findByLabelText('Add an alarm receiver'), '2');
  await waitFor(() => expect(sentTo(send, 'alarms.add-unit-receiver')).toEqual([{ id: 2, unitId: 11 }]));
  await userEvent.click(screen.getByRole('button', { name: 'Remove Åsa Öst from this unit' }));
  await waitFor(() => expect(sentTo(send, 'alarms.remove-unit-receiver')).toEqual([{ id: 1, unitId: 11 }]));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sentTo(send, 'alarms.add-unit-receiver')).toHaveLength(2));
});

test('who stands at the unit and gets no alarms is warned of, and mended at a press', async () => {
  let isOn: 0 | 1 = 0;
  const send = fakeSend({
    'alarms.unit-receivers': () => ({
      alarmReceivers: [{ ...BO, security_alarm: isOn, terminal_id: 11, device_type: 'gps' as const }],
      SmsCredits: 0,
      can: { add: true },
    }),
    'alarms.receivers': () => ({ alarmReceivers: [BO], SmsCredits: 0 }),
    'alarms.toggle-receiver': () => {
      isOn = 1;
      return {};
    },
  });
  await renderScreen(<ReceiversTab unitId={11} name="Bil 2" />, { send, user: signedInUser() });
  expect(await screen.findByText('Gets no alarms')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Turn on security alarms' }));
  expect(sentTo(send, 'alarms.toggle-receiver')).toEqual([{ receiverId: 2, type: 'security', state: 1 }]);
  await waitFor(() => expect(screen.queryByText('Gets no alarms')).toBeNull());
  expect(screen.getByText(/Security alarms/)).toBeDefined();
});

test('the list warns of who has neither kind of alarms switched on', async () => {
  await open([ASA, { ...BO, total_units: 1 }]);
  expect((await rowOf('Bo Berg')).getByText('Gets no alarms: neither kind chosen')).toBeDefined();
  expect(screen.getAllByText(/neither kind chosen/)).toHaveLength(1);
});

test('LOCK-013: of a locked unit nobody is added or taken off', async () => {
  const send = fakeSend({
    'alarms.unit-receivers': () => ({ alarmReceivers: [], SmsCredits: 0, can: { add: false } }),
    'alarms.receivers': () => ({ alarmReceivers: [BO], SmsCredits: 0 }),
  });
  await renderScreen(<ReceiversTab unitId={11} name="Bil 2" />, { send, user: signedInUser() });
  expect(await screen.findByText(/The unit is locked/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'New alarm receiver' })).toBeNull();
});

test('14-2: the row of a receiver says that its address takes no mail', async () => {
  await renderScreen(<Held />, {
    send: fakeSend({
      'alarms.receivers': () => ({ alarmReceivers: [{ ...ASA, is_address_refused: true }, BO], SmsCredits: 5 }),
    }),
    language: 'sv',
    user: signedInUser(),
  });
  const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
  expect((await row('Åsa Öst')).textContent).toContain('E-post kommer inte fram');
  expect((await row('Bo Berg')).textContent).not.toContain('E-post kommer inte fram');
});

test('14-2: the row of a receiver says that its number takes no text messages', async () => {
  await renderScreen(<Held />, {
    send: fakeSend({
      'alarms.receivers': () => ({ alarmReceivers: [{ ...ASA, is_number_dead: true }, BO], SmsCredits: 5 }),
    }),
    language: 'sv',
    user: signedInUser(),
  });
  const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
  expect((await row('Åsa Öst')).textContent).toContain('Sms kommer inte fram');
  expect((await row('Bo Berg')).textContent).not.toContain('Sms kommer inte fram');
});

test('DEC-42: an alarm that the brand of the account has moved is listed in the class that it moved it to', async () => {
  const brand = brandOf(4);
  Object.assign(brand, { movedAlarms: { 'over-use': 'security' } });
  try {
    await renderScreen(<KindsHint type="security" />, {
      send: fakeSend({}),
      user: signedInUser({ SubsiteID: 4 }),
      language: 'sv',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Vad säkerhetslarm är' }));
    expect((await screen.findByRole('dialog')).textContent).toContain(sv['AlarmKind_over-use']);
    cleanup();
    await renderScreen(<KindsHint type="security" />, {
      send: fakeSend({}),
      user: signedInUser({ SubsiteID: 0 }),
      language: 'sv',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Vad säkerhetslarm är' }));
    expect((await screen.findByRole('dialog')).textContent).not.toContain(sv['AlarmKind_over-use']);
  } finally {
    Object.assign(brand, { movedAlarms: {} });
  }
});

test('36, ALARM-032: who chooses can see under each choice which alarms it holds, and that quiet hours hold a temperature back', async () => {
  await open([ASA], {}, 'sv');
  await userEvent.click(await screen.findByRole('button', { name: 'Ny larmmottagare' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Ny larmmottagare' }));
  for (const [label, of] of [
    ['Säkerhetslarm', 'security'],
    ['Funktionslarm', 'function'],
  ] as const) {
    const details = sheet.getByRole('switch', { name: label }).closest('label')!.nextElementSibling as HTMLDetailsElement;
    expect(details.open, 'a dozen kinds are behind a press').toBe(false);
    await userEvent.click(within(details).getByText(`Visa vilka ${kindsOfClass(of, SPORA).length} larm det är`));
    const under = details.querySelector('p')!.textContent;
    expect(under.split(' · ')).toEqual(kindsOfClass(of, SPORA).map((kind) => sv[`AlarmKind_${kind}`]));
  }
  expect(sheet.getByText(/Funktionslarm väntar tills de tysta timmarna är slut, även temperatur/)).toBeDefined();
  expect(sheet.getByText(/En sensors larm kan gå till egna mottagare/)).toBeDefined();
});

test('36: the receivers lead back to the alarms', async () => {
  await open([ASA], {}, 'sv');
  expect((await screen.findByRole('link', { name: 'Se larmen' })).getAttribute('href')).toBe('/user/alarms');
});
