import { DAY_MS, HOUR_MS } from '@spora/calendar/durations';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { SensorSettings, SensorSpan, sensorReadings as endpoint } from '@spora/contract/sensors/endpoints';
import { STRETCHES_MAX } from '@spora/contract/sensors/values';
import { hasRight } from '../../core/fleet/member-rights.ts';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { maskedBetween } from '../tracking/hiding/api.ts';
import {
  type Asked,
  daysOf,
  heardUnits,
  outsideOf,
  type OutsideRow,
  type PointRow,
  readingsOf,
  seenSensor,
  settingsUntil,
} from './readings-read-model.ts';
import { isDoorOpen, joinedStretches, KNOWN_FOR_MS, readSettings } from './rules.ts';

/** BLE-016: how far back, and how long each point is, seconds. A year is read from the figures of its days alone. */
const SPANS: Readonly<Record<SensorSpan, { readonly ms: number; readonly stepS: number }>> = {
  '24h': { ms: DAY_MS, stepS: 300 },
  '7d': { ms: 7 * DAY_MS, stepS: 1800 },
  '30d': { ms: 30 * DAY_MS, stepS: 2 * 3600 },
  year: { ms: 365 * DAY_MS, stepS: 24 * 3600 },
};
/** A point lies in the past as a whole, so that it says the same when it is asked for again. */
const AHEAD_MS = HOUR_MS;

type Data = HandlerData<typeof endpoint>;
type Figures = Data['figures'];

/** BLE-016. Times of which the viewer is told nothing are not in it: nor are days on which there was one (TRIP-032, MAP-004). */
export async function readReadings(ctx: MemberCtx, { params, query }: HandlerInput<typeof endpoint>): Promise<Data> {
  const settings = await settingsOf(ctx, params.id);
  const { ms, stepS } = SPANS[query.span];
  const to = ctx.now();
  const from = new Date(to.getTime() - ms);
  const unitIds = await heardUnits(ctx, params.id, from);
  const masked = await Promise.all(
    unitIds.map(async (unitId) => ({ unitId, spans: await maskedBetween(ctx, unitId, from, new Date(to.getTime() + AHEAD_MS)) })),
  );
  const of = { sensorId: params.id, from, to, stepS, masked, unitIds };
  const rows = query.span === 'year' ? await daysOf(ctx, of) : await readingsOf(ctx, of);
  const outside = query.span === 'year' ? null : await outsideOfLimits(ctx, of, settings);
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    step_s: stepS,
    points: rows.map((row) => ({
      at: row.at.toISOString(),
      ...figuresOf(row),
      is_open: isDoorOpen(settings, row.magnet),
    })),
    figures: figuresOf({
      temperature: wholeOf(rows.map(({ temperature }) => temperature)),
      humidity: wholeOf(rows.map(({ humidity }) => humidity)),
    }),
    ...(outside ? { outside } : {}),
  };
}

const MEASURES = [
  { measure: 'temperature', column: 'temperature_c', low: 'temperature_low_c', high: 'temperature_high_c' },
  { measure: 'humidity', column: 'humidity_pct', low: 'humidity_low_pct', high: 'humidity_high_pct' },
] as const;

/** What lay beyond each limit that is set now, in all. */
async function outsideOfLimits(ctx: MemberCtx, asked: Asked, settings: SensorSettings): Promise<NonNullable<Data['outside']>> {
  const past = await settingsUntil(ctx, asked.sensorId, asked.to);
  const sums: NonNullable<Data['outside']> = [];
  for (const { measure, column, ...limits } of MEASURES) {
    const [low, high] = [settings[limits.low], settings[limits.high]];
    if (low === null && high === null) continue;
    const rows = await outsideOf(ctx, asked, column, { low, high });
    for (const side of ['above', 'below'] as const) {
      const field = side === 'above' ? limits.high : limits.low;
      const limit = settings[field];
      const of = joinedStretches(
        rows.filter((row) => row.side === side),
        side,
      );
      if (limit === null || of.length === 0) continue;
      sums.push({
        measure,
        side,
        limit,
        limit_since: limitSince(past, field, asked.from)?.toISOString() ?? null,
        ...sumOf(of, asked.from),
      });
    }
  }
  return sums;
}

/** Since when a limit is what it is now; null: since before a time, or always. */
function limitSince(
  past: readonly { readonly from: Date; readonly settings: unknown }[],
  field: keyof SensorSettings,
  from: Date,
): Date | null {
  const limits = past.map((each) => ({ from: each.from, limit: readSettings(each.settings)[field] }));
  const before = limits.findIndex(({ limit }) => limit !== limits[0]?.limit);
  const since = limits.at(before === -1 ? -1 : before - 1)?.from;
  return since && since > from ? since : null;
}

function sumOf(of: readonly OutsideRow[], from: Date) {
  const lasting = of.find((row) => row.goes_on)?.from ?? null;
  return {
    times: of.length,
    total_s: Math.round(of.reduce((sum, { lasted_s }) => sum + lasted_s, 0)),
    longest_s: Math.round(Math.max(...of.map(({ lasted_s }) => lasted_s))),
    since: lasting?.toISOString() ?? null,
    stretches: of
      .slice(-STRETCHES_MAX)
      .toReversed()
      .map((row) => ({ at: row.from.toISOString(), lasted_s: Math.round(row.lasted_s), furthest: rounded(row.furthest) })),
    since_may_be_older: lasting !== null && lasting.getTime() - from.getTime() <= KNOWN_FOR_MS,
  };
}

/** Throws SensorNotRegistered for one that the viewer does not see; one without a unit is seen by those who could pair it. */
async function settingsOf(ctx: MemberCtx, sensorId: number): Promise<SensorSettings> {
  const seen = await seenSensor(ctx, sensorId);
  const isSeen = seen && (seen.unitId !== null || ctx.actor.isAdmin || (await hasRight(ctx, 'edit-units')));
  if (!isSeen) throw new AppError('SensorNotRegistered', { status: 404 });
  return readSettings(seen.settings);
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The mean is one of the time: each value counts as long as it held; where none is known to have, that of the values. */
function figuresOf({ temperature, humidity }: Pick<PointRow, 'temperature' | 'humidity'>): Figures {
  const shown = ({ n, sum, min, max, heldS, heldSum }: PointRow['temperature']) =>
    n === 0 || min === null || max === null
      ? null
      : { min: rounded(min), max: rounded(max), mean: rounded(heldS > 0 ? heldSum / heldS : sum / n) };
  return { temperature_c: shown(temperature), humidity_pct: shown(humidity) };
}

function wholeOf(sums: readonly PointRow['temperature'][]): PointRow['temperature'] {
  const whole = { n: 0, sum: 0, min: null as number | null, max: null as number | null, heldS: 0, heldSum: 0 };
  for (const { n, sum, min, max, heldS, heldSum } of sums) {
    whole.n += n;
    whole.sum += sum;
    whole.heldS += heldS;
    whole.heldSum += heldSum;
    if (min !== null) whole.min = Math.min(whole.min ?? min, min);
    if (max !== null) whole.max = Math.max(whole.max ?? max, max);
  }
  return whole;
}
