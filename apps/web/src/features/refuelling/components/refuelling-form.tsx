import type { Refuelling } from '@spora/contract/refuelling/endpoints';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useErrorText, useFormat, useLanguage, useT } from '../../../lib/i18n.tsx';
import { readNumber } from '../../../lib/number-text.ts';
import { oddityOf } from '../../../lib/odometer-oddity.ts';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile, differences, isChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { MomentField } from '../../../ui/day-field.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import {
  CONFIRMED,
  CURRENCIES,
  type Draft,
  faultsOf,
  formOf,
  FUELS,
  inputOf,
  measureOf,
  newForm,
  NOTE_MAX,
  oddOf,
  type RefuellingField,
  type RefuellingForm as Form,
  STATION_MAX,
} from '../model.ts';
import { type ReceiptChange, useRefuellingChanges } from '../queries.ts';
import { ReceiptField } from './receipt-field.tsx';
import { withTheirs } from '../../../lib/with-theirs.ts';
import styles from './refuelling.module.css';

/** What of an entry the form holds. */
const FACTS = ['at', 'fuel_type', 'amount', 'price', 'currency', 'odometer_km', 'station', 'note'] as const;
type Facts = Pick<Refuelling, (typeof FACTS)[number]>;
const factsOf = (entry: Refuelling): Facts => Object.fromEntries(FACTS.map((field) => [field, entry[field]])) as unknown as Facts;

/** What the server asks about: saved again, it is meant. */
const ASKED: readonly unknown[] = ['ConfirmRefuelling', 'ConfirmSameOdometer', 'ConfirmFilling'];

/** ERR-041: what somebody else has made of the entry. */
function EntryChanged(props: {
  began: Refuelling;
  theirs: Refuelling;
  onTakeTheirs: () => void;
  onOverwrite: () => void;
}): ReactNode {
  const { theirs } = props;
  const t = useT();
  const format = useFormat();
  const texts: Readonly<Record<(typeof FACTS)[number], readonly [string, string]>> = {
    at: [t('RefuellingTime'), format.dateTime(theirs.at)],
    fuel_type: [t('RefuellingFuel'), t(`Fuel-${theirs.fuel_type}`)],
    amount: [t('RefuellingAmount'), format.number(theirs.amount, 2)],
    price: [t('RefuellingPrice'), theirs.price === null ? '–' : format.number(theirs.price, 2)],
    currency: [t('RefuellingCurrency'), theirs.currency ?? '–'],
    odometer_km: [t('RefuellingOdometer'), theirs.odometer_km === null ? '–' : format.number(theirs.odometer_km)],
    station: [t('RefuellingStation'), theirs.station || '–'],
    note: [t('Note'), theirs.note || '–'],
  };
  const changes = differences<Facts>(factsOf(props.began), theirs).map((field) => ({
    label: texts[field][0],
    value: texts[field][1],
  }));
  return <ChangedMeanwhile changes={changes} onTakeTheirs={props.onTakeTheirs} onOverwrite={props.onOverwrite} />;
}

