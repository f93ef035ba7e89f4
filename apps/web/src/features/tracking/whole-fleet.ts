import type { DataOf } from '@spora/contract/endpoint-map';
import type { FleetColumns } from '@spora/contract/tracking/endpoints';
import { UNIT_STATES } from '@spora/contract/tracking/values';
import { LATEST_FLAGS, type LatestPositions } from '@spora/telemetry/packed-positions';
import { call, callEither } from '../../lib/call.ts';
import type { Send } from '../../lib/send.ts';
import type { ShownUnit } from './model.ts';
import { unpackPositions } from './unpack-positions.ts';

export interface WholeFleet {
  readonly units: readonly ShownUnit[];
  readonly lastEventId: string;
}

/**
 * Loads the fleet as it is now: a small one whole, of a large one the packed positions and, the first time and when they have changed,
 * the names beside them (decision 0048). What it was told of names lives as long as it does, in memory.
 */
export function createFleetLoader(send: Send): (signal: AbortSignal) => Promise<WholeFleet> {
  let names: { readonly version: string; readonly units: FleetColumns } | null = null;

  async function loadNames(signal: AbortSignal): Promise<FleetColumns> {
    const known = names;
    const told: DataOf<'tracking.fleet'> = await call(send, 'tracking.fleet', { query: { known: known?.version } }, { signal });
    if (told.units) names = { version: told.version, units: told.units };
    else if (known) return known.units;
    else throw new Error('the fleet is told to be known, and nothing is');
    return told.units;
  }

  return async (signal) => {
    // Who has been told names before has a large fleet.
    const early = names && loadNames(signal);
    early?.catch(() => undefined);
    const answer = await callEither(send, 'tracking.positions', { query: {} }, { signal });
    if ('data' in answer) return { units: answer.data.units, lastEventId: answer.data.last_event_id };
    const [{ positions, rest }, fleet] = await Promise.all([unpackPositions(answer.packed), early ?? loadNames(signal)]);
    return { units: briefUnits(fleet, positions), lastEventId: lastEventIdOf(rest) };
  };
}

const lastEventIdOf = (rest: unknown): string => {
  const id = typeof rest === 'object' && rest !== null && 'last_event_id' in rest ? rest.last_event_id : '';
  return typeof id === 'string' ? id : '';
};

const iso = (ms: number): string => new Date(ms).toISOString();

/** Names and positions put together, both in order of id. A unit in one of them alone has just come or gone: the stream tells of it. */
export function briefUnits(fleet: FleetColumns, positions: LatestPositions): ShownUnit[] {
  const unreported = new Map(fleet.unreported.map((each) => [each.id, each]));
  let row = 0;
  return fleet.id.flatMap((id, i): ShownUnit[] => {
    while (row < positions.n && (positions.unitId[row] ?? 0) < id) row += 1;
    const named = {
      id,
      imei: fleet.imei[i] ?? null,
      kind: fleet.kind[i] ?? 'vehicle',
      name: fleet.name[i] ?? '',
      registration_number: fleet.registration_number[i] ?? null,
      colour: fleet.colour[i] ?? '',
      marker_symbol: fleet.marker_symbol[i] ?? 'dot',
      icon: fleet.icon[i] ?? null,
      department: fleet.department[i] ?? null,
      project: fleet.project[i] ?? null,
      tags: fleet.tags[i] ?? [],
      driver: fleet.driver[i] ?? null,
      ...(fleet.hides_speed[i] ? { hides_speed: true } : {}),
      state_since: null,
      address: null,
      address_is_approximate: true,
    };
    if (positions.unitId[row] === id) return [{ ...named, ...latestOf(positions, row, named.kind) }];
    const told = unreported.get(id);
    return told ? [{ ...named, ...told, contact_expected_by: null, position: null }] : [];
  });
}

function latestOf(
  positions: LatestPositions,
  row: number,
  kind: ShownUnit['kind'],
): Pick<ShownUnit, 'state' | 'contact_expected_by' | 'last_contact' | 'no_position_reason' | 'position' | 'isBrief'> {
  const at = (column: ArrayLike<number>): number => column[row] ?? 0;
  const [timeMs, contactMs, flags] = [at(positions.timeMs), at(positions.contactMs), at(positions.flags)];
  const isPrivate = (flags & LATEST_FLAGS.private) !== 0;
  return {
    state: UNIT_STATES[at(positions.state)] ?? 'no-contact',
    contact_expected_by: contactMs === 0 ? null : iso(contactMs + at(positions.patienceS) * 1000),
    last_contact: contactMs === 0 ? null : iso(contactMs),
    no_position_reason: isPrivate
      ? 'private'
      : (flags & LATEST_FLAGS.hidden) !== 0
        ? 'hidden'
        : timeMs !== 0
          ? null
          : kind === 'sensor'
            ? 'bluetooth-only'
            : 'no-fix',
    position:
      timeMs === 0
        ? null
        : {
            time: iso(timeMs),
            lat: at(positions.latE7) / 1e7,
            lng: at(positions.lonE7) / 1e7,
            speed_kmh: at(positions.speedKmh),
            heading_deg: at(positions.headingDeg),
          },
    // Of private use there is no more to know.
    isBrief: !isPrivate,
  };
}

/** What was known of a unit beyond list and map, for as long as it has not moved on. */
export function keepDetails(known: ShownUnit | undefined, next: ShownUnit): ShownUnit {
  if (!next.isBrief || !known || known.isBrief || !known.position || !next.position) return next;
  const second = (time: string): number => Math.floor(Date.parse(time) / 1000);
  if (second(known.position.time) !== second(next.position.time) || known.state !== next.state) return next;
  const { address, address_is_approximate, place, state_since, state_may_be_older, position } = known;
  return {
    ...next,
    ...{ address, address_is_approximate, state_since, position, isBrief: false },
    ...(place ? { place } : {}),
    ...(state_may_be_older ? { state_may_be_older } : {}),
  };
}
