import type { EmailChange } from '@spora/contract/users/address';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, renderScreen } from '../../lib/testing.tsx';
import { ConfirmEmailScreen } from './confirm-email-screen.tsx';

afterEach(cleanup);

const CHANGE: EmailChange = {
  side: 'old',
  full_name: 'Dag Driver',
  new_email: 'new@example.com',
  ordered_by: 'administrator',
  by_name: 'Maja Ek',
  reason: '',
  expires_at: '2026-11-29T08:00:00.000Z',
  is_proven: false,
  is_agreed: false,
  is_in_force: false,
  takes_password: false,
};
async function open(answers: FakeAnswers, code = 'a-code') {
  history.replaceState(null, '', `/user/confirm-email?_c=${code}`);
  const send = fakeSend(answers);
  await renderScreen(<ConfirmEmailScreen />, { send });
  return (id: string) => send.requests.filter((request) => request.id === id).map(({ body }) => body);
}

test('12-A3 who reads the address before says yes or no, and is told what follows', async () => {
  const bodiesOf = await open({
    'users.look-at-email-change': () => CHANGE,
    'users.answer-email-change': ({ body }) => ({ state: body.agrees ? 'waiting' : 'refused' }),
  });
  expect(await screen.findByText(/Maja Ek wants Dag Driver to sign in with new@example\.com/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'It was not me' }));
  expect(await screen.findByText(/The change is stopped/)).toBeDefined();
  expect(bodiesOf('users.answer-email-change')).toEqual([{ code: 'a-code', agrees: false }]);
  cleanup();
  await open({
    'users.look-at-email-change': () => CHANGE,
    'users.answer-email-change': () => ({ state: 'waiting' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'I agree' }));
  expect(await screen.findByText(/when the link that was sent to new@example\.com has been opened/)).toBeDefined();
});

test('12-A3 who reads the new address confirms it, and agrees with the password where that helps; a wrong one stands at its field', async () => {
  const refusals = [new ApiError(422, { password: ['WrongPassword'] })];
  const bodiesOf = await open({
    'users.look-at-email-change': () => ({ ...CHANGE, side: 'new', takes_password: true }),
    'users.answer-email-change': () => {
      const refusal = refusals.shift();
      if (refusal) throw refusal;
      return { state: 'changed' };
    },
  });
  await userEvent.type(await screen.findByLabelText('Password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('The password is wrong.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Done. From now on you sign in with new@example.com.')).toBeDefined();
  expect(bodiesOf('users.answer-email-change').at(-1)).toEqual({ code: 'a-code', agrees: true, password: 'secret' });
});

test('12-A3 a link that is over says so, and asks nothing', async () => {
  await open({
    'users.look-at-email-change': () => {
      throw new ApiError(422, { code: ['InvalidEmailLink'] });
    },
  });
  expect(await screen.findByText(/The link is no longer valid/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'I agree' })).toBeNull();
});
