import type { ZoneEvent } from '@spora/contract/zones/endpoints';

/** Who is in a zone no longer than this only passed it. */
const PASS_MS = 5 * 60_000;

/** A line of the log: the day of those below it, or what happened; of a unit that passed, the coming in that the leaving ended. */
export type LogLine = { readonly day: string } | { readonly event: ZoneEvent; readonly cameIn: ZoneEvent | null };

/** The events by day, as they come: the newest first. A coming in and the leaving that ended it at once are one line, that of the leaving. */
export function logLines(events: readonly ZoneEvent[], dayOf: (instant: string) => string): LogLine[] {
  const came = new Map(
    events.filter(({ direction }) => direction === 'entered').map((event) => [visitOf(event, event.at), event]),
  );
  const passes = new Map<ZoneEvent, ZoneEvent>();
  for (const event of events) {
    const { inside, direction, at } = event;
    if (direction !== 'left' || !inside || inside.is_since_change || inside.is_still) continue;
    const cameIn = came.get(visitOf(event, inside.since));
    if (cameIn && Date.parse(at) - Date.parse(inside.since) <= PASS_MS) passes.set(event, cameIn);
  }
  const folded = new Set(passes.values());
  const lines: LogLine[] = [];
  let day = '';
  for (const event of events) {
    if (folded.has(event)) continue;
    const next = dayOf(event.at);
    if (next !== day) lines.push({ day: (day = next) });
    lines.push({ event, cameIn: passes.get(event) ?? null });
  }
  return lines;
}

const visitOf = ({ unit, zone_id: zone }: ZoneEvent, at: string): string => `${unit.id} ${zone} ${Date.parse(at)}`;
