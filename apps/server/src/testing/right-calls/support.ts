import { forAll, forStaff, forWaitingStaff, type RightCalls } from './right-call.ts';

export const support = {
  'support.sign-in': forAll(
    'writes',
    () => ({ body: { email: 'nobody@example.test', password: 'nothing' } }),
    '401 InvalidLogin',
  ),
  'support.request-code': forWaitingStaff('writes', () => ({ body: { lang: 'sv' } }), 200),
  'support.verify-code': forWaitingStaff('writes', () => ({ body: { code: '123456' } }), '422 InvalidCode'),
  'support.sign-out': forStaff('writes', () => ({}), 200),
  'support.me': forStaff('reads', () => ({}), 200),
  'support.find-accounts': forStaff('reads', () => ({ query: { q: 'nothing like it' } }), 200),
  'support.open-account': forStaff('writes', () => ({ params: { id: 2 ** 40 }, body: { reason: 'asked' } }), '404 NotFound'),
  'support.account': forStaff('writes', ({ accountId }) => ({ params: { id: accountId } }), '403 OpenAccountFirst'),
  'support.update-account': forStaff(
    'writes',
    ({ accountId }) => ({ params: { id: accountId }, body: {} }),
    '403 OpenAccountFirst',
  ),
  'support.change-email': forStaff(
    'writes',
    ({ accountId }) => ({
      params: { id: accountId },
      body: { email: 'nobody@example.test', new_email: 'new@example.test', reason: 'asked' },
    }),
    '403 OpenAccountFirst',
  ),
  'support.set-subscription': forStaff(
    'writes',
    ({ accountId, unit }) => ({ params: { id: accountId }, body: { unit_id: unit.unitId, subscription_type: 'Bas' } }),
    '403 OpenAccountFirst',
  ),
  'support.mails': forStaff('writes', ({ accountId }) => ({ params: { id: accountId } }), '403 OpenAccountFirst'),
  'support.credits': forStaff('writes', ({ accountId }) => ({ params: { id: accountId } }), '403 OpenAccountFirst'),
  'support.add-credit': forStaff(
    'writes',
    ({ accountId }) => ({ params: { id: accountId }, body: { amount: 1, reason: 'bought' } }),
    '403 OpenAccountFirst',
  ),
  'support.reset-second-factor': forStaff(
    'writes',
    ({ accountId }) => ({ params: { id: accountId }, body: { email: 'nobody@example.test', reason: 'asked' } }),
    '403 OpenAccountFirst',
  ),
  'support.cases': forStaff('reads', () => ({}), 200),
  'support.answer-case': forStaff('writes', () => ({ params: { id: 2 ** 40 }, body: { answer: 'yes' } }), '404 NotFound'),
  'support.stock': forStaff('reads', () => ({}), 200),
  'support.export-stock': forStaff('reads', () => ({}), 200),
  'support.check-stock': forStaff('reads', ({ unit }) => ({ body: { imeis: [unit.imei] } }), 200),
  'support.add-stock': forStaff('writes', () => ({ body: { imeis: ['356307042441021'] } }), 200),
  'support.announcements': forStaff('reads', () => ({}), 200),
  'support.announce': forStaff('writes', () => ({ body: { subsite_id: null, text_en: 'a', text_sv: 'b', text_no: 'c' } }), 200),
  'support.end-announcement': forStaff('writes', () => ({ params: { id: 2 ** 40 } }), '404 NotFound'),
  'support.list-terms': forStaff('reads', () => ({}), 200),
  'support.add-terms': forStaff(
    'writes',
    () => ({ body: { subsite_id: 7, language: 'en', valid_from: '2190-01-01', body: 'x' } }),
    200,
  ),
  'support.payment-types': forStaff('reads', () => ({}), 200),
  'support.save-payment-types': forStaff(
    'writes',
    () => ({
      body: { rows: [{ id: 2 ** 40, label_en: 'a', label_sv: 'b', label_no: 'c', is_active: true }] },
    }),
    '404 NotFound',
  ),
  'support.settings': forStaff('reads', () => ({}), 200),
  'support.save-settings': forStaff(
    'writes',
    () => ({ body: { alert_numbers_parent_id: '', extra_time_zone_parent_id: '' } }),
    200,
  ),
  'support.acts': forStaff('reads', () => ({}), 200),
  'support.export-acts': forStaff('writes', () => ({}), 200),
} satisfies RightCalls;
