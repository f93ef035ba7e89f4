import { useSyncExternalStore, type ReactNode } from 'react';
import { useNow } from '../../../lib/age.ts';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { UnitMark } from '../../../map/unit-mark.tsx';
import { UnitAddress } from '../components/unit-list.tsx';
import { doesText } from '../does-text.ts';
import type { LiveFeed } from '../live-feed.ts';
import { symbolOf, toldState, type ShownUnit } from '../model.ts';
import { useLiveFeed } from './live-context.tsx';
import styles from './own-units.module.css';

/** More of them are looked at on the map. */
const MOST_UNITS = 5;

/** Where the few units of somebody without colleagues are and what they do, each with the way to it on the map. */
export function OwnUnits(): ReactNode {
  const feed = useLiveFeed();
  return feed && <Listed feed={feed} />;
}

function Listed({ feed }: { feed: LiveFeed }): ReactNode {
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
            <Unit unit={unit} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Unit({ unit }: { unit: ShownUnit }): ReactNode {
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
        </span>
      </span>{' '}
      <span className={styles['does']}>{doesText(unit, now, t, format)}</span>
      <Icon name="chevron-right" size={16} />
    </PageLink>
  );
}
