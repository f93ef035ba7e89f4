import type { AttestMatter, AttestRow, AttestState } from '@spora/contract/attestation/endpoints';
import { ATTEST_STATES } from '@spora/contract/attestation/values';
import type { TripSearch } from '../trips/public/trip-search.ts';

export const ATTEST_VIEWS = ['mine', 'status', 'history', 'proposals'] as const;
export type AttestView = (typeof ATTEST_VIEWS)[number];

/** What the address holds of the page; what is as usual is left out. */
export interface AttestSearch {
  readonly view?: AttestView;
  /** The days to attest, `yyyy-MM-dd`; the server's next period unless both stand here. */
  readonly from?: string;
  readonly to?: string;
  /** `yyyy-MM` of the list. */
  readonly month?: string;
  readonly department?: string;
  readonly user?: string;
  readonly unit?: string;
  readonly state?: AttestState;
  /** Only those that miss something. */
  readonly missing?: 'yes';
}
export type AttestPatch = Partial<Record<keyof AttestSearch, string | undefined>>;
/** What the parts of the page share. */
export interface AttestParts {
  readonly search: AttestSearch;
  readonly onSearch: (patch: AttestPatch) => void;
}

const DAY = /^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Reads an address that anybody may have typed: what is not understood is left out. */
export function readAttestSearch(raw: Record<string, unknown>): AttestSearch {
  const text = (name: string): string => (typeof raw[name] === 'string' ? raw[name].trim().slice(0, 100) : '');
  const view = ATTEST_VIEWS.find((each) => each === raw['view']);
  const state = ATTEST_STATES.find((each) => each === raw['state']);
  const [from, to] = [text('from'), text('to')];
  const isSpan = DAY.test(from) && DAY.test(to) && from <= to;
  return {
    ...(view ? { view } : {}),
    ...(isSpan ? { from, to } : {}),
    ...(/^20\d{2}-(0[1-9]|1[0-2])$/.test(text('month')) ? { month: text('month') } : {}),
    ...(text('department') ? { department: text('department') } : {}),
    ...(/^\d{1,15}$/.test(text('user')) ? { user: text('user') } : {}),
    ...(/^\d{1,15}$/.test(text('unit')) ? { unit: text('unit') } : {}),
    ...(state ? { state } : {}),
    ...(raw['missing'] === 'yes' ? { missing: 'yes' as const } : {}),
  };
}

/** A link to a period is about one's own driving; otherwise administrators come to the list and drivers to their own month. */
export const viewOf = (search: AttestSearch, isAdmin: boolean, isAlone = false): AttestView => {
  const view = search.view ?? (search.from !== undefined || !isAdmin || isAlone ? 'mine' : 'status');
  return view === 'proposals' && !isAdmin ? 'mine' : view;
};

/** The month so many months later, as `yyyy-MM`. */
export function monthLater(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** All days of a month. */
export function monthDays(month: string): Span {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}

/** Days from the first to the last, both inclusive. */
export interface Span {
  readonly from: string;
  readonly to: string;
}
export const isMonth = ({ from, to }: Span): boolean => {
  const month = monthDays(from.slice(0, 7));
  return from === month.from && to === month.to;
};

/** Where the log shows the trips of a matter; of one trip that trip. */
export function matterSearch(
  matter: { kind: AttestMatter; imei: string | null; trip_ids?: readonly number[] },
  { from, to }: Span,
): TripSearch {
  const inbox = MATTER_FILTERS[matter.kind];
  return {
    period: 'custom',
    from,
    to,
    ...(matter.imei === null ? {} : { unit: matter.imei }),
    ...(inbox ? { matter: inbox } : {}),
    ...(matter.trip_ids?.length === 1 ? { trip: matter.trip_ids[0] } : {}),
  };
}
const MATTER_FILTERS: Partial<Record<AttestMatter, 'purpose' | 'driver' | 'odometer'>> = {
  'purpose-missing': 'purpose',
  'driver-missing': 'driver',
  'odometer-gap': 'odometer',
};

/** The same of what a row misses: of purposes those that its driver owes. */
export const rowMatterSearch = ({ kind }: AttestRow['matters'][number], row: AttestRow): TripSearch => ({
  ...matterSearch({ kind, imei: row.imei }, row),
  ...(kind === 'purpose-missing' && row.user_id !== null ? { drivers: String(row.user_id) } : {}),
});

/** Where the log shows the trips of a row; of one without a driver those that have none. */
export const rowTripsSearch = ({ user_id, imei, from, to }: AttestRow): TripSearch => ({
  period: 'custom',
  from,
  to,
  ...(imei ? { unit: imei } : {}),
  ...(user_id === null ? { matter: 'driver' } : { drivers: String(user_id) }),
});

/** What is said of a period that its driver has not attested, to whoever is about to: `ownId` is who that is. */
export function withoutUserText(row: AttestRow, ownId: number) {
  if (row.user_id === ownId) return 'AttestWithoutYou';
  return row.user_attested_at === null ? 'AttestWithoutUser' : 'AttestNotAgain';
}

/** ATT-015: nothing is missing in it, and it was not opened again for something that nobody has said to be in order since. */
export const isReady = (row: AttestRow): boolean => row.matters.length === 0 && row.state !== 'reopened';

export const rowKey = (row: AttestRow): string => `${row.attestation_id ?? ''} ${row.unit_id} ${row.user_id ?? ''} ${row.from}`;

/** Those that an administrator can attest. */
export const WAITING_STATES = ['open', 'user', 'reopened'] as const satisfies readonly AttestState[];

export const STATE_TONES = { open: 'warning', user: 'information', admin: 'success', reopened: 'danger' } as const;

/** What of the chosen rows can be done: attested, those whose driver has not attested among them, who would be reminded, and how many were less than a day ago. */
export function batchOf(rows: readonly AttestRow[], nowMs: number) {
  const attest = rows.filter((row) => row.can.attest);
  const withoutUser = attest.filter((row) => row.attestation_id === null && row.user_id !== null);
  const people = new Map(
    rows.filter((row) => row.can.remind).map((row) => [`${row.user_id} ${row.from} ${row.to}`, row] as const),
  );
  const all = [...people.values()];
  const waitsUntil = (row: AttestRow): number => (row.remind_from === null ? 0 : Date.parse(row.remind_from));
  const remind = all.filter((row) => waitsUntil(row) <= nowMs);
  // ERR-043: when all of them were reminded already, when the first may be again.
  const reminded =
    all.length > 0 && remind.length === 0
      ? { at: all.length === 1 ? (all[0]?.reminded_at ?? null) : null, fromMs: Math.min(...all.map(waitsUntil)) }
      : null;
  return { attest, withoutUser, remind, waiting: all.length - remind.length, reminded };
}
