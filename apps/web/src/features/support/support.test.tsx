import type { DataOf } from '@spora/contract/endpoint-map';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { navigateTo } from '../../lib/navigate.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { OpenDialog } from './components/open-dialog.tsx';
import { numbersOf, placeOf } from './model.ts';
import { SupportScreen } from './screen.tsx';
import type { StaffSession, StaffStore } from './session.ts';

const STAFF: StaffSession = { token: 'staff', staff: { full_name: 'Sara Stöd', email: 'sara@spora.example', language: 'en' } };
const storeOf = (kept: StaffSession | null): StaffStore & { kept: StaffSession | null } => {
  const store = {
    kept,
    read: () => Promise.resolve(store.kept),
    keep: (session: StaffSession) => {
      store.kept = session;
      return Promise.resolve();
    },
    clear: () => void (store.kept = null),
  };
  return store;
};
const account = (over: Partial<DataOf<'support.account'>> = {}): DataOf<'support.account'> => ({
  id: 42,
  name: 'Bålsta Åkeri',
  subsite_id: 0,
  country: 'SE',
  currency: 'SEK',
  created_at: '2026-01-01T00:00:00Z',
  is_closed: false,
  car_schedule: true,
  safe_return_home: true,
  real_time_map: true,
  geofence_min_radius: 300,
  parent_id: '',
  users: 3,
  sms_balance: 480,
  units: [{ id: 7, name: 'Skåpbil 7', imei: '356307042441013', is_locked: true, subscription_type: 'Standard' }],
  ...over,
});

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', '/support');
});
afterEach(cleanup);

async function open(path: string, answers: FakeAnswers = {}, store = storeOf(STAFF)) {
  navigateTo(path);
  const send = fakeSend({ 'support.acts': () => ({ rows: [], has_more: false }), ...answers });
  await renderScreen(<SupportScreen preferences={null} onSignedOut={() => undefined} store={store} sendAs={send} />, { send });
  return { send, store, user: userEvent.setup() };
}
const csv = (...lines: readonly string[]) =>
  Uint8Array.from(new TextEncoder().encode(lines.map((line) => `${line}\r\n`).join('')));
const asked = (send: ReturnType<typeof fakeSend>, id: string) => send.requests.filter((request) => request.id === id);

test('ROLE-011: support staff sign in by password, then by the code that is asked for at once', async () => {
  const store = storeOf(null);
  const { send, user } = await open(
    '/support',
    {
      'support.sign-in': () => ({ token: 'pending' }),
      'support.request-code': () => ({ wait_s: 180, sent_to: 's•••@spora.example' }),
      'support.verify-code': () => STAFF,
    },
    store,
  );
  await user.type(await screen.findByLabelText('E-mail'), 'sara@spora.example');
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  expect(await screen.findByText(/s•••@spora.example/)).toBeDefined();
  expect(asked(send, 'support.request-code')).toMatchObject([{ token: 'pending' }]);
  await user.type(screen.getByLabelText('Code'), '12 34-56{Enter}');
  expect(await screen.findByText('Sara Stöd')).toBeDefined();
  expect(asked(send, 'support.verify-code')).toMatchObject([{ token: 'pending', body: { code: '123456' } }]);
  expect(store.kept).toEqual(STAFF);
});

test('ROLE-011: a wrong password is told with the attempts left, and what was typed stays', async () => {
  const refuse = () => {
    throw new ApiError(401, { msg: 'InvalidLogin', count: 3 });
  };
  const { user } = await open('/support', { 'support.sign-in': refuse }, storeOf(null));
  await user.type(await screen.findByLabelText('E-mail'), 'sara@spora.example');
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByText(/3/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('sara@spora.example');
});

test('ERR-043: support staff who are locked out see how long, cannot press the button until then, and may try another address', async () => {
  const refuse = () => {
    throw new ApiError(401, { msg: 'InvalidLogin', count: 0 }, { retryAfterS: 3600 });
  };
  const { user } = await open('/support', { 'support.sign-in': refuse }, storeOf(null));
  await user.type(await screen.findByLabelText('E-mail'), 'sara@spora.example');
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByText(/You can try again in/)).toBeDefined();
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' });
  expect(button().disabled).toBe(true);
  await user.type(screen.getByLabelText('E-mail'), '.com');
  expect(button().disabled).toBe(false);
});

