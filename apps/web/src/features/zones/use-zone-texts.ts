import type { Zone, ZoneEvent } from '@spora/contract/zones/endpoints';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { nearMoment } from '../../lib/near-moment.ts';

/** So many of the units inside are named. */
const INSIDE_NAMED = 3;

/** Monday first. */
export const WEEK: readonly number[] = [1, 2, 3, 4, 5, 6, 0];
/** A day that is such a weekday, for its name: 4 January 1970 was a Sunday. */
export const dayOfWeekday = (weekday: number): string => `1970-01-${String(4 + weekday).padStart(2, '0')}`;

/** What a zone says of itself in a line. */
export function useZoneTexts() {
  const t = useT();
  const format = useFormat();
  return {
    radius: (metres: number) => `${format.number(metres)}\u202fm`,
    units: ({ units }: Zone): string => units.map(({ name }) => name).join(', '),
    /** GEO-016; null: never inactive. */
    pause: ({ inactive }: Zone): string | null => {
      if (!inactive) return null;
      const days =
        inactive.days.length === 7 ? t('ZoneEveryDay') : namesOf(inactive.days, (day) => format.weekday(dayOfWeekday(day)));
      return t('ZonePausedAt', { days, from: inactive.from, to: inactive.to });
    },
    /** Null also of who came last and is named as inside. */
    last: ({ last_event: last, units }: Zone): string | null => {
      if (!last || units.some(({ crossed }) => crossed?.direction === 'entered' && crossed.at === last.at)) return null;
      return t(`ZoneLast-${last.direction}`, { unit: last.unit_name, time: format.dateTime(last.at) });
    },
    /** Who is inside now and since when, as far as it is told; null: nobody that is known of. */
    insideNow: (of: Zone): string | null => {
      const inside = of.units.flatMap(({ name, crossed }) =>
        crossed?.direction === 'entered' ? [{ name, at: crossed.at }] : [],
      );
      if (inside.length === 0) return null;
      if (of.units.length === 1)
        return t('ZoneInsideAlone', { time: nearMoment(inside[0]?.at ?? '', Date.now(), { t, format }) });
      const told = inside
        .toSorted((a, b) => (a.at < b.at ? 1 : -1))
        .slice(0, INSIDE_NAMED)
        .map(({ name, at }) => t('ZoneInsideSince', { unit: name, time: nearMoment(at, Date.now(), { t, format }) }));
      const more = inside.length > INSIDE_NAMED ? ` +${inside.length - INSIDE_NAMED}` : '';
      return t('ZoneInsideNow', { units: `${told.join(', ')}${more}` });
    },
    /** How long a unit was inside as it left, or that it still is; null where that is not known. */
    stayed: ({ at, inside }: Pick<ZoneEvent, 'at' | 'inside'>, nowMs: number): string | null => {
      if (inside === null) return null;
      const untilMs = inside.is_still ? nowMs : Date.parse(at);
      const duration = format.duration(Math.max(1, (untilMs - Date.parse(inside.since)) / 1000));
      if (inside.is_since_change) return t('ZoneStayedSinceChange', { duration });
      return t(inside.is_still ? 'ZoneStays' : 'ZoneStayed', { duration });
    },
    device: ({ device }: Pick<Zone, 'device'>): string =>
      device.state === 'applied' && device.at
        ? t('ZoneAppliedAt', { time: format.dateTime(device.at) })
        : t(`ZoneDevice-${device.state}`),
  };
}

/** `mån–fre` where the days follow each other, `mån, ons` where they do not. */
function namesOf(days: readonly number[], name: (day: number) => string): string {
  const places = WEEK.flatMap((day, index) => (days.includes(day) ? [index] : []));
  const first = places[0] ?? 0;
  const last = places.at(-1) ?? 0;
  const nameAt = (index: number): string => name(WEEK[index] ?? 0);
  return places.length > 2 && last - first === places.length - 1
    ? `${nameAt(first)}–${nameAt(last)}`
    : places.map((index) => nameAt(index)).join(', ');
}

export const DEVICE_TONES = { saved: 'plain', waiting: 'warning', applied: 'success', rejected: 'danger' } as const;
