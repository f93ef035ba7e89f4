import type { UserRow } from '@spora/contract/users';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { UsersScreen } from './users-screen.tsx';

afterEach(cleanup);

const row = (over: Partial<UserRow> & { id: number }): UserRow => ({
  full_name: `User ${over.id}`,
  email: `user-${over.id}@example.com`,
  is_admin: false,
  two_factor: false,
  is_disabled: false,
  last_seen_at: null,
  ...over,
});
const ROWS = [
  row({ id: 7, full_name: 'Anna Lindqvist', is_admin: true, two_factor: true, last_seen_at: new Date().toISOString() }),
  row({ id: 8, full_name: 'Bo Ek' }),
  row({ id: 9, full_name: 'Cilla Berg', is_disabled: true }),
];

async function open(answers: FakeAnswers) {
  const send = fakeSend(answers);
  await renderScreen(<UsersScreen renderProfileLink={(text) => <a href="/user/profile">{text}</a>} />, {
    send,
    user: signedInUser(),
  });
  return send;
}
const lineOf = async (name: RegExp) => within((await screen.findByRole('rowheader', { name })).closest('tr')!);

test('API-024, TFA-020: the list has name, address, role, last visit and second factor of each user', async () => {
  await open({ 'users.list': () => ({ user: ROWS }) });
  expect(screen.queryByText('3 users') ?? (await screen.findByText('3 users'))).toBeDefined();
  const anna = await lineOf(/Anna Lindqvist/);
  expect(anna.getByText('Administrator')).toBeDefined();
  expect(anna.getByText('just now')).toBeDefined();
  const bo = await lineOf(/Bo Ek/);
  expect(bo.getByText('user-8@example.com')).toBeDefined();
  expect(bo.getByText('Never')).toBeDefined();
  expect((await lineOf(/Cilla Berg/)).getByText('Switched off')).toBeDefined();
});

test('TFA-020: one switch per user, at once, with a way back', async () => {
  const send = await open({
    'users.list': () => ({ user: ROWS }),
    'users.set-two-factor': ({ params, body }) => ({ ...ROWS.find(({ id }) => id === params.id)!, two_factor: body.enabled }),
  });
  const toggle = (await lineOf(/Bo Ek/)).getByRole<HTMLInputElement>('switch', { name: 'Code at sign-in for Bo Ek' });
  await userEvent.click(toggle);
  await waitFor(() => expect(toggle.checked).toBe(true));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(toggle.checked).toBe(false));
  expect(send.requests.filter(({ id }) => id === 'users.set-two-factor').map(({ params, body }) => [params, body])).toEqual([
    [{ id: 8 }, { enabled: true }],
    [{ id: 8 }, { enabled: false }],
  ]);
});

test('TFA-020: a refused switch goes back and says why', async () => {
  await open({
    'users.list': () => ({ user: ROWS }),
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
  await open({ 'users.list': () => ({ user: ROWS }) });
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
