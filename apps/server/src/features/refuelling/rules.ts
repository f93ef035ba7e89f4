/** The odometers of the entries around one, metres; null where there is none. */
export interface Around {
  readonly beforeM: number | null;
  readonly afterM: number | null;
  /** Of the entry before of what is counted alike, litres or kWh: a hybrid is filled and charged at one odometer. */
  readonly alikeBeforeM: number | null;
}

/** A dashboard shows whole kilometres. */
const asRead = (odometerM: number | null): number | null => odometerM && Math.round(odometerM / 1000);

/**
 * TRIP-035: what is to be asked about an odometer, in metres, that does not lie between those of the entries before and after, or that
 * says nothing was driven since the one before; null where there is nothing to ask.
 */
export function askedOf(
  odometerM: number | null,
  { beforeM, afterM, alikeBeforeM }: Around,
): 'ConfirmRefuelling' | 'ConfirmSameOdometer' | null {
  if (odometerM === null) return null;
  if ((beforeM !== null && odometerM < beforeM) || (afterM !== null && odometerM > afterM)) return 'ConfirmRefuelling';
  return alikeBeforeM !== null && asRead(alikeBeforeM) === asRead(odometerM) ? 'ConfirmSameOdometer' : null;
}

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
