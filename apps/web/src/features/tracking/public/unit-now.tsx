import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import frame from '../../../ui/section.module.css';
import { Section } from '../../../ui/section.tsx';
import { HowToConnect } from '../components/how-to-connect.tsx';
import { Moment, UnitFacts, usePlaced } from '../components/unit-facts.tsx';
import { UnitAddress } from '../components/unit-list.tsx';
import { doesText } from '../does-text.ts';
import type { LiveFeed } from '../live-feed.ts';
import type { ShownUnit } from '../model.ts';
import { useLiveFeed } from './live-context.tsx';
import styles from './unit-now.module.css';

/** Where a unit is and what it does, as its card on the map says; nothing for whose map is off, and of a unit that is not on it. */
export function UnitNow({ unitId }: { unitId: number }): ReactNode {
  const feed = useLiveFeed();
  return feed && <Followed feed={feed} unitId={unitId} />;
}

function Followed({ feed, unitId }: { feed: LiveFeed; unitId: number }): ReactNode {
  const unit = useSyncExternalStore(feed.subscribe, feed.getState).units.get(unitId);
  const isBrief = unit?.isBrief === true;
  useEffect(() => {
    if (isBrief) feed.need([unitId]);
  }, [feed, isBrief, unitId]);
  return unit && <Now unit={unit} />;
}

function Now({ unit }: { unit: ShownUnit }): ReactNode {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const placed = usePlaced(unit, now);
  const { imei, position, no_position_reason: reason } = unit;
  return (
    <Section
      title={t('UnitNow')}
      action={
        imei !== null &&
        position !== null && (
          <PageLink to={ADDRESSES.map} search={{ unit: imei }} className={buttonClass({ isSmall: true })}>
            <Icon name="map" size={16} />
            {t('ShowOnMap')}
          </PageLink>
        )
      }
    >
      <div className={styles['lead']}>
        {reason === null ? (
          <p className={styles['where']}>
            <UnitAddress unit={placed} isWhole />
          </p>
        ) : (
          <p className={styles['reason']}>{t(reason === 'private' ? 'PrivateUseHelp' : `NoPosition-${reason}`)}</p>
        )}
        <HowToConnect unit={unit} className={styles['connect']} />
        {reason === null && <p className={frame['soft']}>{doesText(unit, now, t, format)}</p>}
        {position && (
          <p className={frame['soft']}>
            {t('LastPosition')}: <Moment at={position.time} nowMs={now} />
          </p>
        )}
      </div>
      <UnitFacts unit={unit} nowMs={now} more={null} />
    </Section>
  );
}
