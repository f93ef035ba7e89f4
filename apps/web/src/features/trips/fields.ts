import type { InputOf } from '@spora/contract/endpoint-map';
import type { OdometerExplanation, Passenger, Trip } from '@spora/contract/trips/endpoints';
import type { MessageKey } from '@spora/messages/keys';
import type { Translate } from '@spora/messages/translate';

/** What can be edited of a trip where it stands (TRIP-020). */
export const EDITABLE = ['type', 'purpose', 'note', 'project', 'visited', 'driver', 'passengers', 'odometer'] as const;
export type EditableField = (typeof EDITABLE)[number];
export type TextField = 'purpose' | 'note' | 'project' | 'visited';

/** The value of a field as a draft holds it: a driver by number, passengers as JSON. */
export function valueOf(trip: Trip, field: EditableField): string {
  if (field === 'driver') return trip.driver_id === null ? '' : String(trip.driver_id);
  if (field === 'odometer') return explanationValue(trip.odometer_explanation);
  return field === 'passengers' ? JSON.stringify(trip.passengers) : trip[field];
}

export function bodyOf(
  field: Exclude<EditableField, 'type'>,
  value: string,
): Omit<InputOf<'trips.update'>['body'], 'if_unchanged'> {
  if (field === 'driver') return { driver_id: value === '' ? null : Number(value) };
  if (field === 'odometer') return { odometer_explanation: explanationOf(value) };
  return field === 'passengers' ? { passengers: JSON.parse(value) as Passenger[] } : { [field]: value };
}

/** The same of any field, as a change of many has it. */
export const changesOf = (field: EditableField, value: string): InputOf<'trips.bulk-update'>['body']['changes'] =>
  field === 'type' ? { type: value as Trip['type'] } : bodyOf(field, value);

const CHANGED = {
  purpose: 'PurposeChanged',
  note: 'NoteChanged',
  project: 'ProjectChanged',
  visited: 'VisitedChanged',
  driver: 'DriverChanged',
  passengers: 'PassengersChanged',
} as const satisfies Record<Exclude<EditableField, 'type' | 'odometer'>, MessageKey>;

type ExplanationChanged = `OdometerExplanation${'Saved' | 'Changed' | 'Removed'}`;
type ChangedKey = (typeof CHANGED)[keyof typeof CHANGED] | ExplanationChanged;

/** An explanation is made and removed by buttons that say so, and so does what follows. */
const explanationChanged = (before: string, value: string): ExplanationChanged =>
  value === '' ? 'OdometerExplanationRemoved' : before === '' ? 'OdometerExplanationSaved' : 'OdometerExplanationChanged';

/** What is said when a field has been saved. */
export const changedKey = (field: Exclude<EditableField, 'type'>, before: string, value: string): ChangedKey =>
  field === 'odometer' ? explanationChanged(before, value) : CHANGED[field];

/** Why the odometer differs, as a draft holds it; empty: nobody has said so. */
export const explanationValue = (said: OdometerExplanation | null | undefined): string =>
  said ? JSON.stringify({ reason: said.reason, note: said.note }) : '';
export const explanationOf = (value: string): OdometerExplanation | null =>
  value === '' ? null : (JSON.parse(value) as OdometerExplanation);

/** In words: the reason with what was said beside it; of another reason that alone. */
export function explanationText(value: string, t: Translate): string {
  const said = explanationOf(value);
  if (said === null) return '';
  const { reason, note } = said;
  return reason === 'other' ? note : [t(`OdometerReason-${reason}`), note].filter(Boolean).join('. ');
}

/** DRV-007: names between commas; one that is a user's is the user. */
export function passengersOf(text: string, people: readonly { id: number; name: string }[]): Passenger[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names)].filter(Boolean).map((name) => {
    const member = people.find((person) => person.name.toLocaleLowerCase() === name.toLocaleLowerCase());
    return { member_id: member?.id ?? null, name: member?.name ?? name };
  });
}
export const passengersText = (value: string): string => (JSON.parse(value) as Passenger[]).map(({ name }) => name).join(', ');
