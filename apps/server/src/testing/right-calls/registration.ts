import { forAll, type RightCalls } from './right-call.ts';

export const registration = {
  'registration.check-imei': forAll('reads', ({ unit }) => ({ query: { imei: unit.imei } }), '409 ImeiNumberError'),
  'registration.check-email': forAll('reads', () => ({ query: { email: 'nobody@example.test' } }), 200),
  'registration.payment-types': forAll('reads', ({ unit }) => ({ body: { imei: unit.imei, lang: 'sv' } }), 200),
  'registration.register': forAll(
    'writes',
    ({ unit }) => ({ body: { Imei: unit.imei } }),
    '422 country terms userName userPassword userPassword_confirmation is_private_account',
  ),
} satisfies RightCalls;
