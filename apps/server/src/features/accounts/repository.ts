import { type Kysely, sql } from 'kysely';
import type { Language } from '@spora/messages/languages';
import { writtenFor } from '@spora/messages/written-languages';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

const TEXT_COLUMN = { en: 'text_en', sv: 'text_sv', no: 'text_no' } as const;

/** The newest announcement in force: the brand's own before the one for all brands. */
export async function findAnnouncement(
  db: Kysely<Db>,
  { subsiteId, language, at }: { subsiteId: number; language: Language; at: Date },
): Promise<string | undefined> {
  const column = TEXT_COLUMN[writtenFor(language)];
  const row = await db
    .selectFrom('announcement')
    .where((is) => is.or([is('subsite_id', '=', subsiteId), is('subsite_id', 'is', null)]))
    .where('starts_at', '<=', at)
    .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', at)]))
    .orderBy(sql`subsite_id IS NULL`)
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .select(column)
    .limit(1)
    .$castTo<{ text_en?: string; text_sv?: string; text_no?: string }>()
    .executeTakeFirst();
  return row?.[column];
}

/** The newest terms in force: the brand's own before those of all brands. `day` is `YYYY-MM-DD`. */
export const findTerms = (
  db: Kysely<Db>,
  { subsiteId, language, day }: { subsiteId: number; language: Language; day: string },
): Promise<{ valid_from: string; body: string } | undefined> =>
  db
    .selectFrom('terms')
    .where((is) => is.or([is('subsite_id', '=', subsiteId), is('subsite_id', 'is', null)]))
    .where('language', '=', language)
    .where('valid_from', '<=', day)
    .orderBy(sql`subsite_id IS NULL`)
    .orderBy('valid_from', 'desc')
    .select(['valid_from', 'body'])
    .limit(1)
    .executeTakeFirst();

export const flagsOf = (db: Kysely<Db>, accountId: AccountId): Promise<{ car_schedule: boolean; safe_return_home: boolean }> =>
  db.selectFrom('account').where('id', '=', accountId).select(['car_schedule', 'safe_return_home']).executeTakeFirstOrThrow();
