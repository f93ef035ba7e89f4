import { forAll, reads, writes, type RightCalls } from './right-call.ts';

const THEFT = {
  stolen_on: null,
  stolen_from: '',
  circumstances: '',
  owner_name: 'Owner',
  owner_email: '',
  owner_phone: '',
  police_station: '',
  police_report_number: '',
  claim_number: '',
};

export const objectDescription = {
  'object-description.get': reads(({ unit }) => ({ params: { imei: unit.imei } }), {
    admin: 200,
    visit: 200,
    token: 200,
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'object-description.save': writes(({ unit }) => ({ params: { imei: unit.imei }, body: { manufacturer: 'Changed' } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'object-description.add-picture': writes(({ unit }) => ({ params: { imei: unit.imei }, file: Buffer.from('no picture') }), {
    admin: '415 ImageWrongType',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'object-description.arrange-pictures': writes(({ unit }) => ({ params: { imei: unit.imei }, body: { pictures: [] } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'object-description.remove-picture': writes(({ unit }) => ({ params: { imei: unit.imei, id: 2 ** 40 } }), {
    admin: '404 PictureNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'object-description.picture': reads(({ unit }) => ({ params: { imei: unit.imei, id: 2 ** 40 } }), {
    admin: '404 PictureNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'object-description.theft-report': reads(({ unit }) => ({ params: { imei: unit.imei } }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: 200,
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'object-description.make-theft-report': writes(({ unit }) => ({ params: { imei: unit.imei }, body: THEFT }), {
    admin: 200,
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'object-description.theft-report-pdf': reads(({ unit }) => ({ params: { imei: unit.imei } }), {
    admin: '404 ReportNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenNotHere',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'object-description.share-theft-report': writes(
    ({ unit }) => ({
      params: { imei: unit.imei },
      body: { version: 1, recipient: 'Police', days: 7 },
    }),
    {
      admin: '404 ReportNotFound',
      visit: '403 SupportOnlyLooks',
      token: '403 TokenOnlyReads',
      foreign: '404 UnitNotFound',
      member: '404 UnitNotFound',
    },
  ),
  'object-description.revoke-share': writes(({ unit }) => ({ params: { imei: unit.imei, id: 2 ** 40 } }), {
    admin: '404 ShareNotFound',
    visit: '403 SupportOnlyLooks',
    token: '403 TokenOnlyReads',
    foreign: '404 UnitNotFound',
    member: '404 UnitNotFound',
  }),
  'object-description.shared-report': forAll('writes', () => ({ body: { token: 'A'.repeat(43) } }), '404 ShareOver'),
  'object-description.shared-pdf': forAll('writes', () => ({ body: { token: 'A'.repeat(43) } }), '404 ShareOver'),
  'object-description.shared-picture': forAll('writes', () => ({ body: { token: 'A'.repeat(43), id: 1 } }), '404 ShareOver'),
} satisfies RightCalls;
