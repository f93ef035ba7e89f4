import type { CheckIn, Driver } from '@spora/contract/drivers/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { checkInsQuery, peopleQuery } from '../queries.ts';
import { toldNearMoment } from '../told-moment.ts';
import styles from '../drivers.module.css';

/** What a tag is called, or what is read of it. */
export const tagText = ({ name, tag }: { readonly name: string; readonly tag: string }): string => name || tag;

/** Whose name it is, to who may open it as the way to the sheet of that person. */
export function DriverName({ driver }: { driver: Pick<Driver, 'id' | 'name'> }): ReactNode {
  const { IsAdmin } = useUser();
  if (!IsAdmin) return driver.name;
  return (
    <PageLink to={ADDRESSES.account} search={{ tab: 'users', user: String(driver.id) }}>
      {driver.name}
    </PageLink>
  );
}

/** Units by name, each the way to its page. */
export function UnitLinks(props: { units: readonly Pick<CheckIn, 'unit_id' | 'unit_name' | 'imei'>[] }): ReactNode {
  return props.units.map(({ unit_id, unit_name, imei }, index) => (
    <span key={unit_id}>
      {index > 0 && ', '}
      {imei === null ? (
        unit_name
      ) : (
        <PageLink to={ADDRESSES.editUnit} search={{ imei }}>
          {unit_name}
        </PageLink>
      )}
    </span>
  ));
}

/** How many trips somebody drove, as the way to them in the log. */
export function TripsLink(props: {
  driver: Pick<Driver, 'id' | 'trips'>;
  days: { readonly from: string; readonly to: string };
}): ReactNode {
  const { driver, days } = props;
  const t = useT();
  if (driver.trips === 0) return null;
  return (
    <PageLink to={ADDRESSES.tripLog} search={{ period: 'custom', ...days, drivers: String(driver.id) }}>
      {t('DriverTripCount', { count: driver.trips })}
    </PageLink>
  );
}

/** What the sheet of a person tells of them as a driver; nothing of who does not drive. */
export function DriverFacts({ userId }: { userId: number }): ReactNode {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const send = useSend();
  const { data } = useQuery(peopleQuery(send));
  const { data: checkIns } = useQuery(checkInsQuery(send));
  const driver = data?.drivers.find(({ id }) => id === userId);
  if (!data || !driver) return null;
  const current = checkIns?.check_ins.filter((row) => row.driver.id === userId) ?? [];
  const facts: [string, ReactNode][] = [
    ...current.map((row): [string, ReactNode] => [
      t('DriverNow'),
      <>
        <UnitLinks units={[row]} /> {t('DriverSince', { time: toldNearMoment(row.since, now, { t, format }) })}
      </>,
    ]),
    ...(driver.usual_units.length > 0
      ? [[t('DriverUsualUnits'), <UnitLinks key="units" units={driver.usual_units} />] as [string, ReactNode]]
      : []),
    [
      t('DriverTags'),
      <>
        {driver.tags.length === 0 ? t('DriverNoTag') : driver.tags.map(tagText).join(', ')}
        {' · '}
        <PageLink to={ADDRESSES.drivers} search={{ tab: 'tags' }}>
          {t('DriversTab-tags')}
        </PageLink>
      </>,
    ],
    ...(driver.trips > 0
      ? [
          [t('DriverTripsLately'), <TripsLink key="trips" driver={driver} days={{ from: data.from_day, to: data.to_day }} />] as [
            string,
            ReactNode,
          ],
        ]
      : []),
  ];
  return (
    <section className={styles['asDriver']} aria-label={t('AsDriver')}>
      <h3>{t('AsDriver')}</h3>
      <dl className={styles['facts']}>
        {facts.map(([label, value], index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