test('ERR-043: after too many wrong codes of support staff neither is judged or sent until the wait is over', async () => {
  const { user } = await open(
    '/support',
    {
      'support.sign-in': () => ({ token: 'pending' }),
      'support.request-code': () => ({ wait_s: 0, sent_to: 's•••@spora.example' }),
      'support.verify-code': () => {
        throw new ApiError(429, 'TooManyCodeAttempts', { retryAfterS: 900 });
      },
    },
    storeOf(null),
  );
  await user.type(await screen.findByLabelText('E-mail'), 'sara@spora.example');
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
  expect(await screen.findByText(/You can try again in/)).toBeDefined();
  await user.type(screen.getByLabelText('Code'), '123456');
  for (const name of ['Verify', 'Send a new code'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled, name).toBe(true);
});

test('ADM-028, DEC-77: an account is found, and opened only with a reason that the customer will read', async () => {
  let isOpen = false;
  const { send, user } = await open('/support', {
    'support.find-accounts': () => ({
      rows: [
        {
          id: 42,
          name: 'Bålsta Åkeri',
          city: 'Bålsta',
          subsite_id: 0,
          is_closed: false,
          units: 7,
          users: 3,
          matched: 'maja@x.se',
        },
      ],
      has_more: false,
    }),
    'support.open-account': ({ body }) => {
      if (!body.reason) throw new ApiError(422, { reason: ['SpecifyReason'] });
      isOpen = true;
      return { token: 'visit', user: signedInUser({ Support: { Name: 'Sara Stöd', Until: '2026-01-01T10:00:00Z' } }) };
    },
    'support.account': () => {
      if (!isOpen) throw new ApiError(403, 'OpenAccountFirst');
      return account();
    },
  });
  const field = await screen.findByRole('searchbox');
  await waitFor(() => expect(document.activeElement, 'who opens the page looks for an account').toBe(field));
  await user.type(field, 'maja{Enter}');
  expect(location.search).toBe('?q=maja');
  const link = await screen.findByRole('link', { name: 'Bålsta Åkeri' });
  expect(link.getAttribute('href'), 'also in a tab of its own').toBe('/support/accounts/42');
  await user.click(link);
  expect(location.pathname, 'asked why first, not refused').toBe('/support');
  expect(asked(send, 'support.account')).toEqual([]);
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Open Bålsta Åkeri' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/The customer sees in their log/)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Open' }));
  expect(await dialog.findByText('Say why.')).toBeDefined();
  await user.type(dialog.getByLabelText('Why'), 'S-00001{Enter}');
  expect(await screen.findByRole('heading', { name: 'Bålsta Åkeri' })).toBeDefined();
  expect(location.pathname).toBe('/support/accounts/42');
  // The banner names the account as long as it is open.
  expect(screen.getByText(/You are in the account Bålsta Åkeri/)).toBeDefined();
  expect(asked(send, 'support.open-account').at(-1)).toMatchObject({ params: { id: 42 }, body: { reason: 'S-00001' } });
});

