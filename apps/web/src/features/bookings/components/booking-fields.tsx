import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { BOOKING_KINDS } from '@spora/contract/bookings/limits';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import type { DraftForm } from '../../../lib/use-draft-form.ts';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { SelectOption } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { type BookingForm, cutPurpose, formSpan, timesOf } from '../booking-form.ts';
import { driversQuery } from '../queries.ts';
import { dayOf, isSoon, type Local, type Span, spanFaults } from '../time-model.ts';
import { useBookingTexts } from '../use-booking-texts.ts';
import { type Check, isOpen } from '../use-check.ts';
import { useFreeThen } from '../use-free-then.ts';
import { useTimes } from '../use-times.ts';
import { Availability } from './availability.tsx';
import styles from './booking.module.css';
import { HandOverBefore } from './hand-over-before.tsx';
import { OtherVehicles } from './other-vehicles.tsx';
import { QuickTimes } from './quick-times.tsx';
import { TimeFields } from './time-fields.tsx';
import { WeeksField } from './weeks-field.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';

const OWN_FIELDS = ['imei', 'driver_id', 'purpose', 'start_date', 'end_date', 'weeks'];

export interface BookingRights {
  readonly choose_driver: boolean;
  readonly administer: boolean;
}

/** BOOK-016, BOOK-017: the fields of a booking, with what stands in their way. */
export function BookingFields(props: {
  draft: DraftForm<BookingForm>;
  /** What is known of its time. */
  check: Check;
  can: BookingRights;
  now: Local;
  /** All that there are. */
  all: readonly ScheduleVehicle[];
  /** To choose from; null: the vehicle is settled. */
  vehicles: readonly ScheduleVehicle[] | null;
  vehicleName: string;
  /** Who is booked now, though that person may have left since. */
  driverName?: string | undefined;
  exceptId: number | null;
  /** Which vehicle it is of, and when, where it is there already. */
  saved?: { readonly imei: string; readonly span: Span };
  /** Why it was not saved, and what was sent. */
  failure: unknown;
  sent: BookingForm | undefined;
  onRetry: () => void;
}): ReactNode {
  const { draft, check, can, now } = props;
  const t = useT();
  const user = useUser();
  const { form, change, errorOf } = draft;
  const [isFull, setFull] = useState(false);
  const purposeError = isFull ? t('PurposeLength') : errorOf('purpose');
  const span = formSpan(form);
  const live = span && spanFaults(span, now);
  const times = useTimes(form, now, change);
  // That it is taken is said once, beside who has it, and of no other time or vehicle than was asked for.
  const isTaken = props.failure instanceof ApiError && props.failure.errors === 'AlreadyBooked';
  const isRefused = isTaken && form === props.sent;
  const isTold = check.data?.occurrences.some((each) => !isOpen(each)) ?? false;
  return (
    <>
      <VehicleField {...props} />
      {props.saved?.imei !== form.imei && form.kind === 'drive' && (
        <HandOverBefore
          before={check.before}
          unitName={props.vehicles?.find(({ Imei }) => Imei === form.imei)?.Name ?? props.vehicleName}
        />
      )}
      {can.administer && (
        <SelectField
          label={t('BookingKind')}
          value={form.kind}
          help={form.kind === 'drive' ? undefined : t('BookingKindHelp')}
          onChange={({ target }) => change({ kind: BOOKING_KINDS.find((kind) => kind === target.value) ?? 'drive' })}
        >
          {BOOKING_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`BookingKind-${kind}`)}
            </option>
          ))}
        </SelectField>
      )}
      {form.kind === 'drive' &&
        (can.choose_driver ? (
          <DriverField
            draft={draft}
            driverName={props.driverName}
            vehicle={props.all.find(({ Imei }) => Imei === form.imei)?.Name ?? props.vehicleName}
            isKept={props.saved?.imei === form.imei}
            isAdmin={can.administer}
          />
        ) : (
          <Settled label={t('BookingDriver')} value={props.driverName ?? user.FullName} />
        ))}
      <TextField
        label={t('BookingPurpose')}
        required
        help={form.purpose === '' && !purposeError ? t('BookingPurposeNeeded') : undefined}
        value={form.purpose}
        error={purposeError}
        onChange={({ target }) => {
          const cut = cutPurpose(target.value);
          setFull(cut.isFull);
          change({ purpose: cut.purpose });
        }}
      />
      {props.exceptId === null && (
        <QuickTimes
          now={now}
          span={span}
          onChoose={(chosen) => {
            times.forget();
            change(timesOf(chosen));
          }}
        />
      )}
      <TimeFields
        times={form}
        now={now}
        errors={{
          start: errorOf('start_date') ?? (live?.start_date === 'ErrPastDateMsg' ? t('ErrPastDateMsg') : null),
          end: errorOf('end_date') ?? (live?.end_date === 'ErrPastDateMsg' ? t('ErrPastDateMsg') : null),
        }}
        told={times.told}
        onChange={times.choose}
      />
      {props.exceptId === null && (
        <WeeksField
          weeks={form.weeks}
          everyWeeks={form.everyWeeks}
          startDay={form.startDay}
          today={dayOf(now)}
          error={errorOf('weeks')}
          onChange={change}
        />
      )}
      <Availability
        form={form}
        check={check}
        isAsSaved={props.saved?.imei === form.imei && span?.start === props.saved.span.start && span.end === props.saved.span.end}
        isRefused={isRefused}
        onTake={(free) => {
          times.forget();
          change(timesOf(free));
        }}
        onSkip={(skipTaken) => change({ skipTaken })}
        skipLabel={t(props.exceptId === null ? 'BookingSkipTaken' : 'BookingRowKeep')}
        others={
          form.weeks === 1 && (
            <OtherVehicles
              form={form}
              all={props.all}
              isSoon={span !== null && isSoon(span.start, now)}
              onChoose={(imei) => change({ imei })}
            />
          )
        }
      />
      <FailureBanner
        failure={isTaken && (isTold || !isRefused) ? null : props.failure}
        ownFields={OWN_FIELDS}
        onRetry={props.onRetry}
      />
    </>
  );
}

