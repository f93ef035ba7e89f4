import { afterAll, expect, test } from 'vitest';
import { language } from '@spora/contract/fields';
import { checkEmail, paymentTypes } from '@spora/contract/registration/endpoints';
import { isPassword } from '../../platform/secrets/password.ts';
import { makeAccount, makeMember, makeUnit, randomImei } from '../../testing/database.ts';
import { testApp } from '../../testing/http.ts';
import { company, legacy, newEmail, PASSWORD, person, personalNumber, registrationKit } from '../../testing/registration.ts';

const app = await testApp();
afterAll(() => app.close());
const { owner } = app.database;
const { accountOf, ask, faults, send, stock } = registrationKit(app);

test('REG-005, API-033, ERR-009, CONST-040: an IMEI can be registered when it is in the stock, free, and of the brand', async () => {
  const check = async (imei: string, subsiteID = '0') => {
    const { status, errors } = await ask('registration.check-imei', { query: { imei, subsiteID } });
    return errors ?? status;
  };
  const [neutral, branded, used] = [await stock(), await stock({ subsite_id: 3 }), await stock()];
  await makeUnit(app.database, { accountId: await makeAccount(app.database), imei: used });
  expect(await check(neutral)).toBe(200);
  expect(await check(`${neutral.slice(0, 6)} ${neutral.slice(6)}`, '5')).toBe(200);
  expect(await check(branded, '3')).toBe(200);
  expect(await check(branded)).toBe('ImeiNumberError');
  expect(await check(randomImei())).toBe('ImeiNumberError');
  expect(await check(used)).toBe('ImeiInUse');
  expect(await check(neutral.slice(1))).toEqual({ imei: ['InvalidImei'] });
  expect((await send(company(neutral))).status).toBe(200);
  expect(await check(neutral)).toBe('ImeiInUse');
});

test('REG-007, API-034, ERR-008: a taken e-mail address is told, whatever its case; a free one is free', async () => {
  const { email } = await makeMember(app.database, { accountId: await makeAccount(app.database) });
  expect((await app.stranger.call(checkEmail, { query: { email: email.toUpperCase() } })).errors).toBe('EmailInUse');
  expect((await app.stranger.call(checkEmail, { query: { email: newEmail() } })).status).toBe(200);
  expect((await app.stranger.call(checkEmail, { query: { email: 'no-address' } })).errors).toEqual({
    email: ['EnterValidEmail'],
  });
});

test('REG-011, API-032, DEC-09, REG-018: the ways to pay come in the language, three of them, and none for a brand without the choice', async () => {
  const imei = randomImei();
  const list = async (lang: 'en' | 'sv' | 'no', subsiteID: number) =>
    (await app.stranger.call(paymentTypes, { body: { imei, lang, subsiteID } })).data;
  expect(await list('sv', 0)).toEqual(['Autogiro', 'Faktura via e-post', 'E-faktura till banken']);
  expect(await list('no', 0)).toHaveLength(3);
  for (let subsite = 1; subsite <= 7; subsite += 1) expect(await list('en', subsite)).toEqual([]);
});

