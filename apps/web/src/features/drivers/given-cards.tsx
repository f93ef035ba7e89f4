import type { LiveUnit } from '@spora/contract/tracking/endpoints';
import { isWatercraft } from '@spora/contract/units/values';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { measuresOf } from '../../lib/measures.ts';
import { useSend } from '../../lib/send-context.tsx';
import { cardsQuery } from './queries.ts';
import styles from './drivers.module.css';

/** DRV-009: what check-ins by code give of units that one has no access to, until the check-out; of one of them, or of all. */
export function GivenCards(props: { unitId?: number }): ReactNode {
  const { data } = useQuery(cardsQuery(useSend()));
  const units = data?.units.filter(({ id }) => props.unitId === undefined || id === props.unitId) ?? [];
  if (units.length === 0) return null;
  return (
    <div className={styles['ownCards']}>
      {units.map((unit) => (
        <GivenCard key={unit.id} unit={unit} isNamed={props.unitId === undefined} />
      ))}
    </div>
  );
}

function GivenCard({ unit, isNamed }: { unit: LiveUnit; isNamed: boolean }): ReactNode {
  const t = useT();
  const format = useFormat();
  const facts: [string, string | null][] = [
    [t('LastContact'), unit.last_contact && format.dateTime(unit.last_contact)],
    [t('CodePageAddress'), unit.place ?? unit.address],
    [
      t(isWatercraft(unit.kind) ? 'OdometerAtSea' : 'Odometer'),
      unit.position?.odometer_m === undefined ? null : measuresOf(unit.kind, format).odometer(unit.position.odometer_m),
    ],
  ];
  return (
    <section className={styles['card']} aria-label={t('UnitCard', { name: unit.name })}>
      {isNamed && <strong>{unit.name}</strong>}
      {isNamed && <p className={styles['soft']}>{t('CodePageCardOnly')}</p>}
      <dl className={styles['facts']}>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
