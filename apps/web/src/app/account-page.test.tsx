import { createMemoryHistory } from '@tanstack/react-router';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../lib/testing.tsx';
import { readAccountSearch } from '../features/accounts/account-search.ts';
import { SignedIn } from './signed-in.tsx';

// What it shows is a file of its own, which a busy machine takes its time to read: before the first test, and not while one waits.
beforeAll(() => import('../features/accounts/account-page.tsx'));
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const COMPANY = {
  name: 'Norrbud AB',
  registration_id: '',
  contact_person: '',
  street: '',
  postal_code: '',
  city: '',
  phone: '',
  invoice_email: '',
  is_private: false,
  country: 'se',
  time_zone: 'Europe/Stockholm',
  currency: 'SEK' as const,
  members_may_create_groups: false,
  check_in_without_access: false,
};

async function openAt(href: string, answers: FakeAnswers = {}, isAdmin = true) {
  const history = createMemoryHistory({ initialEntries: [href] });
  const user = signedInUser({ IsAdmin: isAdmin });
  const send = fakeSend({
    'auth.me': () => ({ user }),
    'users.preferences': () => ({ preferences: {} }),
    'users.save-preferences': () => ({}),
    'accounts.announcement': () => '',
    'users.list': () => ({ user: [] }),
    'accounts.list-groups': () => ({ groups: [], can: { create: true, edit: true } }),
    'accounts.company': () => COMPANY,
    ...answers,
  });
  await renderScreen(<SignedIn history={history} />, { send, user });
  if (isAdmin) await screen.findByRole('navigation', { name: 'Account' });
  return { history, send };
}

test('NAV-018, ADM-001: administrators have their account in tabs, and the open one is in the address', async () => {
  const { history } = await openAt('/administration/user-accounts?tab=tags');
  expect((await screen.findByRole('link', { name: 'Tags' })).getAttribute('aria-current')).toBe('page');
  expect(
    within(screen.getByRole('navigation', { name: 'Account' }))
      .getAllByRole('link')
      .map((tab) => tab.textContent),
  ).toEqual([
    'Users',
    'Access',
    'Single sign-on',
    'Customer details',
    'Departments',
    'Projects',
    'Tags',
    'Purposes',
    'Features',
    'Days off',
    'Fuel price',
    'Car benefit',
    'Options',
    'Security',
    'Data',
    'Autoplan',
    'Integrations',
    'Audit log',
  ]);
  await userEvent.click(screen.getByRole('link', { name: 'Customer details' }));
  expect(await screen.findByDisplayValue('Norrbud AB')).toBeDefined();
  expect(history.location.href).toBe('/administration/user-accounts?tab=company');
});

test.each([
  ['users', 'Users'],
  ['company', 'Customer details'],
  ['tags', 'Tags'],
  ['days-off', 'Days off'],
  ['car-benefit', 'Car benefit'],
  ['options', 'Options'],
  ['security', 'Security'],
  ['integrations', 'Integrations'],
  ['audit', 'Audit log'],
])('13-B5: the tab %s says once, as a heading, where one is', async (tab, title) => {
  await openAt(`/administration/user-accounts?tab=${tab}`);
  expect(await screen.findAllByRole('heading', { name: title, level: 2 })).toHaveLength(1);
});

