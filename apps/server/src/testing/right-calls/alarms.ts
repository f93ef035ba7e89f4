import { forAll, type RightCalls } from './right-call.ts';

export const alarms = {
  'alarms.opt-out': forAll(
    'writes',
    () => ({ body: { nt_useremail: 'nobody@example.test', nt_password: 'nothing' } }),
    '401 InvalidLogin',
  ),
} satisfies RightCalls;
