import { randomBytes } from 'node:crypto';
import { COUNTRIES, countryOf } from '@spora/contract/countries';
import { readCommand } from '../../../../scripts/command-line.mjs';
import { openDatabase } from '../platform/database/database.ts';
import { hashPassword } from '../platform/secrets/password.ts';
import { brandOf, oneOf } from './known-values.ts';
import { withMigratedDatabase } from './own-database.ts';

const { values } = readCommand('create-account');
const { name, email, 'full-name': fullName } = values;
const shownCodes = COUNTRIES.map(({ code }) => code.toUpperCase());
const shownCode = oneOf('create-account', '--country', shownCodes, values.country.toUpperCase());
const { timeZone, currency } = countryOf(shownCode.toLowerCase());
const brand = brandOf('create-account', values.subsite);

/** Makes an account and its administrator without a unit, for support; customers register themselves (`add-stock`). */
await withMigratedDatabase(async ({ url }) => {
  const password = randomBytes(16).toString('base64url');
  const owner = openDatabase(url, { max: 1 });
  try {
    const passwordHash = await hashPassword(password);
    await owner.transaction().execute(async (tx) => {
      const known = await tx.selectFrom('member').select('id').where('email', '=', email).executeTakeFirst();
      if (known) throw new Error('There is a member with this e-mail address already.');
      const account = await tx
        .insertInto('account')
        .values({
          name,
          country: shownCode,
          time_zone: timeZone,
          currency: currency,
          subsite_id: brand.subsiteId,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('member')
        .values({
          account_id: account.id,
          email: email,
          full_name: fullName,
          password_hash: passwordHash,
          is_admin: true,
        })
        .execute();
    });
  } finally {
    await owner.destroy();
  }
  console.log(`The account ${name} is there. Sign in as ${email} with ${password}`);
});
