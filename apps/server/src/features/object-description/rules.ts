import {
  OBJECT_NUMBER_FIELDS,
  OBJECT_NUMBERS,
  type ObjectDescription,
  type ObjectType,
} from '@spora/contract/object-description/endpoints';

export type ObjectFacts = Omit<ObjectDescription, 'registration_number' | 'pictures' | 'can'>;

export const NOTHING_KNOWN: ObjectFacts = {
  type: null,
  manufacturer: '',
  model: '',
  year: null,
  hull_number: '',
  motor_number: '',
  chassis_number: '',
  serial_number: '',
  insurance_company: '',
  insurance_number: '',
  links: [],
};

/** OBJ-004: what is told of an object to others: without the numbers that one of its type does not bear. */
export function factsToTell(facts: ObjectFacts): ObjectFacts {
  const borne: readonly string[] = facts.type === null ? OBJECT_NUMBER_FIELDS : OBJECT_NUMBERS[facts.type];
  const hidden = OBJECT_NUMBER_FIELDS.filter((field) => !borne.includes(field));
  return { ...facts, ...Object.fromEntries(hidden.map((field) => [field, ''])) };
}

/** A registration number is told of what bears one: what is on the road, and what nobody has said the type of. */
export const bearsRegistration = (type: ObjectType | null): boolean =>
  type === null || (OBJECT_NUMBERS[type] as readonly string[]).includes('chassis_number');

/** Next year's models are sold this year. */
export const isYearPossible = (year: number, now: Date): boolean => year <= now.getUTCFullYear() + 1;

/** Each field that was changed, as texts for the unit's history. */
export function changesBetween(before: ObjectFacts, after: ObjectFacts): { field: string; before: string; after: string }[] {
  const fields = Object.keys(before) as (keyof ObjectFacts)[];
  return fields
    .map((field) => ({ field: `object_${field}`, before: textOf(before[field]), after: textOf(after[field]) }))
    .filter((change) => change.before !== change.after);
}

function textOf(value: ObjectFacts[keyof ObjectFacts]): string {
  if (value === null) return '';
  return typeof value === 'object' ? value.join(' ') : String(value);
}
