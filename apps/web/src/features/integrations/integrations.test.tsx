import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { ApiToken } from '@spora/contract/integrations';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { Tokens } from './components/tokens.tsx';

afterEach(cleanup);

const TOKEN: ApiToken = {
  id: 5,
  name: 'Payroll',
  rights: 'read',
  hint: 'x7Qa',
  created_at: '2026-11-01T08:00:00Z',
  created_by: 'Maja Ek',
  expires_at: '2027-11-01T08:00:00Z',
  last_used_at: null,
  revoked_at: null,
  state: 'active',
};
const SECRET = `spora_${'A'.repeat(43)}`;
const sentTo = (send: ReturnType<typeof fakeSend>, id: string) => send.requests.filter((request) => request.id === id);

test('ADM-019: a token is made with name, rights and time, shown once, and what was typed survives a failure', async () => {
  let isBroken = true;
  let tokens: ApiToken[] = [];
  const send = fakeSend({
    'integrations.tokens': () => ({ tokens }),
    'integrations.create-token': () => {
      if (isBroken) throw new ApiError(409, 'TooManyTokens');
      tokens = [TOKEN];
      return { id: 5, token: SECRET };
    },
  });
  await renderScreen(<Tokens />, { send, user: signedInUser() });
  await userEvent.click(await screen.findByRole('button', { name: 'Make a token' }));
  await userEvent.click(screen.getByRole('button', { name: 'Make a token' }));
  expect(screen.getByText('Enter a name.')).toBeDefined();
  await userEvent.type(screen.getByLabelText('Name'), 'Payroll');
  expect(hasUnsaved()).toBe(true);
  await userEvent.selectOptions(screen.getByLabelText('Valid for'), '90');
  await userEvent.click(screen.getByRole('button', { name: 'Make a token' }));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Payroll');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Make a token' }));
  expect((await screen.findByLabelText<HTMLInputElement>('New token')).value).toBe(SECRET);
  expect(sentTo(send, 'integrations.create-token').at(-1)).toMatchObject({
    body: { name: 'Payroll', rights: 'read', days: 90 },
  });
  expect(sentTo(send, 'integrations.create-token').at(-1)?.headers).not.toHaveProperty('Idempotency-Key');
  await userEvent.click(screen.getByRole('button', { name: 'I have kept it' }));
  expect(await screen.findByRole('table', { name: 'API tokens' })).toBeDefined();
  expect(document.body.innerHTML).not.toContain(SECRET);
});

test('ADM-019: a token is revoked after a question; those that are over stay in the list and say so', async () => {
  const send = fakeSend({
    'integrations.tokens': () => ({
      tokens: [TOKEN, { ...TOKEN, id: 4, name: 'Old', state: 'revoked', revoked_at: '2026-11-02T08:00:00Z' }],
    }),
    'integrations.revoke-token': () => ({}),
  });
  await renderScreen(<Tokens />, { send, user: signedInUser() });
  const old = await screen.findByRole('row', { name: /Old/ });
  expect(old.textContent).toContain('Revoked 2026-11-02');
  expect(within(old).queryByRole('button')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Revoke Payroll' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(sentTo(send, 'integrations.revoke-token')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(sentTo(send, 'integrations.revoke-token')[0]).toMatchObject({ params: { id: 5 } }));
  expect(await screen.findByText('Payroll is revoked')).toBeDefined();
});