test('REG-001, REG-002, REG-003, API-031, CONST-047: a company registers with a unit and its administrator can sign in', async () => {
  const imei = await stock({ family: 'C', subscription_type: 'Plus' });
  const body = company(imei);
  expect(await send(body)).toMatchObject({ status: 200, success: true, data: {} });
  const account = await accountOf(body.userName);
  expect(account).toMatchObject({
    name: 'Fjellvei AS',
    kind: 'company',
    country: 'NO',
    registration_id: '810000007',
    company_phone: '',
    contact_person: 'Eva',
    street: 'Storgata 1',
    city: 'Oslo',
    postal_code: '0150',
    reseller: 'Butikken',
    comment: 'Ring først',
    subsite_id: 0,
    is_demo: false,
  });
  expect(new Date(account?.terms_accepted_at ?? 0).getTime()).toBe(app.clock.now.getTime());
  const member = await owner.selectFrom('member').selectAll().where('email', '=', body.userName).executeTakeFirstOrThrow();
  expect(member).toMatchObject({ full_name: 'Eva Ek', is_admin: true, language: 'no', account_id: account?.id });
  expect(member.password_hash).toMatch(/^\$argon2id\$/);
  expect(await isPassword(member.password_hash, PASSWORD)).toBe(true);
  const unit = await owner
    .selectFrom('unit')
    .innerJoin('fitting', 'fitting.unit_id', 'unit.id')
    .innerJoin('tracker', 'tracker.id', 'fitting.tracker_id')
    .innerJoin('tracker_family', 'tracker_family.tracker_id', 'tracker.id')
    .where('unit.account_id', '=', account?.id ?? 0)
    .select(['unit.name', 'unit.subscription_type', 'tracker.imei', 'tracker_family.family', 'fitting.during'])
    .execute();
  expect(unit).toMatchObject([{ name: 'Fjellvei AS', subscription_type: 'Plus', imei, family: 'C' }]);
  expect(unit[0]?.during).toContain('2000-01-01');
});

test('REG-012, I18N-005, CONST-048, DEC-53: zone and currency follow the country', async () => {
  for (const [country, dial, zip, zone, currency] of [
    ['se', '46', '11122', 'Europe/Stockholm', 'SEK'],
    ['no', '47', '0150', 'Europe/Oslo', 'NOK'],
    ['gb', '44', 'SW1A 1AA', 'Europe/London', 'GBP'],
  ] as const) {
    const body = company(await stock(), { country, countryDialCode: dial, phone: `${dial}7700900123`, zipCode: zip });
    expect(await faults(body)).toBeUndefined();
    expect(await accountOf(body.userName)).toMatchObject({ time_zone: zone, currency });
  }
  expect(await faults({ ...company(await stock()), country: 'dk' })).toEqual({ country: ['SpecifyCountry'] });
});

test("REG-004, I18N-004, DEC-68, DEC-54: a private account is called by the person's name, and its alarms start in Swedish", async () => {
  const body = person(await stock(), { companyName: 'Ignored AB', lang: 'en' });
  expect(await faults(body)).toBeUndefined();
  expect(await accountOf(body.userName)).toMatchObject({
    name: 'Eva Ek',
    kind: 'private',
    registration_id: personalNumber(),
    payment_type: 'Autogiro',
    alert_language: 'sv',
  });
  const member = await owner.selectFrom('member').select('language').where('email', '=', body.userName).executeTakeFirst();
  expect(member?.language).toBe('en');
});

test('I18N-004, DEC-54: alarms are written in Swedish, English or Norwegian, and in no other language', async () => {
  const body = person(await stock());
  expect(await faults(body)).toBeUndefined();
  const { id } = (await accountOf(body.userName))!;
  const write = (code: string) => owner.updateTable('account').set({ alert_language: code }).where('id', '=', id).execute();
  for (const code of ['sv', 'en', 'no']) await write(code);
  for (const code of ['', 'x', 'svenska']) await expect(write(code)).rejects.toThrow(/account_alert_language/);
  for (const other of ['nb', 'de', '']) expect(language.safeParse(other).success, other).toBe(false);
});

test('DEC-80, DEC-83, DEC-11: stored are the phone with its dial code as digits, and a UK postal code without its space', async () => {
  const body = company(await stock(), { country: 'gb', countryDialCode: '44', phone: '447700900123', zipCode: 'sw1a 1aa' });
  expect(await faults(body)).toBeUndefined();
  expect(await accountOf(body.userName)).toMatchObject({ phone: '447700900123', dial_code: '44', postal_code: 'SW1A1AA' });
});

test('DEC-08, DEC-09, DEC-10: what a brand does not ask for is not kept, and nobody there must choose how to pay', async () => {
  const body = person(await stock(), { subsiteID: 6, comment: 'slipped in', paymentType: 'Autogiro' });
  expect(await faults(body)).toBeUndefined();
  expect(await accountOf(body.userName)).toMatchObject({ subsite_id: 6, comment: '', payment_type: '' });
});

