import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import type { Zone } from '@spora/contract/zones/endpoints';
import { sufficientRadiusM, ZONE_RADIUS_M, type ZoneAlarm, zoneWarnings } from '@spora/contract/zones/rules';
import type { MapMark, MapPoint } from '../../map/shapes.ts';
import { haversineM } from '@spora/telemetry/geometry';
import { type CircleForm, EMPTY_CIRCLE } from './public/use-circle.ts';
import type { ZonesSearch } from './search.ts';
import { isNoClock } from '../../lib/clock.ts';
import { finder } from '../../lib/names.ts';

/** GEO-012: the zones that the address leaves, in its order; they come by name. */
export function shownZones(zones: readonly Zone[], { q = '', unit, state, sort }: ZonesSearch): Zone[] {
  const isFound = finder(q);
  const found = zones.filter(
    (zone) =>
      (unit === undefined || zone.imeis.includes(unit)) &&
      (state === undefined ||
        (state === 'on' || state === 'off' ? zone.is_active === (state === 'on') : zone.device.state === state)) &&
      isFound(zone.name, zone.address, ...zone.units.map(({ name }) => name)),
  );
  if (sort === 'radius') return found.sort((a, b) => a.radius - b.radius);
  if (sort === 'last') return found.sort((a, b) => Date.parse(b.last_event?.at ?? '0') - Date.parse(a.last_event?.at ?? '0'));
  return found;
}

/** The zone that was meant by a click: the smallest of those that it fell into. */
export const zoneAt = (zones: readonly Zone[], { lat, lng }: MapPoint): Zone | undefined =>
  zones
    .filter((zone) => haversineM(zone.lat, zone.lng, lat, lng) <= zone.radius)
    .reduce<Zone | undefined>((best, zone) => (best && best.radius <= zone.radius ? best : zone), undefined);

/** How a zone is marked on a map of a whole country. */
export const markOf = ({ id, name, lat, lng, radius, alarm, is_active: isActive }: Zone): MapMark => ({
  id: String(id),
  label: name,
  ...{ lat, lng, radiusM: radius },
  kind: isActive ? `area-${alarm}` : 'area-off',
});

/** Of so many at most it is asked how near the others are. */
const MOST_CENTRES = 60;
/** Most of them: two out of three. */
const MOST = 2 / 3;
/** Many: enough to begin somewhere. */
export const MANY = 0.25;

/** Where most zones are, for the first look, or so many: one far away would make all of them specks. All of them where none is. */
export function mostlyAt<Z extends MapPoint>(zones: readonly Z[], share = MOST): readonly Z[] {
  if (zones.length < 4) return zones;
  const every = Math.ceil(zones.length / MOST_CENTRES);
  const [best] = zones
    .filter((_, index) => index % every === 0)
    .map((centre) => {
      const away = zones.map(({ lat, lng }) => haversineM(centre.lat, centre.lng, lat, lng)).toSorted((a, b) => a - b);
      return { centre, reach: away[Math.ceil(zones.length * share) - 1] ?? 0, farthest: away.at(-1) ?? 0 };
    })
    .toSorted((a, b) => a.reach - b.reach);
  if (!best || best.farthest < 3 * best.reach) return zones;
  return zones.filter(({ lat, lng }) => haversineM(best.centre.lat, best.centre.lng, lat, lng) <= 1.5 * best.reach);
}

