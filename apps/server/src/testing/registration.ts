import { hardwareOf } from '@spora/protocols/list';
import { hasLuhn } from '@spora/contract/identity';
import type { ErrorsBody } from '@spora/contract/envelope';
import { PATHS, pathOf, type PathId } from '@spora/contract/paths';
import type { RegistrationBody } from '@spora/contract/registration/endpoints';
import { randomImei } from './database.ts';
import type { TestApp } from './http.ts';

let addresses = 0;
export const newEmail = () => `person-${++addresses}@example.test`;

/** A Swedish personal number with a serial that is given to nobody. */
export function personalNumber(): string {
  for (let digit = 0; digit < 10; digit += 1) if (hasLuhn(`800102980${digit}`)) return `19800102980${digit}`;
  throw new Error('no check digit');
}

export const PASSWORD = 'Vinterväg 27!';
export const company = (Imei: string, more: Partial<RegistrationBody> = {}): RegistrationBody => ({
  Imei,
  personal_org_number: '810000007',
  acc_company_phone: '810000007',
  address: 'Storgata 1',
  city: 'Oslo',
  comment: 'Ring først',
  companyName: 'Fjellvei AS',
  contactPerson: 'Eva',
  country: 'no',
  countryDialCode: '47',
  fullName: 'Eva Ek',
  paymentType: '',
  phone: '4746012345',
  reseller: 'Butikken',
  subsiteID: 0,
  terms: true,
  userName: newEmail(),
  userPassword: PASSWORD,
  userPassword_confirmation: PASSWORD,
  zipCode: '0150',
  is_private_account: 0,
  lang: 'no',
  ...more,
});
export const person = (Imei: string, more: Partial<RegistrationBody> = {}): RegistrationBody =>
  company(Imei, {
    personal_org_number: personalNumber(),
    acc_company_phone: personalNumber(),
    companyName: '',
    country: 'se',
    countryDialCode: '46',
    paymentType: 'Autogiro',
    phone: '46701234567',
    zipCode: '11122',
    is_private_account: 1,
    lang: 'sv',
    ...more,
  });
/** As the legacy form sends it. */
export const legacy = (Imei: string, more: Partial<RegistrationBody> = {}): RegistrationBody =>
  company(Imei, { personal_org_number: '', acc_company_phone: '22123456', paymentType: 'Faktura på e-post', ...more });

/** What the tests of registration ask of an interface and its database. */
export function registrationKit({ stranger, database: { owner } }: TestApp) {
  let callers = 0;
  /** A call from an address of its own, so that limits per address stay out of the way. */
  async function ask(
    id: PathId,
    parts: { query?: Record<string, string>; body?: object },
    { address = `10.0.${Math.floor(++callers / 250)}.${callers % 250}`, key }: { address?: string; key?: string } = {},
  ) {
    const response = await stranger.request({
      method: PATHS[id][0],
      url: pathOf(id),
      remoteAddress: address,
      headers: key === undefined ? {} : { 'idempotency-key': key },
      ...(parts.query ? { query: parts.query } : {}),
      ...(parts.body ? { payload: parts.body } : {}),
    });
    const envelope = response.json<{ success: boolean; data?: unknown; errors?: ErrorsBody }>();
    return { status: response.statusCode, headers: response.headers, ...envelope };
  }

  async function stock(more: { subsite_id?: number; family?: string; subscription_type?: string } = {}): Promise<string> {
    const imei = randomImei();
    await owner
      .insertInto('stock_unit')
      .values({ imei, ...hardwareOf(), ...more })
      .execute();
    return imei;
  }

  const send = (body: object, options: { address?: string; key?: string } = {}) =>
    ask('registration.register', { body }, options);
  const faults = async (body: object) => (await send(body)).errors;
  const accountOf = (email: string) =>
    owner
      .selectFrom('member')
      .innerJoin('account', 'account.id', 'member.account_id')
      .where('member.email', '=', email)
      .selectAll('account')
      .executeTakeFirst();

  const counts = async () => {
    const of = async (table: 'account' | 'member' | 'unit' | 'fitting' | 'tracker' | 'mail') => {
      const row = await owner.selectFrom(table).select(owner.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
      return Number(row.n);
    };
    return [
      await of('account'),
      await of('member'),
      await of('unit'),
      await of('fitting'),
      await of('tracker'),
      await of('mail'),
    ];
  };

  return { ask, stock, send, faults, accountOf, counts };
}