test('REG-010, WIZ-021: a private person chooses one of the ways to pay; a company in the wizard does not', async () => {
  const imei = await stock();
  for (const paymentType of ['', 'Cowrie shells'])
    expect(await faults(person(imei, { paymentType }))).toEqual({ paymentType: ['SelectPaymentMode'] });
  expect(await faults(company(imei, { paymentType: '' }))).toBeUndefined();
});

test('ROLE-004, WIZ-013, WIZ-014, ERR-031: a private person in Sweden gives a right personal number; elsewhere none is kept', async () => {
  const imei = await stock();
  const wrong = async (personal_org_number: string) => faults(person(imei, { personal_org_number }));
  expect(await wrong('')).toEqual({ personal_org_number: ['SpecifypersonalNum'] });
  expect(await wrong('8001029800')).toEqual({ personal_org_number: ['InvalidPersonalNumLength'] });
  expect(await wrong('198001320000')).toEqual({ personal_org_number: ['InvalidPersonalNum'] });
  const abroad = person(imei, { country: 'no', countryDialCode: '47', phone: '4790123456', zipCode: '0150' });
  expect(await faults(abroad)).toBeUndefined();
  expect(await accountOf(abroad.userName)).toMatchObject({ registration_id: '' });
});

test('WIZ-011, WIZ-012, WIZ-015, WIZ-016: the server asks for each field of the wizard with the keys of its steps', async () => {
  const body = company(await stock());
  expect(
    await faults({ ...body, personal_org_number: 'abc', reseller: ' ', companyName: '', contactPerson: '', fullName: '' }),
  ).toEqual({
    personal_org_number: ['OrgNumberCharacters'],
    reseller: ['SpecifyReseller'],
    companyName: ['SpecifyCompanyName'],
    contactPerson: ['SpecifyFirstName'],
    fullName: ['SpecifyFullName'],
  });
  expect(await faults({ ...body, address: '', city: '', zipCode: '', userName: newEmail() })).toEqual({
    address: ['SpecifyStreet'],
    city: ['SpecifyCity'],
    zipCode: ['SpecifyPostalCode'],
  });
  expect(await faults({ ...body, zipCode: 'SW1A 1AA' })).toEqual({ zipCode: ['InvalidPostalCode'] });
  expect(await faults({ ...body, userName: '' })).toEqual({ userName: ['EmailNotEmpty'] });
  expect(await faults({ ...body, userName: 'eva' })).toEqual({ userName: ['EnterValidEmail'] });
});

test('WIZ-017, WIZ-018, ERR-029, DEC-04, DEC-05: the server refuses the phone numbers that the wizard refuses', async () => {
  const imei = await stock();
  const swedish = (phone: string) => faults(person(imei, { phone }));
  expect(await swedish('')).toEqual({ phone: ['PhoneNumCannotBeEmpty'] });
  expect(await swedish('4670123456')).toEqual({ phone: ['Min8CharacterPhoneNumber'] });
  expect(await swedish('460701234567')).toEqual({ phone: ['MakeSurePhoneNunIsCorrect'] });
  expect(await swedish('4790123456')).toEqual({ phone: ['MakeSurePhoneNunIsCorrect'] });
  expect(await faults(company(imei, { phone: '47460123456' }))).toEqual({ phone: ['MakeSurePhoneNunIsCorrect'] });
  expect(await faults(company(imei, { phone: '4746012345' }))).toBeUndefined();
});

test('REG-008, WIZ-019, CONST-038, DEC-02, REG-009: password, its repetition and the terms are judged by the server too', async () => {
  const body = company(await stock());
  const short = 'Aa1!567';
  expect(await faults({ ...body, userPassword: short, userPassword_confirmation: short })).toEqual({
    userPassword: ['PasswordTooWeak'],
  });
  expect(await faults({ ...body, userPassword_confirmation: `${PASSWORD}x` })).toEqual({
    userPassword_confirmation: ['PasswordNotMatch'],
  });
  expect(await faults({ ...body, terms: false })).toEqual({ terms: ['MustAcceptTerms'] });
});

