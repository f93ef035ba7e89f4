import { forAll, forWaiting, reads, writes, type RightCalls } from './right-call.ts';

/** Of the right form, and nobody's. */
const NO_PASSKEY = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
};

export const auth = {
  'auth.sign-in': forAll('writes', () => ({ body: { username: 'nobody', password: 'nothing' } }), '401 InvalidLogin'),
  'auth.sign-out': writes(() => ({}), { admin: 200, visit: 200, token: '403 TokenNotHere', foreign: 200, member: 200 }),
  'auth.me': reads(() => ({}), { admin: 200, visit: 200, token: '403 TokenNotHere', foreign: 200, member: 200 }),
  'auth.request-code': forWaiting('writes', ({ waiting }) => ({ body: { lang: 'sv', user_id: waiting.id } }), 200),
  'auth.verify-code': forWaiting(
    'writes',
    ({ waiting }) => ({ body: { code: '123456', user_id: waiting.id } }),
    '422 InvalidCode',
  ),
  'auth.verify-factor': forWaiting(
    'writes',
    ({ waiting }) => ({ body: { code: '123456', user_id: waiting.id } }),
    '422 WrongFactorCode',
  ),
  'auth.passkey-step': forWaiting('writes', ({ waiting }) => ({ body: { user_id: waiting.id } }), '409 FactorNotAvailable'),
  'auth.verify-passkey': forWaiting(
    'writes',
    ({ waiting }) => ({ body: { passkey: NO_PASSKEY, user_id: waiting.id } }),
    '422 PasskeyRefused',
  ),
  'auth.passkey-options': forAll('writes', () => ({}), 200),
  'auth.passkey-sign-in': forAll('writes', () => ({ body: { passkey: NO_PASSKEY } }), '422 PasskeyRefused'),
  'auth.forgot-password': forAll('writes', () => ({ body: { email_address: 'nobody@example.test', lang: 'sv' } }), 200),
  'auth.reset-link': forAll('reads', () => ({ body: { code: 'no-such-code' } }), '422 code'),
  'auth.reset-password': forAll(
    'writes',
    () => ({
      body: { code: 'no-such-code', password: 'Långt nog 1!', password_confirmation: 'Långt nog 1!' },
    }),
    '422 code',
  ),
  'auth.change-password': writes(
    () => ({ body: { userId: 1, email: '', password: 'Långt nog 1!', current_password: 'wrong' } }),
    {
      admin: '403 Forbidden',
      visit: '403 SupportOnlyLooks',
      token: '403 TokenNotHere',
      foreign: '403 Forbidden',
      member: '403 Forbidden',
    },
  ),
  'auth.list-sessions': reads(() => ({}), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: 200,
  }),
  'auth.end-session': writes(() => ({ params: { id: 2 ** 40 } }), {
    admin: '404 NotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 NotFound',
    member: '404 NotFound',
  }),
  'auth.end-other-sessions': writes(() => ({}), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: 200,
  }),
  'auth.forget-browser': writes(() => ({ params: { id: 2 ** 40 } }), {
    admin: '404 NotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 NotFound',
    member: '404 NotFound',
  }),
  'auth.forget-browsers': writes(() => ({}), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: 200,
  }),
} satisfies RightCalls;
