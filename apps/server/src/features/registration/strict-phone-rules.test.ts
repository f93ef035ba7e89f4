import { saveReceiver } from '@spora/contract/alarms/receivers';
import { register } from '@spora/contract/registration/endpoints';
import { setStrictPhoneRules } from '@spora/contract/phone-rules';
import { afterAll, expect, test } from 'vitest';
import { makeAccount, makeMember } from '../../testing/database.ts';
import { testApp } from '../../testing/http.ts';
import { company } from '../../testing/registration.ts';

const app = await testApp({ env: { STRICT_PHONE_RULES: 'true' } });
afterAll(async () => {
  setStrictPhoneRules(false);
  await app.close();
});

test('DEC-05: an installation can have the literal phone rules, of which registration and alarm receivers go by the same', async () => {
  const phone = async (number: string): Promise<unknown> => {
    const { errors } = await app.stranger.call(register, { body: company('352093081234567', { phone: number }) });
    return (errors as Record<string, unknown> | undefined)?.['phone'];
  };
  expect(await phone('4790123456'), 'eight Norwegian digits').toEqual(['Min8CharacterPhoneNumber']);
  expect(await phone('47901234567')).toBeUndefined();
  const admin = await app.signInAs(await makeMember(app.database, { accountId: await makeAccount(app.database) }));
  const receiver = (national: string) =>
    admin.call(saveReceiver, { body: { name: 'Bo', email: 'bo@example.test', country_code: '47', phone: national } });
  expect((await receiver('46123456')).errors, 'a leading 46 does not count').toEqual({ phone: ['ReceiverPhoneShort'] });
  expect((await receiver('41234567')).errors).toBeUndefined();
});