test('SEC-017, REG-008: a password that many people use, or that the own name gives away, is refused beside the other faults', async () => {
  const body = company(await stock());
  for (const [word, key] of [
    ['Password1!', 'PasswordTooCommon'],
    ['Fjellvei AS1!', 'PasswordOwnWords'],
  ] as const)
    expect(await faults({ ...body, city: '', userPassword: word, userPassword_confirmation: word }), word).toEqual({
      city: ['SpecifyCity'],
      userPassword: [key],
    });
});

test('REG-016, CONST-041, CONST-039: every length of the specification is a limit of the server', async () => {
  const body = company(await stock());
  const long = (n: number) => 'x'.repeat(n + 1);
  expect(
    await faults({
      ...body,
      reseller: long(255),
      comment: long(500),
      companyName: long(50),
      fullName: long(50),
      address: long(50),
      city: long(50),
      contactPerson: long(50),
    }),
  ).toEqual(
    Object.fromEntries(
      ['reseller', 'comment', 'companyName', 'fullName', 'address', 'city', 'contactPerson'].map((name) => [
        name,
        ['TextTooLong'],
      ]),
    ),
  );
  expect(await faults({ ...body, zipCode: '12345678' })).toEqual({ zipCode: ['InvalidPostalCode'] });
});

test('LEG-007, DEC-07, DEC-78, DEC-79: the legacy form registers a company without number, name or reseller', async () => {
  const body = legacy(await stock(), { companyName: '', reseller: '' });
  expect(await faults(body)).toBeUndefined();
  expect(await accountOf(body.userName)).toMatchObject({
    kind: 'company',
    name: 'Eva Ek',
    registration_id: '',
    company_phone: '22123456',
    payment_type: 'Faktura på e-post',
  });
});

test('LEG-010, DEC-06, ERR-030, ERR-009: the legacy form is refused with the words of the legacy form', async () => {
  expect(await faults(legacy(randomImei()))).toEqual({ Imei: ['SpecifyValidUnitImei'] });
  const imei = await stock();
  expect(await faults(legacy(imei, { acc_company_phone: '+4722123456' }))).toEqual({ acc_company_phone: ['PersonalNumberMsg'] });
  expect(await faults(legacy(imei, { acc_company_phone: '', address: '', contactPerson: '', zipCode: '', phone: '47' }))).toEqual(
    {
      acc_company_phone: ['SpecifyCompanyPhone'],
      address: ['SpecifyAddress'],
      contactPerson: ['SpecifyContactPerson'],
      zipCode: ['SpecifyZipcode'],
      phone: ['SpecifyTelephone'],
    },
  );
  expect(await faults(legacy(imei, { paymentType: '' }))).toEqual({ paymentType: ['SelectPaymentMode'] });
});

test('REG-015, ERR-008: unit and address taken are told together, each at its field', async () => {
  const first = company(await stock());
  await send(first);
  expect(await faults(first)).toEqual({ Imei: ['ImeiInUse'], userName: ['EmailInUse'] });
  expect(await faults(company(randomImei()))).toEqual({ Imei: ['ImeiNumberError'] });
});

test('REG-014: the registration stands in the audit log, and a welcome mail is on its way in the language and brand', async () => {
  const body = company(await stock(), { subsiteID: 5 });
  await send(body);
  const { id } = (await accountOf(body.userName)) ?? { id: 0 };
  const entries = await owner.selectFrom('audit_entry').selectAll().where('account_id', '=', id).execute();
  expect(entries).toMatchObject([{ action: 'registered', actor_kind: 'member', subject: 'Fjellvei AS' }]);
  const mails = await owner.selectFrom('mail').selectAll().where('account_id', '=', id).execute();
  expect(mails).toMatchObject([{ template: 'welcome', recipient: body.userName, language: 'no', subsite_id: 5 }]);
  expect(JSON.stringify(entries) + JSON.stringify(mails)).not.toContain(PASSWORD);
});
