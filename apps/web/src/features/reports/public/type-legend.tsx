import type { TripType } from '@spora/contract/units/endpoints';
import type { ReactNode } from 'react';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { TypeMark } from '../../trips/public/type-mark.tsx';
import styles from './month-bars.module.css';

/** What the colours of bars are, where there could be several; `restName` is what the part of no type is called among types. */
export function TypeLegend(props: {
  of: readonly { readonly type: TripType | null; readonly value: number }[];
  restName?: string | undefined;
  /** How much of each there is in all, where nothing else says it; of one alone the sum does. */
  amountOf?: ((type: TripType | null) => string) | undefined;
}): ReactNode {
  const typeText = useTripTypeText();
  // One colour alone is explained too, where it could have been another.
  if (new Set(props.of.map(({ type }) => type)).size < 2) return null;
  const kinds = [...new Set(props.of.flatMap(({ type, value }) => (value > 0 ? [type] : [])))];
  const amountOf = (type: TripType | null): string => (props.amountOf && kinds.length > 1 ? ` ${props.amountOf(type)}` : '');
  return (
    <span className={styles['legend']}>
      {kinds.map((type) =>
        type === null ? (
          <span key="rest">
            <span className={styles['rest']} aria-hidden="true" /> {props.restName}
            {amountOf(type)}
          </span>
        ) : (
          <span key={type}>
            <TypeMark type={type} /> {typeText(type)}
            {amountOf(type)}
          </span>
        ),
      )}
    </span>
  );
}
