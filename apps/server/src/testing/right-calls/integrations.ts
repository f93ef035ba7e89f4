import { forTokens, reads, writes, type RightCalls } from './right-call.ts';

export const integrations = {
  'integrations.token': forTokens('reads', () => ({}), 200),
  'integrations.tokens': reads(() => ({}), {
    admin: 200,
    visit: 200,
    token: '403 TokenNotHere',
    foreign: 200,
    member: '403 Forbidden',
  }),
  'integrations.create-token': writes(() => ({ body: { name: 'Lön', rights: 'read', days: 30 } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: '403 Forbidden',
  }),
  'integrations.webhooks': reads(() => ({}), {
    admin: 200,
    visit: 200,
    token: '403 TokenNotHere',
    foreign: 200,
    member: '403 Forbidden',
  }),
  'integrations.create-webhook': writes(() => ({ body: { url: 'https://example.com/hook', events: ['trip.finished'] } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: '403 Forbidden',
  }),
  'integrations.update-webhook': writes(
    () => ({ params: { id: 2 ** 40 }, body: { events: ['trip.finished'], is_paused: true } }),
    {
      admin: '404 WebhookNotFound',
      visit: '403 SupportOnlyLooks',
      token: '403 TokenNotHere',
      foreign: '404 WebhookNotFound',
      member: '403 Forbidden',
    },
  ),
  'integrations.remove-webhook': writes(() => ({ params: { id: 2 ** 40 } }), {
    admin: '404 WebhookNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 WebhookNotFound',
    member: '403 Forbidden',
  }),
  'integrations.test-webhook': writes(() => ({ params: { id: 2 ** 40 } }), {
    admin: '404 WebhookNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 WebhookNotFound',
    member: '403 Forbidden',
  }),
  'integrations.deliveries': reads(() => ({ params: { id: 2 ** 40 } }), {
    admin: '404 WebhookNotFound',
    visit: '404 WebhookNotFound',
    token: '403 TokenNotHere',
    foreign: '404 WebhookNotFound',
    member: '403 Forbidden',
  }),
  'integrations.revoke-token': writes(() => ({ params: { id: 2 ** 40 } }), {
    admin: '404 TokenNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 TokenNotFound',
    member: '403 Forbidden',
  }),
} satisfies RightCalls;
