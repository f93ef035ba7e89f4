import type { CheckIn } from '@spora/contract/drivers/endpoints';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNow } from '../../../lib/age.ts';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { AfterAWhile, Skeleton } from '../../../ui/skeleton.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { Elsewhere, elsewhereOf, leaveThem } from '../elsewhere.tsx';
import { useUndoCheckIn } from '../use-undo.ts';
import { checkInsQuery, previewQuery, useDriverWrite } from '../queries.ts';
import { driversQuery } from './drivers-query.ts';
import { toldMoment, toldNearMoment } from '../told-moment.ts';
import styles from '../drivers.module.css';

type Preview = DataOf<'drivers.preview-check-in'>;
/** A check-out is the news, and no check-in stands above it any longer. */
export const CHECK_IN_TOPIC = 'check-in';

type Extent = 'all' | 'until-next';

export interface CheckInTarget {
  /** Undefined: chosen in the dialog. */
  readonly imei?: string | undefined;
  readonly unitName?: string | undefined;
  /** Undefined: from now on. */
  readonly trip?: { readonly id: number; readonly start: string } | undefined;
}

/** DRV-005, DEC-46: who drives from where on, and what that changes, before it is done. */
export function CheckInDialog(props: { target: CheckInTarget; onClose: () => void }): ReactNode {
  const { target, onClose } = props;
  const t = useT();
  const send = useSend();
  const user = useUser();
  const { data: now } = useQuery(checkInsQuery(send));
  const { data: units } = useQuery({
    ...endpointQuery(send, 'units.rows', { query: { with_retired: 'false' } }),
    enabled: target.imei === undefined,
  });
  const [chosen, setChosen] = useState('');
  const imei = target.imei ?? chosen;
  const { data: people } = useQuery({ ...driversQuery(send, imei), enabled: imei !== '' });
  const [driverId, setDriverId] = useState<number | null>(null);
  const mayOthers = now?.can.check_in_others ?? false;
  // What one drives as a rule is what one checks in to each morning.
  const placeOf = ({ driver: usual }: { driver: string | null }): number => (!mayOthers && usual === user.FullName ? 0 : 1);
  const listed = (units?.units ?? []).toSorted((one, other) => placeOf(one) - placeOf(other));
  // Who checks in only oneself has nothing to choose.
  const driver = mayOthers ? people?.drivers.find(({ id }) => id === driverId) : now && { id: user.ID, name: user.FullName };
  const currentOf = (of: string) => now?.check_ins.find((row) => row.imei === of);
  const checkedInText = (of: string): string => {
    const current = currentOf(of);
    if (!current) return '';
    return current.is_own ? t('CheckedInHereOwn') : t('CheckedInHere', { name: current.driver.name });
  };
  const current = currentOf(imei);
  // While it is being done the list is asked again, and says so before the dialog has closed.
  const [isSaving, setSaving] = useState(false);
  const isThere = !isSaving && target.trip === undefined && current !== undefined && current.driver.id === driver?.id;
  return (
    <Dialog title={t(mayOthers ? 'CheckInTitle' : 'CheckIn')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['dialog']}>
        {target.imei === undefined ? (
          <PickField
            label={t('Unit')}
            value={chosen}
            noneText={t('CheckInChooseUnit')}
            options={listed.flatMap(({ imei: value, name, registration_number: plate }) =>
              value === null
                ? []
                : [{ value, label: [name, plate === name ? '' : plate, checkedInText(value)].filter(Boolean).join(' · ') }],
            )}
            onChange={setChosen}
          />
        ) : (
          <FromLine target={target} />
        )}
        {mayOthers && (
          <PickField
            label={t('CheckInDriverLabel')}
            value={driverId === null ? '' : String(driverId)}
            noneText={t('CheckInChooseDriver')}
            options={(people?.drivers ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) => setDriverId(Number(id) || null)}
          />
        )}
        {isThere && <AlreadyThere current={current} onClose={onClose} />}
        {imei !== '' && driver && !isThere && (
          <Consequence
            key={`${imei} ${driver.id}`}
            imei={imei}
            unitName={target.unitName ?? units?.units.find((unit) => unit.imei === imei)?.name ?? ''}
            driver={driver}
            isOwn={driver.id === user.ID}
            tripId={target.trip?.id ?? null}
            elsewhere={target.trip ? [] : elsewhereOf(now?.check_ins, { driverId: driver.id, imei })}
            onSaving={setSaving}
            onClose={onClose}
          />
        )}
        {(imei === '' || !driver) && (
          <>
            <p className={styles['soft']}>{t(mayOthers ? 'CheckInChooseBoth' : 'CheckInChooseUnitFirst')}</p>
            <div className={styles['ends']}>
              <Button onClick={onClose}>{t('Cancel')}</Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Nothing would change. */
function AlreadyThere({ current, onClose }: { current: CheckIn; onClose: () => void }): ReactNode {
  const t = useT();
  const format = useFormat();
  const time = toldNearMoment(current.since, useNow(), { t, format });
  return (
    <>
      <Banner tone="information">
        {current.is_own ? t('UnitCheckedInOwn', { time }) : t('UnitCheckedIn', { name: current.driver.name, time })}
      </Banner>
      <div className={styles['ends']}>
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </>
  );
}

function FromLine({ target }: { target: CheckInTarget }): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <p className={styles['soft']}>
      {[target.unitName, target.trip ? t('CheckInFromTrip', { time: format.dateTime(target.trip.start) }) : t('CheckInFromNow')]
        .filter(Boolean)
        .join(' · ')}
    </p>
  );
}

function Consequence(props: {
  imei: string;
  unitName: string;
  driver: { id: number; name: string };
  /** Somebody checks in themselves. */
  isOwn: boolean;
  tripId: number | null;
  /** What else the driver is checked in to. */
  elsewhere: readonly CheckIn[];
  onSaving: (isSaving: boolean) => void;
  onClose: () => void;
}): ReactNode {
  const { imei, driver, isOwn, tripId, unitName, elsewhere, onClose } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const asked = { imei, driver_id: driver.id, from_trip_id: tripId };
  const { data, error } = useQuery(previewQuery(useSend(), asked));
  const [extent, setExtent] = useState<Extent>('all');
  const [staying, setStaying] = useState<readonly number[]>([]);
  const leaving = elsewhere.filter(({ unit_id: id }) => !staying.includes(id));
  const undo = useUndoCheckIn({ imei, driver, checkedOut: data?.checked_out ?? null, left: leaving });
  const save = useDriverWrite(async (send, body: typeof asked & { extent: Extent }) => {
    await call(send, 'drivers.check-in', { body });
    await leaveThem(send, leaving);
  });
  const run = (): void => {
    props.onSaving(true);
    save.mutate(
      { ...asked, extent },
      {
        onError: () => props.onSaving(false),
        onSuccess: () => {
          toasts.show({
            text: isOwn ? t('CheckedInOwn', { unit: unitName }) : t('CheckedIn', { name: driver.name, unit: unitName }),
            topic: CHECK_IN_TOPIC,
            // Of a check-in from an earlier trip on, trips were changed that nobody could tell apart any more.
            ...(undo && tripId === null && { action: { label: t('Undo'), run: undo } }),
          });
          onClose();
        },
      },
    );
  };
  if (error) return <Banner tone="danger">{errors.text(error)}</Banner>;
  if (!data)
    return (
      <AfterAWhile>
        <Skeleton height={64} />
      </AfterAWhile>
    );
  return (
    <>
      {data.driving && <Banner tone="warning">{drivingText(t, data.driving, isOwn)}</Banner>}
      {data.checked_out && <p>{t('CheckInOutFirst', { name: data.checked_out.name })}</p>}
      {data.next && <ExtentChoice preview={data} extent={extent} onChange={setExtent} />}
      <p>
        {isOwn
          ? t('CheckInChangesOwn', { count: data.changed[extent] })
          : t('CheckInChanges', { count: data.changed[extent], name: driver.name })}
      </p>
      <LeftTrips left={data.left.filter((trip) => extent === 'all' || !trip.is_after_next)} />
      <Elsewhere rows={elsewhere} isOwn={isOwn} staying={staying} onStaying={setStaying} />
      <FailureBanner failure={save.error} onRetry={run} />
      <div className={styles['ends']}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button look="primary" isBusy={save.isPending} onClick={run}>
          {isOwn ? t('CheckIn') : t('CheckInConfirm', { name: driver.name })}
        </Button>
      </div>
    </>
  );
}

/** Who drives it is said of who is checked in; whoever drives it as a rule may be somewhere else. */
const drivingText = (t: ReturnType<typeof useT>, by: NonNullable<Preview['driving']>, isOwn: boolean): string =>
  [
    by.driver === null ? t('CheckInDrivingNow') : t('CheckInDriving', { name: by.driver }),
    by.driver === null && by.usual_driver !== null ? t('CheckInUsualDriver', { name: by.usual_driver }) : '',
    isOwn ? t('CheckInTakesOver') : '',
  ]
    .filter(Boolean)
    .join(' ');

function ExtentChoice(props: { preview: Preview; extent: Extent; onChange: (extent: Extent) => void }): ReactNode {
  const { preview, extent, onChange } = props;
  const t = useT();
  const format = useFormat();
  const time = toldMoment(preview.next?.at ?? preview.from, format);
  const name = preview.next?.driver;
  const choices: readonly [Extent, string][] = [
    ['all', t('CheckInAll', { count: preview.changed.all })],
    [
      'until-next',
      name
        ? t('CheckInUntilNext', { name, time, count: preview.changed['until-next'] })
        : t('CheckInUntilCheckOut', { time, count: preview.changed['until-next'] }),
    ],
  ];
  return (
    <fieldset className={styles['choices']}>
      <legend>{t('CheckInExtent')}</legend>
      {choices.map(([id, label]) => (
        <label key={id}>
          <input type="radio" name="extent" checked={extent === id} onChange={() => onChange(id)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const SHOWN = 8;

/** The trips that stay, and why: attested ones, and other people's private ones. */
export function LeftTrips({ left }: { left: Preview['left'] }): ReactNode {
  const t = useT();
  const format = useFormat();
  if (left.length === 0) return null;
  return (
    <div>
      {t('CheckInLeft', { count: left.length })}
      <ul className={styles['left']}>
        {left.slice(0, SHOWN).map((trip) => (
          <li key={trip.id}>
            {trip.is_masked ? format.day(trip.start) : format.dateTime(trip.start)}, {t(`CheckInLeft-${trip.reason}`)}
          </li>
        ))}
        {left.length > SHOWN && <li>{t('CheckInMore', { count: left.length - SHOWN })}</li>}
      </ul>
    </div>
  );
}

/** The way to the dialog from a unit or a trip: of a trip, which may be long over, it is about who drove from then on. */
export function CheckInButton(props: {
  target: CheckInTarget;
  isSmall?: boolean;
  look?: 'primary' | 'plain' | 'quiet';
}): ReactNode {
  const t = useT();
  const { IsAdmin } = useUser();
  const fromTrip = t(IsAdmin ? 'CheckInDriverFromTrip' : 'CheckInSelfFromTrip');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button isSmall={props.isSmall ?? false} look={props.look ?? 'plain'} icon="user" isWrite onClick={() => setOpen(true)}>
        {props.target.trip ? fromTrip : t('CheckIn')}
      </Button>
      {isOpen && <CheckInDialog target={props.target} onClose={() => setOpen(false)} />}
    </>
  );
}
