import { reads, writes, type RightCalls } from './right-call.ts';

export const attestation = {
  'attestation.check': reads(({ unit, day }) => ({ body: { imei: unit.imei, from: day(-40), to: day(-30) } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'attestation.altered': reads(() => ({ body: { trip_ids: [2 ** 40] } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: 200,
    member: 200,
  }),
  'attestation.attest': writes(({ unit, day }) => ({ body: { imei: unit.imei, from: day(-40), to: day(-30) } }), {
    admin: '409 AttestNothing',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'attestation.attest-batch': writes(
    ({ unit, day }) => ({
      body: { rows: [{ unit_id: unit.unitId, user_id: null, from: day(-60), to: day(-50) }] },
    }),
    { admin: 200, visit: '403 SupportOnlyLooks', token: '403 TokenOnlyReads', foreign: 200, member: '403 Forbidden' },
  ),
  'attestation.toggle': writes(() => ({ body: { id: 2 ** 40, attested: true } }), {
    admin: '404 AttestNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 AttestNotFound',
    member: '403 Forbidden',
  }),
  'attestation.unattest': writes(() => ({ body: { id: 2 ** 40, reason: 'wrong driver' } }), {
    admin: '404 AttestNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 AttestNotFound',
    member: '403 Forbidden',
  }),
  'attestation.remind': writes(() => ({ body: { rows: [{ user_id: 2 ** 31 - 1, from: '2026-01-01', to: '2026-01-31' }] } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: 200,
    member: '403 Forbidden',
  }),
  'attestation.status': reads(() => ({}), { admin: 200, visit: 200, token: 200, foreign: 200, member: 200 }),
  'attestation.history': reads(() => ({}), { admin: 200, visit: 200, token: 200, foreign: 200, member: 200 }),
  'attestation.last': reads(({ unit }) => ({ query: { imei: unit.imei } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'attestation.proposals': reads(() => ({}), { admin: 200, visit: 200, token: 200, foreign: 200, member: '403 Forbidden' }),
  'attestation.dismiss-proposal': writes(() => ({ params: { id: 2 ** 40 } }), {
    admin: '404 ProposalNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 ProposalNotFound',
    member: '403 Forbidden',
  }),
  'attestation.reopen-for-proposal': writes(() => ({ params: { id: 2 ** 40 }, body: { reason: 'late data' } }), {
    admin: '404 ProposalNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 ProposalNotFound',
    member: '403 Forbidden',
  }),
} satisfies RightCalls;
