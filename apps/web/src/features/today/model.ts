import type { TodayLine, TodayUnit } from '@spora/contract/today/endpoints';
import type { TodayLineName } from '@spora/contract/today/lines';
import { ADDRESSES } from '../../lib/addresses.ts';
import type { SearchPatch } from '../../lib/page-link.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { ALARM_LOOKS } from '../alarms/public/alarm-urgency.ts';

export const TODAY_GROUPS = ['now', 'watch', 'later'] as const;
export type TodayGroup = (typeof TODAY_GROUPS)[number];

interface Look {
  readonly group: TodayGroup;
  readonly icon: IconName;
  readonly tone: 'danger' | 'warning' | 'information' | 'plain';
}

export const LOOKS: Readonly<Record<TodayLineName, Look>> = {
  'alarms-urgent': { group: 'now', icon: ALARM_LOOKS.urgent.icon, tone: 'danger' },
  'bookings-requested': { group: 'now', icon: 'calendar', tone: 'warning' },
  'service-overdue': { group: 'now', icon: 'wrench', tone: 'danger' },
  'alarms-soon': { group: 'now', icon: ALARM_LOOKS.soon.icon, tone: 'warning' },
  'units-silent': { group: 'watch', icon: 'offline', tone: 'warning' },
  'alarms-untold': { group: 'watch', icon: 'bell', tone: 'warning' },
  'alarms-event': { group: 'watch', icon: ALARM_LOOKS.event.icon, tone: 'information' },
  'bookings-today': { group: 'watch', icon: 'calendar', tone: 'information' },
  'service-due-soon': { group: 'watch', icon: 'wrench', tone: 'information' },
  'attest-reopened': { group: 'later', icon: 'undo', tone: 'plain' },
  'attest-user': { group: 'later', icon: 'check', tone: 'plain' },
  'attest-open': { group: 'later', icon: 'check', tone: 'plain' },
  'trips-purpose': { group: 'later', icon: 'log', tone: 'plain' },
  'trips-driver': { group: 'later', icon: 'user', tone: 'plain' },
  'units-missing': { group: 'later', icon: 'truck', tone: 'plain' },
};

/** The lines in their groups, in the order of the server; a group without any is left out. */
export const groupsOf = (lines: readonly TodayLine[]): readonly { group: TodayGroup; lines: readonly TodayLine[] }[] =>
  TODAY_GROUPS.map((group) => ({ group, lines: lines.filter(({ name }) => LOOKS[name].group === group) })).filter(
    (each) => each.lines.length > 0,
  );

/** An address of ours, with the search that its page reads. */
export type TodayLink = {
  [Name in 'alarms' | 'alarmReceivers' | 'carSchedule' | 'service' | 'units' | 'editUnit' | 'attest' | 'tripLog']: {
    readonly to: (typeof ADDRESSES)[Name];
    readonly search: SearchPatch<(typeof ADDRESSES)[Name]>;
  };
}['alarms' | 'alarmReceivers' | 'carSchedule' | 'service' | 'units' | 'editUnit' | 'attest' | 'tripLog'];

/** Where all of a line are: the page with the filter by which the server counted them. */
export function linkOf(line: TodayLine): TodayLink {
  switch (line.name) {
    case 'alarms-urgent':
    case 'alarms-soon':
    case 'alarms-event':
      return { to: ADDRESSES.alarms, search: { urgency: URGENCIES[line.name] } };
    case 'alarms-untold':
      return { to: ADDRESSES.alarmReceivers, search: {} };
    case 'bookings-requested':
      return { to: ADDRESSES.carSchedule, search: { view: 'requests' } };
    case 'bookings-today':
      return { to: ADDRESSES.carSchedule, search: {} };
    case 'service-overdue':
    case 'service-due-soon':
      return { to: ADDRESSES.service, search: { state: line.name === 'service-overdue' ? 'overdue' : 'due-soon' } };
    case 'units-silent':
      return { to: ADDRESSES.units, search: { show: 'lost', sort: 'contact' } };
    case 'units-missing':
      return { to: ADDRESSES.units, search: { show: 'open' } };
    case 'attest-open':
    case 'attest-reopened':
    case 'attest-user':
      return { to: ADDRESSES.attest, search: { view: 'status', month: line.month, state: ATTEST_STATES[line.name] } };
    case 'trips-purpose':
    case 'trips-driver':
      return {
        to: ADDRESSES.tripLog,
        search: {
          period: 'custom',
          from: line.from,
          to: line.to,
          matter: line.name === 'trips-purpose' ? 'purpose' : 'driver',
          attested: 'no',
        },
      };
  }
}

const URGENCIES = { 'alarms-urgent': 'urgent', 'alarms-soon': 'soon', 'alarms-event': 'event' } as const;

const ATTEST_STATES = { 'attest-open': 'open', 'attest-reopened': 'reopened', 'attest-user': 'user' } as const;

/** One of a line, with where it is answered. */
export interface LinkedItem<Line extends TodayLine = TodayLine> {
  readonly key: string;
  readonly item: Line['items'][number];
  readonly link: TodayLink;
}

/** The unit's page on a tab; of a unit without a tracker, which has no page, the list that it stands in. */
const unitLink = ({ imei }: TodayUnit, tab: string, otherwise: TodayLink): TodayLink =>
  imei === null ? otherwise : { to: ADDRESSES.editUnit, search: { imei, tab } };

/** The items of a line, each with its own address. */
export function linksOf(line: TodayLine): readonly LinkedItem[] {
  const all = linkOf(line);
  switch (line.name) {
    case 'alarms-urgent':
    case 'alarms-soon':
    case 'alarms-event':
      return line.items.map((item) => ({
        key: `${item.id}`,
        item,
        link: { to: ADDRESSES.alarms, search: { ...all.search, alarm: item.id } },
      }));
    case 'bookings-requested':
    case 'bookings-today':
      return line.items.map((item) => ({
        key: `${item.id}`,
        item,
        link: { to: ADDRESSES.carSchedule, search: { ...all.search, booking: item.id } },
      }));
    case 'service-overdue':
    case 'service-due-soon':
      return line.items.map((item) => ({ key: `${item.plan_id}`, item, link: unitLink(item.unit, 'service', all) }));
    case 'units-silent':
      return line.items.map((item) => ({ key: `${item.unit.id}`, item, link: unitLink(item.unit, 'connection', all) }));
    case 'alarms-untold':
      return line.items.map((item) => ({ key: `${item.unit.id}`, item, link: unitLink(item.unit, 'alarms', all) }));
    case 'units-missing':
      return line.items.map((item) => ({ key: `${item.unit.id}`, item, link: unitLink(item.unit, 'general', all) }));
    case 'attest-open':
    case 'attest-reopened':
    case 'attest-user':
      return line.items.map((item, index) => ({
        key: `${index}`,
        item,
        link: {
          to: ADDRESSES.attest,
          search: {
            ...all.search,
            unit: `${item.unit.id}`,
            ...(item.user_id === null ? {} : { user: `${item.user_id}` }),
          },
        },
      }));
    case 'trips-purpose':
    case 'trips-driver':
      return line.items.map((item) => ({
        key: `${item.unit.id}`,
        item,
        link: {
          to: ADDRESSES.tripLog,
          search: { ...all.search, ...(item.unit.imei === null ? {} : { unit: item.unit.imei }) },
        },
      }));
  }
}
