import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useNow } from '../../../lib/age.ts';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { measuresOf } from '../../../lib/measures.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { UnitMark } from '../../../map/unit-mark.tsx';
import { ArmedBadge } from '../../zones/public/armed-badge.tsx';
import { UnitAddress } from '../components/unit-list.tsx';
import { doesText } from '../does-text.ts';
import type { LiveFeed } from '../live-feed.ts';
import { symbolOf, toldState, type ShownUnit } from '../model.ts';
import { useLiveFeed } from './live-context.tsx';
import styles from './own-units.module.css';

/** More of them are looked at on the map. */
const MOST_UNITS = 5;
/** Trips of today are asked for again after so long. */
const FRESH_MS = 60_000;

/** Where the few units of somebody without colleagues are and what they do, each with the way to it on the map. */
export function OwnUnits({ today }: { today: string }): ReactNode {
  const feed = useLiveFeed();
  return feed && <Listed feed={feed} today={today} />;
}

function Listed({ feed, today }: { feed: LiveFeed; today: string }): ReactNode {
  const t = useT();
  const all = [...useSyncExternalStore(feed.subscribe, feed.getState).units.values()];
  if (all.length === 0 || all.length > MOST_UNITS) return null;
  return (
    <section className={styles['group']} aria-labelledby="own-units">
      <h2 id="own-units" className={styles['title']}>
        {t('TodayUnits')}
      </h2>
      <ul className={styles['units']}>
        {all.map((unit) => (
          <li key={unit.id}>
            <Unit unit={unit} today={today} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Unit({ unit, today }: { unit: ShownUnit; today: string }): ReactNode {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  return (
    <PageLink to={ADDRESSES.map} search={unit.imei === null ? {} : { unit: unit.imei }} className={styles['unit']}>
      <UnitMark
        colour={unit.colour}
        symbol={symbolOf(unit)}
        state={toldState(unit, now)}
        headingDeg={unit.position?.heading_deg}
        size={32}
      />
      <span className={styles['what']}>
        <span className={styles['name']}>{unit.name}</span>{' '}
        <span className={styles['where']}>
          {unit.no_position_reason ? t(`NoPosition-${unit.no_position_reason}`) : <UnitAddress unit={unit} />}
          <Battery unit={unit} />
          {unit.imei !== null && <ArmedBadge imei={unit.imei} />}
        </span>
      </span>{' '}
      <span className={styles['end']}>
        <span className={styles['does']}>{doesText(unit, now, t, format)}</span> <Driven unit={unit} today={today} />
      </span>
      <Icon name="chevron-right" size={16} />
    </PageLink>
  );
}

/** What feeds it, as far as it tells: a boat that lies for weeks drains hers. */
function Battery({ unit: { position } }: { unit: ShownUnit }): ReactNode {
  const t = useT();
  const format = useFormat();
  const [volts, percent] = [position?.external_voltage_v, position?.battery_pct];
  const value =
    volts === undefined ? percent !== undefined && `${format.number(percent)}\u00a0%` : `${format.number(volts, 1)}\u00a0V`;
  return value && ` · ${t('TodayBattery', { value })}`;
}

/** What it drove today; nothing while that is not known. */
function Driven({ unit, today }: { unit: ShownUnit; today: string }): ReactNode {
  const t = useT();
  const format = useFormat();
  const body = { from: today, to: today };
  const { data } = useQuery({ ...endpointQuery(useSend(), 'reports.summary', { body }), retry: false, staleTime: FRESH_MS });
  if (!data) return null;
  const total = data.rows.find(({ id }) => id === unit.id)?.total;
  const types = total ? [total.business, total.private, total.other] : [];
  const count = types.reduce((sum, { trips }) => sum + trips, 0);
  const driven = types.reduce((sum, { distance_m: metres }) => sum + metres, 0);
  return (
    <span className={styles['driven']}>
      {[t('TodayDriven', { count }), ...(count > 0 ? [measuresOf(unit.kind, format).distance(driven)] : [])].join(' · ')}
    </span>
  );
}
