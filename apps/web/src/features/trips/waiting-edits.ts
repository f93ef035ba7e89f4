import type { ErrorsBody } from '@spora/contract/envelope';
import type { Trip } from '@spora/contract/trips/endpoints';
import { EDITABLE, valueOf, type EditableField } from './fields.ts';

/** A change of a trip that was made while the server was out of reach. */
export interface WaitingEdit {
  /** One field of one trip: a later change of it takes the place of the earlier one. */
  readonly key: string;
  readonly trip: Pick<Trip, 'id' | 'imei' | 'unit_name' | 'day'> & { readonly time: string | null };
  readonly field: EditableField;
  readonly value: string;
  /** What the trip said when it was changed first: while it does so still, nobody else has been there. */
  readonly was: string;
  readonly atMs: number;
  /** Why it was not taken when it was sent; a person decides. */
  readonly trouble?: Trouble;
}
export type Trouble =
  | { readonly kind: 'changed'; readonly theirs: string; readonly by: string | null }
  | { readonly kind: 'refused'; readonly errors: ErrorsBody };

export const editKey = (tripId: number, field: EditableField): string => `${tripId}.${field}`;

export const waitingEdit = (trip: Trip, field: EditableField, value: string, was: string, atMs: number): WaitingEdit => ({
  key: editKey(trip.id, field),
  trip: { id: trip.id, imei: trip.imei, unit_name: trip.unit_name, day: trip.day, time: trip.start.time },
  field,
  value,
  was,
  atMs,
});

/** In the order in which fields were changed first. What is changed back to what it was is no change. */
export function withEdit(edits: readonly WaitingEdit[], edit: WaitingEdit): WaitingEdit[] {
  const before = edits.find(({ key }) => key === edit.key);
  if (!before) return edit.value === edit.was ? [...edits] : [...edits, edit];
  const { trouble } = before;
  const was = trouble?.kind === 'changed' ? trouble.theirs : before.was;
  if (edit.value === was) return withoutEdit(edits, edit.key);
  const next = { ...edit, was: before.was, ...(trouble?.kind === 'changed' ? { trouble } : {}) };
  return edits.map((each) => (each === before ? next : each));
}

export const withoutEdit = (edits: readonly WaitingEdit[], key: string): WaitingEdit[] =>
  edits.filter((each) => each.key !== key);

/** `edit` as it was when it was sent: one that was changed again meanwhile is not what was answered. */
export const withTrouble = (edits: readonly WaitingEdit[], edit: WaitingEdit, trouble: Trouble): WaitingEdit[] =>
  edits.map((each) => (each.key === edit.key && each.value === edit.value ? { ...each, trouble } : each));

/** Mine holds: it is sent again, against what somebody else made of it. */
export const asMine = (edits: readonly WaitingEdit[], key: string): WaitingEdit[] =>
  edits.map((each) => {
    if (each.key !== key || each.trouble?.kind !== 'changed') return each;
    const { trouble, ...rest } = each;
    return { ...rest, was: trouble.theirs };
  });

/** What was sent and answered: gone, or with what the trip says now as what it was, where it was changed again meanwhile. */
export function afterSaved(edits: readonly WaitingEdit[], sent: WaitingEdit, saved: Trip): WaitingEdit[] {
  const now = valueOf(saved, sent.field);
  return edits.flatMap((each) => {
    if (each.key !== sent.key) return [each];
    return each.value === sent.value ? [] : [{ ...each, was: now }];
  });
}

/** STORE-007: what cannot be read is dropped. */
export function readEdits(text: string | null): WaitingEdit[] {
  if (text === null) return [];
  try {
    const { v, edits } = JSON.parse(text) as { v?: unknown; edits?: unknown };
    return v === FORMAT && Array.isArray(edits) ? edits.filter(isEdit) : [];
  } catch {
    return [];
  }
}
export const writeEdits = (edits: readonly WaitingEdit[]): string | null =>
  edits.length === 0 ? null : JSON.stringify({ v: FORMAT, edits });

const FORMAT = 1;

function isEdit(value: unknown): value is WaitingEdit {
  if (typeof value !== 'object' || value === null) return false;
  const { key, trip, field, value: wanted, was, atMs } = value as Partial<Record<keyof WaitingEdit, unknown>>;
  return (
    typeof key === 'string' &&
    typeof wanted === 'string' &&
    typeof was === 'string' &&
    typeof atMs === 'number' &&
    EDITABLE.some((each) => each === field) &&
    typeof (trip as { id?: unknown } | null)?.id === 'number'
  );
}
