import type { SharedPage, SharedUnit } from '@spora/contract/sharing/endpoints';
import { ageOf, type Format } from '@spora/messages/format';
import type { sharedPosition } from '@spora/messages/shared-position/en';
import type { TranslateFrom } from '@spora/messages/translate';
import type { MapBounds } from '../../../map/shapes.ts';

export type T = TranslateFrom<typeof sharedPosition>;

/** What a unit is called whose name is not shown: a number tells units apart, and one alone needs none. */
export const nameOf = (unit: SharedUnit, { units }: Pick<SharedPage, 'units'>, t: T): string =>
  unit.name ?? (units.length === 1 ? t('SharedPositionOnlyUnit') : t('SharedPositionUnit', { number: unit.number }));

const DIRECTIONS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
/** As people say where something is heading. */
export const directionOf = (degrees: number): (typeof DIRECTIONS)[number] =>
  DIRECTIONS[((Math.round(degrees / 45) % 8) + 8) % 8] ?? 'n';

/** What the page says of a unit, a line each. */
export function linesOf(unit: SharedUnit, page: Pick<SharedPage, 'destination' | 'server_time'>, t: T, format: Format): string[] {
  const { position, way } = unit;
  if (!position) return [t('SharedPositionNone')];
  const isMoored = position.is_watercraft && position.state === 'parked';
  const doing: string[] = [t(isMoored ? 'SharedPositionMoored' : `SharedPosition-${position.state}`)];
  if (position.state === 'moving') {
    if (position.speed_kmh !== null)
      doing.push(
        position.is_watercraft
          ? format.knots(position.speed_kmh)
          : t('SharedPositionSpeed', { speed: format.number(Math.round(position.speed_kmh)) }),
      );
    doing.push(t('SharedPositionHeading', { direction: directionOf(position.heading_deg) }));
  }
  const { address } = position;
  const lines = [
    doing.join(' · '),
    ...(address === null ? [] : [position.address_is_approximate ? t('SharedPositionNear', { place: address }) : address]),
    seenText(position.at, page.server_time, t, format),
  ];
  if (way && page.destination) {
    const distance = position.is_watercraft
      ? format.nauticalMiles(way.distance_m)
      : `${format.number(way.distance_m / 1000, 1)}\u00a0km`;
    const place = page.destination.label || t('SharedPositionGoal');
    lines.push(way.is_there ? t('SharedPositionThere', { place }) : t('SharedPositionLeft', { distance, place }));
    if (way.arrival) lines.push(t('SharedPositionArrival', { time: format.time(way.arrival) }));
  }
  return lines;
}

function seenText(at: string, now: string, t: T, format: Format): string {
  const age = ageOf(at, now);
  if (age.unit === 'now') return t('SharedPositionNow');
  const time = format.day(at) === format.day(now) ? format.time(at) : format.dateTime(at);
  if (age.unit === 'minutes') return t('SharedPositionMinutes', { time, count: age.count });
  return t('SharedPositionAt', { time });
}

/** When the link ends, as its maker was told. */
export function untilText(until: string, now: Date, t: T, format: Format): string {
  const day = format.day(until);
  const time = format.time(until);
  if (day === format.day(now)) return t('SharedPositionUntilToday', { time });
  const tomorrow = new Date(now);
  tomorrow.setDate(now.getDate() + 1);
  if (day === format.day(tomorrow)) return t('SharedPositionUntilTomorrow', { time });
  return t('SharedPositionUntil', { time: format.dateTime(until) });
}

/** When the time of a link ran out. */
export const endedText = (at: string, now: Date, t: T, format: Format): string =>
  t('SharedPositionEndedAt', { time: format.day(at) === format.day(now) ? format.time(at) : format.dateTime(at) });

/** Trails come less often than positions: what was known is kept, and goes on where the unit is now. */
export function withKnownTrails(next: SharedPage, before: SharedPage | null): SharedPage {
  if (!next.has_trail || !before) return next;
  return {
    ...next,
    units: next.units.map((unit) => {
      if (unit.trail || !unit.position) return unit;
      const known = before.units.find(({ number }) => number === unit.number);
      if (!known?.trail || !known.position) return unit;
      const { lat, lng } = unit.position;
      if (lat === known.position.lat && lng === known.position.lng) return { ...unit, trail: known.trail };
      const runs = known.trail.length > 0 ? known.trail : [[known.position.lat, known.position.lng]];
      return { ...unit, trail: [...runs.slice(0, -1), [...(runs.at(-1) ?? []), lat, lng]] };
    }),
  };
}

/** A share of the map's width and height: nearer to its edge a symbol is cut. */
const EDGE = 0.04;

/** Half of the longest name under a symbol (`text-max-width` of `units-style.ts`), beside the buttons on the right. */
export const EDGES = { top: 8, right: 100, bottom: 32, left: 52 } as const;

/** Whether a box lies in what the map shows, clear of its edges. */
export function isWithin(box: MapBounds, view: MapBounds): boolean {
  const [x, y] = [(view.east - view.west) * EDGE, (view.north - view.south) * EDGE];
  return box.west >= view.west + x && box.east <= view.east - x && box.south >= view.south + y && box.north <= view.north - y;
}
