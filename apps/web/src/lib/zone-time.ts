/** What the clocks of a zone show at an instant, as milliseconds of a clock without a zone. */
function wallMs(instantMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(instantMs);
  return Date.parse(`${parts.replace(' ', 'T')}Z`);
}

/**
 * The instant (ISO, UTC) at which the clocks of `timeZone` show `local` (`yyyy-MM-ddTHH:mm`, as a browser's date and time
 * field gives it); null for a text that is no time. A time that the spring change leaves out becomes the one an hour later.
 */
export function instantOf(local: string, timeZone: string): string | null {
  const wanted = Date.parse(`${local}Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local) || Number.isNaN(wanted)) return null;
  const first = wanted - (wallMs(wanted, timeZone) - wanted);
  const instant = first - (wallMs(first, timeZone) - wanted);
  return new Date(instant).toISOString();
}
