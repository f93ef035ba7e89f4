import type { Trip } from '@spora/contract/trips/endpoints';
import type { ReactNode } from 'react';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { wholeAddress } from '../../../lib/address-text.ts';
import { co2Text, countedUntil, crossesMidnight, fuelText, seemsOther, startText, underWayS } from '../model.ts';
import { CheckInButton } from '../../drivers/public/check-in-dialog.tsx';
import { useMeasures } from '../use-measures.tsx';
import type { TripEdits } from '../use-trip-edits.ts';
import { hasNoName, type TripEnd } from './place-naming.tsx';
import { OdometerGap } from './odometer-gap.tsx';
import { TripFields, TripParted } from './trip-fields.tsx';
import { TripHistory } from './trip-history.tsx';
import { TripPassages } from './trip-passages.tsx';
import styles from './trip-details.module.css';
import { Kilometres } from './trip-cell.tsx';

/** Everything about one trip, with its route above. */
export function TripDetails(props: {
  trip: Trip;
  edits: TripEdits;
  map: ReactNode;
  isPlain?: boolean;
  /** TRIP-014: leads to the editor of a place at an end without a name. */
  renderPlaceLink?: ((trip: Trip, which: TripEnd) => ReactNode) | undefined;
  /** Leads to where the unit's odometer is corrected. */
  odometerLink?: ReactNode;
}): ReactNode {
  const { trip, edits, isPlain = false } = props;
  const t = useT();
  const format = useFormat();
  const measures = useMeasures()([trip]);
  const now = useNow();
  const isUnderWay = trip.is_ongoing && trip.start.time !== null;
  const { odometer_km: startKm } = trip.start;
  const stopKm = trip.stop?.odometer_km ?? null;
  const linkTo = (which: TripEnd): ReactNode => hasNoName(trip, which) && props.renderPlaceLink?.(trip, which);
  // A reading is the unit's, from which its trips are counted; where the odometer differs, the way to it stands there.
  const isCounted = !trip.is_manual && trip.attested_by === null && trip.has_odometer_gap !== true;
  const mayCorrect = useUser().IsAdmin && !isPlain && isCounted;
  const odometer = (km: number): string => measures.odometer(km * 1000);
  return (
    <div className={styles['details']}>
      {!trip.is_masked && <div>{props.map}</div>}
      <div className={styles['body']}>
        {trip.is_masked ? (
          <p className={styles['masked']}>
            <Icon name="lock" size={18} />
            {t(trip.can.edit ? 'PrivateTripOwn' : 'PrivateTripHelp')}
          </p>
        ) : (
          <ol className={styles['ends']} aria-label={t('StartAndStop')}>
            <EndLine time={startText(trip, format)} text={wholeAddress(trip.start, t)} link={linkTo('start')} />
            <EndLine
              time={trip.stop?.time ? format.time(trip.stop.time) : ''}
              text={trip.stop ? wholeAddress(trip.stop, t) : t('Ongoing')}
              link={linkTo('stop')}
              isStop
            />
          </ol>
        )}
        <dl className={styles['figures']}>
          <div>
            <dt>
              {t('Distance')}
              {isUnderWay && ` ${t('OngoingAsOf', { time: format.time(countedUntil(trip)) })}`}
            </dt>
            <dd>{trip.is_masked && trip.distance_m === 0 ? '–' : <Kilometres text={measures.distance(trip.distance_m)} />}</dd>
          </div>
          {!trip.is_masked && (
            <div>
              {/* Of two merged trips the time between them is not in it. */}
              <dt>{t(trip.parts.length > 0 ? 'ColumnDuration' : 'Duration')}</dt>
              <dd>{format.duration(isUnderWay ? underWayS(trip, now) : trip.duration_s)}</dd>
            </div>
          )}
          {!trip.is_masked && !trip.hides_speed && (
            <div>
              <dt>{t('MaxSpeed')}</dt>
              <dd>{measures.speed(trip.max_speed_kmh)}</dd>
            </div>
          )}
        </dl>
        {!isPlain && <OdometerGap trip={trip} edits={edits} correctLink={props.odometerLink} />}
        {!isPlain && <TripFields trip={trip} edits={edits} />}
        {!isPlain && !trip.is_masked && <TripParted trip={trip} />}
        {!isPlain && trip.attested_by === null && trip.start.time !== null && trip.imei !== null && (
          <div className={styles['quietly']}>
            <CheckInButton
              isSmall
              look="quiet"
              target={{ imei: trip.imei, unitName: trip.unit_name, trip: { id: trip.id, start: trip.start.time } }}
            />
          </div>
        )}
        <dl className={styles['facts']}>
          <Fact label={t('Unit')} value={[trip.unit_name, trip.registration_number].filter(Boolean).join(' · ')} />
          {!trip.can.edit && !isPlain && !trip.is_masked && <Fact label={t('Driver')} value={trip.driver ?? t('NoDriver')} />}
          {startKm !== null && (
            <Fact
              label={t('Odometer')}
              value={
                stopKm !== null
                  ? t('OdometerSpan', { from: odometer(startKm).split('\u00a0')[0] ?? '', to: odometer(stopKm) })
                  : odometer(startKm)
              }
              note={mayCorrect && props.odometerLink}
            />
          )}
          {trip.average_kmh !== null && (
            <Fact
              label={t('AverageSpeed')}
              value={measures.speed(trip.average_kmh)}
              note={seemsOther(trip) ? t('AverageBySeconds') : undefined}
            />
          )}
          {trip.fuel !== null && (
            <Fact
              label={t(trip.fuel_unit === 'kWh' ? 'EnergyEstimate' : 'FuelEstimate')}
              value={fuelText(trip.fuel, trip.fuel_unit, format)}
            />
          )}
          {trip.co2_kg !== null && <Fact label={t('Co2Estimate')} value={co2Text(trip.co2_kg, format)} />}
          {!isPlain && !trip.is_masked && <Fact label={t('DecidedBy')} value={t(`TypeRule-${trip.type_rule}`)} />}
          {!trip.is_masked && <Fact label={t('EndedBy')} value={t(`EndRule-${trip.end_rule}`)} />}
          {!trip.is_masked && (
            <Fact
              label={t('DistanceSource')}
              value={trip.distance_source === 'odometer' ? t('DistanceFromOdometer') : t('DistanceFromPositions')}
            />
          )}
          {crossesMidnight(trip, format.day) && <Fact label={t('CrossesMidnight')} value={t('CrossesMidnightHelp')} />}
          {trip.suggests_merge && <Fact label={t('SuggestsMerge')} value={t('SuggestsMergeHelp')} />}
        </dl>
        {!isPlain && !trip.is_masked && <TripPassages tripId={trip.id} />}
        {!isPlain && !trip.is_masked && !trip.is_ongoing && <TripHistory tripId={trip.id} />}
      </div>
    </div>
  );
}

function EndLine(props: { time: string; text: string; link: ReactNode; isStop?: boolean }): ReactNode {
  return (
    <li className={styles['end']} data-stop={props.isStop}>
      <span className={styles['point']} aria-hidden="true" />
      <span className={styles['time']}>{props.time}</span>
      <span className={styles['endText']}>
        <span>{props.text}</span>
        {props.link}
      </span>
    </li>
  );
}

function Fact(props: { label: string; value: string; note?: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{props.label}</dt>
      <dd>
        {props.value}
        {props.note && <span className={styles['factNote']}>{props.note}</span>}
      </dd>
    </div>
  );
}
