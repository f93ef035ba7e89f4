import type { Zone, ZoneEvent } from '@spora/contract/zones/endpoints';
import { useFormat, useT } from '../../lib/i18n.tsx';
import type { Pass } from './log-model.ts';
import type { Presence } from './model.ts';
import { namedUpTo } from './use-unit-places.ts';
import { nearMoment } from '../../lib/near-moment.ts';

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
    /** Null also of who crossed it last and is named with that time above. */
    last: ({ last_event: last, units, is_active: isActive }: Zone): string | null => {
      if (!last || (isActive && units.some(({ crossed }) => crossed?.at === last.at))) return null;
      return t(`ZoneLast-${last.direction}`, { unit: last.unit_name, time: format.dateTime(last.at) });
    },
    /** GEO-012: who is inside, who is not, and of whom that is not known yet, each with since when; a line each. */
    presence: (zone: Zone, { inside, outside, waiting, hidden }: Presence): string[] => {
      const units = (of: Presence['inside']): string =>
        namedUpTo(
          of.map(({ name, since }) =>
            since === null ? name : t('ZoneInsideSince', { unit: name, time: nearMoment(since, Date.now(), { t, format }) }),
          ),
        );
      // What watches for leaving alone has nothing to tell of a unit before it has been inside.
      const isLeaving = zone.alarm === 'leave';
      return [
        inside.length > 0 && t('ZoneInsideNow', { units: units(inside) }),
        outside.length > 0 &&
          (isLeaving
            ? t('ZoneOutsideLeaving', { units: units(outside), count: outside.length })
            : t('ZoneOutsideNow', { units: units(outside) })),
        waiting.length > 0 && t('ZoneWaitingNow', { units: units(waiting) }),
        hidden.length > 0 && t('ZoneHiddenNow', { units: units(hidden) }),
      ].filter((line) => line !== false);
    },
    /** How long a unit was inside as it left, or that it still is; null where that is not known. */
    stayed: ({ at, inside }: Pick<ZoneEvent, 'at' | 'inside'>, nowMs: number): string | null => {
      if (inside === null) return null;
      const untilMs = inside.is_still ? nowMs : Date.parse(at);
      const duration = format.duration(Math.max(1, (untilMs - Date.parse(inside.since)) / 1000));
      if (inside.is_since_change) return t('ZoneStayedSinceChange', { duration });
      return t(inside.is_still ? 'ZoneStays' : 'ZoneStayed', { duration });
    },
    /** How long several passes one after the other took, together. */
    passed: (passes: readonly Pass[]): string =>
      t('ZonePassedFor', {
        duration: format.duration(
          Math.max(1, passes.reduce((sum, { cameIn, left }) => sum + Date.parse(left.at) - Date.parse(cameIn.at), 0) / 1000),
        ),
      }),
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
