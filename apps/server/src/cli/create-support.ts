import { randomBytes } from 'node:crypto';
import { email as emailSchema } from '@spora/contract/fields';
import { LANGUAGES } from '@spora/messages/languages';
import { readCommand, refuse } from '../../../../scripts/command-line.mjs';
import { openDatabase } from '../platform/database/database.ts';
import { hashPassword } from '../platform/secrets/password.ts';
import { oneOf } from './known-values.ts';
import { withMigratedDatabase } from './own-database.ts';

const { values } = readCommand('create-support');
const email = emailSchema.safeParse(values.email).data;
if (email === undefined) refuse('create-support', `--email takes an e-mail address, not ${values.email}.`);
const language = oneOf('create-support', '--language', LANGUAGES, values.language);
const fullName = values['full-name'];
if (!fullName && !values.disable) refuse('create-support', '--full-name "First Last" is missing.');

/**
 * Lets somebody into the back office at /support, or shuts them out, which ends what they have open. For one who is there already the
 * password is made anew and their sessions end. Signing in needs a mailed code as well, so the address must reach them.
 */
await withMigratedDatabase(async ({ url }) => {
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
    const password = randomBytes(16).toString('base64url');
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