/** TRIP-035: what was filled or charged. What was typed stays until it is saved. */
export function RefuellingForm(props: {
  imei: string;
  draft: Draft;
  entry: Refuelling | null;
  /** The entry as it stands by now. */
  now: Refuelling | null;
  onClose: () => void;
  /** With the number of what was saved. */
  onSaved: (id: number) => void;
  /** The filling before a new one; null: none, or it is not told. */
  last?: Refuelling | null;
  /** What the unit was filled with before, newest first. */
  before?: readonly Refuelling[];
  /** It is not known yet what was filled: the fields wait. */
  isIdle?: boolean;
}): ReactNode {
  const { imei, draft, entry, last = null, before = [], isIdle = false } = props;
  const t = useT();
  const errors = useErrorText();
  const format = useFormat();
  const { timeZone, dateTime } = format;
  const { language } = useLanguage();
  const place = useRef<HTMLFormElement>(null);
  const localOf = (at: string): string => dateTime(at).replace(' ', 'T');
  const { decimalSign } = LANGUAGE_FACTS[language];
  const formOfEntry = (from: Refuelling): Form => formOf(from, draft, localOf(from.at), decimalSign);
  const [began, setBegan] = useState(entry);
  const [newAt] = useState(() => new Date().toISOString());
  const firstAt = began?.at ?? newAt;
  const [first, setFirst] = useState<Form>(() => (entry ? formOfEntry(entry) : newForm(draft, localOf(newAt), decimalSign)));
  const [form, setForm] = useState(first);
  const [receipt, setReceipt] = useState<ReceiptChange>(null);
  // Saved once; what failed after that was its receipt, and another try must not add a second entry.
  const [savedId, setSavedId] = useState(entry?.id ?? null);
  const [wasTried, setTried] = useState(false);
  const [mustConfirm, setMustConfirm] = useState(false);
  const { save } = useRefuellingChanges(imei);
  // What it should show is known of now: of an earlier day it would be too much.
  const knownKm = entry === null && form.at === first.at ? draft.odometer_km : null;
  const odd = oddOf(form, before, entry);
  // At its field, as what is asked before anything is sent.
  const isAsked = (error: string): boolean => save.error instanceof ApiError && save.error.errors === error;
  const isSameKm = isAsked('ConfirmSameOdometer');
  const typedKm = readNumber(form.odometer_km) ?? null;
  const oddity = oddityOf(typedKm, knownKm);
  const isAtField = oddity !== null || isSameKm || (isAsked('ConfirmFilling') && (odd.amount ?? odd.price) !== null);
  const isDirty = receipt !== null || (Object.keys(form) as RefuellingField[]).some((field) => form[field] !== first[field]);
  useUnsavedChanges(isDirty && !save.isSuccess);
  const faults = faultsOf(form, timeZone);
  const refused = useRefusals(save.error, form);
  const errorOf = (field: RefuellingField): string | null => {
    const fault = wasTried ? faults[field] : undefined;
    return fault ? (t as (key: typeof fault) => string)(fault) : (refused[field] ?? null);
  };
  const set = <F extends RefuellingField>(field: F, value: Form[F]): void => {
    setForm((before) => ({ ...before, [field]: value }));
    if (CONFIRMED.includes(field)) setMustConfirm(false);
  };
  const text = (field: 'amount' | 'price' | 'odometer_km' | 'station' | 'note') => ({
    name: field,
    autoComplete: 'off',
    value: form[field],
    error: errorOf(field),
    onChange: (event: { target: { value: string } }) => set(field, event.target.value),
  });
  /** Of an odometer that may be right. */
  const asked = mustConfirm && oddity ? t(oddity) : mustConfirm && isSameKm ? t('ConfirmSameOdometer') : null;
  const each = (price: number): string => `${format.money(price, form.currency)}/${measureOf(form.fuel_type)}`;
  const much = (amount: number): string =>
    `${format.number(amount, Number.isInteger(amount) ? 0 : 2)}\u00a0${measureOf(form.fuel_type)}`;
  /** What is asked of a filling beside those before, by field. */
  const askedOf = {
    amount: odd.amount && t('RefuellingMuchMore', { amount: much(readNumber(form.amount) ?? 0), usual: much(odd.amount.most) }),
    price: odd.price && t('RefuellingPriceApart', { each: each(odd.price.each), usual: each(odd.price.before) }),
  };
  const question = (field: 'amount' | 'price') => ({
    ...text(field),
    error: errorOf(field) ?? (mustConfirm ? askedOf[field] : null),
    isQuestion: errorOf(field) === null,
  });
  const to = (field: RefuellingField): void => place.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  const toAsked = (): void => to(odd.amount ? 'amount' : odd.price ? 'price' : 'odometer_km');
  const write = (was: Facts | null): void => {
    // What stands in the field may be two moments, an hour apart, when clocks go back.
    const at = form.at === first.at ? firstAt : null;
    const input = inputOf(form, timeZone, { id: savedId, at, confirmed: mustConfirm });
    save.mutate(
      { body: was ? { ...input, was } : input, receipt, onSaved: setSavedId },
      {
        onSuccess: props.onSaved,
        onError: (error) => {
          if (!(error instanceof ApiError && ASKED.includes(error.errors))) return setMustConfirm(false);
          setMustConfirm(true);
          toAsked();
        },
      },
    );
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    const [wrong] = Object.keys(faults);
    if (wrong !== undefined) return to(wrong as RefuellingField);
    if (oddity && !mustConfirm) {
      setMustConfirm(true);
      return toAsked();
    }
    // Saved already, and only its receipt is tried again: it stands as we wrote it.
    if (!save.isPending) write(began && !isReceiptLost ? factsOf(began) : null);
  };
  const theirs = isChangedMeanwhile(save.error) && props.now;
  const isOfFields = Object.keys(errors.fields(save.error)).length > 0;
  const isReceiptLost = save.error !== null && receipt !== null && savedId !== null && !isOfFields && !mustConfirm;
  // A picture that was refused is refused again.
  const mayPassNextTime =
    isReceiptLost && !(save.error instanceof ApiError && save.error.status >= 400 && save.error.status < 500);
  return (
    <form ref={place} className={styles['form']} noValidate onSubmit={submit}>
      {last && (
        <p className={styles['soft']}>
          {t('RefuellingLast', {
            time: dateTime(last.at),
            amount: `${format.number(last.amount, 2)}\u00a0${measureOf(last.fuel_type)}`,
          })}
        </p>
      )}
      <fieldset className={styles['fields']} disabled={isIdle}>
        <MomentField
          label={t('RefuellingTime')}
          value={form.at}
          onChange={(at) => set('at', at)}
          error={errorOf('at')}
          texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
        />
        <div className={styles['pair']}>
          <SelectField
            label={t('RefuellingFuel')}
            value={form.fuel_type}
            onChange={(event) => set('fuel_type', FUELS.find((each) => each === event.target.value) ?? form.fuel_type)}
          >
            {FUELS.map((fuel) => (
              <option key={fuel} value={fuel}>
                {t(`Fuel-${fuel}`)}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('RefuellingAmount')}
            inputMode="decimal"
            trailing={<span className={styles['unit']}>{measureOf(form.fuel_type)}</span>}
            {...question('amount')}
          />
        </div>
        <div className={styles['money']}>
          <TextField label={t('RefuellingPrice')} inputMode="decimal" {...question('price')} />
          <SelectField
            label={t('RefuellingCurrency')}
            value={form.currency}
            onChange={(event) => set('currency', CURRENCIES.find((each) => each === event.target.value) ?? form.currency)}
          >
            {CURRENCIES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectField>
        </div>
        <TextField
          label={t('RefuellingOdometer')}
          inputMode="decimal"
          trailing={<span className={styles['unit']}>km</span>}
          {...(knownKm !== null && {
            help:
              typedKm === knownKm
                ? t('RefuellingFromTracker')
                : t('BookingOdometerKnown', { expected: format.km(knownKm * 1000) }),
          })}
          {...text('odometer_km')}
          error={errorOf('odometer_km') ?? asked}
          isQuestion={errorOf('odometer_km') === null}
        />
        {knownKm !== null && typedKm !== null && Math.abs(typedKm - knownKm) > 1 && (
          <p className={styles['soft']}>{t('RefuellingOdometerAlone', { tab: t('UnitTab-odometer') })}</p>
        )}
        <TextField label={t('RefuellingStation')} maxLength={STATION_MAX} {...text('station')} />
        <TextField label={t('Note')} maxLength={NOTE_MAX} {...text('note')} />
        <ReceiptField hasReceipt={entry?.has_receipt ?? false} change={receipt} onChange={setReceipt} />
      </fieldset>
      {began && theirs && (
        <EntryChanged
          began={began}
          theirs={theirs}
          onTakeTheirs={() => {
            setBegan(theirs);
            setFirst(formOfEntry(theirs));
            setForm(withTheirs(first, form, formOfEntry(theirs)));
            save.reset();
          }}
          onOverwrite={() => write(null)}
        />
      )}
      {save.error !== null && !(mustConfirm && isAtField) && !isOfFields && !theirs && (
        <>
          {mustConfirm || isReceiptLost ? (
            <Banner
              tone={mustConfirm ? 'warning' : 'danger'}
              action={
                mayPassNextTime && (
                  <Button isSmall type="submit" isBusy={save.isPending}>
                    {t('Retry')}
                  </Button>
                )
              }
            >
              {isReceiptLost ? t('RefuellingReceiptFailed', { reason: errors.text(save.error) }) : errors.text(save.error)}
            </Banner>
          ) : (
            <FailureBanner failure={save.error} onRetry="submit" />
          )}
        </>
      )}
      <div className={styles['ends']}>
        <Button onClick={props.onClose}>{t('Cancel')}</Button>
        <Button type="submit" look="primary" disabled={isIdle} isBusy={save.isPending}>
          {save.isPending ? t('Saving') : mustConfirm ? t('RefuellingSaveAnyway') : t('Save')}
        </Button>
      </div>
    </form>
  );
}
