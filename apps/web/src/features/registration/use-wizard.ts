import { countryOf } from '@spora/contract/countries';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ADDRESSES } from '../../lib/addresses.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { Brand } from '../../lib/brand.ts';
import { call } from '../../lib/call.ts';
import { setFlash } from '../../lib/flash.ts';
import { useErrorText, useLanguage } from '../../lib/i18n.tsx';
import { navigateTo } from '../../lib/navigate.ts';
import { useSend } from '../../lib/send-context.tsx';
import { keepTypedAddress } from '../../lib/typed-address.ts';
import { useAskedOnce } from '../../ui/second-look.tsx';
import { faultsOf, oddityOf, textOf, withoutNulls, type Faults } from './faults.ts';
import { pathOf, STEP_OF_FIELD, unapproved } from './model.ts';
import { formFaults, wizardPayload } from './payload.ts';
import { clearProgress, readProgress, saveProgress } from './saved-progress.ts';
import { useSteps, type Steps } from './use-steps.ts';
import { begin, emailOf, EMPTY, type FieldName, type Step, type WizardValues } from './wizard-values.ts';

export interface Wizard {
  readonly values: WizardValues;
  readonly brand: Brand;
  readonly today: Date;
  readonly steps: Steps;
  /** What is wrong with a field, in words; null while the person has not tried to go on. */
  readonly errorOf: (field: FieldName) => string | null;
  /** Somebody tried to go on from the step with what looks odd in it, and is asked whether it is right. */
  readonly isOddAsked: boolean;
  /** Counts the refused attempts to go on, each of which leads to the first invalid field. */
  readonly refusals: number;
  readonly isBusy: boolean;
  /** A check or a registration that came to nothing and can be tried again. */
  readonly failure: unknown;
  readonly forgetFailure: () => void;
  readonly change: (patch: Partial<WizardValues>) => void;
  readonly start: (kind: 'company' | 'private') => void;
  readonly goOn: () => void;
  readonly register: (review: ReviewParts) => void;
}

/** What only the review page knows. */
export interface ReviewParts {
  /** The labels to choose from; null while they are not known. Empty when nothing is to be chosen. */
  readonly paymentTypes: readonly string[] | null;
}

interface Told {
  /** The step on which somebody tried to go on: its faults are shown. */
  readonly tried: Step | null;
  /** What the server said of fields, until they are edited. */
  readonly server: Faults;
  /** Of the review page. */
  readonly review: Faults;
}
const NOTHING_TOLD: Told = { tried: null, server: {}, review: {} };

const without = (faults: Faults, fields: readonly string[]): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([field]) => !fields.includes(field)));

