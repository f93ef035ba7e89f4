import type { OdometerExplanation, Trip } from '@spora/contract/trips/endpoints';
import type { MemberActor } from '../../platform/ctx.ts';
import { editRefusal, mayDrawRoute } from './policy.ts';
import { isCloseToTheOneBefore, isLateEdit } from './rules.ts';
import { averageKmh, co2KgOf, fuelOf, fuelUnitOf } from './fuel/rules.ts';
import { isMasked, type TripFacts } from './masking-rules.ts';
import type { TripListRow } from './api.ts';

/** What the rules of who may do what ask of a row. */
export const factsOf = (row: TripListRow): TripFacts => ({
  type: row.type,
  driverMemberId: row.driver_member_id,
  isSaidPrivate: row.is_said_private,
  isOwnPrivate: row.is_own_private,
  isOwnGift: row.is_own_gift,
  isOpenToAll: row.is_open_to_all,
  isOngoing: row.is_ongoing,
  hasRoute: row.has_route,
  isOtherDrawn: row.is_other_drawn,
  isAttested: row.attestation_id !== null,
  hasTripLog: row.has_trip_log,
});

/** TRIP-032. */
export const isMaskedTrip = (actor: MemberActor, row: TripListRow): boolean => isMasked(actor, factsOf(row));

/** How long was driven, to the second: what is told of it is the minutes of the clock, too coarse to reckon a short trip's speed by. */
export function drivenSeconds({ parts, is_ongoing, duration_s, started_at, ended_at }: TripListRow): number {
  if (is_ongoing) return duration_s;
  const secondsOf = (start: Date | string, stop: Date | string): number =>
    Math.round((new Date(stop).getTime() - new Date(start).getTime()) / 1000);
  if (parts.length === 0) return secondsOf(started_at, ended_at);
  return parts.reduce((sum, { start, stop }) => sum + secondsOf(start, stop), 0);
}

/** A row as the actor may see it (TRIP-032). */
export function toTrip(actor: MemberActor, row: TripListRow): Trip {
  const facts = factsOf(row);
  const hides = isMasked(actor, facts);
  const refusal = editRefusal(actor, facts);
  const place = (which: 'start' | 'stop', time: Date) => ({
    time: hides ? null : time.toISOString(),
    lat: hides ? null : degrees(row[`${which}_lat_e7`]),
    lng: hides ? null : degrees(row[`${which}_lon_e7`]),
    address: hides ? null : row[`${which}_address`],
    address_is_approximate: !hides && row[`${which}_address_is_approximate`],
    place: hides ? null : row[`${which}_place`],
    ...(!hides && row[`${which}_place_is_removed`] ? { place_is_removed: true } : {}),
    odometer_km: kilometres(row[`${which}_odometer_m`]),
  });
  return {
    id: row.id,
    unit_id: row.unit_id,
    imei: row.imei,
    unit_name: row.unit_name,
    registration_number: row.registration_number,
    is_ongoing: row.is_ongoing,
    day: row.day,
    start: place('start', row.started_at),
    stop: row.is_ongoing ? null : place('stop', row.ended_at),
    distance_m: row.distance_m,
    distance_source: row.distance_source,
    duration_s: hides ? 0 : row.duration_s,
    max_speed_kmh: hides || row.hides_speed ? 0 : row.max_speed_kmh,
    ...(row.hides_speed ? { hides_speed: true } : {}),
    average_kmh: hides || row.hides_speed ? null : averageKmh(row.distance_m, drivenSeconds(row), row.max_speed_kmh),
    ...usedBy(row),
    driver: hides ? null : row.driver,
    driver_id: hides ? null : row.driver_member_id,
    type: row.type,
    // That a place decided would tell that it went there.
    type_rule: hides ? 'default' : isTypeByHand(row) ? 'edit' : row.computed_rule,
    // What ended it tells of where it ended.
    end_rule: hides && !row.is_manual ? 'still' : row.end_rule,
    purpose: hides ? '' : row.purpose,
    note: hides ? '' : row.note,
    project: hides ? '' : row.project,
    visited: hides ? '' : row.visited,
    passengers: hides ? [] : row.passengers.map((one) => ({ member_id: one.member_id ?? null, name: one.name })),
    is_manual: row.is_manual,
    parts: hides
      ? []
      : row.parts.map(({ gap_m: _, ...part }) => ({
          ...part,
          start: new Date(part.start).toISOString(),
          stop: new Date(part.stop).toISOString(),
        })),
    attested_by: row.attested_by,
    is_edited_late: row.edited_at !== null && isLateEdit(row.edited_at, hides ? row.day_at : row.ended_at),
    has_odometer_gap: row.has_odometer_gap,
    ...(hides || row.tracker_m === null ? {} : { tracker_distance_m: row.tracker_m }),
    ...(hides || row.odometer_explanation === null ? {} : { odometer_explanation: saidOf(row.odometer_explanation) }),
    has_route: !hides && row.has_route,
    is_masked: hides,
    suggests_merge: !hides && !row.is_ongoing && !row.follows_withheld && isCloseToTheOneBefore(row),
    ...(refusal === 'TripOfAnother' ? { is_of_another: true as const } : {}),
    // ROLE-011: staff on a visit look, and may ask what an edit would do.
    can: { edit: refusal === null && !actor.visit, route: mayDrawRoute(actor, facts) },
  };
}

/** A type that was turned back to what its rule says is the rule's again. */
const isTypeByHand = ({ is_manual, edited_type, ruled_type }: TripListRow): boolean =>
  is_manual || (edited_type !== null && edited_type !== ruled_type);

const saidOf = ({ reason, note }: OdometerExplanation): OdometerExplanation => ({ reason, note });

/** What a trip is reckoned to have used, by the one rule. */
export const usedBy = (row: Pick<TripListRow, 'distance_m' | 'consumption_per_10km' | 'co2_g_per_km' | 'fuel_type'>) => ({
  fuel: fuelOf(row.distance_m, row.consumption_per_10km),
  fuel_unit: fuelUnitOf(row.fuel_type),
  co2_kg: co2KgOf(row.distance_m, row.co2_g_per_km),
});

const degrees = (e7: number | null) => (e7 === null ? null : e7 / 1e7);

const kilometres = (metres: number | null) => (metres === null ? null : metres / 1000);
