import type { Language } from '@spora/messages/languages';
import type { MemberCtx } from '../../platform/ctx.ts';
import type { ParentAccounts } from '../../core/people/parent-rights.ts';
import { getOptions, setOptions } from './options/service.ts';

export interface AlertLanguage {
  readonly language: Language;
  readonly timeZone: string;
  /** Those that can be chosen. */
  readonly timeZones: readonly string[];
}

/** I18N-004, CONST-045: in which language and by which clock the account's alerts are written. */
export async function alertLanguageOf(ctx: MemberCtx, parents: ParentAccounts): Promise<AlertLanguage> {
  const { alert_language, alert_time_zone, alert_time_zones } = await getOptions(ctx, parents);
  return { language: alert_language, timeZone: alert_time_zone, timeZones: alert_time_zones };
}

/** With the rights and the audit line of the account's options. The time zone must be one of those that can be chosen. */
export async function changeAlertLanguage(
  ctx: MemberCtx,
  { language, timeZone }: Pick<AlertLanguage, 'language' | 'timeZone'>,
  parents: ParentAccounts,
): Promise<void> {
  await setOptions(ctx, { body: { alert_language: language, alert_time_zone: timeZone } }, parents);
}
