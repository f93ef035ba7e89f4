import type { Trip } from '@spora/contract/trips/endpoints';
import { useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Hint } from '../../../ui/hint.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { stepOf } from '../../../lib/measures.ts';
import { roundedTogether } from '../../../lib/rounded-together.ts';
import { partsOfEnds, roundText, shareTown, type AddressParts } from '../../../lib/address-text.ts';
import { explanationText, explanationValue } from '../fields.ts';
import { crossesMidnight, lacksPurpose } from '../model.ts';
import { useMeasures } from '../use-measures.tsx';
import styles from './route-ends.module.css';

/** Start and stop under each other, joined by the track between them. */
export function RouteEnds(props: { trip: Trip }): ReactNode {
  const t = useT();
  const { trip } = props;
  if (trip.is_masked)
    return (
      <span className={styles['masked']}>
        <Icon name="lock" size={16} />
        <span>
          {t('PrivateTrip')}
          <span className={styles['faint']}> · {t('PrivateTripShort')}</span>
        </span>
      </span>
    );
  const around = roundText(trip, t);
  if (around !== null)
    return (
      <span className={cx(styles['end'], styles['alone'])}>
        <span className={styles['round']} aria-hidden="true" />
        <Address parts={{ street: around, town: '' }} />
      </span>
    );
  const [start, stop] = partsOfEnds(trip, t);
  const isShared = shareTown(start, stop);
  return (
    <span className={styles['ends']} data-ongoing={trip.is_ongoing}>
      <span className={styles['end']}>
        <span className={styles['start']} aria-hidden="true" />
        <Address parts={start} isLeftOut={isShared} />
      </span>
      <span className={styles['end']}>
        <span className={styles['stop']} aria-hidden="true" />
        <Address parts={trip.is_ongoing ? { street: t('Ongoing'), town: '' } : stop} />
      </span>
    </span>
  );
}

/** In a narrow row the town gives way before the street does, and is left out where the other end says it. */
function Address(props: { parts: AddressParts; isLeftOut?: boolean }): ReactNode {
  const {
    parts: { street, town },
    isLeftOut = false,
  } = props;
  return (
    <span className={styles['address']} title={`${street}${town}`}>
      <span className={styles['street']}>{street}</span>
      {town !== '' && (
        <span className={styles['town']} data-twice={isLeftOut}>
          {town}
        </span>
      )}
    </span>
  );
}

/** What is unusual about a trip, or still missing; each mark explains itself when pressed. */
export function TripMarks(props: { trip: Trip; saysPurpose: boolean; isOfRun: boolean }): ReactNode {
  const t = useT();
  const marks = useMarks(props);
  const [isOpen, setOpen] = useState(false);
  const { parts } = props.trip;
  if (marks.length === 0 && parts.length === 0) return null;
  return (
    <span className={styles['marks']}>
      {parts.length > 0 && (
        <button
          type="button"
          className={styles['markButton']}
          aria-expanded={isOpen}
          aria-label={t('MergedOf', { count: parts.length })}
          title={t('MergedOf', { count: parts.length })}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="merge" size={15} />
          {parts.length}
        </button>
      )}
      {marks.map(({ icon, label, text, tone }) => (
        <Hint key={label} className={cx(styles['markButton'], tone && styles[tone])} label={label} text={`${label}. ${text}`}>
          <Icon name={icon} size={15} />
        </Hint>
      ))}
      {isOpen && <TripParts trip={props.trip} />}
    </span>
  );
}

/** What of the trips of a folded round waits for somebody and its row does not say otherwise. */
export function RunMarks({ trips }: { trips: readonly Trip[] }): ReactNode {
  const t = useT();
  const count = trips.filter(({ has_odometer_gap }) => has_odometer_gap === true).length;
  if (count === 0) return null;
  const label = t('OdometerGaps', { count });
  return (
    <span className={cx(styles['marks'], styles['ofRun'])}>
      <Hint className={cx(styles['markButton'], styles['open'])} label={label} text={`${label}. ${t('OdometerGapsHelp')}`}>
        <Icon name="alert" size={15} />
      </Hint>
    </span>
  );
}

interface Mark {
  readonly icon: IconName;
  readonly label: string;
  readonly text: string;
  readonly tone?: 'open';
}
function useMarks({ trip, saysPurpose, isOfRun }: { trip: Trip; saysPurpose: boolean; isOfRun: boolean }): Mark[] {
  const t = useT();
  const { IsAdmin, OtherTripPurposeRequired: isOtherAsked, userHasOnlyBasSubscription: isPlain } = useUser();
  const format = useFormat();
  const marks: (Mark | false)[] = [
    // DEC-73: nobody is asked for what a basic subscription has no field for.
    !isPlain &&
      !saysPurpose &&
      lacksPurpose(trip, isOtherAsked) && {
        icon: 'alert',
        label: t('PurposeMissing'),
        text: t('PurposeMissingHelp'),
        tone: 'open',
      },
    Boolean(trip.odometer_explanation) && {
      icon: 'information',
      label: t('OdometerGapExplained'),
      text: `${explanationText(explanationValue(trip.odometer_explanation), t)}.`,
    },
    trip.has_odometer_gap === true && { icon: 'alert', label: t('OdometerGap'), text: t('OdometerGapHelp'), tone: 'open' },
    trip.attested_by !== null && {
      icon: 'lock',
      label: trip.attested_by === 'admin' ? t('AttestedByAdmin') : t('AttestedByUser'),
      text: t(IsAdmin ? 'AttestedHelpAdmin' : 'AttestedHelp'),
    },
    trip.is_manual && { icon: 'user', label: t('ManualTrip'), text: t('ManualTripHelp') },
    trip.is_edited_late && { icon: 'history', label: t('EditedLate'), text: t('EditedLateHelp') },
    crossesMidnight(trip, format.day) && { icon: 'moon', label: t('CrossesMidnight'), text: t('CrossesMidnightHelp') },
    !isOfRun && trip.suggests_merge && { icon: 'merge', label: t('SuggestsMerge'), text: t('SuggestsMergeHelp') },
  ];
  return marks.filter((mark) => mark !== false);
}

/** The trips that one is made of (TRIP-010). */
export function TripParts(props: { trip: Trip }): ReactNode {
  const t = useT();
  const format = useFormat();
  const measures = useMeasures()([props.trip]);
  // They add up to the distance that stands beside them.
  const shownM = roundedTogether(
    props.trip.parts.map(({ distance_m }) => distance_m),
    stepOf(measures.unitM),
  );
  return (
    <ul className={styles['parts']} aria-label={t('MergedOf', { count: props.trip.parts.length })}>
      {props.trip.parts.map((part, i) => (
        <li key={part.id}>
          {format.time(part.start)}–{format.time(part.stop)} · {measures.distance(shownM[i] ?? part.distance_m)}
        </li>
      ))}
    </ul>
  );
}
