import { useEffect, useId, useState, type ReactNode } from 'react';
import type { Brand } from '../../../lib/brand.ts';
import { call } from '../../../lib/call.ts';
import { useErrorText, useLanguage, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './consent.module.css';

export interface PaymentTypes {
  /** Null while the server has not answered. */
  readonly labels: readonly string[] | null;
  readonly failure: unknown;
  readonly retry: () => void;
}

/** REG-011: in the page's language; what was known stays until the other language has come. Empty when none is asked for. */
export function usePaymentTypes(parts: { imei: string; brand: Brand; isAsked: boolean }): PaymentTypes {
  const { imei, isAsked } = parts;
  const { subsiteId } = parts.brand;
  const send = useSend();
  const { language } = useLanguage();
  const [labels, setLabels] = useState<readonly string[] | null>(isAsked ? null : []);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isAsked) return undefined;
    const abort = new AbortController();
    setFailure(null);
    call(
      send,
      'registration.payment-types',
      { body: { imei, lang: language, subsiteID: subsiteId } },
      { signal: abort.signal },
    ).then(
      (answer) => {
        if (!abort.signal.aborted) setLabels(answer);
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setFailure(error);
      },
    );
    return () => abort.abort();
  }, [attempt, imei, isAsked, language, send, subsiteId]);
  return { labels, failure, retry: () => setAttempt(attempt + 1) };
}

/** REG-018: the third way is an invoice that may not be found, and says what happens then. */
const WITH_PAPER_HELP = 2;

/** REG-010: one of the labels, by its place in the list; nothing at all when there is none to choose. */
export function PaymentChoice(props: {
  types: PaymentTypes;
  chosen: number | null;
  error: string | null;
  onChange: (place: number) => void;
}): ReactNode {
  const { types, chosen, error } = props;
  const t = useT();
  const errors = useErrorText();
  const errorId = useId();
  if (types.failure !== null && types.labels === null)
    return (
      <Banner
        tone="danger"
        action={
          <Button isSmall onClick={types.retry}>
            {t('Retry')}
          </Button>
        }
      >
        {errors.text(types.failure)}
      </Banner>
    );
  if (types.labels === null)
    return (
      <p role="status" className={styles['waiting']}>
        {t('PaymentLoading')}
      </p>
    );
  if (types.labels.length === 0) return null;
  return (
    <fieldset className={styles['payment']} aria-describedby={error ? errorId : undefined}>
      <legend>{t('PaymentTitle')}</legend>
      {types.labels.map((label, place) => (
        <div key={place} className={styles['way']}>
          <label className={styles['check']}>
            <input
              type="radio"
              name="paymentType"
              value={place}
              checked={chosen === place}
              aria-invalid={error ? true : undefined}
              onChange={() => props.onChange(place)}
            />
            {label}
          </label>
          {place === WITH_PAPER_HELP && <PaperHelp label={label} />}
        </div>
      ))}
      {error && (
        <p id={errorId} className={styles['error']}>
          <Icon name="alert" size={14} />
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** A tip for the mouse that a finger and the keyboard can open too. */
function PaperHelp(props: { label: string }): ReactNode {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon="information"
        isSmall
        label={t('PaymentAbout', { label: props.label })}
        title={t('PaymentPaperHelp')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      />
      <p id={id} role="status" className={styles['paper']} hidden={!isOpen}>
        {t('PaymentPaperHelp')}
      </p>
    </>
  );
}
