import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openDatabase } from '../platform/database.ts';
import { hashPassword } from '../platform/security-password.ts';
import { withOwnDatabase } from './own-database.ts';

const COUNTRIES = {
  SE: { time_zone: 'Europe/Stockholm', currency: 'SEK' },
  NO: { time_zone: 'Europe/Oslo', currency: 'NOK' },
  GB: { time_zone: 'Europe/London', currency: 'GBP' },
} as const;
const USAGE =
  'npm run create-account -- --name "Company" --email person@example.org --full-name "First Last" [--country SE|NO|GB]';

/** Makes an account and its administrator; until registration is built this is how a real installation gets its first one. */
await withOwnDatabase(async ({ url }) => {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      email: { type: 'string' },
      'full-name': { type: 'string' },
      country: { type: 'string', default: 'SE' },
    },
  });
  const { name, email, country } = values;
  const fullName = values['full-name'];
  if (!name || !fullName || !email || !/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error(USAGE);
  const settings = COUNTRIES[country as keyof typeof COUNTRIES];
  if (!settings) throw new Error(`The countries are ${Object.keys(COUNTRIES).join(', ')}.`);

  const password = randomBytes(12).toString('base64url');
  const owner = openDatabase(url, { max: 1 });
  try {
    const passwordHash = await hashPassword(password);
    await owner.transaction().execute(async (tx) => {
      const known = await tx.selectFrom('member').select('id').where('email', '=', email.toLowerCase()).executeTakeFirst();
      if (known) throw new Error('There is a member with this e-mail address already.');
      const account = await tx
        .insertInto('account')
        .values({ name, country, ...settings })
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
