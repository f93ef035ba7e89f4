/** Of a filling what tells whether it can be right: litres, or of electricity kilowatt-hours, and what was paid in all. */
export interface Filled {
  readonly fuel_type: string;
  readonly amount: number;
  readonly price: number | null;
  readonly currency: string | null;
}

export interface OddFilling {
  /** The most of those before, where this is far more. */
  readonly amount: { readonly most: number } | null;
  /** What a litre or kilowatt-hour cost, and what it did before, where the two are far apart. */
  readonly price: { readonly each: number; readonly before: number } | null;
}

/** So many of the last fillings are looked at, and fewer than `FEWEST` say nothing of what a unit takes. */
const LAST = 10;
const FEWEST = 3;
/** A digit too many is ten times; a lorry filled for the first time after some small fillings is not asked about. */
const FAR_MORE = 3;
/** Charging at home is many times cheaper than by the motorway. */
const PRICES_APART = { fuel: 3, electric: 10 } as const;

const isElectric = ({ fuel_type }: Filled): boolean => fuel_type === 'electric';

/**
 * TRIP-035: what of a filling lies so far from the ones before of its unit, `before`, newest first, that it is asked about: a digit too
 * many changes a year's consumption and cost. The server and the form judge by it alike.
 */
export function oddFilling(filling: Filled, before: readonly Filled[]): OddFilling {
  const alike = before.filter((each) => isElectric(each) === isElectric(filling)).slice(0, LAST);
  const most = Math.max(...alike.map(({ amount }) => amount));
  return {
    amount: alike.length >= FEWEST && filling.amount > FAR_MORE * most ? { most } : null,
    price: oddPrice(filling, before),
  };
}

function oddPrice(filling: Filled, before: readonly Filled[]): OddFilling['price'] {
  const each = eachOf(filling);
  if (each === null) return null;
  const alike = before
    .filter(({ fuel_type, currency }) => fuel_type === filling.fuel_type && currency === filling.currency)
    .flatMap((filled) => eachOf(filled) ?? [])
    .slice(0, LAST)
    .toSorted((a, b) => a - b);
  const usual = alike[Math.floor(alike.length / 2)];
  if (usual === undefined) return null;
  const apart = isElectric(filling) ? PRICES_APART.electric : PRICES_APART.fuel;
  return each > usual * apart || each < usual / apart ? { each, before: usual } : null;
}

/** Null where nothing is told of it or nothing was paid: many charge for free. */
const eachOf = ({ amount, price }: Filled): number | null => (price && amount > 0 ? price / amount : null);
