import { monthOf } from '@spora/calendar/days';
import type { TripType } from '@spora/contract/units/endpoints';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { goneText, measuresOf } from '../../../lib/measures.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import type { Column } from '../columns.ts';
import { Hint } from '../../../ui/hint.tsx';
import { Icon } from '../../../ui/icon.tsx';
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
  /** The days that are summed; the report of their months sums the same but for trailers. */
  days?: { readonly from: string; readonly to: string } | undefined;
}): ReactNode {
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
  const { totals } = props;
  const { at_sea } = totals;
  const atSeaM = at_sea ? at_sea.business + at_sea.private + at_sea.other : props.isAtSea ? totals.distance_m : 0;
  const distance = (metres: number, ofBoatsM: number): string =>
    metres === 0
      ? measuresOf(props.isAtSea ? 'boat' : 'vehicle', format).distance(0)
      : goneText({ metres, atSeaM: ofBoatsM }, format);
  const ofType = (type: TripType): string =>
    distance(totals.by_type[type], at_sea?.[type] ?? (props.isAtSea ? totals.by_type[type] : 0));
  const duration = durationOf({ seconds: totals.duration_s, trips: totals.count, untimed: totals.untimed ?? 0 }, format, t);
  // Kilometres and nautical miles leave no room beside them on a phone.
  const isMixed = atSeaM > 0 && atSeaM < totals.distance_m;
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
          <div role="cell" key={type} className={cx(shares.length === 1 && styles['only'])}>
            <TypeMark type={type} /> {typeText(type)}{' '}
            <span className={styles['ofType']}>
              <Kilometres text={ofType(type)} />
            </span>
          </div>
        ))}
        {usedTexts(totals, props.columns, format).map((text) => (
          <div role="cell" key={text} className={styles['used']}>
            {text}
          </div>
        ))}
        {duration !== null && (
          <div role="cell" className={cx(!isMixed && styles['duration'])}>
            <Duration text={duration} time={format.driven(totals.duration_s)} />
          </div>
        )}
        {atSeaM > 0 && (
          <div role="cell" className={styles['used']}>
            {t('NauticalMileIs')}
          </div>
        )}
        {totals.towed && (
          <div role="cell" className={styles['trailers']}>
            <Hint
              className={styles['towed'] ?? ''}
              label={t('OfTrailers', { distance: format.km(totals.towed.distance_m) })}
              text={t('SummaryTrailers', { distance: format.km(totals.towed.distance_m), count: totals.towed.units })}
              link={
                props.days && (
                  <PageLink to={ADDRESSES.summary} search={{ from: monthOf(props.days.from), to: monthOf(props.days.to) }}>
                    {t('TrailersInSummary')}
                  </PageLink>
                )
              }
            >
              <span className={styles['ofTrailers']}>{t('OfTrailers', { distance: format.km(totals.towed.distance_m) })}</span>
              <Icon name="information" size={14} />
            </Hint>
          </div>
        )}
        <div role="cell" className={styles['whole']}>
          <Kilometres text={distance(totals.distance_m, atSeaM)} />
        </div>
      </div>
    </div>
  );
}

/** The time of all trips; on a phone that it lacks some is behind a mark, so that the sums stay within two lines. */
function Duration(props: { text: string; time: string }): ReactNode {
  const { text, time } = props;
  if (text === time) return time;
  return (
    <>
      <span className={styles['told']}>{text}</span>
      <Hint className={cx(styles['towed'], styles['marked'])} label={text} text={text}>
        {time}
        <Icon name="information" size={14} />
      </Hint>
    </>
  );
}
