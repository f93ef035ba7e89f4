import type { Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';
import type { Ctx } from '../../platform/ctx.ts';

/** DEC-21: two parent accounts of the installation whose members have more; empty for none, and they may be the same. */
export interface ParentAccounts {
  readonly alertNumbers: string;
  readonly extraTimeZone: string;
}

/** What a member has by the account that theirs belongs to: ids are compared as text (DEC-21). */
export const parentRights = (
  { ParentID }: { readonly ParentID: string },
  { alertNumbers, extraTimeZone }: ParentAccounts,
): { readonly HasAlertNumbers: boolean; readonly HasExtraTimeZone: boolean } => ({
  HasAlertNumbers: alertNumbers !== '' && ParentID === alertNumbers,
  HasExtraTimeZone: extraTimeZone !== '' && ParentID === extraTimeZone,
});

const ALERT_NUMBERS = 'alertNumbersParentId';

const EXTRA_TIME_ZONE = 'extraTimezoneParentId';

/** DEC-21: the two parent accounts as support entered them; what was never entered is as the installation was configured. */
export async function parentAccounts(db: Kysely<Db>, configured: ParentAccounts): Promise<ParentAccounts> {
  const rows = await db
    .selectFrom('installation_setting')
    .where('key', 'in', [ALERT_NUMBERS, EXTRA_TIME_ZONE])
    .select(['key', 'value'])
    .execute();
  const entered = (key: string, otherwise: string): string => {
    const value = rows.find((row) => row.key === key)?.value;
    return typeof value === 'string' ? value : otherwise;
  };
  return {
    alertNumbers: entered(ALERT_NUMBERS, configured.alertNumbers),
    extraTimeZone: entered(EXTRA_TIME_ZONE, configured.extraTimeZone),
  };
}

export async function saveParentAccounts(db: Kysely<Db>, { alertNumbers, extraTimeZone }: ParentAccounts): Promise<void> {
  await db
    .insertInto('installation_setting')
    .values([
      { key: ALERT_NUMBERS, value: JSON.stringify(alertNumbers) },
      { key: EXTRA_TIME_ZONE, value: JSON.stringify(extraTimeZone) },
    ])
    .onConflict((conflict) =>
      conflict.constraint('installation_setting_pk').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .execute();
}

/** What the installation's two special parent accounts give a member of theirs (DEC-21). */
export const withParentRights = async <User extends { readonly ParentID: string }>(
  db: Ctx['db'],
  user: User,
  configured: ParentAccounts,
) => ({ ...user, ...parentRights(user, await parentAccounts(db, configured)) });
