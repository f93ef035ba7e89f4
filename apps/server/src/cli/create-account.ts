import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { BRANDS, SUBSITE_MAX } from '@spora/contract/brands';
import { COUNTRIES } from '@spora/contract/countries';
import { openDatabase } from '../platform/database/database.ts';
import { hashPassword } from '../platform/secrets/password.ts';
import { withOwnDatabase } from './own-database.ts';

const USAGE = `npm run create-account -- --name "Company" --email person@example.org --full-name "First Last" [--country SE|NO|GB] [--subsite 0-${SUBSITE_MAX}]`;

/** Makes an account and its administrator without a unit, for support; customers register themselves (`add-stock`). */
await withOwnDatabase(async ({ url }) => {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      email: { type: 'string' },
      'full-name': { type: 'string' },
      country: { type: 'string', default: 'SE' },
      subsite: { type: 'string', default: '0' },
    },
  });
  const { name, email } = values;
  const fullName = values['full-name'];
  if (!name || !fullName || !email || !/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error(USAGE);
  const country = COUNTRIES.find(({ code }) => code === values.country.toLowerCase());
  if (!country) throw new Error(`The countries are ${COUNTRIES.map(({ code }) => code.toUpperCase()).join(', ')}.`);
  const brand = BRANDS.find(({ subsiteId }) => String(subsiteId) === values.subsite);
  if (!brand)
    throw new Error(`The brands are ${BRANDS.map(({ subsiteId, name: title }) => `${subsiteId} (${title})`).join(', ')}.`);

  const password = randomBytes(12).toString('base64url');
  const owner = openDatabase(url, { max: 1 });
  try {
    const passwordHash = await hashPassword(password);
    await owner.transaction().execute(async (tx) => {
      const known = await tx.selectFrom('member').select('id').where('email', '=', email.toLowerCase()).executeTakeFirst();
      if (known) throw new Error('There is a member with this e-mail address already.');
      const account = await tx
        .insertInto('account')
        .values({
          name,
          country: country.code.toUpperCase(),
          time_zone: country.timeZone,
          currency: country.currency,
          subsite_id: brand.subsiteId,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('member')
        .values({
          account_id: account.id,
          email: email.toLowerCase(),
          full_name: fullName,
          password_hash: passwordHash,
          is_admin: true,
        })
        .execute();
    });
  } finally {
    await owner.destroy();
  }
  console.log(`The account ${name} is there. Sign in as ${email.toLowerCase()} with ${password}`);
});