/** The registration wizard: what was answered, what is wrong with it, and where one is. */
export function useWizard(brand: Brand): Wizard {
  const send = useSend();
  const errors = useErrorText();
  const { language } = useLanguage();
  const [today] = useState(() => new Date());
  const [values, setValues] = useState<WizardValues>(() => readProgress(Date.now()) ?? EMPTY);
  const [told, setTold] = useState(NOTHING_TOLD);
  const [refusals, setRefusals] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const running = useRef<AbortController | null>(null);
  const steps = useSteps(values, today);
  const { step } = steps;
  const oddity = oddityOf(step, values);
  const odd = useAskedOnce(oddity && `${step} ${oddity} ${step === 'address' ? values.postalCode : values.orgNumber}`);

  const stop = useCallback((): void => {
    running.current?.abort();
    running.current = null;
    setBusy(false);
  }, []);
  // The answer to a question of another step is of no use: it must not move anybody.
  useEffect(() => () => stop(), [step, stop]);
  useEffect(() => setFailure(null), [step]);

  const keep = (next: WizardValues): void => {
    setValues(next);
    saveProgress(next, Date.now());
  };
  const change = (patch: Partial<WizardValues>): void => {
    stop();
    setFailure(null);
    setTold({ ...told, server: without(told.server, Object.keys(patch)), review: without(told.review, Object.keys(patch)) });
    keep({ ...values, ...patch });
  };
  const refuse = (next: Partial<Told>): void => {
    setTold({ ...told, tried: step, ...next });
    setRefusals((count) => count + 1);
  };
  const run = async (work: (signal: AbortSignal) => Promise<void>, refused: (error: ApiError) => boolean): Promise<void> => {
    const abort = new AbortController();
    running.current = abort;
    setBusy(true);
    setFailure(null);
    try {
      await work(abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      if (!(error instanceof ApiError) || error.isTransient || !refused(error)) setFailure(error);
    } finally {
      if (running.current === abort) stop();
    }
  };

  const serverFaultsHere = (): Faults =>
    Object.fromEntries(Object.entries(told.server).filter(([field]) => STEP_OF_FIELD[field as FieldName] === step));

  const ask = (what: 'imei' | 'email', values: WizardValues): void => {
    const value = values[what];
    const query = { subsiteID: brand.subsiteId };
    void run(
      async (signal) => {
        if (what === 'imei') await call(send, 'registration.check-imei', { query: { ...query, imei: value } }, { signal });
        else await call(send, 'registration.check-email', { query: { email: value } }, { signal });
        if (signal.aborted) return;
        const filled = { ...values, approved: { ...values.approved, [what]: value } };
        // Before the address changes, since a step behind an unanswered question cannot be reached.
        flushSync(() => keep(filled));
        steps.next(filled);
      },
      (error) => {
        const fault = formFaults(error, values)[what] ?? (typeof error.errors === 'string' ? error.errors : null);
        if (fault) refuse({ server: { ...told.server, [what]: fault } });
        return fault !== null;
      },
    );
  };

  const goOn = (): void => {
    if (running.current) return;
    const faults = { ...faultsOf(step, values, today), ...serverFaultsHere() };
    if (Object.keys(faults).length > 0) return refuse({});
    if (odd.holds()) return;
    const country = step === 'address' ? countryOf(values.addressCountry).code : values.country;
    const cleaned = { ...values, country, email: emailOf(values) };
    const question = unapproved(step, cleaned);
    if (cleaned.email !== values.email || country !== values.country) flushSync(() => keep(cleaned));
    if (question) ask(question, cleaned);
    else steps.next(cleaned);
  };

  const leadBack = (error: ApiError): boolean => {
    const server = formFaults(error, values);
    const path = pathOf(values);
    const places = Object.keys(server).map((field) => path.indexOf(STEP_OF_FIELD[field as FieldName]));
    const first = path[Math.min(...places.filter((place) => place !== -1))];
    if (!first) return false;
    const approved = {
      imei: server.imei ? '' : values.approved.imei,
      email: server.email ? '' : values.approved.email,
    };
    // First there, while the review page can still be reached: it is where Next leads back to.
    if (first !== step) steps.edit(first);
    keep({ ...values, approved });
    setTold({ tried: first, server, review: {} });
    setRefusals((count) => count + 1);
    return true;
  };

  const register = ({ paymentTypes }: ReviewParts): void => {
    if (running.current || paymentTypes === null) return;
    const paymentType = values.paymentType === null ? undefined : paymentTypes[values.paymentType];
    const needsTerms = brand.capabilities.termsCheckbox && !values.hasAcceptedTerms;
    const review: Faults = withoutNulls<FieldName>({
      paymentType: paymentTypes.length > 0 && paymentType === undefined ? 'SelectPaymentMode' : null,
      hasAcceptedTerms: needsTerms ? 'AcceptTerms&Conditions' : null,
    });
    if (Object.keys(review).length > 0) return refuse({ review });
    const body = wizardPayload(values, { brand, language, paymentType: paymentType ?? '' });
    void run(async () => {
      await call(send, 'registration.register', { body });
      clearProgress();
      setFlash('registered');
      keepTypedAddress(body.userName);
      navigateTo(ADDRESSES.start);
      setValues(EMPTY);
    }, leadBack);
  };

  const shown: Faults = {
    ...(told.tried === step ? faultsOf(step, values, today) : {}),
    ...told.review,
    ...told.server,
  };
  return {
    values,
    brand,
    today,
    steps,
    isOddAsked: odd.isAsked,
    refusals,
    isBusy,
    failure,
    change,
    goOn,
    register,
    forgetFailure: () => setFailure(null),
    errorOf: (field) => textOf(shown[field], errors.text),
    start: (kind) => {
      stop();
      clearProgress();
      setTold(NOTHING_TOLD);
      const next = begin(kind);
      flushSync(() => keep(next));
      steps.goTo('selectCountry');
    },
  };
}
