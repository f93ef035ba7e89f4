import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { measuresOf } from '../../../lib/measures.ts';
import { useUser } from '../../../lib/session-context.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import type { Column } from '../columns.ts';
import { cx } from '../../../ui/cx.ts';
import { durationOf, usedTexts, type TripPage } from '../model.ts';
import { TYPES } from '../public/trip-search.ts';
import { Kilometres } from './trip-cell.tsx';
import { TypeMark } from '../public/type-mark.tsx';
import styles from './list-foot.module.css';

/** TRIP-019: the sums of everything that the filters leave, per type, in sight while the list is scrolled. */
export function ListFoot(props: {
  totals: TripPage['totals'];
  columns: readonly Column[];
  isAtSea?: boolean | undefined;
}): ReactNode {
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
  const { distance } = measuresOf(props.isAtSea ? 'boat' : 'vehicle', format);
  const { totals } = props;
  const duration = durationOf(totals.duration_s, totals.count, format);
  // DEC-73: a log without types has no sums per type.
  const types = useUser().userHasOnlyBasSubscription ? [] : TYPES;
  const shares = types.map((type) => ({ type, metres: totals.by_type[type] })).filter(({ metres }) => metres > 0);
  return (
    <div role="rowgroup" className={styles['foot']} data-foot-sums>
      {shares.length > 1 && (
        <span className={styles['bar']} aria-hidden="true">
          {shares.map(({ type, metres }) => (
            <span key={type} className={cx(styles['part'], styles[type])} style={{ flexGrow: metres }} />
          ))}
        </span>
      )}
      <div role="row" className={styles['line']}>
        <div role="rowheader" className={styles['name']}>
          {t('TripCount', { count: totals.count })}
        </div>
        {(shares.length > 0 ? shares.map(({ type }) => type) : types).map((type) => (
          <div role="cell" key={type}>
            <TypeMark type={type} /> {typeText(type)} <Kilometres text={distance(totals.by_type[type])} />
          </div>
        ))}
        {usedTexts(totals, props.columns, format).map((text) => (
          <div role="cell" key={text} className={styles['used']}>
            {text}
          </div>
        ))}
        {duration !== null && <div role="cell">{duration}</div>}
        <div role="cell" className={styles['whole']}>
          <Kilometres text={distance(totals.distance_m)} />
        </div>
      </div>
    </div>
  );
}
