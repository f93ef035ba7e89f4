import type { DataOf } from '@spora/contract/endpoint-map';
import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { SEATS_MAX } from '@spora/contract/bookings/limits';
import { nearText } from '@spora/messages/near';
import { compareNames } from '@spora/messages/name-order';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useLanguage, useT } from '../../../lib/i18n.tsx';
import { listText } from '../../../lib/names.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { type BookingForm, bodyOf, cutPurpose, formSpan, newForm, timesOf } from '../booking-form.ts';
import { orderOf } from '../find-order.ts';
import { useBookingWrite } from '../queries.ts';
import { firstSpan, isSoon, type Local, spanFaults, toCall } from '../time-model.ts';
import { useAndThen } from '../use-and-then.ts';
import { type Booked, useTellBooked } from '../use-tell-booked.ts';
import { useBookingTexts } from '../use-booking-texts.ts';
import { useTimes } from '../use-times.ts';
import { choicesOf, isOfChoice, keepKind, type KindChoice, keptKind, proposedKind } from '../vehicle-kinds.ts';
import { BookedElsewhere } from './booked-elsewhere.tsx';
import styles from './booking.module.css';
import { QuickTimes } from './quick-times.tsx';
import { TimeFields } from './time-fields.tsx';
import { VehicleMark } from './vehicle-mark.tsx';

type Found = DataOf<'bookings.find'>;
type FuelType = NonNullable<Found['vehicles'][number]['fuel_type']>;
const FUELS: readonly FuelType[] = ['petrol', 'diesel', 'electric', 'gas', 'other'];

interface Wishes {
  readonly seats: string;
  readonly fuel: FuelType | null;
  readonly department: string | null;
  readonly isNear: boolean;
}

/** Where this browser is; null where nobody says. */
const whereAmI = (): Promise<{ lat: number; lng: number } | null> =>
  new Promise((resolve) => {
    // Absent on plain-HTTP origins, whatever its type says.
    const geolocation = navigator.geolocation as Geolocation | undefined;
    if (!geolocation) return resolve(null);
    return geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      () => resolve(null),
      { timeout: 8_000, maximumAge: 60_000 },
    );
  });

/** Whether this browser tells where it is without asking. */
async function mayLocate(): Promise<boolean> {
  const permissions = navigator.permissions as Permissions | undefined;
  const state = await permissions?.query({ name: 'geolocation' }).catch(() => null);
  return state?.state === 'granted';
}

