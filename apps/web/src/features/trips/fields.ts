import type { InputOf } from '@spora/contract/endpoint-map';
import type { Passenger, Trip } from '@spora/contract/trips/endpoints';
import type { MessageKey } from '@spora/messages/keys';

/** What can be edited of a trip where it stands (TRIP-020). */
export const EDITABLE = ['type', 'purpose', 'note', 'project', 'visited', 'driver', 'passengers'] as const;
export type EditableField = (typeof EDITABLE)[number];
export type TextField = 'purpose' | 'note' | 'project' | 'visited';

/** The value of a field as a draft holds it: a driver by number, passengers as JSON. */
export function valueOf(trip: Trip, field: EditableField): string {
  if (field === 'driver') return trip.driver_id === null ? '' : String(trip.driver_id);
  return field === 'passengers' ? JSON.stringify(trip.passengers) : trip[field];
}

export function bodyOf(
  field: Exclude<EditableField, 'type'>,
  value: string,
): Omit<InputOf<'trips.update'>['body'], 'if_unchanged'> {
  if (field === 'driver') return { driver_id: value === '' ? null : Number(value) };
  return field === 'passengers' ? { passengers: JSON.parse(value) as Passenger[] } : { [field]: value };
}

/** The same of any field, as a change of many has it. */
export const changesOf = (field: EditableField, value: string): InputOf<'trips.bulk-update'>['body']['changes'] =>
  field === 'type' ? { type: value as Trip['type'] } : bodyOf(field, value);

/** What is said when a change has been saved. */
export const CHANGED = {
  purpose: 'PurposeChanged',
  note: 'NoteChanged',
  project: 'ProjectChanged',
  visited: 'VisitedChanged',
  driver: 'DriverChanged',
  passengers: 'PassengersChanged',
} as const satisfies Record<Exclude<EditableField, 'type'>, MessageKey>;

/** DRV-007: names between commas; one that is a user's is the user. */
export function passengersOf(text: string, people: readonly { id: number; name: string }[]): Passenger[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names)].filter(Boolean).map((name) => {
    const member = people.find((person) => person.name.toLocaleLowerCase() === name.toLocaleLowerCase());
    return { member_id: member?.id ?? null, name: member?.name ?? name };
  });
}
export const passengersText = (value: string): string => (JSON.parse(value) as Passenger[]).map(({ name }) => name).join(', ');
