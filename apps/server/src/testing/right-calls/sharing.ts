import { forAll, reads, writes, type RightCalls } from './right-call.ts';

export const sharing = {
  'sharing.list': reads(() => ({}), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: 200,
  }),
  'sharing.make': writes(({ unit }) => ({ body: { imeis: [unit.imei], minutes: 60 } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'sharing.preview': reads(({ unit }) => ({ body: { imeis: [unit.imei] } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'sharing.revoke': writes(() => ({ params: { id: 2 ** 40 } }), {
    admin: '404 ShareNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 ShareNotFound',
    member: '404 ShareNotFound',
  }),
  'sharing.watch': forAll('reads', () => ({ body: { token: 'A'.repeat(43) } }), '404 ShareOver'),
} satisfies RightCalls;
