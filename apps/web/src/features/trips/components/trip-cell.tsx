import type { Trip } from '@spora/contract/trips/endpoints';
import { Fragment, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import type { Column } from '../columns.ts';
import type { TextField } from '../fields.ts';
import { addressText } from '../../../lib/address-text.ts';
import { co2Text, fuelText, isPrivateWithout } from '../model.ts';
import { useMeasures } from '../use-measures.tsx';
import type { TripEdits } from '../use-trip-edits.ts';
import { isAboutTolls, tollsText, useTripTolls } from '../use-trip-tolls.tsx';
import { DriverPick } from './driver-pick.tsx';
import { NamePlaceMenu } from './place-naming.tsx';
import { RouteEnds, TripMarks } from './route-ends.tsx';
import styles from './trip-list.module.css';
import { PassengersField, TripText } from './trip-text.tsx';
import { TypeMenu } from './type-menu.tsx';

export interface CellProps {
  readonly trip: Trip;
  readonly edits: TripEdits;
  readonly isSelected: boolean;
  /** Trips without a driver are gone through: who drove is chosen where the unit stands. */
  readonly asksDriver?: boolean;
  /** `isByKey`: the keyboard goes on in the details. */
  readonly onSelect: (id: number, isByKey?: boolean) => void;
}

/** What a column shows of a trip. */
export function TripCell(
  props: CellProps & {
    column: Column;
    /** The purpose stands in the row, and says itself that it is missing. */
    saysPurpose: boolean;
    isOfRun: boolean;
  },
): ReactNode {
  const { column, trip, edits } = props;
  const t = useT();
  const measures = useMeasures()([trip]);
  switch (column) {
    case 'time':
      return <TimeCell {...props} />;
    case 'route':
      return (
        <span className={styles['routeLine']}>
          <RouteEnds trip={trip} />
          <NamePlaceMenu trip={trip} />
          <TripMarks trip={trip} saysPurpose={props.saysPurpose && trip.can.edit} isOfRun={props.isOfRun} />
        </span>
      );
    case 'distance':
      return trip.is_masked && trip.distance_m === 0 ? '–' : <Kilometres text={measures.distance(trip.distance_m)} />;
    case 'unit':
      return (
        <>
          <span className={styles['unitName']} title={trip.unit_name}>
            {trip.unit_name}
          </span>
          {props.asksDriver && trip.can.edit && !trip.is_masked ? (
            <DriverPick trip={trip} edits={edits} column="driver" />
          ) : (
            <span className={styles['under']}>
              {[trip.registration_number, trip.driver].filter(Boolean).join(' · ') || (trip.is_masked ? '' : t('NoDriver'))}
            </span>
          )}
        </>
      );
    case 'type':
      return (
        <>
          <TypeMenu trip={trip} edits={edits} column="type" />
          {!trip.is_masked && trip.type_rule !== 'default' && (
            <span className={styles['under']}>
              {trip.is_manual && trip.type_rule === 'edit' ? t('ManualTrip') : t(`TypeRuleShort-${trip.type_rule}`)}
            </span>
          )}
        </>
      );
    case 'purpose':
    case 'note':
    case 'project':
    case 'visited':
      return <TextCell {...props} field={column} />;
    case 'driver':
      return trip.can.edit && !trip.is_masked ? (
        <DriverPick trip={trip} edits={edits} column="driver" />
      ) : (
        <span>{trip.driver}</span>
      );
    case 'passengers':
      return trip.can.edit && !trip.is_masked ? (
        <PassengersField trip={trip} edits={edits} column="passengers" />
      ) : (
        <span className={styles['readOnly']}>{trip.passengers.map(({ name }) => name).join(', ')}</span>
      );
    default:
      return <Figure column={column} trip={trip} />;
  }
}

function TextCell(props: CellProps & { field: TextField }): ReactNode {
  const { field, trip, edits } = props;
  if (trip.is_masked || (field === 'purpose' && isPrivateWithout(trip, field, edits))) return null;
  if (trip.can.edit) return <TripText field={field} trip={trip} edits={edits} column={field} />;
  return <span className={styles['readOnly']}>{trip[field]}</span>;
}

/** The columns that only tell. */
function Figure(props: { column: Column; trip: Trip }): ReactNode {
  const { trip } = props;
  const t = useT();
  const format = useFormat();
  const measures = useMeasures()([trip]);
  const odometer = (end: Trip['stop']): ReactNode =>
    end && end.odometer_km !== null ? <Kilometres text={measures.distance(end.odometer_km * 1000)} /> : '';
  switch (props.column) {
    case 'duration':
      return trip.is_masked ? '' : format.duration(trip.duration_s);
    case 'start-time':
      return trip.start.time === null ? '' : format.time(trip.start.time);
    case 'stop-time':
      return trip.stop?.time ? format.time(trip.stop.time) : '';
    case 'start-address':
      return trip.is_masked ? t('PrivateTrip') : addressText(trip.start, t);
    case 'stop-address':
      return trip.is_masked ? '' : addressText(trip.stop, t);
    case 'start-odometer':
      return odometer(trip.start);
    case 'stop-odometer':
      return odometer(trip.stop);
    case 'speed':
      return trip.is_masked || trip.hides_speed ? '' : measures.speed(trip.max_speed_kmh);
    case 'average-speed':
      return trip.average_kmh === null ? '' : measures.speed(trip.average_kmh);
    case 'fuel':
      return trip.fuel === null ? '' : fuelText(trip.fuel, trip.fuel_unit, format);
    case 'co2':
      return trip.co2_kg === null ? '' : co2Text(trip.co2_kg, format);
    case 'tolls':
      return <TollsCell tripId={trip.id} />;
    default:
      return trip.is_masked ? '' : t(`TypeRule-${trip.type_rule}`);
  }
}

function TollsCell({ tripId }: { tripId: number }): ReactNode {
  const t = useT();
  const format = useFormat();
  const tolls = useTripTolls(tripId);
  if (!tolls || tolls.sums.length === 0) return '';
  const amount = tollsText(tolls, format);
  return isAboutTolls(tolls) ? t('TripTollAbout', { amount }) : amount;
}

function TimeCell(props: CellProps): ReactNode {
  const { trip, isSelected, onSelect } = props;
  const t = useT();
  const format = useFormat();
  return (
    <>
      <button
        type="button"
        className={styles['open']}
        data-column="time"
        aria-pressed={isSelected}
        onClick={({ detail }) => onSelect(trip.id, detail === 0)}
      >
        <span className={styles['clock']}>
          {trip.start.time === null ? (
            <span className={styles['soft']}>
              <span aria-hidden="true">–</span>
              <span className="visually-hidden">{t('TimeNotTold')}</span>
            </span>
          ) : (
            <>
              {format.time(trip.start.time)}
              <span className={styles['soft']}>–{trip.stop?.time ? format.time(trip.stop.time) : ''}</span>
            </>
          )}
        </span>
        <span className="visually-hidden">, {t('TripDetails')}</span>
      </button>
      {trip.start.time !== null && <span className={styles['under']}>{format.duration(trip.duration_s)}</span>}
    </>
  );
}

/** The number in the text's tone, its unit in a lighter one; so does each of several parts. */
export function Kilometres(props: { text: string }): ReactNode {
  return props.text.split(' · ').map((part, i) => {
    const at = part.lastIndexOf('\u00a0');
    return (
      <Fragment key={part}>
        {i > 0 && ' · '}
        {part.slice(0, at)}
        <span className={styles['soft']}>{part.slice(at)}</span>
      </Fragment>
    );
  });
}
