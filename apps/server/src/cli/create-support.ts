import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { email as emailSchema } from '@spora/contract/fields';
import { LANGUAGES } from '@spora/messages/languages';
import { openDatabase } from '../platform/database/database.ts';
import { hashPassword } from '../platform/secrets/password.ts';
import { withOwnDatabase } from './own-database.ts';

const USAGE = `npm run create-support -- --email person@example.org --full-name "First Last" [--language ${LANGUAGES.join('|')}]
npm run create-support -- --email person@example.org --disable`;

/**
 * Lets somebody into the back office at /support, or shuts them out, which ends what they have open. For one who is there already the
 * password is made anew and their sessions end. Signing in needs a mailed code as well, so the address must reach them.
 */
await withOwnDatabase(async ({ url }) => {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      'full-name': { type: 'string' },
      language: { type: 'string', default: 'sv' },
      disable: { type: 'boolean', default: false },
    },
  });
  const email = emailSchema.safeParse(values.email ?? '').data;
  const fullName = values['full-name']?.trim();
  const language = LANGUAGES.find((each) => each === values.language);
  if (!email || !language || (!fullName && !values.disable)) throw new Error(USAGE);

  const owner = openDatabase(url, { max: 1 });
  try {
    if (values.disable) {
      const gone = await owner
        .updateTable('support_staff')
        .set({ disabled_at: new Date() })
        .where('email', '=', email)
        .returning('id')
        .executeTakeFirst();
      if (!gone) throw new Error('Nobody of the support staff has this e-mail address.');
      await owner.deleteFrom('support_session').where('staff_id', '=', gone.id).execute();
      console.log(`${email} is shut out.`);
      return;
    }
    const password = randomBytes(12).toString('base64url');
    const row = { email, full_name: fullName ?? '', language, password_hash: await hashPassword(password), disabled_at: null };
    await owner.transaction().execute(async (tx) => {
      const known = await tx.selectFrom('support_staff').select('id').where('email', '=', email).executeTakeFirst();
      if (!known) return void (await tx.insertInto('support_staff').values(row).execute());
      await tx.updateTable('support_staff').set(row).where('id', '=', known.id).execute();
      await tx.deleteFrom('support_session').where('staff_id', '=', known.id).execute();
    });
    console.log(`Sign in at /support as ${email} with ${password}. A code is mailed to that address each time.`);
  } finally {
    await owner.destroy();
  }
});
