import { useEffect, useRef, useState } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import type { Brand } from '../../lib/brand.ts';
import { call } from '../../lib/call.ts';
import { setFlash } from '../../lib/flash.ts';
import { useErrorText, useLanguage } from '../../lib/i18n.tsx';
import { navigateTo } from '../../lib/navigate.ts';
import { useSend } from '../../lib/send-context.tsx';
import { keepTypedAddress } from '../../lib/typed-address.ts';
import { textOf, type Fault } from './faults.ts';
import {
  EMPTY_LEGACY,
  legacyFaults,
  legacyPayload,
  legacyServerFaults,
  type LegacyFaults,
  type LegacyField,
  type LegacyValues,
} from './legacy-model.ts';
import { wireFaults } from './payload.ts';

export interface LegacyForm {
  readonly values: LegacyValues;
  readonly errorOf: (field: LegacyField) => string | null;
  readonly paymentError: string | null;
  /** `checking`: the server is asked about IMEI and e-mail. `confirming`: the modal is open. */
  readonly phase: 'editing' | 'checking' | 'confirming' | 'registering';
  readonly failure: unknown;
  readonly refusals: number;
  readonly change: (patch: Partial<LegacyValues>) => void;
  readonly leave: (field: LegacyField) => void;
  readonly submit: () => void;
  readonly choosePayment: () => void;
  /** With the labels there were to choose from, and the place of the chosen one. */
  readonly confirm: (labels: readonly string[], chosen: number | null) => void;
  readonly backToForm: () => void;
}

/** The legacy form: judged on leaving a field and on submit, then asked of the server, then confirmed (LEG-006, LEG-012). */
export function useLegacyForm(brand: Brand): LegacyForm {
  const send = useSend();
  const errors = useErrorText();
  const { language } = useLanguage();
  const [values, setValues] = useState(EMPTY_LEGACY);
  const [left, setLeft] = useState<ReadonlySet<LegacyField>>(new Set());
  const [isTried, setTried] = useState(false);
  const [server, setServer] = useState<LegacyFaults>({});
  const [payment, setPayment] = useState<Fault | null>(null);
  const [phase, setPhase] = useState<LegacyForm['phase']>('editing');
  const [failure, setFailure] = useState<unknown>(null);
  const [refusals, setRefusals] = useState(0);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const local = legacyFaults(values, brand.capabilities.termsCheckbox);
  const refuse = (faults: LegacyFaults): void => {
    setServer(faults);
    setTried(true);
    setPhase('editing');
    setRefusals((count) => count + 1);
  };
  const change = (patch: Partial<LegacyValues>): void => {
    // An answer about what has been changed meanwhile is of no use.
    if (phase === 'checking') {
      running.current?.abort();
      setPhase('editing');
    }
    setFailure(null);
    setServer(Object.fromEntries(Object.entries(server).filter(([field]) => !(field in patch))));
    setValues({ ...values, ...patch });
  };

  const ask = async (signal: AbortSignal): Promise<void> => {
    const subsiteID = brand.subsiteId;
    const userName = values.email.trim().toLowerCase();
    const answers = await Promise.allSettled([
      call(send, 'registration.check-imei', { query: { imei: values.imei, subsiteID } }, { signal }),
      call(send, 'registration.check-email', { query: { email: userName } }, { signal }),
    ]);
    if (signal.aborted) return;
    const refused = answers.filter((answer) => answer.status === 'rejected').map((answer): unknown => answer.reason);
    const faults = refused.map(legacyServerFaults).reduce((all, each) => ({ ...all, ...each }), {});
    if (Object.keys(faults).length > 0) return refuse(faults);
    if (refused.length > 0) throw refused[0];
    setPayment(null);
    setPhase('confirming');
  };
  const submit = (): void => {
    if (phase !== 'editing') return;
    if (Object.keys(local).length > 0 || Object.keys(server).length > 0) return refuse(server);
    const abort = new AbortController();
    running.current = abort;
    setPhase('checking');
    setFailure(null);
    ask(abort.signal).catch((error: unknown) => {
      if (abort.signal.aborted) return;
      setFailure(error);
      setPhase('editing');
    });
  };

  const failed = (error: unknown): void => {
    const faults = legacyServerFaults(error);
    const paymentFault = wireFaults(error)['paymentType'];
    if (Object.keys(faults).length > 0) return refuse(faults);
    if (paymentFault) setPayment(paymentFault);
    else setFailure(error);
    setPhase('confirming');
  };
  const confirm = (labels: readonly string[], chosen: number | null): void => {
    if (phase === 'registering') return;
    const paymentType = chosen === null ? undefined : labels[chosen];
    if (labels.length > 0 && paymentType === undefined) return setPayment('SelectPaymentMode');
    setPhase('registering');
    setFailure(null);
    const body = legacyPayload(values, { brand, language, paymentType: paymentType ?? '' });
    call(send, 'registration.register', { body }).then(() => {
      setFlash('registered');
      keepTypedAddress(body.userName);
      // In place of the entry that held the form while it was filled in.
      navigateTo(ADDRESSES.start, { replace: true });
    }, failed);
  };

  return {
    values,
    phase,
    failure,
    refusals,
    change,
    submit,
    confirm,
    errorOf: (field) => {
      const isShown = isTried || left.has(field);
      return textOf(server[field] ?? (isShown ? local[field] : undefined), errors.text);
    },
    paymentError: payment === null ? null : textOf(payment, errors.text),
    leave: (field) => {
      if (!left.has(field)) setLeft(new Set([...left, field]));
    },
    choosePayment: () => setPayment(null),
    backToForm: () => {
      if (phase === 'registering') return;
      setPhase('editing');
      setFailure(null);
    },
  };
}
