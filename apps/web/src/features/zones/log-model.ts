import type { ZoneEvent } from '@spora/contract/zones/endpoints';

/** Who is in a zone no longer than this only passed it. */
const PASS_MS = 5 * 60_000;

/** Whoever passes again so soon is on the same errand, or stands at the border, where the position wanders in and out. */
const AGAIN_MS = 30 * 60_000;

/** A coming in and the leaving that ended it at once. */
export interface Pass {
  readonly cameIn: ZoneEvent;
  readonly left: ZoneEvent;
}

/** A line of the log: the day of those below it, or what happened; of a unit that passed, the passes of it one after the other, the newest first. */
export type LogLine = { readonly day: string } | { readonly event: ZoneEvent; readonly passes: readonly Pass[] };

/**
 * The events by day, as they come: the newest first. A coming in and the leaving that ended it at once are one line, and so are such passes that
 * follow each other on a day; it stands where the newest leaving does.
 */
export function logLines(events: readonly ZoneEvent[], dayOf: (instant: string) => string): LogLine[] {
  const came = new Map(
    events.filter(({ direction }) => direction === 'entered').map((event) => [visitOf(event, event.at), event]),
  );
  const cameInOf = new Map<ZoneEvent, ZoneEvent>();
  for (const event of events) {
    const { inside, direction, at } = event;
    if (direction !== 'left' || !inside || inside.is_since_change || inside.is_still) continue;
    const cameIn = came.get(visitOf(event, inside.since));
    if (cameIn && Date.parse(at) - Date.parse(inside.since) <= PASS_MS) cameInOf.set(event, cameIn);
  }
  const folded = new Set(cameInOf.values());
  /** By unit and zone, the passes to which an older one may be added. */
  const runs = new Map<string, Pass[]>();
  const lines: LogLine[] = [];
  let day = '';
  for (const event of events) {
    if (folded.has(event)) continue;
    const next = dayOf(event.at);
    if (next !== day) {
      lines.push({ day: (day = next) });
      runs.clear();
    }
    const cameIn = cameInOf.get(event);
    const run = runs.get(placeOf(event));
    if (cameIn && run && Date.parse(run.at(-1)!.cameIn.at) - Date.parse(event.at) <= AGAIN_MS) {
      run.push({ cameIn, left: event });
      continue;
    }
    const passes = cameIn ? [{ cameIn, left: event }] : [];
    runs.delete(placeOf(event));
    if (cameIn) runs.set(placeOf(event), passes);
    lines.push({ event, passes });
  }
  return lines;
}

const placeOf = ({ unit, zone_id: zone }: ZoneEvent): string => `${unit.id} ${zone}`;
const visitOf = (event: ZoneEvent, at: string): string => `${placeOf(event)} ${Date.parse(at)}`;