/** What the editor holds, as it stands in its fields. */
export interface ZoneForm extends CircleForm {
  readonly name: string;
  readonly imeis: readonly string[];
  readonly isActive: boolean;
  readonly alarm: ZoneAlarm;
  readonly hasTheftMode: boolean;
  /** GEO-016. */
  readonly hasPause: boolean;
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

export const newZone = (minRadius: number): ZoneForm => ({
  ...EMPTY_CIRCLE,
  radius: String(Math.max(minRadius, ZONE_RADIUS_M.usual)),
  name: '',
  imeis: [],
  isActive: true,
  alarm: 'leave',
  hasTheftMode: false,
  hasPause: false,
  days: [1, 2, 3, 4, 5],
  from: '07:00',
  to: '18:00',
});

export const formOf = (zone: Zone): ZoneForm => ({
  lat: zone.lat,
  lng: zone.lng,
  radius: String(zone.radius),
  address: zone.address,
  isTyped: false,
  name: zone.name,
  imeis: zone.imeis,
  isActive: zone.is_active,
  alarm: zone.alarm,
  hasTheftMode: zone.theft_mode_on_leave,
  hasPause: zone.inactive !== null,
  days: zone.inactive?.days ?? [1, 2, 3, 4, 5],
  from: zone.inactive?.from ?? '07:00',
  to: zone.inactive?.to ?? '18:00',
});

/** What can be changed of a zone, as it is told: the server compares it with what it is now (ERR-041). */
export const wasOf = ({ name, address, lat, lng, radius, imeis, is_active, alarm, theft_mode_on_leave, inactive }: Zone) => ({
  name,
  address,
  lat,
  lng,
  radius,
  imeis,
  is_active,
  alarm,
  theft_mode_on_leave,
  inactive,
});

export type ZoneInput = InputOf<'zones.save'>['body'];
/** What is sent; a form with faults is not. */
export const inputOf = (form: ZoneForm, id: number | null): ZoneInput => ({
  id,
  name: form.name.trim(),
  address: form.address.trim(),
  lat: form.lat ?? 0,
  lng: form.lng ?? 0,
  radius: Number(form.radius),
  imeis: [...form.imeis],
  active: form.isActive,
  alarm: form.alarm,
  theft_mode_on_leave: form.hasTheftMode,
  inactive: form.hasPause
    ? { days: form.days.toSorted((a, b) => a - b), from: form.from, to: form.to === '00:00' ? '24:00' : form.to }
    : null,
});

export interface ZoneFaults {
  readonly name: 'SpecifyZoneName' | null;
  readonly point: 'ZoneNeedsPoint' | null;
  readonly address: 'CircleChooseAddress' | null;
  readonly radius: 'ZoneRadiusMissing' | 'ZoneRadiusTooLarge' | 'too-small' | null;
  readonly imeis: 'SelectUnit' | null;
  readonly days: 'ZonePauseDays' | null;
  readonly from: 'ZonePauseTimes' | 'InvalidTime' | null;
  readonly to: 'ZonePauseTimes' | 'InvalidTime' | 'IntervalIsEmpty' | null;
}

/** What keeps a form from being sent, by field. */
export function faultsOf(form: ZoneForm, minRadius: number): ZoneFaults {
  const radius = Number(form.radius);
  return {
    name: form.name.trim() === '' ? 'SpecifyZoneName' : null,
    point: form.lat === null ? 'ZoneNeedsPoint' : null,
    address: form.lat !== null && form.isTyped ? 'CircleChooseAddress' : null,
    radius:
      radius === 0
        ? 'ZoneRadiusMissing'
        : radius > ZONE_RADIUS_M.max
          ? 'ZoneRadiusTooLarge'
          : radius < minRadius
            ? 'too-small'
            : null,
    imeis: form.imeis.length === 0 ? 'SelectUnit' : null,
    days: form.hasPause && form.days.length === 0 ? 'ZonePauseDays' : null,
    from: form.hasPause ? timeFault(form.from) : null,
    to: !form.hasPause ? null : (timeFault(form.to) ?? (form.from === form.to ? 'IntervalIsEmpty' : null)),
  };
}

/** Whether the hours in which it is inactive go on past midnight. */
export const isOverMidnight = ({ from, to }: Pick<ZoneForm, 'from' | 'to'>): boolean =>
  timeFault(from) === null && timeFault(to) === null && to < from;

const timeFault = (time: string): 'ZonePauseTimes' | 'InvalidTime' | null =>
  time === '' ? 'ZonePauseTimes' : time !== '24:00' && isNoClock(time) ? 'InvalidTime' : null;

export interface RadiusWarning {
  readonly isInaccurate: boolean;
  /** Of the units that drive through unseen: their names, and the radius that is enough for all of them. */
  readonly seldom: { readonly names: readonly string[]; readonly enoughM: number } | null;
  /** Those for which no zone is large enough. */
  readonly hopeless: readonly string[];
}

/** GEO-020: what the radius is small for: positions in general, and the units that report so seldom that they drive through unseen. */
export function warningsOf(
  radius: number | null,
  units: readonly { readonly imei: string; readonly name: string; readonly report_interval_s: number | null }[],
  imeis: readonly string[],
): RadiusWarning {
  if (radius === null) return { isInaccurate: false, seldom: null, hopeless: [] };
  const found = units
    .filter(({ imei }) => imeis.includes(imei))
    .map(({ name, report_interval_s: intervalS }) => ({ name, intervalS, enoughM: sufficientRadiusM({ intervalS }) }))
    .filter(({ intervalS }) => zoneWarnings(radius, { intervalS }).includes('interval'));
  const helped = found.flatMap(({ name, enoughM }) => (enoughM === null ? [] : [{ name, enoughM }]));
  return {
    isInaccurate: zoneWarnings(radius, { intervalS: null }).includes('accuracy'),
    seldom:
      helped.length > 0
        ? { names: helped.map(({ name }) => name), enoughM: Math.max(...helped.map(({ enoughM }) => enoughM)) }
        : null,
    hopeless: found.flatMap(({ name, enoughM }) => (enoughM === null ? [name] : [])),
  };
}

/** The alarms that a zone raises. */
export const alarmKindsOf = (alarm: ZoneAlarm): readonly ('zone-left' | 'zone-entered')[] =>
  (({ leave: ['zone-left'], enter: ['zone-entered'], both: ['zone-left', 'zone-entered'] }) as const)[alarm];

type LiveUnit = DataOf<'tracking.positions'>['units'][number];
interface Placed {
  readonly name: string;
  /** Since when, where it crossed the circle as it is now. */
  readonly since: string | null;
}
/** GEO-012: where each unit of a zone is. */
export interface Presence {
  readonly inside: readonly Placed[];
  readonly outside: readonly Placed[];
  /** Of which no position has come yet. */
  readonly waiting: readonly Placed[];
  /** Whose position this person is not told. */
  readonly hidden: readonly Placed[];
}

/** Who crossed the zone last is where that led; of the others their position says it, where it is told. `live` undefined: not known yet. */
export function presenceOf(zone: Zone, live: readonly LiveUnit[] | undefined): Presence {
  const place = ({ id, crossed }: Zone['units'][number]): keyof Presence | null => {
    if (crossed) return crossed.direction === 'entered' ? 'inside' : 'outside';
    if (!live) return null;
    const unit = live.find((each) => each.id === id);
    if (unit?.position)
      return haversineM(zone.lat, zone.lng, unit.position.lat, unit.position.lng) > zone.radius ? 'outside' : 'inside';
    return unit?.no_position_reason === 'private' || unit?.no_position_reason === 'hidden' ? 'hidden' : 'waiting';
  };
  const placed = Map.groupBy(zone.units, place);
  // Who came or left last is told first.
  const of = (key: keyof Presence): Placed[] =>
    (placed.get(key) ?? [])
      .map(({ name, crossed }) => ({ name, since: crossed?.at ?? null }))
      .toSorted((a, b) => (a.since === b.since ? 0 : (a.since ?? '') < (b.since ?? '') ? 1 : -1));
  return { inside: of('inside'), outside: of('outside'), waiting: of('waiting'), hidden: of('hidden') };
}

/** The units that are not in the circle now, by name; of those whose position is not told nothing is said. */
export const awayFrom = (
  { lat, lng }: Pick<ZoneForm, 'lat' | 'lng'>,
  radius: number | null,
  units: readonly (MapPoint & { readonly label: string })[],
): string[] =>
  lat === null || lng === null || radius === null
    ? []
    : units.filter((unit) => haversineM(lat, lng, unit.lat, unit.lng) > radius).map(({ label }) => label);
