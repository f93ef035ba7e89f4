import type { InputOf } from '@spora/contract/endpoint-map';
import type { MemberRight, User } from '@spora/contract/users/endpoints';
import { MEMBER_RIGHTS } from '@spora/contract/users/values';
import type { Language } from '@spora/messages/languages';
import { isSamePhone, shownPhone } from './model.ts';

/** A user as the form holds them. */
export interface UserDraft {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly is_admin: boolean;
  readonly language: Language;
  readonly department: string;
  readonly registration_id: string;
  readonly street: string;
  readonly postal_code: string;
  readonly city: string;
  readonly default_purpose: string;
  readonly rights: readonly MemberRight[];
  readonly unit_ids: readonly number[];
}

export const newDraft = (language: Language): UserDraft => ({
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  is_admin: false,
  language,
  department: '',
  registration_id: '',
  street: '',
  postal_code: '',
  city: '',
  default_purpose: '',
  // DEC-69: what members may unless it is taken from them.
  rights: ['edit-places'],
  unit_ids: [],
});

export const draftOf = (user: User): UserDraft => ({ ...user, phone: shownPhone(user.phone) });

const TEXTS = [
  'first_name',
  'last_name',
  'email',
  'department',
  'registration_id',
  'street',
  'postal_code',
  'city',
  'default_purpose',
] as const;
/** The fields that a refusal can stand beside. */
export const USER_FORM_FIELDS: readonly string[] = [...TEXTS, 'phone', 'language'];

const isSameSet = <T>(a: readonly T[], b: readonly T[]): boolean => a.length === b.length && a.every((each) => b.includes(each));

/** What of a user was changed, as `users.update` takes it: nothing that was left alone. */
export function changesOf(before: UserDraft, after: UserDraft): InputOf<'users.update'>['body'] {
  const texts = TEXTS.filter((field) => after[field].trim() !== before[field]).map((field) => [field, after[field]] as const);
  return {
    ...Object.fromEntries(texts),
    ...(isSamePhone(after.phone, before.phone.replace(/\D/g, '')) ? {} : { phone: after.phone }),
    ...(after.is_admin === before.is_admin ? {} : { is_admin: after.is_admin }),
    ...(after.language === before.language ? {} : { language: after.language }),
    ...(isSameSet(after.rights, before.rights) ? {} : { rights: MEMBER_RIGHTS.filter((right) => after.rights.includes(right)) }),
  };
}

/** What of a user's access was changed, as `users.change-access` takes it. */
export function accessChangesOf(userId: number, before: readonly number[], after: readonly number[]) {
  const had = new Set(before);
  const has = new Set(after);
  const pair = (unit_id: number) => ({ user_id: userId, unit_id });
  return {
    give: after.filter((id) => !had.has(id)).map(pair),
    take: before.filter((id) => !has.has(id)).map(pair),
  };
}

export const isDirtyDraft = (before: UserDraft, after: UserDraft): boolean => {
  const { give, take } = accessChangesOf(0, before.unit_ids, after.unit_ids);
  return Object.keys(changesOf(before, after)).length > 0 || give.length > 0 || take.length > 0;
};
