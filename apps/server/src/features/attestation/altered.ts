import type { listAltered as endpoint } from '@spora/contract/attestation/endpoints';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import { disclosed } from '@spora/seal/fields';
import type { MemberCtx } from '../../platform/ctx.ts';
import { findVisibleTrips } from '../trips/api.ts';
import { comparePeriod, sealedPeriod } from './sealing/api.ts';
import { logKeptSince } from './sealing/rules.ts';

type Altered = HandlerData<typeof endpoint>['altered'][number];

/**
 * TRIP-029: the periods of the trips that the log shows, held against their seals. Trip, day and field are told of all that the actor sees
 * in the log, and no values: of somebody else's private trip they say no more than the log does.
 */
export async function listAltered(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof endpoint>,
): Promise<HandlerData<typeof endpoint>> {
  const trips = await findVisibleTrips(ctx, body.trip_ids);
  const periods = new Map(trips.map((trip) => [trip.attestation_id, trip.unit_name]));
  const altered: Altered[] = [];
  for (const [id, unitName] of periods) if (id !== null) altered.push(...(await alteredOf(ctx, id, unitName)));
  return { altered };
}

async function alteredOf({ db, actor, now }: MemberCtx, id: number, unitName: string): Promise<Altered[]> {
  const period = await sealedPeriod(db, id);
  if (!period) return [];
  const { document } = period;
  const { head, rows } = await comparePeriod(db, id, document, logKeptSince(now()));
  const text = (name: string): string => String(disclosed(document.head, name) ?? '');
  const of = { unit_name: unitName, from: text('from_day'), to: text('to_day') };
  const dayOf = (row: number | null): string | null => {
    const startedAt = row === null ? undefined : disclosed(document.rows[row] ?? {}, 'started_at');
    return typeof startedAt === 'string' ? dayIn(actor.timeZone, startedAt) : null;
  };
  return [
    ...head
      .filter(({ isName }) => !isName)
      .map(({ field }) => ({ ...of, trip_id: null, day: null, what: 'field' as const, field })),
    ...rows
      .filter(({ isName }) => !isName)
      .map(({ row, tripId, field }) => ({
        ...of,
        trip_id: tripId,
        day: dayOf(row),
        what: field !== null ? ('field' as const) : row !== null ? ('missing' as const) : ('added' as const),
        field,
      })),
  ];
}

/** `yyyy-MM-dd` of an instant in a zone. */
const dayIn = (timeZone: string, instant: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(instant));
