import { instantOf } from '@spora/calendar/zones';
import type { Refuelling, RefuellingInput } from '@spora/contract/refuelling/endpoints';
import { oddFilling, type OddFilling } from '@spora/contract/refuelling/odd-filling';
import type { MessageKey } from '@spora/messages/keys';
import { numberText, readingText, readNumber } from '../../lib/number-text.ts';

export type FuelType = Refuelling['fuel_type'];
export type Currency = NonNullable<Refuelling['currency']>;

/** Without a schema library. */
export const FUELS: readonly FuelType[] = ['petrol', 'diesel', 'electric', 'gas', 'other'];
export const CURRENCIES: readonly Currency[] = ['SEK', 'NOK', 'DKK', 'EUR', 'GBP', 'USD'];
export const STATION_MAX = 50;
export const NOTE_MAX = 200;

export const measureOf = (fuel: FuelType): 'l' | 'kWh' => (fuel === 'electric' ? 'kWh' : 'l');

/** The entries with the odometer of the one before of the same measure: why nothing is told of what was used. `rows`: newest first. */
export const atSameOdometer = (rows: readonly Refuelling[]): ReadonlySet<number> =>
  new Set(
    rows.flatMap((row, i) => {
      const before = rows.slice(i + 1).find(({ fuel_type }) => measureOf(fuel_type) === measureOf(row.fuel_type));
      return row.odometer_km !== null && before?.odometer_km === row.odometer_km ? [row.id] : [];
    }),
  );

/** What stands in the fields: texts as typed, the time as the account's clocks show it. */
export interface RefuellingForm {
  readonly at: string;
  readonly fuel_type: FuelType;
  readonly amount: string;
  readonly price: string;
  readonly currency: Currency;
  readonly odometer_km: string;
  readonly station: string;
  readonly note: string;
}
export type RefuellingField = keyof RefuellingForm;

export interface Draft {
  readonly fuel_type: FuelType | null;
  readonly odometer_km: number | null;
  readonly currency: Currency;
}

/** A new entry: now, the unit's fuel and what its odometer shows. `local` turns an instant into `yyyy-MM-ddTHH:mm`. */
export const newForm = (draft: Draft, now: string, decimalSign: string): RefuellingForm => ({
  at: now,
  fuel_type: draft.fuel_type ?? 'petrol',
  amount: '',
  price: '',
  currency: draft.currency,
  odometer_km: readingText(draft.odometer_km, decimalSign),
  station: '',
  note: '',
});

export const formOf = (entry: Refuelling, draft: Draft, at: string, decimalSign: string): RefuellingForm => ({
  at,
  fuel_type: entry.fuel_type,
  amount: numberText(entry.amount, decimalSign),
  price: numberText(entry.price, decimalSign),
  currency: entry.currency ?? draft.currency,
  odometer_km: readingText(entry.odometer_km, decimalSign),
  station: entry.station,
  note: entry.note,
});

export type Faults = Partial<Record<RefuellingField, MessageKey>>;

/** What is wrong before it is sent. */
export function faultsOf(form: RefuellingForm, timeZone: string): Faults {
  const faults: Faults = {};
  if (instantOf(form.at, timeZone) === null) faults.at = 'InvalidTime';
  if (!readNumber(form.amount)) faults.amount = 'SpecifyAmount';
  if (readNumber(form.price) === undefined) faults.price = 'SpecifyAmount';
  if (readNumber(form.odometer_km) === undefined) faults.odometer_km = 'SpecifyAmount';
  return faults;
}

/** Of a form without faults; `at` is the moment to keep, as long as what stands in its field was not changed. */
export function inputOf(
  form: RefuellingForm,
  timeZone: string,
  { id, at, confirmed }: { id: number | null; at: string | null; confirmed: boolean },
): RefuellingInput {
  const price = readNumber(form.price) ?? null;
  return {
    ...(id === null ? {} : { id }),
    at: at ?? instantOf(form.at, timeZone) ?? '',
    fuel_type: form.fuel_type,
    amount: readNumber(form.amount) ?? 0,
    price,
    currency: price === null ? null : form.currency,
    odometer_km: readNumber(form.odometer_km) ?? null,
    station: form.station.trim(),
    note: form.note.trim(),
    confirmed,
  };
}

/** What of the fields is asked about again once it is changed. */
export const CONFIRMED: readonly RefuellingField[] = ['at', 'odometer_km', 'amount', 'price', 'currency', 'fuel_type'];

/** What in the form is far from the entries before, `rows`, newest first; of an entry that is changed, what it did not say yet. */
export function oddOf(form: RefuellingForm, rows: readonly Refuelling[], entry: Refuelling | null): OddFilling {
  const { fuel_type, amount, price, currency } = inputOf(form, 'UTC', { id: null, at: '', confirmed: false });
  const filled = { fuel_type, amount, price: price ?? null, currency: currency ?? null };
  const isKept =
    entry?.fuel_type === fuel_type &&
    entry.amount === amount &&
    entry.price === filled.price &&
    entry.currency === filled.currency;
  return isKept
    ? { amount: null, price: null }
    : oddFilling(
        filled,
        rows.filter(({ id }) => id !== entry?.id),
      );
}
