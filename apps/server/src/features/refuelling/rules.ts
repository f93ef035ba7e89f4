/** The odometers of the entries around one, metres; null where there is none. */
export interface Around {
  readonly beforeM: number | null;
  readonly afterM: number | null;
}

/** TRIP-035: whether an odometer, in metres, lies between those of the entries before and after. An equal one does. */
export const fits = (odometerM: number | null, { beforeM, afterM }: Around): boolean =>
  odometerM === null || ((beforeM === null || odometerM >= beforeM) && (afterM === null || odometerM <= afterM));

/** A telephone's clock may be ahead of ours as much. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** The moment to store, at most now; null for one that lies in the future by more than clocks differ. */
export function momentOf(stated: string, now: Date): Date | null {
  const at = new Date(stated);
  if (at.getTime() > now.getTime() + CLOCKS_DIFFER_MS) return null;
  return at > now ? now : at;
}

/** What an entry says, as it is stored. */
export interface RefuellingFields {
  readonly at: Date;
  readonly fuel_type: string;
  readonly amount: number;
  readonly price: number | null;
  readonly currency: string | null;
  readonly odometer_m: number | null;
  readonly station: string;
  readonly note: string;
}
