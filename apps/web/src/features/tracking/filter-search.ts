import type { SearchOptions } from '@spora/contract/tracking/endpoints';
import { UNIT_STATES } from '@spora/contract/tracking/values';
import { isSwitchedOn, listedIn } from '../../lib/search-text.ts';

/** All units by name: what a member sees before they have chosen anything. */
export const FIRST_OPTIONS: SearchOptions = {
  search: '',
  states: [],
  kinds: [],
  departments: [],
  projects: [],
  tags: [],
  areas: [],
  sort: 'name',
  descending: false,
  filter_map: false,
  cluster: true,
  show_titles: true,
  group_by: 'none',
  closed_groups: [],
};

const LISTS = ['states', 'kinds', 'departments', 'projects', 'tags', 'areas', 'closed'] as const;
type List = (typeof LISTS)[number];
const SORTS: readonly SearchOptions['sort'][] = ['name', 'last-seen', 'state', 'speed'];
export const GROUPINGS = ['none', 'department', 'project', 'kind', 'state'] as const satisfies SearchOptions['group_by'][];

/** MAP-018, NAV-037: filters, order and groups of the list as the address holds them; what is as usual is left out. */
export interface FilterSearch extends Partial<Readonly<Record<List, readonly string[]>>> {
  readonly q?: string;
  readonly sort?: SearchOptions['sort'];
  readonly reversed?: true;
  readonly group?: SearchOptions['group_by'];
}
export const FILTER_KEYS = [...LISTS, 'q', 'sort', 'reversed', 'group'] as const;

const TEXT_MAX = 100;
const LIST_MAX = 50;
const AREA = /^(zone|place):\d{1,15}$/;
/** What the server keeps of a list; the rest of a broken link is dropped. */
const isEntry: Partial<Record<List, (text: string) => boolean>> = {
  states: (text) => UNIT_STATES.some((state) => state === text),
  areas: (text) => AREA.test(text),
  closed: (text) => /^([a-z]+:|without-position$)/.test(text),
};

/** Keeps what is well formed and drops the rest. */
export function readFilterSearch(search: Record<string, unknown>): FilterSearch {
  const lists = LISTS.flatMap((name) => {
    const kept = listedIn(search[name])
      .filter((each): each is string => typeof each === 'string' && each.length <= 80 && (isEntry[name]?.(each) ?? true))
      .slice(0, LIST_MAX);
    return kept.length > 0 ? [[name, kept] as const] : [];
  });
  const { q } = search;
  const sort = SORTS.find((known) => known === search['sort']);
  const group = GROUPINGS.find((known) => known === search['group']);
  return {
    ...Object.fromEntries(lists),
    // A number that somebody searched for is read as one by the router.
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q).slice(0, TEXT_MAX) }),
    ...(sort && { sort }),
    ...(isSwitchedOn(search['reversed']) && { reversed: true as const }),
    ...(group && { group }),
  };
}

/** What the address says of these options. */
export function toFilterSearch(options: SearchOptions): FilterSearch {
  const { search, sort, descending, group_by: group, closed_groups: closed } = options;
  return readFilterSearch({
    ...options,
    closed,
    q: search,
    sort: sort === FIRST_OPTIONS.sort ? undefined : sort,
    reversed: descending,
    group: group === FIRST_OPTIONS.group_by ? undefined : group,
  });
}

/** The options as a link shows them: its filters in place of one's own, and what it does not speak of as one has it. */
export const withFilters = (own: SearchOptions, link: FilterSearch): SearchOptions => ({
  ...own,
  search: link.q ?? '',
  states: UNIT_STATES.filter((state) => link.states?.includes(state)),
  kinds: [...(link.kinds ?? [])],
  departments: [...(link.departments ?? [])],
  projects: [...(link.projects ?? [])],
  tags: [...(link.tags ?? [])],
  areas: [...(link.areas ?? [])],
  sort: link.sort ?? FIRST_OPTIONS.sort,
  descending: link.reversed ?? false,
  group_by: link.group ?? FIRST_OPTIONS.group_by,
  closed_groups: [...(link.closed ?? [])],
});

/** The same filters are the same text. */
export const filterText = (search: FilterSearch): string => {
  const named = FILTER_KEYS.flatMap((key) => (search[key] === undefined ? [] : [[key, search[key]] as const]));
  return named.length === 0 ? '' : JSON.stringify(Object.fromEntries(named));
};
