import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { WEBHOOK_EVENTS } from '@spora/contract/integrations/choices';
import type { ApiToken, Webhook } from '@spora/contract/integrations/endpoints';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { IntegrationsScreen } from './public.tsx';
import { Tokens } from './components/tokens.tsx';
import { Webhooks } from './components/webhooks.tsx';

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
  await userEvent.click(await screen.findByRole('button', { name: 'Create token' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create token' }));
  expect(screen.getByText('Enter a name.')).toBeDefined();
  await userEvent.type(screen.getByLabelText('Name'), 'Payroll');
  expect(hasUnsaved()).toBe(true);
  await userEvent.selectOptions(screen.getByLabelText('Valid for'), '90');
  await userEvent.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Payroll');
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Create token' }));
  expect((await screen.findByLabelText<HTMLInputElement>('New token')).value).toBe(SECRET);
  expect(sentTo(send, 'integrations.create-token').at(-1)).toMatchObject({
    body: { name: 'Payroll', rights: 'read', days: 90 },
  });
  expect(sentTo(send, 'integrations.create-token').at(-1)?.headers).not.toHaveProperty('Idempotency-Key');
  await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }));
  expect(await screen.findByRole('table', { name: 'API tokens' })).toBeDefined();
  expect(document.body.innerHTML).not.toContain(SECRET);
});

test('13-B6: where tokens are made there is the way to what is written about them', async () => {
  await renderScreen(<IntegrationsScreen />, {
    send: fakeSend({ 'integrations.tokens': () => ({ tokens: [] }), 'integrations.webhooks': () => ({ webhooks: [] }) }),
    user: signedInUser(),
  });
  expect(screen.getByRole('link', { name: 'How tokens and webhooks are used' }).getAttribute('href')).toBe('/docs');
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

const HOOK: Webhook = {
  id: 3,
  url: 'https://example.com/hook',
  events: ['trip.finished'],
  created_at: '2026-11-01T08:00:00Z',
  failing_since: null,
  paused_at: null,
  paused_by: null,
};

test('ADM-019: a webhook is made with an address and events; its secret is shown once', async () => {
  let webhooks: Webhook[] = [];
  const send = fakeSend({
    'integrations.webhooks': () => ({ webhooks }),
    'integrations.create-webhook': ({ body }) => {
      if (body.url.startsWith('http:')) throw new ApiError(422, { url: ['WebhookNeedsHttps'] });
      webhooks = [HOOK];
      return { id: 3, secret: 'whsec_c2VjcmV0' };
    },
  });
  await renderScreen(<Webhooks />, { send, user: signedInUser() });
  await userEvent.click(await screen.findByRole('button', { name: 'Create webhook' }));
  await userEvent.type(screen.getByLabelText('Address'), 'http://example.com/hook');
  const due = screen.getByLabelText('Service is due');
  // What a program goes by stands beside what a person reads.
  expect(document.getElementById(due.getAttribute('aria-describedby')!)?.textContent).toBe('service.due');
  await userEvent.click(due);
  await userEvent.click(screen.getByRole('button', { name: 'Create webhook' }));
  expect(await screen.findByText('The address must begin with https://.')).toBeDefined();
  await userEvent.clear(screen.getByLabelText('Address'));
  await userEvent.type(screen.getByLabelText('Address'), HOOK.url);
  await userEvent.click(screen.getByRole('button', { name: 'Create webhook' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Secret')).value).toBe('whsec_c2VjcmV0');
  expect(sentTo(send, 'integrations.create-webhook').at(-1)).toMatchObject({
    body: { url: HOOK.url, events: ['trip.finished', 'service.due'] },
  });
  await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }));
  expect(await screen.findByRole('article', { name: HOOK.url })).toBeDefined();
  expect(document.body.innerHTML).not.toContain('whsec_');
});

test('ADM-019: a webhook that failed too long says so, is tried with a test call whose fate the log shows, and goes on', async () => {
  const send = fakeSend({
    'integrations.webhooks': () => ({
      webhooks: [{ ...HOOK, failing_since: '2026-11-01T08:00:00Z', paused_at: '2026-11-02T09:00:00Z', paused_by: 'failures' }],
    }),
    'integrations.test-webhook': () => ({}),
    'integrations.update-webhook': () => ({}),
    'integrations.deliveries': () => ({
      deliveries: [
        {
          id: 9,
          event: 'test',
          event_id: 'test-1',
          created_at: '2026-11-02T10:00:00Z',
          state: 'failed',
          attempts: 1,
          last_attempt_at: '2026-11-02T10:00:00Z',
          status: 503,
          problem: null,
        },
        ...WEBHOOK_EVENTS.map((event, i) => ({
          id: 10 + i,
          event,
          event_id: `${event}-1`,
          created_at: '2026-11-02T10:00:00Z',
          state: 'delivered' as const,
          attempts: 1,
          last_attempt_at: '2026-11-02T10:00:00Z',
          status: 200,
          problem: null,
        })),
      ],
      has_more: false,
    }),
  });
  await renderScreen(<Webhooks />, { send, user: signedInUser() });
  expect((await screen.findByRole('alert')).textContent).toContain('failed for a day');
  await userEvent.click(screen.getByRole('button', { name: 'Test call' }));
  const row = await screen.findByRole('row', { name: /Test call/ });
  expect(row.textContent).toContain('Failed, answered 503');
  for (const event of WEBHOOK_EVENTS) expect(screen.queryByText(event), event).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Start again' }));
  await waitFor(() =>
    expect(sentTo(send, 'integrations.update-webhook')[0]).toMatchObject({
      params: { id: 3 },
      body: { events: ['trip.finished'], is_paused: false },
    }),
  );
});
