import type {
  OBJECT_NUMBER_FIELDS,
  ObjectDescription,
  ObjectInput,
  TheftFacts,
  TheftInput,
} from '@spora/contract/object-description/endpoints';
import type { MessageKey } from '@spora/messages/keys';
import { TYPE_GROUPS, type ObjectType } from './public/object-types.ts';

export type NumberField = (typeof OBJECT_NUMBER_FIELDS)[number];

/** The numbers that are asked for; of what has no type yet, none. */
export function numbersOf(type: ObjectType | ''): readonly NumberField[] {
  if (type === '') return [];
  if (type === 'outboard-motor') return ['motor_number'];
  if (type === 'tractor') return ['chassis_number', 'serial_number'];
  if ((TYPE_GROUPS.ObjectOnWater as readonly ObjectType[]).includes(type)) return ['hull_number', 'motor_number'];
  if ((TYPE_GROUPS.ObjectOnRoad as readonly ObjectType[]).includes(type)) return ['chassis_number'];
  return ['serial_number'];
}
export const hasRegistration = (type: ObjectType | ''): boolean => numbersOf(type).includes('chassis_number');

/** What stands in the fields: texts as typed. */
export interface ObjectForm {
  readonly type: ObjectType | '';
  readonly manufacturer: string;
  readonly model: string;
  readonly year: string;
  readonly hull_number: string;
  readonly motor_number: string;
  readonly chassis_number: string;
  readonly serial_number: string;
  readonly insurance_company: string;
  readonly insurance_number: string;
  readonly links: readonly string[];
}
export type ObjectField = keyof ObjectForm;

export const formOf = (description: ObjectDescription): ObjectForm => ({
  type: description.type ?? '',
  manufacturer: description.manufacturer,
  model: description.model,
  year: description.year === null ? '' : String(description.year),
  hull_number: description.hull_number,
  motor_number: description.motor_number,
  chassis_number: description.chassis_number,
  serial_number: description.serial_number,
  insurance_company: description.insurance_company,
  insurance_number: description.insurance_number,
  links: description.links,
});

const HULL_NUMBER = /^([A-Z0-9]{14})?$/;
/** DEC-66: as it is kept. */
export const hullNumberOf = (typed: string): string =>
  typed
    .replace(/\s/g, '')
    .toUpperCase()
    .replace(/^([A-Z0-9]{2})-/, '$1');

/** OBJ-007. */
export function isWebLink(text: string): boolean {
  const address = text.trim();
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
  const { hostname, username, password } = new URL(address);
  return hostname !== '' && username === '' && password === '';
}

export type ObjectFaults = Partial<Record<Exclude<ObjectField, 'links'>, MessageKey>> & {
  links?: ReadonlyMap<number, MessageKey>;
};

/** What is wrong before anything is sent; the server says the same. A number that the type does not bear is not judged. */
export function faultsOf(form: ObjectForm, thisYear: number): ObjectFaults {
  const faults: ObjectFaults = {};
  const year = form.year.trim();
  if (year !== '' && (!/^\d{4}$/.test(year) || Number(year) < 1850 || Number(year) > thisYear + 1)) faults.year = 'YearInvalid';
  if (numbersOf(form.type).includes('hull_number') && !HULL_NUMBER.test(hullNumberOf(form.hull_number)))
    faults.hull_number = 'HullNumberInvalid';
  const links = new Map<number, MessageKey>();
  form.links.forEach((link, i) => {
    if (link.trim() !== '' && !isWebLink(link)) links.set(i, 'LinkInvalid');
  });
  return links.size > 0 ? { ...faults, links } : faults;
}

/** The changes as they are sent. Empty links are none; numbers that the type does not bear stay as they were. */
export function inputOf(changes: Partial<ObjectForm>, type: ObjectType | ''): ObjectInput {
  const { links, year, type: newType, hull_number: hull, motor_number, chassis_number, serial_number, ...texts } = changes;
  const numbers = {
    hull_number: hull === undefined ? undefined : hullNumberOf(hull),
    motor_number,
    chassis_number,
    serial_number,
  };
  const borne = Object.entries(numbers).filter(
    ([field, value]) => value !== undefined && numbersOf(type).includes(field as NumberField),
  );
  return {
    ...texts,
    ...(Object.fromEntries(borne) as Partial<Record<NumberField, string>>),
    ...(newType === undefined ? {} : { type: newType || null }),
    ...(year === undefined ? {} : { year: year.trim() === '' ? null : Number(year) }),
    ...(links === undefined ? {} : { links: links.map((link) => link.trim()).filter(Boolean) }),
  };
}

export const MEGABYTE = 1024 * 1024;
/** CONST-037. */
export const PICTURE_LIMIT = { count: 5, bytes: MEGABYTE, pixels: 13_000_000 } as const;
export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const;

/** The list with the element at one place moved to another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, i) => i !== from);
  const element = list[from];
  return element === undefined ? [...list] : [...rest.slice(0, to), element, ...rest.slice(to)];
}

/** Width and height of a picture made smaller: no side longer than `longest`. */
export function smallerSize(width: number, height: number, longest: number): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

export type TheftForm = TheftFacts & { readonly include_private: boolean };
export type TheftField = keyof TheftForm;

export function theftFaults(form: TheftForm, today: string): Partial<Record<TheftField, MessageKey>> {
  const faults: Partial<Record<TheftField, MessageKey>> = {};
  if (form.owner_name.trim() === '') faults.owner_name = 'SpecifyName';
  if (form.owner_email.trim() !== '' && !/^\S+@\S+\.\S+$/.test(form.owner_email.trim())) faults.owner_email = 'EnterValidEmail';
  if (form.stolen_on !== null && form.stolen_on > today) faults.stolen_on = 'TheftInFuture';
  return faults;
}

export const theftInputOf = (form: TheftForm): TheftInput => ({ ...form, owner_email: form.owner_email.trim() });

/** The token of a link stands after the `#`, which no browser sends to a server. */
export const shareAddress = (origin: string, path: string, token: string): string => `${origin}${path}#${token}`;
export const SHARE_DAYS = [1, 3, 7, 14, 30, 90] as const;