test('NAV-039: a tab with something unsaved is not left by accident', async () => {
  const { history } = await openAt('/administration/user-accounts?tab=company');
  await userEvent.type(await screen.findByDisplayValue('Norrbud AB'), ' Nord');
  await userEvent.click(screen.getByRole('link', { name: 'Tags' }));
  await userEvent.click((await screen.findAllByRole('button', { name: 'Keep editing' })).at(-1)!);
  expect(screen.getByDisplayValue('Norrbud AB Nord')).toBeDefined();
  await userEvent.click(screen.getByRole('link', { name: 'Tags' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(history.location.href).toBe('/administration/user-accounts?tab=tags'));
});

test('NAV-037: what is looked for among tags and that archived ones show stands in the address, and stays with that tab', async () => {
  const tag = (name: string, is_archived = false) => ({
    id: name.length,
    name,
    trip_type: null,
    is_archived,
    uses: 0,
    users: 0,
    trips: 0,
    attested_trips: 0,
  });
  const { history } = await openAt('/administration/user-accounts?tab=tags&archived=true', {
    'accounts.list-groups': () => ({ groups: [tag('Jour'), tag('Gamla', true)], can: { create: true, edit: true } }),
  });
  expect(await screen.findByRole('switch', { name: 'Show archived (1)', checked: true })).toBeDefined();
  await userEvent.type(screen.getByRole('searchbox'), 'jo');
  await waitFor(() => expect(history.location.search).toBe('?tab=tags&archived=true&q=jo'));
  await userEvent.click(screen.getByRole('switch', { name: 'Show archived (1)' }));
  await waitFor(() => expect(history.location.search).toBe('?tab=tags&q=jo'));
  await userEvent.click(screen.getByRole('link', { name: 'Projects' }));
  await waitFor(() => expect(history.location.search).toBe('?tab=projects'));
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
});

test('ROLE-002, ROLE-009, NAV-018: for other members there is no such page', async () => {
  const { send } = await openAt('/administration/user-accounts', {}, false);
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Account' })).toBeNull();
  expect(send.requests.map(({ id }) => id)).not.toContain('users.list');
});

test('ADM-022, ADM-023: the account menu of everybody opens the message to support, which knows the page', async () => {
  const { send } = await openAt('/administration/user-accounts?tab=tags', {
    'accounts.contact-support': () => ({ case: 'S-00007' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Account:/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Contact support' }));
  await userEvent.type(await screen.findByLabelText('What can we help with?'), 'Help');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Case number S-00007')).toBeDefined();
  expect(send.requests.find(({ id }) => id === 'accounts.contact-support')?.body).toMatchObject({
    page: '/administration/user-accounts?tab=tags',
    imei: '',
  });
});

test('NAV-037, ADM-013: what is searched among the purposes, and whether archived ones are shown, is in the address', async () => {
  const group = { trip_type: null, uses: 0, users: 0, trips: 0, attested_trips: 0 };
  const groups = [
    { ...group, id: 1, name: 'Kundbesök', is_archived: false },
    { ...group, id: 2, name: 'Kurs', is_archived: true },
    { ...group, id: 3, name: 'Leverans', is_archived: false },
  ];
  const answers: FakeAnswers = { 'accounts.list-groups': () => ({ groups, can: { create: true, edit: true } }) };
  const { history } = await openAt('/administration/user-accounts?tab=purposes&q=ku', answers);
  const names = () => screen.getAllByRole('rowheader').map((each) => each.textContent.trim());
  await waitFor(() => expect(names()).toEqual(['Kundbesök']));
  await userEvent.click(screen.getByRole('switch', { name: 'Show archived (1)' }));
  await waitFor(() => expect(names()).toEqual(['Kundbesök', 'Kurs Archived']));
  expect(history.location.href).toBe('/administration/user-accounts?tab=purposes&q=ku&archived=true');
  await userEvent.type(screen.getByRole('searchbox', { name: /Search/ }), 'r');
  await waitFor(() => expect(names()).toEqual(['Kurs Archived']));
  history.back();
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Show archived (1)' }).checked).toBe(false));
});

test('what does not belong to the open tab is no part of its address', () => {
  expect(readAccountSearch({ tab: 'audit', q: 'volvo', status: 'active', by: '8' })).toEqual({
    tab: 'audit',
    q: 'volvo',
    by: '8',
  });
  expect(readAccountSearch({ tab: 'nothing', q: 'bo', sort: '-seen', user: 'new' })).toEqual({
    q: 'bo',
    sort: '-seen',
    user: 'new',
  });
  expect(readAccountSearch({ tab: 'users', sort: 'name', user: '0', status: 'x' })).toEqual({});
});