function VehicleField(props: {
  draft: DraftForm<BookingForm>;
  vehicles: readonly ScheduleVehicle[] | null;
  vehicleName: string;
  exceptId: number | null;
}): ReactNode {
  const { draft, vehicles } = props;
  const t = useT();
  const texts = useBookingTexts();
  const [firstImei] = useState(draft.form.imei);
  const isNew = props.exceptId === null;
  const then = useFreeThen(draft.form, vehicles !== null && draft.form.weeks === 1);
  if (!vehicles) return <Settled label={t('BookingVehicle')} value={props.vehicleName} />;
  const isTaken = ({ Imei }: ScheduleVehicle): boolean => (then?.taken.has(Imei) ?? false) && (isNew || Imei !== firstImei);
  const isFree = (vehicle: ScheduleVehicle): boolean => (then?.free.has(vehicle.Imei) ?? false) && !isTaken(vehicle);
  const dayThen = draft.form.startDay === draft.form.endDay ? draft.form.startDay : null;
  const option = (vehicle: ScheduleVehicle): SelectOption<string> => ({
    value: vehicle.Imei,
    label: [vehicle.Name, texts.plate(vehicle)].filter(Boolean).join(' · '),
    ...(isFree(vehicle) && { group: t('BookingFreeThen') }),
    ...(isTaken(vehicle) && {
      group: t('BookingNotFreeThen'),
      note: texts.whyTaken(then?.taken.get(vehicle.Imei), dayThen),
      // Of a new one its free times are told once it is chosen.
      isDisabled: !isNew && vehicle.Imei !== draft.form.imei,
    }),
  });
  // Those that are free come first.
  const ordered = vehicles.toSorted((one, other) => Number(isTaken(one)) - Number(isTaken(other)));
  const isListed = firstImei === '' || vehicles.some(({ Imei }) => Imei === firstImei);
  return (
    <PickField
      label={t('BookingVehicle')}
      value={draft.form.imei}
      error={draft.errorOf('imei')}
      {...(isNew && { noneText: t('BookingSelectVehicle') })}
      options={[...(isListed ? [] : [{ value: firstImei, label: props.vehicleName }]), ...ordered.map(option)]}
      onChange={(imei) => draft.change({ imei })}
    />
  );
}

/** BOOK-026, BOOK-037, DEC-31: empty and shut until there is a vehicle to drive; who may not drive it is not among those to choose from, which is said. */
function DriverField(props: {
  draft: DraftForm<BookingForm>;
  driverName: string | undefined;
  vehicle: string;
  /** Of the vehicle that it is booked on already whoever has it keeps it. */
  isKept: boolean;
  isAdmin: boolean;
}): ReactNode {
  const { form, change, errorOf } = props.draft;
  const t = useT();
  const drivers = useQuery({ ...driversQuery(useSend(), form.imei), enabled: form.imei !== '' });
  const members = drivers.data?.members ?? [];
  const isThere = members.some(({ ID }) => ID === form.driverId);
  const driver = (id: number, label: string): SelectOption<string> => ({ value: String(id), label });
  const isRefused = drivers.data !== undefined && !isThere && form.driverId !== null && !props.isKept;
  const refused =
    isRefused && props.driverName
      ? `${t('BookingNoAccess', { name: props.driverName, vehicle: props.vehicle })} ${t('BookingNoAccessChoose')}`
      : null;
  return (
    <PickField
      label={t('BookingDriver')}
      value={form.imei === '' || form.driverId === null ? '' : String(form.driverId)}
      isDisabled={form.imei === ''}
      error={errorOf('driver_id') ?? refused}
      help={
        drivers.data && (
          <>
            {t('BookingDriverOnly')}{' '}
            {props.isAdmin && (
              <PageLink to={ADDRESSES.editUnit} search={{ imei: form.imei, tab: 'access' }}>
                {t('BookingNoAccessGive')}
              </PageLink>
            )}
          </>
        )
      }
      noneText={t(form.imei === '' ? 'BookingDriverFirst' : 'BookingDriverNone')}
      options={[
        ...(!isThere && form.driverId !== null && props.driverName ? [driver(form.driverId, props.driverName)] : []),
        ...members.map((member) => driver(member.ID, member.full_name || member.FirstName)),
      ]}
      onChange={(chosen) => change({ driverId: chosen === '' ? null : Number(chosen) })}
    />
  );
}

/** What cannot be chosen here. */
export function Settled(props: { label: string; value: ReactNode }): ReactNode {
  return (
    <dl className={styles['settled']}>
      <dt>{props.label}</dt>
      <dd>{typeof props.value === 'string' ? <Unbroken>{props.value}</Unbroken> : props.value}</dd>
    </dl>
  );
}