/** When, what for and which: the free ones stand below as soon as that is said, one's own usual one and those that nobody drives as a rule first, and one tap books. */
export function FindVehicle(props: {
  vehicles: readonly ScheduleVehicle[];
  /** The day that is looked at. */
  day: string;
  now: Local;
  needsApproval: boolean;
  /** What was booked, to be shown. */
  onBooked: (booked: Booked) => void;
  onClose: () => void;
}): ReactNode {
  const { now, onClose } = props;
  const t = useT();
  const send = useSend();
  const user = useUser();
  const tell = useTellBooked();
  const andThen = useAndThen();
  const [form, setForm] = useState(() => newForm({ imei: '', driverId: user.ID, span: firstSpan(props.day, now) }));
  const [wishes, setWishes] = useState<Wishes>({ seats: '', fuel: null, department: null, isNear: false });
  const [kind, setKind] = useState(() => keptKind(props.vehicles));
  const chooseKind = (chosen: KindChoice): void => {
    keepKind(chosen);
    setKind(chosen);
  };
  const [near, setNear] = useState<{ lat: number; lng: number } | null>(null);
  const [isNowhere, setNowhere] = useState(false);
  const locate = (): void =>
    void whereAmI().then((place) => {
      setNear(place);
      setNowhere(place === null);
    });
  const wish = (next: Wishes): void => {
    setWishes(next);
    if (next.isNear === wishes.isNear) return;
    setNear(null);
    setNowhere(false);
    if (next.isNear) locate();
  };
  useEffect(() => {
    let isGone = false;
    // Nobody is asked for their place unasked; whoever has allowed it has the near ones first.
    void mayLocate().then((isYes) => {
      if (!isYes || isGone) return;
      setWishes((before) => ({ ...before, isNear: true }));
      void whereAmI().then((place) => {
        if (isGone) return;
        if (place) setNear(place);
        else setWishes((before) => ({ ...before, isNear: false }));
      });
    });
    return () => {
      isGone = true;
    };
  }, []);
  /** It was to be booked before it was said what for. */
  const [isAsked, setAsked] = useState(false);
  const isPurposeMissing = isAsked && form.purpose.trim() === '';
  const purposeField = useRef<HTMLInputElement>(null);
  const span = formSpan(form);
  const faults = span ? spanFaults(span, now) : null;
  const isSound = span !== null && !faults?.start_date && !faults?.end_date;
  const seats = Number(wishes.seats);
  const find = useQuery({
    ...endpointQuery(send, 'bookings.find', {
      body: {
        start_date: toCall(span?.start ?? ''),
        end_date: toCall(span?.end ?? ''),
        seats: wishes.seats.trim() === '' || !Number.isInteger(seats) ? null : Math.min(SEATS_MAX, Math.max(1, seats)),
        fuel_type: wishes.fuel,
        department: wishes.department,
        near: wishes.isNear ? near : null,
      },
    }),
    enabled: isSound,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const times = useTimes(form, now, (next) => {
    setForm(next);
  });
  const book = useBookingWrite((to, chosen: BookingForm) => call(to, 'bookings.save', { body: bodyOf(chosen) }));
  const take = (imei: string): void => {
    if (form.purpose.trim() === '') {
      setAsked(true);
      purposeField.current?.focus();
      return;
    }
    const vehicle = props.vehicles.find(({ Imei }) => Imei === imei)?.Name ?? '';
    andThen(
      book,
      { ...form, imei },
      {
        tell: ({ state, ids }) => tell({ state, ids, imei, vehicle, span: span!, now }),
        close: () => props.onBooked({ imei, day: form.startDay }),
      },
    );
  };
  /** ERR-040. */
  const again = (): void => {
    if (find.error) void find.refetch();
    else if (book.variables) take(book.variables.imei);
  };
  const texts = useBookingTexts();
  const departments = find.data?.departments ?? departmentsOf(props.vehicles);
  // The kind that the account has most of is only proposed: where none of it is to be had now and another is, all are shown.
  const soon = span !== null && isSoon(span.start, now);
  const shownKind = kind ?? proposedKind(props.vehicles, find.data?.vehicles ?? [], soon);
  return (
    <Sheet title={t('BookingFind')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={(event) => event.preventDefault()}>
        {props.needsApproval && <Banner tone="information">{t('BookingNeedsApproval')}</Banner>}
        <QuickTimes
          now={now}
          span={span}
          onChoose={(chosen) => {
            times.forget();
            setForm({ ...form, ...timesOf(chosen) });
          }}
        />
        <TimeFields
          times={form}
          now={now}
          errors={{
            start: faults?.start_date ? t(faults.start_date as 'ErrPastDateMsg') : null,
            end: faults?.end_date ? t(faults.end_date as 'ErrPastDateMsg') : null,
          }}
          told={times.told}
          onChange={times.choose}
        />
        <TextField
          ref={purposeField}
          label={t('BookingPurpose')}
          required
          help={isPurposeMissing || form.purpose !== '' ? undefined : t('BookingPurposeNeeded')}
          value={form.purpose}
          error={isPurposeMissing ? t('SpecifyPurpose') : null}
          onChange={({ target }) => setForm({ ...form, purpose: cutPurpose(target.value).purpose })}
        />
        <KindField kinds={choicesOf(props.vehicles)} kind={shownKind} onChange={chooseKind} />
        <details className={styles['wishes']}>
          <summary>{t('BookingMoreWishes')}</summary>
          {/* What unfolds is a box of its own: a gap of what folds does not reach into it. */}
          <div className={styles['form']}>
            <WishFields wishes={wishes} departments={departments} onChange={wish} />
          </div>
        </details>
        <FailureBanner failure={find.error ?? book.error} ownFields={[]} onRetry={again} />
        {isNowhere && <Banner tone="warning">{t('BookingNearFailed')}</Banner>}
        <div aria-live="polite">
          {isSound && find.isFetching && !(find.data && !find.isPlaceholderData) && (
            <p className={styles['checking']}>{t('BookingFindLooking')}</p>
          )}
          {isSound && find.data && !find.isPlaceholderData && (
            <FoundList
              vehicles={find.data.vehicles}
              elsewhere={find.data.driver_elsewhere}
              department={find.data.own_department}
              isNear={wishes.isNear && near !== null}
              kind={shownKind}
              time={texts.span(span)}
              isSoon={soon}
              taking={book.isPending ? (book.variables.imei ?? null) : null}
              onTake={take}
              onAnyKind={() => chooseKind('any')}
            />
          )}
        </div>
      </form>
    </Sheet>
  );
}

/** Cars, vans, boats: those that there are. Nothing where there is one kind alone. */
function KindField(props: { kinds: readonly KindChoice[]; kind: KindChoice; onChange: (kind: KindChoice) => void }): ReactNode {
  const { kinds, kind } = props;
  const t = useT();
  if (kinds.length === 0) return null;
  return (
    <SelectField
      label={t('BookingVehicleKind')}
      value={kind}
      onChange={({ target }) => props.onChange(kinds.find((each) => each === target.value) ?? 'any')}
    >
      {kinds.map((each) => (
        <option key={each} value={each}>
          {each === 'any' ? t('BookingAnyKind') : t(`VehicleKind-${each}`)}
        </option>
      ))}
    </SelectField>
  );
}

const departmentsOf = (vehicles: readonly ScheduleVehicle[]): string[] =>
  [...new Set(vehicles.flatMap(({ department }) => department ?? []))].toSorted(compareNames);

function WishFields(props: { wishes: Wishes; departments: readonly string[]; onChange: (wishes: Wishes) => void }): ReactNode {
  const { wishes, departments, onChange } = props;
  const t = useT();
  return (
    <>
      <div className={styles['pair']}>
        <TextField
          label={t('BookingSeats')}
          type="number"
          min={1}
          max={SEATS_MAX}
          inputMode="numeric"
          value={wishes.seats}
          onChange={({ target }) => onChange({ ...wishes, seats: target.value })}
        />
        <SelectField
          label={t('UnitFuelType')}
          value={wishes.fuel ?? ''}
          onChange={({ target }) => onChange({ ...wishes, fuel: FUELS.find((fuel) => fuel === target.value) ?? null })}
        >
          <option value="">{t('BookingAnyFuel')}</option>
          {FUELS.map((fuel) => (
            <option key={fuel} value={fuel}>
              {t(`Fuel-${fuel}`)}
            </option>
          ))}
        </SelectField>
      </div>
      {departments.length > 0 && (
        <SelectField
          label={t('BookingDepartment')}
          value={wishes.department ?? ''}
          onChange={({ target }) => onChange({ ...wishes, department: target.value || null })}
        >
          <option value="">{t('BookingAnyDepartment')}</option>
          {departments.map((department) => (
            <option key={department}>{department}</option>
          ))}
        </SelectField>
      )}
      <CheckBox
        label={t('BookingNear')}
        help={t('BookingNearHelp')}
        checked={wishes.isNear}
        onChange={(isNear) => onChange({ ...wishes, isNear })}
      />
    </>
  );
}

/** Who drives it as a rule, and where it stands: whoever books it has to ask the one, and to go to the other. */
function Whose({ vehicle }: { vehicle: Found['vehicles'][number] }): ReactNode {
  const { usual_driver: usual, place } = vehicle;
  const t = useT();
  const user = useUser();
  return (
    <>
      {usual && usual.id !== user.ID && <span className={styles['soft']}>{t('BookingFindUsual', { name: usual.name })}</span>}
      {place !== null && (
        <span className={styles['soft']}>
          {t('BookingFindPlace', { place: vehicle.place_is_approximate ? nearText(place, t) : place })}
        </span>
      )}
    </>
  );
}

/** In which order they stand, as far as it can be seen in them. */
function Order(props: { vehicles: Found['vehicles']; department: string | null; isNear: boolean }): ReactNode {
  const t = useT();
  const user = useUser();
  const { language } = useLanguage();
  const { isOwnFirst, kinds, by } = orderOf(props.vehicles, { ...props, memberId: user.ID });
  const [first, ...then] = kinds.map((kind) => t(`BookingFindKind-${kind}`));
  const said = [
    isOwnFirst && t('BookingFindDepartment', { department: props.department ?? '' }),
    first !== undefined && t('BookingFindOrder', { first, then: listText(then, language) }),
    by && t(`BookingFindBy-${by}`),
  ].filter(Boolean);
  return said.length > 0 && <p className={styles['soft']}>{said.join(' ')}</p>;
}

function FoundList(props: {
  vehicles: Found['vehicles'];
  elsewhere: Found['driver_elsewhere'];
  /** Of the one who asks, whose vehicles come first. */
  department: string | null;
  /** They are in order of their distance. */
  isNear: boolean;
  kind: KindChoice;
  time: string;
  /** What is true of a vehicle now is so when it begins. */
  isSoon: boolean;
  taking: string | null;
  onTake: (imei: string) => void;
  onAnyKind: () => void;
}): ReactNode {
  const { kind, taking } = props;
  const t = useT();
  const format = useFormat();
  const texts = useBookingTexts();
  type IsOf = (vehicle: Pick<ScheduleVehicle, 'state'>) => boolean;
  const isSilent: IsOf = ({ state }) => state === 'no-contact' || state === 'never-reported';
  const isNowhere: IsOf = ({ state }) => state === 'no-position';
  const isUsed: IsOf = ({ state }) => props.isSoon && state === 'in-use';
  // What somebody drives just now, or nobody can find or hears from, is told of and not counted.
  const isAtHand: IsOf = (vehicle) => ![isSilent, isNowhere, isUsed].some((is) => is(vehicle));
  const atHandOf = (some: Found['vehicles']): number => some.filter(isAtHand).length;
  const vehicles = props.vehicles.filter((vehicle) => isOfChoice(vehicle, kind));
  const others = atHandOf(props.vehicles) - atHandOf(vehicles);
  const otherKinds = others > 0 && (
    <div className={styles['line']}>
      <span className={styles['soft']}>{t('BookingOtherKinds', { count: others })}</span>
      <Button isSmall onClick={props.onAnyKind}>
        {t('BookingShowAnyKind')}
      </Button>
    </div>
  );
  // The server puts them after the others, before a time that begins soon what somebody drives as well.
  const heads = new Map([
    [vehicles.findIndex(isSilent), t('BookingFindSilent')],
    [vehicles.findIndex(isNowhere), t('BookingFindNowhere')],
    [vehicles.findIndex(isUsed), t('BookingFindInUse')],
  ]);
  if (vehicles.length === 0)
    return (
      <>
        <EmptyState icon="truck" title={t('BookingFindNone')}>
          {t('BookingFindNoneText')}
        </EmptyState>
        {otherKinds}
      </>
    );
  return (
    <section className={styles['form']}>
      <div>
        <h3>{t('BookingFindCount', { count: atHandOf(vehicles) })}</h3>
        <p className={styles['soft']}>
          <Unbroken>{props.time}</Unbroken>
        </p>
        <Order
          vehicles={vehicles.some(isAtHand) ? vehicles.filter(isAtHand) : vehicles}
          department={props.department}
          isNear={props.isNear}
        />
      </div>
      <BookedElsewhere text={t('BookingYouElsewhere')} bookings={props.elsewhere} />
      <ol className={styles['found']}>
        {vehicles.map((vehicle, i) => (
          <Fragment key={vehicle.Imei}>
            {heads.has(i) && <li className={styles['apart']}>{heads.get(i)}</li>}
            <li>
              <div>
                <strong>{vehicle.Name}</strong>
                <span className={styles['soft']}>
                  {[
                    texts.plate(vehicle),
                    vehicle.department,
                    vehicle.booked_h === 0
                      ? ''
                      : t('BookingFindUsed', { hours: format.number(vehicle.booked_h, vehicle.booked_h % 1 === 0 ? 0 : 1) }),
                    vehicle.seats === null ? '' : t('BookingFindSeats', { count: vehicle.seats }),
                    vehicle.fuel_type === null ? '' : t(`Fuel-${vehicle.fuel_type}`),
                    vehicle.distance_m === null ? '' : t('BookingFindAway', { distance: format.km(vehicle.distance_m) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <Whose vehicle={vehicle} />
                {vehicle.overdue.map((plan) => (
                  <span key={plan} className={styles['overdue']}>
                    <Icon name="alert" size={14} />
                    {t(`BookingOverdue-${plan}`)}
                  </span>
                ))}
                <VehicleMark vehicle={vehicle} isToday={props.isSoon} />
              </div>
              <Button
                look="primary"
                isBusy={taking === vehicle.Imei}
                aria-label={t('BookingFindBook', { vehicle: vehicle.Name })}
                onClick={() => props.onTake(vehicle.Imei)}
              >
                {t('BookingBook')}
              </Button>
            </li>
          </Fragment>
        ))}
      </ol>
      {otherKinds}
    </section>
  );
}
