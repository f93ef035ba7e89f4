import { reads, writes, type RightCalls } from './right-call.ts';

const WRONG = { password: 'wrong' };

/** Of the right form, and made by nobody. */
const NO_PASSKEY = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'AAAA' },
};

export const secondFactor = {
  'second-factor.get': reads(() => ({}), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: 200,
    member: 200,
  }),
  'second-factor.start-app': writes(() => ({ body: WRONG }), {
    admin: '422 password',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '422 password',
    member: '422 password',
  }),
  'second-factor.confirm-app': writes(() => ({ body: { code: '123456' } }), {
    admin: '409 SetUpOver',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '409 SetUpOver',
    member: '409 SetUpOver',
  }),
  'second-factor.remove-app': writes(() => ({ body: WRONG }), {
    admin: '422 password',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '422 password',
    member: '422 password',
  }),
  'second-factor.passkey-options': writes(() => ({ body: WRONG }), {
    admin: '422 password',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '422 password',
    member: '422 password',
  }),
  'second-factor.add-passkey': writes(() => ({ body: { name: 'Mobil', passkey: NO_PASSKEY } }), {
    admin: '422 PasskeyRefused',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '422 PasskeyRefused',
    member: '422 PasskeyRefused',
  }),
  'second-factor.remove-passkey': writes(() => ({ params: { id: 2 ** 40 }, body: WRONG }), {
    admin: '422 password',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '422 password',
    member: '422 password',
  }),
  'second-factor.renew-recovery-codes': writes(() => ({ body: WRONG }), {
    admin: '422 password',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '422 password',
    member: '422 password',
  }),
  'second-factor.proof-options': writes(() => ({}), {
    admin: '409 FactorNotAvailable',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '409 FactorNotAvailable',
    member: '409 FactorNotAvailable',
  }),
  'second-factor.get-requirement': reads(() => ({}), {
    admin: 200,
    visit: 200,
    token: '403 TokenNotHere',
    foreign: 200,
    member: '403 Forbidden',
  }),
  'second-factor.set-requirement': writes(() => ({ body: { ...WRONG, required_of: 'nobody', is_mail_enough: false } }), {
    admin: '422 password',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '422 password',
    member: '403 Forbidden',
  }),
  'second-factor.reset': writes(() => ({ params: { id: 2 ** 40 }, body: { ...WRONG, reason: 'lost' } }), {
    admin: '422 password',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '422 password',
    member: '403 Forbidden',
  }),
} as const satisfies RightCalls;
