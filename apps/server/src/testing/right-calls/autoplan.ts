import { reads, writes, type RightCalls } from './right-call.ts';

const NOT_FOR_MEMBERS = { member: '403 Forbidden' } as const;

export const autoplan = {
  'autoplan.settings': reads(() => ({}), { admin: 200, visit: 200, token: 200, foreign: 200, ...NOT_FOR_MEMBERS }),
  'autoplan.save-settings': writes(() => ({ body: { is_on: false, customer_id: 'K-1' } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: 200,
    ...NOT_FOR_MEMBERS,
  }),
  'autoplan.test': writes(() => ({}), {
    admin: '409 AutoplanNotSet',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '409 AutoplanNotSet',
    ...NOT_FOR_MEMBERS,
  }),
  'autoplan.status': reads(() => ({}), { admin: 200, visit: 200, token: 200, foreign: 200, ...NOT_FOR_MEMBERS }),
  'autoplan.report': writes(({ unit }) => ({ body: { imeis: [unit.imei] } }), {
    admin: '409 AutoplanNotSet',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '409 AutoplanNotSet',
    ...NOT_FOR_MEMBERS,
  }),
} satisfies RightCalls;
