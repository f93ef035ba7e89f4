import type { TodayLine, TodayUnit } from '@spora/contract/today/endpoints';
import { ageText } from '../../lib/age.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { alarmWhat } from '../alarms/public/alarm-what.ts';

/** What an item says: what or who it is, what about it, and when or how many. */
export interface ItemText {
  readonly title: string;
  readonly detail: string;
  /** The day of `end` where that is an hour of another day than today. */
  readonly day: string;
  readonly end: string;
}

/** What the lines and their items say, in the reader's words and the account's zone. */
export function useTodayTexts(now: number) {
  const t = useT();
  const format = useFormat();
  // A plate is not broken across lines.
  const unitName = ({ name, registration_number: plate }: TodayUnit): string =>
    plate ? `${name} · ${plate.replaceAll(' ', '\u00a0')}` : name;
  const dayOf = (at: string): string => (format.day(at) === format.day(now) ? '' : format.day(at));
  const span = (from: string, to: string): string =>
    `${format.time(from)}–${format.day(from) === format.day(to) ? format.time(to) : format.dateTime(to)}`;

  const items = (line: TodayLine): readonly ItemText[] => {
    switch (line.name) {
      case 'alarms-urgent':
      case 'alarms-soon':
      case 'alarms-event':
        return line.items.map(({ unit, times, at, is_day_only: isDay, ...alarm }) => {
          const what = alarmWhat(t, alarm);
          return {
            title: unit ? unitName(unit) : t('TodayAccount'),
            detail: times > 1 ? `${what} · ${t('TodayTimes', { count: times })}` : what,
            day: isDay ? '' : dayOf(at),
            end: isDay ? format.day(at) : format.time(at),
          };
        });
      case 'bookings-requested':
      case 'bookings-today':
        return line.items.map(({ unit, kind, driver_name: driver, starts_at: from, ends_at: to }) => ({
          title: unitName(unit),
          detail: kind === 'drive' ? driver : t(`BookingKind-${kind}`),
          day: dayOf(from),
          end: span(from, to),
        }));
      case 'service-overdue':
      case 'service-due-soon':
        return line.items.map(({ unit, kind, plan_name: name, expected_on: day }) => ({
          title: unitName(unit),
          detail: name || t(`PlanKind-${kind}`),
          day: '',
          end: day ?? '',
        }));
      case 'units-silent':
        return line.items.map(({ unit, last_contact_at: at }) => ({
          title: unitName(unit),
          detail: t('LastContact'),
          day: '',
          end: at === null ? t('TodayNeverHeard') : ageText(at, now, t),
        }));
      case 'alarms-untold':
        return line.items.map(({ unit, reason }) => ({
          title: unitName(unit),
          // That of nobody is said by the title.
          detail: reason === 'nobody' ? '' : t(`TodayUntold-${reason}`),
          day: '',
          end: '',
        }));
      case 'units-missing':
        return line.items.map(({ unit, matters }) => ({
          title: unitName(unit),
          detail: t('OpenMattersAre', { what: matters.map((matter) => t(`OpenMatter-${matter}`)).join(', ') }),
          day: '',
          end: '',
        }));
      case 'attest-open':
      case 'attest-reopened':
      case 'attest-user':
        return line.items.map(({ unit, user_name: user, trips }) => ({
          title: user ?? t('NoDriver'),
          detail: unitName(unit),
          day: '',
          end: t('TodayTrips', { count: trips }),
        }));
      case 'trips-purpose':
      case 'trips-driver':
        return line.items.map(({ unit, trips }) => ({
          title: unitName(unit),
          detail: '',
          day: '',
          end: t('TodayTrips', { count: trips }),
        }));
    }
  };
  /** Of which days it is, for how long, or what belongs to it and stands elsewhere; empty of what is now. */
  const note = (line: TodayLine): string =>
    'month' in line
      ? format.month(line.month)
      : 'from' in line
        ? `${line.from} – ${line.to}`
        : line.name === 'units-silent'
          ? t('TodayLongSilent')
          : 'due' in line && line.due > 0
            ? t('TodayDueToo', { count: line.due })
            : '';
  const title = (line: TodayLine): string => t(`TodayLine-${line.name}`, { count: line.count });
  return { items, note, title };
}
