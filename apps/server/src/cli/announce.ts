import { parseArgs } from 'node:util';
import { SUBSITE_MAX } from '@spora/contract/brands';
import { instant, subsite as subsiteSchema } from '@spora/contract/fields';
import { openDatabase } from '../platform/database/database.ts';
import { withOwnDatabase } from './own-database.ts';

const USAGE = `npm run announce -- --en "Text" --sv "Text" --no "Text" [--subsite 0-${SUBSITE_MAX}] [--until 2026-12-01T08:00:00+01:00]
npm run announce -- --end [--subsite 0-${SUBSITE_MAX}]`;
/** The header's banner is for a sentence or two. */
const LENGTH_MAX = 1000;

/** Shows a text above every page of one brand, or of all; the former one of the same brand ends with it. */
await withOwnDatabase(async ({ url }) => {
  const { values } = parseArgs({
    options: {
      en: { type: 'string' },
      sv: { type: 'string' },
      no: { type: 'string' },
      subsite: { type: 'string' },
      until: { type: 'string' },
      end: { type: 'boolean', default: false },
    },
  });
  const { en, sv, no } = values;
  const now = new Date();
  const subsite = values.subsite === undefined ? null : subsiteSchema.safeParse(values.subsite || 'missing').data;
  const until = values.until === undefined ? null : instant.safeParse(values.until).data;
  if (subsite === undefined || until === undefined || (!values.end && (!en || !sv || !no))) throw new Error(USAGE);
  if (until !== null && new Date(until) <= now) throw new Error('The time given with --until has passed already.');
  if ([en, sv, no].some((text) => (text?.length ?? 0) > LENGTH_MAX))
    throw new Error(`A text can be at most ${LENGTH_MAX} characters.`);

  const owner = openDatabase(url, { max: 1 });
  try {
    await owner.transaction().execute(async (tx) => {
      await tx
        .updateTable('announcement')
        .set({ ends_at: now })
        .where('subsite_id', subsite === null ? 'is' : '=', subsite)
        .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', now)]))
        .execute();
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
      : `Announced to ${where}. People see it when they next load a page.`,
  );
});