test('DEC-77: the staff’s own page of an open account says how long it is still open, and leaves it', async () => {
  const until = new Date(Date.now() + 25 * 60_000 - 5_000).toISOString();
  navigateTo('/support/accounts/42');
  const send = fakeSend({
    'support.account': () => account(),
    'auth.sign-out': () => null as never,
    'support.acts': () => ({ rows: [], has_more: false }),
  });
  const user = signedInUser({ AccountName: 'Bålsta Åkeri', Support: { Name: 'Sara Stöd', Until: until } });
  const page = <SupportScreen preferences={null} onSignedOut={() => undefined} store={storeOf(STAFF)} sendAs={send} />;
  await renderScreen(page, { send, user });
  expect((await screen.findByRole('status')).textContent.replaceAll('\u00a0', ' ')).toContain('It is open for 25 min more.');
  await userEvent.click(screen.getByRole('button', { name: 'Leave the account' }));
  await waitFor(() => expect(location.pathname).toBe('/support'));
  expect(asked(send, 'auth.sign-out'), 'the visit’s token, not the staff’s').toMatchObject([{ token: 'token' }]);
  expect(await screen.findByRole('searchbox'), 'the staff stay signed in').toBeDefined();
  expect(screen.getByText('You have left the account Bålsta Åkeri. It is closed to you again.')).toBeDefined();
  await userEvent.type(screen.getByRole('searchbox'), 'ek{Enter}');
  await waitFor(() => expect(screen.queryByText(/You have left/), 'until one goes on').toBeNull());
  cleanup();
  // The account that is being visited is gone to without a question.
  navigateTo('/support/log');
  const rows = [visit(9, { id: 42, name: 'Bålsta Åkeri' }, 'S-00009')];
  const log = fakeSend({ 'support.account': () => account(), 'support.acts': () => ({ rows, has_more: false }) });
  const logPage = <SupportScreen preferences={null} onSignedOut={() => undefined} store={storeOf(STAFF)} sendAs={log} />;
  await renderScreen(logPage, { send: log, user });
  await userEvent.click(await screen.findByRole('link', { name: 'Bålsta Åkeri' }));
  expect(location.pathname).toBe('/support/accounts/42');
  cleanup();
  // A visit of another tab is left there.
  navigateTo('/support/accounts/42');
  await renderScreen(page, { send });
  expect(await screen.findByText(/You are in the account Bålsta Åkeri/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Leave the account' })).toBeNull();
});

const visit = (id: number, account: { id: number; name: string } | null, subject: string) => ({
  id,
  at: '2026-01-01T09:00:00Z',
  staff: 'Sara Stöd',
  action: 'account-opened',
  subject,
  account,
  visit: { left_at: id === 9 ? null : '2026-01-01T09:12:00Z' },
});

test('DEC-77: support staff find again the accounts that they opened, with why, and all of their visits in the log', async () => {
  const balsta = { id: 42, name: 'Bålsta Åkeri' };
  const rows = [visit(9, balsta, 'S-00009'), visit(8, { id: 7, name: 'Annat bolag' }, 'S-00004'), visit(3, balsta, 'S-00001')];
  const { send, user } = await open('/support', { 'support.acts': () => ({ rows, has_more: false }) });
  const table = within(await screen.findByRole('table', { name: 'My visits' }));
  expect(table.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Bålsta Åkeri', '/support/accounts/42'],
    ['Annat bolag', '/support/accounts/7'],
  ]);
  expect(table.getByText('S-00009')).toBeDefined();
  expect(table.queryByText('S-00001'), 'the last one of each').toBeNull();
  await user.click(table.getByRole('button', { name: 'Open Annat bolag' }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('link', { name: 'All my visits' }));
  expect(location.pathname + location.search).toBe('/support/log?only=own-visits');
  expect(await screen.findByText(/S-00001/)).toBeDefined();
  expect(screen.getAllByRole('link', { name: 'Bålsta Åkeri' })).toHaveLength(2);
  expect(screen.getAllByText('Still there')).toHaveLength(1);
  expect(screen.getAllByText(/^Left \d\d:\d\d, after 12\smin$/)).toHaveLength(2);
  expect(asked(send, 'support.acts').at(-1)).toMatchObject({ query: { only: 'own-visits' } });
  await user.click(screen.getByRole('tab', { name: 'All staff' }));
  await waitFor(() => expect(asked(send, 'support.acts').at(-1)?.query).toEqual({}));
});

test("the staff's log is narrowed in its address, by person, account or why and by days, and is taken as a file as it is shown", async () => {
  const rows = [visit(9, { id: 42, name: 'Bålsta Åkeri' }, 'S-00009')];
  navigateTo('/support/log?q=sara&from=2026-01-01&to=2026-01-02');
  const send = fakeSend({
    'support.acts': ({ query }) => ({ rows: query?.['q'] === 'sara' ? rows : [], has_more: false }),
    'support.export-acts': () => csv('time_utc', '2026-01-01T09:00:00.000Z,Sara Stöd,signed-in,,,,'),
  });
  const page = <SupportScreen preferences={null} onSignedOut={() => undefined} store={storeOf(STAFF)} sendAs={send} />;
  await renderScreen(page, { send });
  const user = userEvent.setup();
  expect(await screen.findByText(/S-00009/)).toBeDefined();
  const [from, to] = [new Date('2026-01-01T00:00:00').toISOString(), new Date('2026-01-03T00:00:00').toISOString()];
  expect(asked(send, 'support.acts').at(-1)?.query).toEqual({ q: 'sara', from, to });
  const files: Blob[] = [];
  URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
  HTMLAnchorElement.prototype.click = () => undefined;
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(asked(send, 'support.export-acts').at(-1)?.query).toEqual({ q: 'sara', from, to }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]!.text(), 'in the words of the page').toContain(',Sara Stöd,Signed in,');
  await user.clear(screen.getByRole('searchbox', { name: 'Person, account or what it was about' }));
  await user.type(screen.getByRole('searchbox'), 'nobody{Enter}');
  expect(await screen.findByText('Nothing in the log matches')).toBeDefined();
  expect(location.search).toBe('?q=nobody&from=2026-01-01&to=2026-01-02');
});

test('ADM-028: the stock is taken as a file in the words of its page, as it is narrowed', async () => {
  const { send, user } = await open('/support/stock?state=free', {
    'support.stock': () => ({ rows: [], total: 0, families: ['A'] }),
    'support.export-stock': () => csv('imei', '359633100000016,fmb120,,standard,2026-11-28T08:15:00.000Z,'),
  });
  const files: Blob[] = [];
  URL.createObjectURL = (file) => `blob:${files.push(file as Blob)}`;
  HTMLAnchorElement.prototype.click = () => undefined;
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]!.text()).toContain('IMEI,Brand,Subscription,');
  expect(asked(send, 'support.export-stock')).toMatchObject([{ query: { state: 'free' } }]);
});

