import type { ICalCalendar } from 'ical-generator';
import { amountsLeft } from '@spora/contract/maintenance/amounts';
import type { OverviewRow } from '@spora/contract/maintenance/endpoints';
import { isWatercraft } from '@spora/contract/units/values';
import { mailTexts, type MailTexts } from '@spora/messages/mail';
import { createFormat } from '@spora/messages/format';
import type { Language } from '@spora/messages/languages';
import { createTranslateFrom } from '@spora/messages/translate';

/**
 * SRV-007: fills `calendar` with what is due as iCalendar (RFC 5545), a whole day each. A plan keeps its UID, so that a forecast that moves moves its day
 * in the calendar; what is done or cannot be dated is not in it.
 */
export function fillCalendar(
  calendar: ICalCalendar,
  rows: readonly OverviewRow[],
  { language, now }: { language: Language; now: Date },
): void {
  const t = createTranslateFrom<MailTexts>(language, mailTexts[language]);
  const format = createFormat(language, 'UTC');
  calendar.name(t('ServiceCalendarName'));
  for (const { unit, plan } of rows) {
    if (plan.forecast_on === null) continue;
    const left = { km: plan.remaining_km, hours: plan.remaining_hours, isBoat: isWatercraft(unit.kind) };
    const remaining = amountsLeft(left, format).map(({ isPast, amount }) =>
      t(isPast ? 'ServicePast' : 'ServiceRemaining', { amount }),
    );
    const plate = unit.registration_number ? ` (${unit.registration_number})` : '';
    calendar.createEvent({
      id: `service-plan-${plan.id}@spora`,
      start: new Date(`${plan.forecast_on}T00:00:00Z`),
      timezone: 'UTC',
      allDay: true,
      stamp: now,
      summary: `${unit.name}${plate}: ${plan.name || t(`ServiceKind-${plan.kind}`)}`,
      description: [t(`ServiceState-${plan.state}`), ...remaining, plan.note].filter(Boolean).join('\n'),
    });
  }
}
