import type { ICalCalendar } from 'ical-generator';
import type { BookingKind, BookingState } from '@spora/contract/bookings/limits';
import type { Language } from '@spora/messages/languages';
import { mailTexts, type MailTexts } from '@spora/messages/mail';
import { createTranslateFrom } from '@spora/messages/translate';
import { type Booker, maySeePurpose } from '../policy.ts';

export interface CalendarUnit {
  readonly id: number;
  readonly name: string;
  readonly registration_number: string | null;
}

export interface CalendarBooking {
  readonly id: number;
  readonly unit_id: number;
  readonly kind: BookingKind;
  readonly state: BookingState;
  readonly driver_id: number | null;
  readonly driver_name: string;
  readonly booked_by: number;
  readonly purpose: string;
  readonly from_ms: number;
  readonly to_ms: number;
}

/**
 * BOOK-046: fills `calendar` with bookings as iCalendar (RFC 5545). A booking keeps its UID, so that one that is moved moves in the
 * calendar. Of a unit's calendar the summary begins with who has it; others' purposes are told as on the screens (BOOK-043).
 */
export function fillCalendar(
  calendar: ICalCalendar,
  rows: readonly CalendarBooking[],
  {
    units,
    booker,
    language,
    now,
    ofUnit,
  }: { units: readonly CalendarUnit[]; booker: Booker; language: Language; now: Date; ofUnit: boolean },
): void {
  const t = createTranslateFrom<MailTexts>(language, mailTexts[language]);
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const title = units.length === 1 && ofUnit ? (units[0]?.name ?? '') : '';
  calendar.name([t('BookingCalendarName'), title].filter(Boolean).join(': '));
  for (const row of rows) {
    const unit = byId.get(row.unit_id);
    const plate = unit?.registration_number ? ` (${unit.registration_number})` : '';
    const purpose = maySeePurpose(booker, { driverId: row.driver_id, bookedBy: row.booked_by, kind: row.kind })
      ? row.purpose
      : '';
    const who = row.kind === 'drive' ? row.driver_name : t(`BookingKind_${row.kind}`);
    calendar.createEvent({
      id: `booking-${row.id}@spora`,
      stamp: now,
      start: new Date(row.from_ms),
      end: new Date(row.to_ms),
      summary: ofUnit ? [who, purpose].filter(Boolean).join(': ') : `${unit?.name ?? ''}${plate}${purpose && `: ${purpose}`}`,
      description: row.state === 'requested' ? t('BookingWaits') : '',
    });
  }
}