test('DEC-77: an account that is not open offers to be opened, and shows nothing', async () => {
  const shut = () => {
    throw new ApiError(403, 'OpenAccountFirst');
  };
  const { user } = await open('/support/accounts/42', { 'support.account': shut });
  // Somebody who came by a link in a tab of its own is asked at once.
  expect(within(await screen.findByRole('dialog', { name: 'Open account 42' })).getByLabelText('Why')).toBeDefined();
  await user.keyboard('{Escape}');
  expect(await screen.findByText('The account is not open')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Open' })).toBeDefined();
  expect(screen.queryByText('Bålsta Åkeri')).toBeNull();
});

test('ADM-028: where the pages of support have no room side by side the open one is brought into view', async () => {
  // Of a list of 900 pixels 300 are seen, and the page's entry lies from 700 to 760.
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.textContent === 'Log' ? new DOMRect(700, 0, 60, 40) : new DOMRect(0, 0, 300, 40);
  });
  try {
    await open('/support/log');
    const entry = await screen.findByRole('link', { name: 'Log', current: 'page' });
    await waitFor(() => expect(entry.closest('nav')?.scrollLeft, 'in the middle').toBe(580));
  } finally {
    vi.restoreAllMocks();
  }
});

test('ADM-028: a flag is changed only after what it means was confirmed', async () => {
  const { send, user } = await open('/support/accounts/42', {
    'support.account': () => account(),
    'support.update-account': () => ({}),
  });
  await user.click(await screen.findByRole('switch', { name: 'Live map' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Live map: off')).toBeDefined();
  expect(asked(send, 'support.update-account')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked(send, 'support.update-account')).toMatchObject([{ params: { id: 42 }, body: { real_time_map: false } }]),
  );
});

test('ERR-041: what another of the staff has changed meanwhile is shown before it is overwritten', async () => {
  let stands = account();
  const { send, user } = await open('/support/accounts/42', {
    'support.account': () => stands,
    'support.update-account': ({ body }) => {
      if (!body.was) return {};
      stands = { ...account(), real_time_map: false };
      throw new ApiError(409, 'ChangedMeanwhile');
    },
  });
  await user.click(await screen.findByRole('switch', { name: 'Live map' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Live map is now: No')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Overwrite with mine' }));
  await waitFor(() => expect(asked(send, 'support.update-account')).toHaveLength(2));
  expect(asked(send, 'support.update-account')[0]).toMatchObject({ body: { was: { real_time_map: true } } });
  expect(asked(send, 'support.update-account')[1]).not.toMatchObject({ body: { was: expect.anything() as unknown } });
});

test('DEC-01: support lets an account have smaller zones, after it was confirmed, and what cannot be is said', async () => {
  const { send, user } = await open('/support/accounts/42', {
    'support.account': () => account(),
    'support.update-account': () => ({}),
  });
  const field = await screen.findByLabelText('Smallest radius of zones (m)');
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await user.clear(field);
  await user.type(field, '5');
  expect(screen.getByText('Enter whole metres, from 50 to 300.')).toBeDefined();
  expect(save.disabled).toBe(true);
  await user.type(field, '0');
  await user.click(save);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Smallest radius of zones: 50 m')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked(send, 'support.update-account')).toMatchObject([{ params: { id: 42 }, body: { geofence_min_radius: 50 } }]),
  );
});

test('NAV-037: the tab that is open of an account and of the cases stands in the address, and a reload shows it again', async () => {
  const answers: FakeAnswers = {
    'support.account': () => account(),
    'support.cases': () => ({ rows: [], has_more: false }),
  };
  const { user } = await open('/support/accounts/42?tab=units', answers);
  expect((await screen.findByRole('tab', { name: 'Units' })).getAttribute('aria-selected')).toBe('true');
  await user.click(screen.getByRole('tab', { name: 'E-mail address of a user' }));
  expect(location.search).toBe('?tab=email');
  cleanup();

  const cases = await open('/support/cases?tab=answered', answers);
  expect((await screen.findByRole('tab', { name: 'Answered' })).getAttribute('aria-selected')).toBe('true');
  await cases.user.click(screen.getByRole('tab', { name: 'To be answered' }));
  expect(location.search).toBe('');
});

test('ADM-028: a subscription is changed only after it was confirmed', async () => {
  const { send, user } = await open('/support/accounts/42', {
    'support.account': () => account(),
    'support.set-subscription': () => ({}),
  });
  await user.click(await screen.findByRole('tab', { name: 'Units' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Subscription of Skåpbil 7' }), 'Plus');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('From Standard to Plus. It applies from now on.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked(send, 'support.set-subscription')).toMatchObject([{ body: { unit_id: 7, subscription_type: 'Plus' } }]),
  );
});

test('ADM-028: numbers are checked one by one before those that can be are added', async () => {
  const { send, user } = await open('/support/stock', {
    'support.stock': () => ({ rows: [], total: 0, families: ['A', 'B', 'C', 'FT'] }),
    'support.check-stock': () => ({
      rows: [
        { imei: '356307042441013', verdict: 'ok' },
        { imei: '12', verdict: 'invalid' },
        { imei: '356307042441021', verdict: 'fitted' },
      ],
    }),
    'support.add-stock': () => ({ added: 1 }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add units' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('IMEI numbers'), '356307042441013, 12; 356307042441021');
  await user.click(dialog.getByRole('button', { name: 'Check the numbers' }));
  expect(await dialog.findByText('Not 15 digits')).toBeDefined();
  expect(asked(send, 'support.check-stock')).toMatchObject([{ body: { imeis: ['356307042441013', '12', '356307042441021'] } }]);
  await user.click(dialog.getByRole('button', { name: 'Add 1 unit' }));
  await waitFor(() => expect(asked(send, 'support.add-stock')).toMatchObject([{ body: { imeis: ['356307042441013'] } }]));
});

test('ADM-028: terms are read as customers will before they are added, since they cannot be taken back', async () => {
  const { send, user } = await open('/support/terms', {
    'support.list-terms': () => ({ rows: [] }),
    'support.add-terms': () => ({}),
  });
  await user.click(await screen.findByRole('button', { name: 'Add terms' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Text'), '# Rubrik');
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  expect(await dialog.findByRole('heading', { name: 'Rubrik' })).toBeDefined();
  expect(asked(send, 'support.add-terms')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Add terms' }));
  await waitFor(() => expect(asked(send, 'support.add-terms')).toMatchObject([{ body: { language: 'sv', body: '# Rubrik' } }]));
});

test.each([
  ['terms', 'Add terms', 'Text', { 'support.list-terms': () => ({ rows: [] }) }],
  ['announcements', 'New announcement', 'Svenska', { 'support.announcements': () => ({ rows: [] }) }],
  ['stock', 'Add units', 'IMEI numbers', { 'support.stock': () => ({ rows: [], total: 0, families: ['A'] }) }],
] as const)('NAV-039: %s half written are not closed by Escape without a question', async (page, button, field, answers) => {
  const { user } = await open(`/support/${page}`, answers);
  await user.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(field), 'Hej');
  await user.keyboard('{Escape}');
  expect(hasUnsaved()).toBe(true);
  expect(dialog.getByLabelText(field)).toHaveProperty('value', 'Hej');
});

test('NAV-039: ways to pay half written are not left for another page of the back office without a question', async () => {
  const { user } = await open('/support/payment-types', { 'support.payment-types': () => ({ rows: [] }) });
  await user.click(await screen.findByRole('button', { name: 'Add a way to pay' }));
  await user.type(screen.getByLabelText('Svenska'), 'Faktura');
  await user.click(screen.getByRole('link', { name: 'Stock of units' }));
  expect(location.pathname).toBe('/support/payment-types');
  expect(screen.getByLabelText('Svenska')).toHaveProperty('value', 'Faktura');
});

test('NAV-039: the reason for which an account is opened is not thrown away by Escape', async () => {
  await renderScreen(<OpenDialog id={42} name="Bålsta Åkeri" onClose={() => expect.unreachable()} />, { send: fakeSend({}) });
  await userEvent.type(await screen.findByLabelText('Why'), 'S-00001');
  expect(hasUnsaved()).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(screen.getByLabelText('Why')).toHaveProperty('value', 'S-00001');
});

test('ADM-022, ADM-023: a case shows what its dialog attached, and is answered by mail', async () => {
  const { send, user } = await open('/support/cases', {
    'support.cases': () => ({
      rows: [
        {
          id: 9,
          case: 'S-00009',
          account_id: 42,
          account_name: 'Bålsta Åkeri',
          subsite_id: 0,
          sender: 'Maja Ek',
          sender_email: 'maja@balsta.example',
          at: '2026-01-01T00:00:00Z',
          message: 'The map is empty',
          page: '/user/realtime-tracking',
          imei: '356307042441013',
          version: '1.2.3',
          language: 'sv',
          answered_at: null,
          answer: '',
          answered_by: '',
        },
      ],
      has_more: false,
    }),
    'support.answer-case': () => ({}),
  });
  expect(await screen.findByText('/user/realtime-tracking · 356307042441013 · 1.2.3 · sv')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Answer' }));
  await user.type(screen.getByLabelText('Answer to Maja Ek'), 'Reload the page.');
  await user.click(screen.getByRole('button', { name: 'Send the answer' }));
  await waitFor(() =>
    expect(asked(send, 'support.answer-case')).toMatchObject([{ params: { id: 9 }, body: { answer: 'Reload the page.' } }]),
  );
});

test('ADM-028: ways to pay are moved and saved in their new order', async () => {
  const row = (id: number, label: string) => ({ id, label_en: label, label_sv: label, label_no: label, is_active: true });
  const { send, user } = await open('/support/payment-types', {
    'support.payment-types': () => ({ rows: [row(1, 'Invoice'), row(2, 'Card')] }),
    'support.save-payment-types': () => ({}),
  });
  await user.click(await screen.findByRole('button', { name: 'Move up' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked(send, 'support.save-payment-types')).toMatchObject([{ body: { rows: [{ id: 2 }, { id: 1 }] } }]),
  );
});

test('the back office knows its pages, and no others', () => {
  expect(placeOf('/support/')).toEqual({ page: 'accounts', accountId: null });
  expect(placeOf('/support/accounts/42')).toEqual({ page: 'accounts', accountId: 42 });
  expect(placeOf('/support/stock')).toEqual({ page: 'stock', accountId: null });
  for (const path of ['/support/nothing', '/support/accounts/x', '/support/stock/1', '/support/accounts/1/2'])
    expect(placeOf(path)).toBeNull();
  expect(numbersOf(' 1\n2, 3;4\t5\n\n')).toEqual(['1', '2', '3', '4', '5']);
});
