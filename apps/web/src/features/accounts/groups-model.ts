import type { Group, GroupKind } from '@spora/contract/accounts/endpoints';
import type { MessageKey } from '@spora/messages/keys';
import { compareNames } from '@spora/messages/name-order';
import { finder } from '../../lib/names.ts';
import { isSwitchedOn } from '../../lib/search-text.ts';

/** What the address holds of a list of departments, projects, tags or purposes; what is as usual is left out. */
export interface GroupsSearch {
  readonly q?: string;
  /** Archived ones are shown too. */
  readonly archived?: true;
}

/** Reads an address that anybody may have typed: what is not understood is left out. */
export const readGroupsSearch = ({ q, archived }: Record<string, unknown>): GroupsSearch => ({
  ...(typeof q === 'string' && q.trim() ? { q: q.slice(0, 100) } : {}),
  ...(isSwitchedOn(archived) ? { archived: true } : {}),
});

export const TRIP_TYPES = ['business', 'private', 'other'] as const;
export const asTripType = (value: string): Group['trip_type'] => TRIP_TYPES.find((type) => type === value) ?? null;

type TextKey = Extract<MessageKey, `${'Departments' | 'Projects' | 'Tags' | 'Purposes'}${'Title' | 'Lead' | 'Add' | 'None'}`>;

/** What each kind is called. */
export const GROUP_TEXTS: Readonly<Record<GroupKind, { title: TextKey; lead: TextKey; add: TextKey; none: TextKey }>> = {
  departments: {
    title: 'DepartmentsTitle',
    lead: 'DepartmentsLead',
    add: 'DepartmentsAdd',
    none: 'DepartmentsNone',
  },
  projects: { title: 'ProjectsTitle', lead: 'ProjectsLead', add: 'ProjectsAdd', none: 'ProjectsNone' },
  tags: { title: 'TagsTitle', lead: 'TagsLead', add: 'TagsAdd', none: 'TagsNone' },
  purposes: { title: 'PurposesTitle', lead: 'PurposesLead', add: 'PurposesAdd', none: 'PurposesNone' },
};

export type Bearer = 'units' | 'users' | 'trips';
/** What can bear each kind, as the columns of its table count it; whose usual one a purpose is has a column of its own. */
export const BEARERS: Readonly<Record<GroupKind, readonly Bearer[]>> = {
  departments: ['units', 'users'],
  projects: ['units', 'trips'],
  tags: ['units'],
  purposes: ['trips'],
};
export const BEARER_TEXTS = { units: 'GroupUnits', users: 'UsersTitle', trips: 'GroupTrips' } as const;

/** How many units, users and trips bear a group. */
export const countsOf = ({ uses, users, trips }: Group): Readonly<Record<Bearer, number>> => ({
  units: uses - users - trips,
  users,
  trips,
});

/** ADM-014: whether new trips of somebody's or of a unit's get it of themselves. */
export const isUsual = ({ uses, trips }: Group): boolean => uses > trips;

/** By what the list of units is narrowed to those that bear a group. */
export const UNITS_BY = { departments: 'department', projects: 'project', tags: 'tag' } as const satisfies Partial<
  Record<GroupKind, string>
>;

/** How many can be chosen, and how many are archived. */
export function countsByState(groups: readonly Group[]): { readonly count: number; readonly archived: number } {
  const archived = groups.filter(({ is_archived }) => is_archived).length;
  return { count: groups.length - archived, archived };
}

/** By name, the archived ones last and only when they are asked for. */
export const shownGroups = (groups: readonly Group[], q: string, withArchived: boolean): Group[] =>
  groups
    .filter(({ is_archived }) => withArchived || !is_archived)
    .filter(({ name }) => finder(q)(name))
    .toSorted((a, b) => Number(a.is_archived) - Number(b.is_archived) || compareNames(a.name, b.name));

type Rules = readonly { readonly rules: readonly { readonly purpose: string; readonly project: string }[] }[];

/** What rules of places write on trips and no group is called, archived ones included; each once, by name. */
export function namedByRules(places: Rules, field: 'purpose' | 'project', groups: readonly Pick<Group, 'name'>[]): string[] {
  const known = new Set(groups.map(({ name }) => name.toLowerCase()));
  const named = new Map(
    places.flatMap(({ rules }) => rules.map((rule) => [rule[field].trim().toLowerCase(), rule[field].trim()])),
  );
  return [...named].flatMap(([key, name]) => (key === '' || known.has(key) ? [] : [name])).toSorted(compareNames);
}
