import { forAll, reads, writes, type RightCalls } from './right-call.ts';

const NO_VISIT_NO_TOKEN = { visit: '403 SupportOnlyLooks', token: '403 TokenNotHere', member: '403 Forbidden' } as const;
const NOBODY = 2 ** 40;

export const singleSignOn = {
  'single-sign-on.begin': forAll('writes', () => ({ body: { address: 'nobody@example.test' } }), '404 SignOnUnknown'),
  'single-sign-on.finish': forAll('writes', () => ({ body: { flow: 'x'.repeat(43), answer: '?code=1' } }), '422 SignOnOver'),
  'single-sign-on.settings': reads(() => ({}), { ...NO_VISIT_NO_TOKEN, admin: 200, foreign: 200 }),
  'single-sign-on.save': writes(
    () => ({
      body: {
        issuer: 'http://login.example.com',
        client_id: 'fleet',
        client_secret: 'secret',
        is_on: false,
        is_only_way: false,
        asks_second_factor: false,
      },
    }),
    { ...NO_VISIT_NO_TOKEN, admin: '422 issuer', foreign: '422 issuer' },
  ),
  'single-sign-on.test': writes(() => ({}), { ...NO_VISIT_NO_TOKEN, admin: '409 SignOnNotSet', foreign: '409 SignOnNotSet' }),
  'single-sign-on.add-domain': writes(() => ({ body: { name: 'example.com' } }), {
    ...NO_VISIT_NO_TOKEN,
    admin: 200,
    foreign: 200,
  }),
  'single-sign-on.prove-domain': writes(() => ({ params: { id: NOBODY }, body: { password: 'wrong' } }), {
    ...NO_VISIT_NO_TOKEN,
    admin: '422 password',
    foreign: '422 password',
  }),
  'single-sign-on.remove-domain': writes(() => ({ params: { id: NOBODY }, body: { password: 'wrong' } }), {
    ...NO_VISIT_NO_TOKEN,
    admin: '422 password',
    foreign: '422 password',
  }),
  'single-sign-on.unlink': writes(() => ({ params: { id: NOBODY }, body: { password: 'wrong' } }), {
    ...NO_VISIT_NO_TOKEN,
    admin: '422 password',
    foreign: '422 password',
  }),
} satisfies RightCalls;
