import { instant } from '@spora/contract/fields';
import { readCommand, refuse } from '../../../../scripts/command-line.mjs';
import { openDatabase } from '../platform/database/database.ts';
import { announceToEverybody } from '../platform/live/hub.ts';
import { brandOf } from './known-values.ts';
import { withMigratedDatabase } from './own-database.ts';

const { values } = readCommand('announce');
const { en, sv, no } = values;
const now = new Date();
const subsite = values.subsite === undefined ? null : brandOf('announce', values.subsite).subsiteId;
const until = values.until === undefined ? null : instant.safeParse(values.until).data;
const missing = Object.entries({ en, sv, no }).flatMap(([name, text]) => (text ? [] : [`--${name}`]));
if (until === undefined) refuse('announce', `--until takes a time with its offset, not ${values.until}.`);
if (until !== null && new Date(until) <= now) refuse('announce', `--until ${until} has passed already.`);
if (values.end && missing.length < 3) refuse('announce', '--end goes without a text.');
if (!values.end && missing.length > 0) refuse('announce', `${missing.join(', ')} missing: a text is in every language.`);

/** Shows a text above every page of one brand, or of all; the former one of the same brand ends with it. */
await withMigratedDatabase(async ({ url }) => {
  const owner = openDatabase(url, { max: 1 });
  try {
    await owner.transaction().execute(async (tx) => {
      await tx
        .updateTable('announcement')
        .set({ ends_at: now })
        .where('subsite_id', subsite === null ? 'is' : '=', subsite)
        .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', now)]))
        .execute();
      await announceToEverybody(tx);
      if (!en || !sv || !no) return;
      const texts = { text_en: en, text_sv: sv, text_no: no };
      await tx
        .insertInto('announcement')
        .values({ subsite_id: subsite, ...texts, starts_at: now, ends_at: until })
        .execute();
    });
  } finally {
    await owner.destroy();
  }
  const where = subsite === null ? 'every brand without one of its own' : `brand ${subsite}`;
  console.log(
    values.end
      ? `Nothing is announced to ${where} any more.`
      : `Announced to ${where}. Open pages show it within moments, those of people without the map when they are next loaded.`,
  );
});
